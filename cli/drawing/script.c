#include "drawing/script.h"

#include <math.h>
#include <stdbool.h>

#include <jato/jato.h>

/* cli/texts: the palette is viridis, by Smith and van der Walt, at nine points. */
extern const char cli_text_style_gp[], cli_text_palette_gp[];

static void begin_characters(FILE *script, const cli_canvas *canvas)
{
  fprintf(script, "set terminal dumb noenhanced mono size %u,%u\nset border 3\n", canvas->width,
          canvas->height);
  fputs("set tics nomirror\n", script);
}

void cli_script_begin(FILE *script, const cli_canvas *canvas)
{
  fputs("set encoding utf8\nset samples 2\n", script);
  if (canvas->kind == CLI_CHARACTERS) {
    begin_characters(script, canvas);
    return;
  }
  const char *font = "Helvetica,Arial,sans-serif,14";
  if (canvas->kind == CLI_SVG)
    fprintf(script, "set terminal svg size %u,%u font '%s' background '#ffffff'\n", canvas->width,
            canvas->height, font);
  else if (canvas->kind == CLI_PNG)
    fprintf(script, "set terminal pngcairo size %u,%u font 'Sans,10.5' background '#ffffff'\n",
            canvas->width, canvas->height);
  else if (canvas->kind == CLI_PDF)
    fprintf(script, "set terminal pdfcairo size %.4fin,%.4fin font 'Sans,14' linewidth 2\n",
            canvas->width / 96.0, canvas->height / 96.0);
  else
    fprintf(script,
            "set terminal gif animate optimize delay 8 loop 0 size %u,%u background '#ffffff'\n",
            canvas->width, canvas->height);
  fputs(cli_text_style_gp, script);
}

/* Between single quotes gnuplot replaces nothing; a backquote would start a program elsewhere. */
void cli_script_text(FILE *script, const char *text)
{
  fputc('\'', script);
  for (size_t bytes; *text != '\0'; text += bytes) {
    bytes = jato_letter_bytes(text);
    if (*text == '\'')
      fputs("''", script);
    else if (jato_letter_is_plain(text) && *text != '`')
      fwrite(text, 1, bytes, script);
    else
      fputc(' ', script);
    if (bytes == 0) bytes = 1;
  }
  fputc('\'', script);
}

void cli_script_label(FILE *script, const char *command, const char *text)
{
  fprintf(script, "set %s ", command);
  cli_script_text(script, text);
  fputs(" noenhanced\n", script);
}

void cli_script_title(FILE *script, const char *first, const char *second)
{
  fputs("set title ", script);
  cli_script_text(script, first);
  fputs(".\"\\n\".", script);
  cli_script_text(script, second);
  fputs(" noenhanced\n", script);
}

void cli_script_logarithmic(FILE *script, const cli_canvas *canvas, const char *axis)
{
  fprintf(script, "set logscale %s\nset format %s '%s'\n", axis, axis,
          canvas->kind == CLI_CHARACTERS ? "1e%T" : "10^{%T}");
}

void cli_script_palette(FILE *script) { fputs(cli_text_palette_gp, script); }

void cli_script_legend(FILE *script, const cli_canvas *canvas, int lines)
{
  fputs("set key below\n", script);
  if (canvas->kind != CLI_CHARACTERS) fprintf(script, "set bmargin %d\n", 4 + lines);
}

static const char *const colours[] = {CLI_BLUE,   CLI_VERMILION, CLI_GREEN, "#000000",
                                      CLI_PURPLE, CLI_ORANGE,    CLI_SKY};

const char *cli_script_colour(size_t number)
{
  return colours[number % (sizeof colours / sizeof colours[0])];
}

/* Colours first, then the same with dashes. */
void cli_script_line(FILE *script, const cli_canvas *canvas, size_t number, size_t interval)
{
  static const int marks[] = {7, 5, 9, 13, 6, 4, 8, 12};
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  size_t colour_count = sizeof colours / sizeof colours[0];
  if (canvas->kind == CLI_CHARACTERS)
    fprintf(script, "points pointtype '%c'", letters[number % (sizeof letters - 1)]);
  else
    fprintf(script,
            "linespoints linecolor rgb '%s' linewidth 2 dashtype %zu pointtype %d pointsize 0.8 "
            "pointinterval %zu",
            colours[number % colour_count], 1 + number / colour_count,
            marks[number % (sizeof marks / sizeof marks[0])], interval);
}

cli_scale cli_scale_of(double largest)
{
  if (largest >= 2e9) return (cli_scale){1e9, "billions"};
  if (largest >= 2e6) return (cli_scale){1e6, "millions"};
  if (largest >= 1e4) return (cli_scale){1e3, "thousands"};
  return (cli_scale){1, ""};
}

double cli_step_of(double span, double count)
{
  double power = pow(10, floor(log10(span / count)));
  double ratio = span / count / power;
  if (ratio < 1.5) return power;
  if (ratio < 3.5) return 2 * power;
  return ratio < 7.5 ? 5 * power : 10 * power;
}
