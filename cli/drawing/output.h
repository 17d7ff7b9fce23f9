/* Where pictures go, and how large they are. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "drawing/script.h"

enum { CLI_PATH = 4096 };

bool cli_output_ends(const char *path, const char *ending);

/* Whether the name is one of a picture: it ends in .svg, .png or .pdf. */
bool cli_output_is_picture(const char *path);

/* What a picture of that name is: SVG unless its ending says otherwise. */
cli_canvas_kind cli_output_kind(const char *path);

/* "results/run-movie.gif" of "results/run.h5": the file's stem, a dash, what and ending. */
void cli_output_name(const char *path, const char *what, const char *ending, char name[CLI_PATH]);

/* Reads "800x600". Returns CLI_DONE, or CLI_USAGE after a message. */
int cli_output_size(const char *text, cli_canvas *canvas);

/* A canvas as large as the terminal at standard output. */
cli_canvas cli_output_terminal(void);

/* Writes the script that draws `subject`. Returns CLI_DONE or, after a message, what the program is
 * to exit with. */
typedef int (*cli_write_script)(FILE *script, const cli_canvas *canvas, const void *subject);

/* Draws one picture into a temporary file, which the caller closes; NULL in *drawing on failure.
 * Returns as `write` does. */
int cli_output_draw(cli_write_script write, const cli_canvas *canvas, const void *subject,
                    FILE **drawing);

/* Copies the drawing to the file and prints its name. Returns as cli_gnuplot_keep does. A name that
 * was not given (`is_given` is false) is that of an earlier drawing or of nothing: what begins
 * otherwise stays, after a message. */
int cli_output_keep(FILE *drawing, const char *path, bool is_given);
