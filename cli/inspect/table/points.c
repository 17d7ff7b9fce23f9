#include "inspect/table/points.h"

#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "base/values.h"

int cli_points_open(const jato_problem *named, size_t dim, cli_points *points)
{
  *points = (cli_points){.dim = dim, .named = named, .space = cli_values_space(named)};
  if (points->space == NULL) return CLI_DONE;
  points->values = calloc(points->space->variable_count, sizeof *points->values);
  if (points->values != NULL) return CLI_DONE;
  return cli_refuse(CLI_FAILED, "not enough memory for %zu variables",
                    points->space->variable_count);
}

void cli_points_close(cli_points *points)
{
  free(points->values);
  points->values = NULL;
}

void cli_points_row_of_values(const cli_points *points, cli_table *table, const char *name,
                              const double *values)
{
  const jato_space *space = points->space;
  bool is_x = strcmp(name, "x") == 0;
  char text[CLI_VALUE];
  if (values == NULL) values = points->values;
  if (space == NULL) {
    cli_table_vector(table, name, values, points->dim);
    return;
  }
  cli_table_begin_group(table, is_x ? "values" : name, !is_x);
  /* NOLINTBEGIN(clang-analyzer-core.NullDereference): a space comes with points->values */
  for (size_t i = 0; i < space->variable_count; i++) {
    if (jato_space_variable(space, i)->kind == JATO_CATEGORY) {
      cli_values_write(points->named, i, values[i], text);
      cli_table_text(table, jato_space_variable(space, i)->name, text);
    } else {
      cli_table_number(table, jato_space_variable(space, i)->name, values[i]);
    }
  }
  /* NOLINTEND(clang-analyzer-core.NullDereference) */
  cli_table_end_group(table);
}

void cli_points_row(const cli_points *points, cli_table *table, const char *name, const double *x)
{
  const double *values = x;
  if (points->space != NULL && x != NULL) {
    jato_problem_values(points->named, x, points->values);
    values = points->values;
  }
  cli_points_row_of_values(points, table, name, values);
}

void cli_points_row_of_search(const cli_points *points, cli_table *table, const char *name,
                              const double *numbers)
{
  const jato_space *space = points->space;
  if (space == NULL) {
    cli_table_vector(table, name, numbers, points->dim);
    return;
  }
  cli_table_begin_group(table, name, true);
  for (size_t i = 0; i < points->dim; i++)
    cli_table_number(table, jato_space_variable(space, cli_values_variable(space, i))->name,
                     numbers[i]);
  cli_table_end_group(table);
}
