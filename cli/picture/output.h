/* Where pictures go, and how large they are. */
#ifndef CLI_PICTURE_OUTPUT_H
#define CLI_PICTURE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "picture/script.h"

enum { CLI_PATH = 4096 };

bool cli_output_ends(const char *path, const char *ending);

/* "results/run-movie.gif" of "results/run.h5": the file's stem, a dash, what and ending. */
void cli_output_name(const char *path, const char *what, const char *ending, char name[CLI_PATH]);

/* Reads "800x600". Returns CLI_DONE, or CLI_USAGE after a message. */
int cli_output_size(const char *text, cli_canvas *canvas);

/* A canvas as large as the terminal at standard output. */
cli_canvas cli_output_terminal(void);

/* Copies the drawing to the file and prints its name. Returns as cli_gnuplot_keep does. */
int cli_output_keep(FILE *drawing, const char *path);

#endif
