#include "picture/report/html.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include <jato/jato.h>

void cli_html_text(FILE *page, const char *text)
{
  for (size_t bytes; *text != '\0'; text += bytes) {
    bytes = jato_letter_bytes(text);
    if (bytes == 0) bytes = 1;
    switch (*text) {
    case '&': fputs("&amp;", page); break;
    case '<': fputs("&lt;", page); break;
    case '>': fputs("&gt;", page); break;
    case '"': fputs("&quot;", page); break;
    case '\'': fputs("&#39;", page); break;
    case '\n': fputc('\n', page); break;
    case '\t': fputc(' ', page); break;
    default:
      if (jato_letter_is_plain(text))
        fwrite(text, 1, bytes, page);
      else
        fputc('?', page);
    }
  }
}

void cli_html_row(FILE *page, const char *name, const char *format, ...)
{
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  fprintf(page, "<tr><th scope=\"row\">%s</th><td>", name);
  cli_html_text(page, text);
  fputs("</td></tr>\n", page);
}

/* Pictures are drawn on white, in the dark too. */
static const char styles[] =
    ":root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--line:#d0d0d0;--soft:#f4f4f4}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e8e8e8;--paper:#16181a;--line:#44484c;"
    "--soft:#212427}}\n"
    "body{margin:2rem auto;max-width:60rem;padding:0 1rem;color:var(--ink);"
    "background:var(--paper);font:16px/1.5 system-ui,Helvetica,Arial,sans-serif}\n"
    "h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.2rem;margin-top:2.2rem}\n"
    "table{border-collapse:collapse;width:100%}\n"
    "th,td{border-bottom:1px solid var(--line);padding:.3rem .8rem .3rem 0;text-align:left;"
    "vertical-align:top;overflow-wrap:anywhere}\n"
    "th[scope=row]{white-space:nowrap;font-weight:600;width:12rem}\n"
    "table.values{width:auto}table.values th,table.values td{padding-right:2rem}\n"
    "td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;"
    "font-family:ui-monospace,monospace}\n"
    "pre{background:var(--soft);padding:.7rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere}\n"
    "figure{margin:1.2rem 0;background:#fff;color:#1b1b1b;border:1px solid var(--line);"
    "padding:.5rem;break-inside:avoid}\n"
    "figure svg{display:block;margin:auto;max-width:100%;height:auto}\n"
    "figcaption{font-size:.9rem;padding:.3rem .5rem}\n"
    ".large{font-size:1.3rem}\n"
    "@media print{body{margin:0;max-width:none;font-size:11pt;color:#000;background:#fff}"
    "pre{border:1px solid #999}h2{break-after:avoid}figure svg{max-height:8.5cm;width:auto}}\n";

void cli_html_begin(FILE *page, const char *title)
{
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta name=\"generator\" content=\"jato\">\n"
        "<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
        page);
  cli_html_text(page, title);
  fprintf(page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", styles);
  cli_html_text(page, title);
  fputs("</h1>\n", page);
}

void cli_html_end(FILE *page) { fputs("</body>\n</html>\n", page); }

/* Copies a line and puts the prefix before gnuplot's names, which begin with gp, gnuplot, greybox
 * or textbox: where they are given (id='gpDot') and where they are used (href='#gpDot'). Lines may
 * come in pieces: no name is cut, as gnuplot gives names on short lines only. */
static void copy_named(FILE *page, const char *line, const char *prefix)
{
  static const char *const marks[] = {"id='", "id=\"", "href='#", "url(#"};
  while (*line != '\0') {
    size_t length = 1;
    bool name = false;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0] && !name; i++) {
      name = strncmp(line, marks[i], strlen(marks[i])) == 0;
      if (name) length = strlen(marks[i]);
    }
    fwrite(line, 1, length, page);
    if (name) fprintf(page, "%s-", prefix);
    line += length;
  }
}

void cli_html_picture(FILE *page, FILE *drawing, const char *prefix, const char *caption)
{
  char line[8192];
  bool begun = false; /* what stands before <svg belongs to a file of its own */
  rewind(drawing);
  fputs("<figure role=\"group\">\n", page);
  while (fgets(line, sizeof line, drawing) != NULL) {
    if (strncmp(line, "<svg", 4) == 0) begun = true;
    bool named = strncmp(line, "<title>", 7) == 0 || strncmp(line, "<desc>", 6) == 0;
    if (begun && !named) copy_named(page, line, prefix);
  }
  fputs("<figcaption>", page);
  cli_html_text(page, caption);
  fputs("</figcaption>\n</figure>\n", page);
}
