#include "inspect/export_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "base/values.h"

int cli_places_open(const jato_problem *named, size_t dim, cli_places *places)
{
  *places = (cli_places){.dim = dim, .named = named, .space = cli_values_space(named)};
  if (places->space == NULL) return CLI_DONE;
  places->values = calloc(places->space->variable_count, sizeof *places->values);
  if (places->values != NULL) return CLI_DONE;
  cli_complain("no memory for %zu variables", places->space->variable_count);
  return CLI_FAILED;
}

void cli_places_close(cli_places *places)
{
  free(places->values);
  places->values = NULL;
}

/* A variable's column; a name that the table has already gets "values." in front of it. */
static void head_of(cli_table *table, const char *before, const char *name)
{
  static const char *const taken[] = {"iteration", "evaluations", "nonfinite", "best",
                                      "seconds",   "diversity",   "point"};
  char column[CLI_VALUE];
  for (size_t i = 0; before[0] == '\0' && i < sizeof taken / sizeof taken[0]; i++)
    if (strcmp(taken[i], name) == 0) before = "values.";
  snprintf(column, sizeof column, "%s%s", before, name);
  cli_table_head(table, column);
}

void cli_places_head(const cli_places *places, cli_table *table, const char *name,
                     const char *before)
{
  if (places->space == NULL) cli_table_head_vector(table, name, places->dim);
  for (size_t i = 0; places->space != NULL && i < places->space->variable_count; i++)
    head_of(table, before, places->space->variables[i].name);
}

void cli_places_row(const cli_places *places, cli_table *table, const char *name,
                    const char *name_of_values, const double *x)
{
  const jato_space *space = places->space;
  char text[CLI_VALUE];
  if (space == NULL) {
    cli_table_vector(table, name, x, places->dim);
    return;
  }
  jato_problem_values(places->named, x, places->values);
  cli_table_begin_group(table, name_of_values);
  for (size_t i = 0; i < space->variable_count; i++) {
    if (space->variables[i].kind == JATO_CATEGORY) {
      cli_values_write(places->named, i, places->values[i], text);
      cli_table_text(table, space->variables[i].name, text);
    } else {
      cli_table_number(table, space->variables[i].name, places->values[i]);
    }
  }
  cli_table_end_group(table);
}

void cli_places_head_of_search(const cli_places *places, cli_table *table, const char *name)
{
  char before[64];
  snprintf(before, sizeof before, "%s.", name);
  if (places->space == NULL) cli_table_head_vector(table, name, places->dim);
  for (size_t i = 0; places->space != NULL && i < places->dim; i++)
    head_of(table, before, places->space->variables[cli_values_variable(places->space, i)].name);
}

void cli_places_row_of_search(const cli_places *places, cli_table *table, const char *name,
                              const double *numbers)
{
  const jato_space *space = places->space;
  if (space == NULL) {
    cli_table_vector(table, name, numbers, places->dim);
    return;
  }
  cli_table_begin_group(table, name);
  for (size_t i = 0; i < places->dim; i++)
    cli_table_number(table, space->variables[cli_values_variable(space, i)].name, numbers[i]);
  cli_table_end_group(table);
}
