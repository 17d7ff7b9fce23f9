/* Pieces of an HTML page. Everything that comes from a run file goes through cli_html_text. */
#pragma once

#include <stdio.h>

/* Text as it is, with what HTML would read as more replaced. */
void cli_html_text(FILE *page, const char *text);

/* A row of a table with a name and a printf text, which is escaped. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void cli_html_row(FILE *page, const char *name, const char *format, ...);

/* Head with styles up to the first heading; and the end. */
void cli_html_begin(FILE *page, const char *title);
void cli_html_end(FILE *page);

/* An SVG file as part of the page; its names get `prefix`, so that several pictures do not share
 * them. */
void cli_html_picture(FILE *page, FILE *drawing, const char *prefix, const char *caption);
