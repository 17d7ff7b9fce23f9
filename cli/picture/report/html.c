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

/* cli/texts. Pictures are drawn on white, in the dark too. */
extern const char cli_text_page_head_html[], cli_text_report_css[];

void cli_html_begin(FILE *page, const char *title)
{
  fputs(cli_text_page_head_html, page);
  cli_html_text(page, title);
  fprintf(page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", cli_text_report_css);
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
  bool begun = false; /* what precedes <svg is for a file of its own */
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
