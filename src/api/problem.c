/* The public calls on problems. */
#include "problem/problems.h"

#include <math.h>

#include "registry/registry.h"

jato_status jato_problem_from_gallery(const char *spec, size_t dim, const jato_allocator *allocator,
                                      jato_problem **out, jato_error *error)
{
  JX_CLEAR_OUT(out, "problem", error);
  if (spec == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a problem's name is needed, such as \"sphere\"");
  return jx_registry_problem(spec, dim, allocator, out, error);
}

jato_status jato_problem_from_function(const jato_function *function, size_t dim,
                                       const double *lower, const double *upper, jato_problem **out,
                                       jato_error *error)
{
  JX_CLEAR_OUT(out, "problem", error);
  jato_function own = {JATO_FUNCTION_INIT};
  if (function != NULL) JX_TRY(JX_SIZED_READ(jato_function, function, &own, error));
  int given = (own.batch != NULL) + (own.point != NULL) + (own.residuals != NULL);
  if (given == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a function to minimise is needed: batch, point or residuals");
  if (given > 1)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "more than one of batch, point and residuals is set; set one of them");
  JX_TRY(jx_problem_check_residuals(&own, error));
  jx_box box = {dim, lower, upper};
  return jx_problem_from_function(&own, &box, out, error);
}

jato_status jato_problem_from_source(const jato_source *source, size_t dim, const double *lower,
                                     const double *upper, jato_problem **out, jato_error *error)
{
  JX_CLEAR_OUT(out, "problem", error);
  if (source == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a source is needed: a file, a text or an expression");
  jato_source own;
  JX_TRY(JX_SIZED_READ(jato_source, source, &own, error));
  jx_box box = {dim, lower, upper};
  return jx_problem_from_source(&own, &box, out, error);
}

jato_status jato_problem_set_box(jato_problem *problem, const double *lower, const double *upper,
                                 jato_error *error)
{
  if (problem == NULL) return jx_fail(error, JATO_E_ARGUMENT, "problem is NULL: it has no box");
  jx_box box = {problem->dim, lower, upper};
  return jx_problem_set_box(problem, &box, error);
}

const jato_problem_info *jato_problem_get_info(const jato_problem *problem)
{
  return problem != NULL ? &problem->info : NULL;
}

bool jato_problem_minimizer(const jato_problem *problem, double *x)
{
  if (problem == NULL || problem->minimizer == NULL || x == NULL) return 0;
  for (size_t i = 0; i < problem->dim; i++)
    x[i] = problem->minimizer(problem->dim, i, problem->objective.parameter);
  return 1;
}

void jato_problem_destroy(jato_problem **problem)
{
  if (problem != NULL) jx_problem_destroy(problem);
}
