/* Places of a run file on their way out: as numbers of the search, or by names and in the user's
 * units where the variables have some. */
#ifndef CLI_EXPORT_VALUES_H
#define CLI_EXPORT_VALUES_H

#include <jato/jato.h>

#include "inspect/table.h"

typedef struct cli_places {
  size_t dim;
  const jato_problem *named; /* NULL: the coordinates have no names */
  const jato_space *space;   /* its own */
  double *values;            /* [space->variable_count]: room */
} cli_places;

/* Returns CLI_DONE, or after a message what the program is to exit with. */
int cli_places_open(const jato_problem *named, size_t dim, cli_places *places);
void cli_places_close(cli_places *places);

/* Columns of a place: name0, name1, ...; or those of the variables, with `before` in front of each.
 */
void cli_places_head(const cli_places *places, cli_table *table, const char *name,
                     const char *before);

/* A place x[dim]: an array `name`, or an object `name_of_values`, in JSON lines. */
void cli_places_row(const cli_places *places, cli_table *table, const char *name,
                    const char *name_of_values, const double *x);

/* Columns and row of what belongs to coordinates of the search without being a place: its units are
 * the search's own. */
void cli_places_head_of_search(const cli_places *places, cli_table *table, const char *name);
void cli_places_row_of_search(const cli_places *places, cli_table *table, const char *name,
                              const double *numbers);

#endif
