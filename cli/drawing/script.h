/* What the scripts for gnuplot have in common: canvas, colours, words and numbers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Colours that people with any kind of colour vision tell apart (Okabe and Ito, 2008). */
#define CLI_BLUE "#0072B2"
#define CLI_VERMILION "#D55E00"
#define CLI_GREEN "#009E73"
#define CLI_PURPLE "#CC79A7"
#define CLI_ORANGE "#E69F00"
#define CLI_SKY "#56B4E9"

typedef enum cli_canvas_kind { CLI_SVG, CLI_PNG, CLI_PDF, CLI_GIF, CLI_CHARACTERS } cli_canvas_kind;

typedef struct cli_canvas {
  cli_canvas_kind kind;
  unsigned width,
      height; /* in pixels, of which a PDF has 96 to the inch; in characters on a terminal */
} cli_canvas;

/* The first lines of every script. */
void cli_script_begin(FILE *script, const cli_canvas *canvas);

/* One gnuplot string; what gnuplot would read as more than text is taken out of it. */
void cli_script_text(FILE *script, const char *text);

/* "set COMMAND TEXT" with the text taken as it is, as in set xlabel 'x_1'. */
void cli_script_label(FILE *script, const char *command, const char *text);

/* A title of two lines. */
void cli_script_title(FILE *script, const char *first, const char *second);

/* Makes an axis ("x", "y", "cb") logarithmic, with powers of ten at its ticks. */
void cli_script_logarithmic(FILE *script, const cli_canvas *canvas, const char *axis);

/* The palette of surfaces: dark to light with every step seen as equally large, in grey too. */
void cli_script_palette(FILE *script);

/* Legend below the picture, and room for it under the label of the axis. */
void cli_script_legend(FILE *script, const cli_canvas *canvas, int lines);

/* How line `number` of several is drawn, behind "with": told apart by colour, by mark in black and
 * white, and by a letter on a terminal. A mark is at every point number `interval`. */
void cli_script_line(FILE *script, const cli_canvas *canvas, size_t number, size_t interval);

/* The colour of line `number`, for what is drawn in another way. */
const char *cli_script_colour(size_t number);

/* Large counts are written in thousands or millions. */
typedef struct cli_scale {
  double unit;
  const char *word; /* "", "thousands", ... */
} cli_scale;
cli_scale cli_scale_of(double largest);

/* A step between ticks, 1, 2 or 5 times a power of ten, of which about `count` make up `span`. */
double cli_step_of(double span, double count);
