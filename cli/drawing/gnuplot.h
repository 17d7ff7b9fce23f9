/* Starts gnuplot, which draws every picture, and feeds it a script. */
#pragma once

#include <stdio.h>

/* Runs the script, a temporary file that was written to its end, and leaves what gnuplot drew in
 * `drawing`, another one. Returns CLI_DONE, or after a message what the program is to exit with. */
int cli_gnuplot_run(FILE *script, FILE *drawing);

/* Copies a drawing to the file. Returns likewise. */
int cli_gnuplot_keep(FILE *drawing, const char *path);

/* Prints a drawing made of characters, without the empty lines above and below it. */
void cli_gnuplot_print(FILE *drawing);
