/* The numbers of a simulation over its steps, as a table for gnuplot and others. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "simulate/simulate.h"

/* Arrays with more numbers than that are left out: fields, and positions of many bodies. */
#define MOST_NUMBERS 64

/* Number `*index` or the next array that is small enough; false past the last one. */
static bool find_small(const jato_simulation *simulation, size_t *index,
                       jato_simulation_array *array)
{
  for (; jato_simulation_array_find(simulation, *index, array); ++*index)
    if (array->rows <= MOST_NUMBERS && array->columns <= MOST_NUMBERS / array->rows) return true;
  return false;
}

/* "step,positions_0_0,positions_0_1,..." */
static bool write_head(FILE *file, const jato_simulation *simulation)
{
  jato_simulation_array array;
  size_t found = 0;
  fputs("step", file);
  for (size_t i = 0; find_small(simulation, &i, &array); i++, found++)
    for (uint64_t row = 0; row < array.rows; row++)
      for (uint64_t column = 0; column < array.columns; column++)
        fprintf(file, ",%s_%" PRIu64 "_%" PRIu64, array.name, row, column);
  fputc('\n', file);
  return found > 0;
}

static int complain_of_file(const char *path)
{
  cli_complain("--history %s: %s", path, strerror(errno));
  return CLI_FILE;
}

int cli_history_begin(const cli_simulate_request *asked, const jato_simulation *simulation,
                      FILE **history)
{
  jato_simulation_array array;
  size_t index = 0;
  *history = NULL;
  if (asked->history == NULL) return CLI_DONE;
  if (!find_small(simulation, &index, &array)) {
    cli_complain("--history writes arrays of up to %d numbers, and %s has none; bodies have "
                 "energies, and a plasma",
                 MOST_NUMBERS, jato_simulation_look(simulation).simulator);
    return CLI_USAGE;
  }
  *history = fopen(asked->history, "w");
  if (*history == NULL || !write_head(*history, simulation))
    return complain_of_file(asked->history);
  return CLI_DONE;
}

int cli_history_take(FILE *history, const cli_simulate_request *asked, jato_simulation *simulation,
                     uint64_t done)
{
  char text[CLI_SHORTEST];
  double data[MOST_NUMBERS];
  jato_simulation_array array;
  jato_error error;
  if (history == NULL || (asked->every > 0 && done % asked->every > 0)) return CLI_DONE;
  fprintf(history, "%" PRIu64, done);
  for (size_t i = 0; find_small(simulation, &i, &array); i++) {
    jato_status status = jato_simulation_read(simulation, array.name, data, &error);
    if (status != JATO_OK) return cli_complain_of(status, &error);
    for (uint64_t k = 0; k < array.rows * array.columns; k++) {
      cli_write_shortest(text, data[k]);
      fprintf(history, ",%s", text);
    }
  }
  fputc('\n', history);
  return CLI_DONE;
}

int cli_history_end(FILE *history, const cli_simulate_request *asked)
{
  if (history == NULL) return CLI_DONE;
  bool failed = ferror(history) != 0;
  if (fclose(history) == 0 && !failed) return CLI_DONE;
  return complain_of_file(asked->history);
}
