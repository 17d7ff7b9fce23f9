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

/* Columns of a point: name0, name1, ...; or those of the variables, with `before` in front of each.
 */
void cli_points_head(const cli_points *points, cli_table *table, const char *name,
                     const char *before);

/* A point x[dim]: an array `name`, or an object `name_of_values`, in JSON lines. */
void cli_points_row(const cli_points *points, cli_table *table, const char *name,
                    const char *name_of_values, const double *x);

/* The same of values[variables] in the user's units; without names they are coordinates. */
void cli_points_row_of_values(const cli_points *points, cli_table *table, const char *name,
                              const char *name_of_values, const double *values);

/* Columns and row of what belongs to coordinates of the search without being a point: its units are
 * the search's own. */
void cli_points_head_of_search(const cli_points *points, cli_table *table, const char *name);
void cli_points_row_of_search(const cli_points *points, cli_table *table, const char *name,
                              const double *numbers);
