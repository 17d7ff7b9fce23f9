#define _DEFAULT_SOURCE
#include "drawing/output.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/command.h"
#include "base/files/temporary.h"
#include "base/number.h"
#include "drawing/gnuplot.h"

bool cli_output_ends(const char *path, const char *ending)
{
  size_t length = strlen(path), wanted = strlen(ending);
  return length > wanted && strcmp(path + length - wanted, ending) == 0;
}

bool cli_output_is_picture(const char *path)
{
  return cli_output_ends(path, ".svg") || cli_output_kind(path) != CLI_SVG;
}

cli_canvas_kind cli_output_kind(const char *path)
{
  if (cli_output_ends(path, ".png")) return CLI_PNG;
  return cli_output_ends(path, ".pdf") ? CLI_PDF : CLI_SVG;
}

void cli_output_name(const char *path, const char *what, const char *ending, char name[CLI_PATH])
{
  const char *slash = strrchr(path, '/');
  const char *base = slash == NULL ? path : slash + 1;
  const char *dot = strrchr(base, '.');
  size_t stem = dot == NULL || dot == base ? strlen(path) : (size_t)(dot - path);
  const char *dash = what[0] == '\0' ? "" : "-";
  snprintf(name, CLI_PATH, "%.*s%s%s%s", (int)stem, path, dash, what, ending);
}

int cli_output_size(const char *text, cli_canvas *canvas)
{
  char width[16];
  uint64_t w = 0, h = 0;
  size_t length = strcspn(text, "x");
  snprintf(width, sizeof width, "%.*s", (int)(length < 15 ? length : 15), text);
  if (text[length] != 'x' || jato_read_count(width, &w) != NULL ||
      jato_read_count(text + length + 1, &h) != NULL || w < 200 || h < 150 || w > 8000 ||
      h > 8000) {
    return cli_refuse(CLI_USAGE,
                      "--size %s: must be WIDTHxHEIGHT in pixels, from 200x150 to 8000x8000, "
                      "such as 800x600",
                      text);
  }
  canvas->width = (unsigned)w;
  canvas->height = (unsigned)h;
  return CLI_DONE;
}

cli_canvas cli_output_terminal(void)
{
  struct winsize size;
  cli_canvas canvas = {CLI_CHARACTERS, 79, 24};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return canvas;
  if (size.ws_col > 40) canvas.width = size.ws_col - 1u; /* the last one would wrap on some */
  if (size.ws_row > 14) canvas.height = size.ws_row - 2u;
  return canvas;
}

/* Whether there is no file at the path, or one that begins as the drawing does: a picture by its
 * first bytes, a page by its head. */
static bool may_replace(FILE *drawing, const char *path)
{
  char ours[72], theirs[72]; /* a page of jato names its generator there */
  size_t most = cli_output_ends(path, ".html") ? sizeof ours : 4;
  FILE *there = fopen(path, "rb");
  if (there == NULL) return true; /* or it cannot be read, nor written by us */
  rewind(drawing);
  size_t wanted = fread(ours, 1, most, drawing), length = fread(theirs, 1, most, there);
  fclose(there);
  return length == 0 || (length == wanted && memcmp(ours, theirs, length) == 0);
}

int cli_output_keep(FILE *drawing, const char *path, bool is_given)
{
  if (!is_given && !may_replace(drawing, path))
    return cli_refuse(CLI_FILE,
                      "%s already exists and is no such picture; choose another name with --output",
                      path);
  int code = cli_gnuplot_keep(drawing, path);
  if (code == CLI_DONE) printf("%s\n", path);
  return code;
}

int cli_output_draw(cli_write_script write, const cli_canvas *canvas, const void *subject,
                    FILE **drawing)
{
  FILE *script = cli_temporary_file();
  *drawing = script != NULL ? cli_temporary_file() : NULL;
  int code = *drawing != NULL ? write(script, canvas, subject) : CLI_FILE;
  if (code == CLI_DONE) code = cli_gnuplot_run(script, *drawing);
  if (script != NULL) fclose(script);
  if (code != CLI_DONE && *drawing != NULL) {
    fclose(*drawing);
    *drawing = NULL;
  }
  return code;
}
