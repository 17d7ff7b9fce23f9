/* The public calls on the space of a problem. */
#include "contract/problem.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

const jato_space *jato_problem_space(const jato_problem *problem)
{
  return problem != NULL && problem->space != NULL ? &problem->space->given : NULL;
}

void jato_problem_values(const jato_problem *problem, const double *x, double *values)
{
  if (problem == NULL || x == NULL || values == NULL) return;
  if (problem->space != NULL)
    jx_space_values(problem->space, x, values);
  else
    memcpy(values, x, problem->dim * sizeof *values);
}

jato_status jato_problem_point(const jato_problem *problem, const double *values, double *x,
                               jato_error *error)
{
  if (problem == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "problem is NULL: there are no variables to read");
  if (values == NULL || x == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s is NULL: give the values, and where to put their point",
                   values == NULL ? "values" : "x");
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
  char number[JX_NUMBER_SIZE] = "";
  if (out == NULL) size = 0;
  if (problem != NULL && problem->space != NULL)
    return jx_space_write(problem->space, variable, value, out, size);
  if (problem != NULL) jx_text_write_number(value, number);
  (void)snprintf(out, size, "%s", number);
  return strlen(number);
}
