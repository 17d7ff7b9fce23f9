/* The numbers of a simulation over its steps, as a table for gnuplot and others. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files/csv.h"
#include "base/number.h"
#include "simulate.h"

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
static void write_head(FILE *file, const jato_simulation *simulation)
{
  jato_simulation_array array;
  char name[sizeof array.name + 48];
  cli_csv_text(file, "step");
  for (size_t i = 0; find_small(simulation, &i, &array); i++)
    for (uint64_t row = 0; row < array.rows; row++)
      for (uint64_t column = 0; column < array.columns; column++) {
        snprintf(name, sizeof name, "%s_%" PRIu64 "_%" PRIu64, array.name, row, column);
        fputc(',', file);
        cli_csv_text(file, name);
      }
  fputc('\n', file);
}

static int complain_of_file(const char *path)
{
  cli_complain("--history %s: %s", path, cli_beside_why(path));
  return CLI_FILE;
}

int cli_history_begin(const cli_simulate_request *asked, const jato_simulation *simulation,
                      cli_beside *history)
{
  jato_simulation_array array;
  size_t index = 0;
  *history = (cli_beside){.stream = NULL};
  if (asked->history == NULL) return CLI_DONE;
  if (!find_small(simulation, &index, &array)) {
    cli_complain("--history writes arrays of up to %d numbers, and %s has none; bodies have "
                 "energies, and a plasma",
                 MOST_NUMBERS, jato_simulation_get_info(simulation)->simulator);
    return CLI_USAGE;
  }
  if (!cli_beside_open(history, asked->history)) return complain_of_file(asked->history);
  write_head(history->stream, simulation);
  return CLI_DONE;
}

int cli_history_take(const cli_beside *history, const cli_simulate_request *asked,
                     jato_simulation *simulation, uint64_t done)
{
  char text[CLI_SHORTEST];
  double data[MOST_NUMBERS];
  jato_simulation_array array;
  jato_error error;
  FILE *file = history->stream;
  if (file == NULL || (asked->every > 0 && done % asked->every > 0)) return CLI_DONE;
  fprintf(file, "%" PRIu64, done);
  for (size_t i = 0; find_small(simulation, &i, &array); i++) {
    jato_status status = jato_simulation_read(simulation, array.name, data, &error);
    if (status != JATO_OK) return cli_complain_of(status, &error);
    for (uint64_t k = 0; k < array.rows * array.columns; k++) {
      cli_write_shortest(text, data[k]);
      fprintf(file, ",%s", text);
    }
  }
  fputc('\n', file);
  return CLI_DONE;
}

int cli_history_end(cli_beside *history)
{
  if (history->stream == NULL || cli_beside_keep(history)) return CLI_DONE;
  return complain_of_file(history->path);
}
