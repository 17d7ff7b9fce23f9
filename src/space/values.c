#include "space/space.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "space/variable.h"

void jx_space_values(const jx_space *space, const double *x, double *values)
{
  size_t coordinate = 0;
  for (size_t i = 0; i < space->given.variable_count; i++) {
    const jato_variable *variable = &space->given.variables[i];
    if (variable->fixed) {
      values[i] = variable->initial;
      continue;
    }
    values[i] = jx_variable_value(variable, x[coordinate], space->lower[coordinate],
                                  space->upper[coordinate]);
    coordinate++;
  }
}

jato_status jx_space_point(const jx_space *space, const double *values, double *x,
                           jato_error *error)
{
  for (size_t j = 0; j < space->dim; j++) {
    size_t i = space->variable_of[j];
    const jato_variable *variable = &space->given.variables[i];
    JX_TRY(jx_variable_check(variable, "value", values[i], error));
    x[j] = jx_variable_coordinate(variable, values[i]);
  }
  return JATO_OK;
}

void jx_space_begin(const jx_space *space, double *x)
{
  for (size_t j = 0; j < space->dim; j++) {
    const jato_variable *variable = &space->given.variables[space->variable_of[j]];
    if (variable->has_initial) x[j] = jx_variable_coordinate(variable, variable->initial);
  }
}

const char *jx_space_choice(const jx_space *space, size_t variable, double value)
{
  const jato_variable *one = &space->given.variables[variable];
  int is_choice = one->kind == JATO_CATEGORY && value >= 0 && value <= one->upper;
  return is_choice ? one->choices[(size_t)value] : NULL;
}

size_t jx_space_write(const jx_space *space, size_t variable, double value, char *out, size_t size)
{
  char number[JX_NUMBER_SIZE];
  const char *text = jx_space_choice(space, variable, value);
  if (text == NULL) {
    jx_text_write_number(value, number);
    text = number;
  }
  (void)snprintf(out, size, "%s", text);
  return strlen(text);
}
