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

/* A variable's column; a name that the table has already gets "values." in front of it. */
static void head_of(cli_table *table, const char *before, const char *name)
{
  static const char *const taken[] = {"iteration", "evaluations", "nonfinite", "best",   "seconds",
                                      "diversity", "submethod",   "point",     "number", "attempt",
                                      "worker",    "status",      "start",     "value"};
  char column[CLI_VALUE];
  for (size_t i = 0; before[0] == '\0' && i < sizeof taken / sizeof taken[0]; i++)
    if (strcmp(taken[i], name) == 0) before = "values.";
  snprintf(column, sizeof column, "%s%s", before, name);
  cli_table_head(table, column);
}

void cli_points_head(const cli_points *points, cli_table *table, const char *name,
                     const char *before)
{
  if (points->space == NULL) cli_table_head_vector(table, name, points->dim);
  for (size_t i = 0; points->space != NULL && i < points->space->variable_count; i++)
    head_of(table, before, points->space->variables[i].name);
}

void cli_points_row_of_values(const cli_points *points, cli_table *table, const char *name,
                              const char *name_of_values, const double *values)
{
  const jato_space *space = points->space;
  char text[CLI_VALUE];
  if (space == NULL) {
    cli_table_vector(table, name, values, points->dim);
    return;
  }
  cli_table_begin_group(table, name_of_values);
  for (size_t i = 0; i < space->variable_count; i++) {
    if (space->variables[i].kind == JATO_CATEGORY) {
      cli_values_write(points->named, i, values[i], text);
      cli_table_text(table, space->variables[i].name, text);
    } else {
      cli_table_number(table, space->variables[i].name, values[i]);
    }
  }
  cli_table_end_group(table);
}

void cli_points_row(const cli_points *points, cli_table *table, const char *name,
                    const char *name_of_values, const double *x)
{
  const double *values = x;
  if (points->space != NULL) {
    jato_problem_values(points->named, x, points->values);
    values = points->values;
  }
  cli_points_row_of_values(points, table, name, name_of_values, values);
}

void cli_points_head_of_search(const cli_points *points, cli_table *table, const char *name)
{
  char before[64];
  snprintf(before, sizeof before, "%s.", name);
  if (points->space == NULL) cli_table_head_vector(table, name, points->dim);
  for (size_t i = 0; points->space != NULL && i < points->dim; i++)
    head_of(table, before, points->space->variables[cli_values_variable(points->space, i)].name);
}

void cli_points_row_of_search(const cli_points *points, cli_table *table, const char *name,
                              const double *numbers)
{
  const jato_space *space = points->space;
  if (space == NULL) {
    cli_table_vector(table, name, numbers, points->dim);
    return;
  }
  cli_table_begin_group(table, name);
  for (size_t i = 0; i < points->dim; i++)
    cli_table_number(table, space->variables[cli_values_variable(space, i)].name, numbers[i]);
  cli_table_end_group(table);
}
