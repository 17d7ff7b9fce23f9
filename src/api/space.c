/* The public calls on the space of a problem. */
#include "contract/problem.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

const jato_space *jato_problem_space(const jato_problem *problem)
{
  return problem->space != NULL ? &problem->space->given : NULL;
}

void jato_problem_values(const jato_problem *problem, const double *x, double *values)
{
  if (problem->space != NULL)
    jx_space_values(problem->space, x, values);
  else
    memcpy(values, x, problem->dim * sizeof *values);
}

jato_status jato_problem_point(const jato_problem *problem, const double *values, double *x,
                               jato_error *error)
{
  if (problem->space != NULL) return jx_space_point(problem->space, values, x, error);
  for (size_t i = 0; i < problem->dim; i++) {
    if (!(values[i] >= problem->lower[i] && values[i] <= problem->upper[i]))
      return jx_fail(error, JATO_E_ARGUMENT,
                     "the value of x%zu is %.17g: not within %.17g and %.17g", i, values[i],
                     problem->lower[i], problem->upper[i]);
    x[i] = values[i];
  }
  return JATO_OK;
}

size_t jato_problem_write_value(const jato_problem *problem, size_t variable, double value,
                                char *out, size_t size)
{
  char number[JX_NUMBER_SIZE];
  if (problem->space != NULL) return jx_space_write(problem->space, variable, value, out, size);
  jx_text_write_number(value, number);
  (void)snprintf(out, size, "%s", number);
  return strlen(number);
}
