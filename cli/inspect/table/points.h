/* Points of a run file on their way out: as numbers of the search, or by names and in the user's
 * units where the variables have some. */
#pragma once

#include <jato/jato.h>

#include "inspect/table/table.h"

typedef struct cli_points {
  size_t dim;
  const jato_problem *named; /* NULL: the coordinates have no names */
  const jato_space *space;   /* its own */
  double *values;            /* [space->variable_count]: room */
} cli_points;

/* Returns CLI_DONE, or after a message what the program is to exit with. */
int cli_points_open(const jato_problem *named, size_t dim, cli_points *points);
void cli_points_close(cli_points *points);

/* A point x[dim]: an array `name` in JSON lines, or an object; the object of "x" is called
 * "values", and its CSV columns have no prefix. NULL in a head. */
void cli_points_row(const cli_points *points, cli_table *table, const char *name, const double *x);

/* The same of values[variables] in the user's units; without names they are coordinates. */
void cli_points_row_of_values(const cli_points *points, cli_table *table, const char *name,
                              const double *values);

/* What belongs to coordinates of the search without being a point: its units are the search's. */
void cli_points_row_of_search(const cli_points *points, cli_table *table, const char *name,
                              const double *numbers);
