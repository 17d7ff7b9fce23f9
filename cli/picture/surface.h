/* The objective on a grid in the plane of two coordinates through the best point. */
#pragma once

#include "picture/data.h"
#include "drawing/script.h"

typedef struct cli_surface {
  size_t columns, rows; /* rows 1 for a problem with one coordinate */
  double *value;        /* [rows][columns]: at the middles of cells that fill the box; NULL without
                           an objective. Above the reference, and its logarithm to the base of ten
                           where that is drawn */
  double low, high;     /* of the colours */
  double reference;     /* taken off the values */
  bool above;           /* the reference is a known minimum */
  bool logarithmic;
  bool holes; /* some values are not finite */
  bool flat;  /* all values are the same, or none is finite */
  bool
      contours; /* lines of equal value make sense: values differ, and axes are not made of steps */
  const jato_fit *fit; /* what is shown is a fit; NULL: the objective */
} cli_surface;

/* `finest` cells along an axis at most; fewer for an objective that takes its time. Returns
 * CLI_DONE, or after a message what the program is to exit with; free(surface->value) always. */
int cli_surface_make(const cli_data *data, size_t finest, cli_surface *surface);

/* A value of the objective as the surface has it. */
double cli_surface_value(const cli_surface *surface, double objective);

enum { CLI_SURFACE_LABEL = 128 };

/* What the values are, as in "value above the known minimum 0". */
void cli_surface_label(const cli_surface *surface, char *text, size_t size);

/* Writes the grid as $surface, and the colours and their bar. */
void cli_surface_write(FILE *script, const cli_data *data, const cli_surface *surface);

/* Box, axes and colours that a slice and a movie have in common. */
void cli_surface_axes(FILE *script, const cli_data *data);
