#include "problem/problems.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

jato_problem *jx_problem_allocate(size_t dim, const jato_allocator *allocator)
{
  jato_problem *problem = jx_allocate(allocator, 1, sizeof *problem);
  if (problem == NULL) return NULL;
  problem->allocator = *allocator;
  problem->dim = dim;
  problem->lower = jx_allocate(allocator, dim, sizeof *problem->lower);
  problem->upper = jx_allocate(allocator, dim, sizeof *problem->upper);
  if (problem->lower == NULL || problem->upper == NULL) {
    jx_problem_destroy(&problem);
    return NULL;
  }
  problem->info = (jato_problem_info){.size = sizeof problem->info,
                                      .name = problem->name,
                                      .dim = dim,
                                      .lower = problem->lower,
                                      .upper = problem->upper,
                                      .minimum = NAN,
                                      .source = ""};
  return problem;
}

void jx_problem_destroy(jato_problem **address)
{
  jato_problem *problem = *address;
  if (problem == NULL) return;
  jato_allocator allocator = problem->allocator;
  jx_release(&allocator, problem->lower);
  jx_release(&allocator, problem->upper);
  jx_space_destroy(&allocator, &problem->space);
  for (size_t i = 0; i < sizeof problem->owned / sizeof problem->owned[0]; i++)
    jx_release(&allocator, problem->owned[i]);
  jx_release(&allocator, problem);
  *address = NULL;
}

static jato_status check_box(const jx_box *box, jato_error *error)
{
  if (box->dim == 0 || box->dim > JX_DIM_MAX)
    return jx_fail(error, JATO_E_ARGUMENT, "a problem has from 1 to %d dimensions, not %zu",
                   JX_DIM_MAX, box->dim);
  if (box->lower == NULL || box->upper == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "lower and upper bounds are needed, one for each dimension");
  for (size_t i = 0; i < box->dim; i++) {
    double lower = box->lower[i], upper = box->upper[i];
    if (!isfinite(lower) || !isfinite(upper) || !isfinite(upper - lower))
      return jx_fail(error, JATO_E_ARGUMENT,
                     "bounds of coordinate %zu are %g and %g: not finite, or too far apart", i,
                     lower, upper);
    if (!(lower < upper))
      return jx_fail(error, JATO_E_ARGUMENT,
                     "bounds of coordinate %zu are %g and %g: the lower must be below the upper", i,
                     lower, upper);
  }
  return JATO_OK;
}

static void copy_box(jato_problem *problem, const jx_box *box)
{
  memcpy(problem->lower, box->lower, box->dim * sizeof *box->lower);
  memcpy(problem->upper, box->upper, box->dim * sizeof *box->upper);
}

jato_status jx_problem_check_residuals(const jato_function *function, jato_error *error)
{
  if ((function->residuals != NULL) == (function->residual_count > 0)) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "residual_count is %zu; set it together with residuals, to how many there are",
                 function->residual_count);
}

jato_status jx_problem_from_function(const jato_function *function, const jx_box *box,
                                     jato_problem **out, jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(function->allocator);
  JX_TRY(check_box(box, error));
  jato_problem *problem = jx_problem_allocate(box->dim, &memory);
  if (problem == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for a problem of %zu dimensions",
                   box->dim);
  (void)snprintf(problem->name, sizeof problem->name, "callback");
  copy_box(problem, box);
  problem->objective = (jx_objective){.kind = JX_OBJECTIVE_FUNCTION,
                                      .batch = function->batch,
                                      .point = function->point,
                                      .residuals = function->residuals,
                                      .has_residuals = function->residuals != NULL,
                                      .residual_count = function->residual_count,
                                      .user = function->user,
                                      .concurrent = function->concurrent};
  *out = problem;
  return JATO_OK;
}

jato_status jx_problem_over_space(const jato_space *given, const jato_allocator *allocator,
                                  jato_problem **out, jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  jx_space *space = NULL;
  *out = NULL;
  JX_TRY(jx_space_create(given, &memory, &space, error));
  jato_problem *problem = jx_problem_allocate(space->dim, &memory);
  if (problem == NULL) {
    jx_space_destroy(&memory, &space);
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for a problem of %zu variables",
                   given->variable_count);
  }
  memcpy(problem->lower, space->lower, space->dim * sizeof *problem->lower);
  memcpy(problem->upper, space->upper, space->dim * sizeof *problem->upper);
  problem->space = space;
  *out = problem;
  return JATO_OK;
}

static int is_same_box(const jato_problem *problem, const jx_box *box)
{
  size_t bytes = box->dim * sizeof *box->lower;
  return box->dim == problem->dim && memcmp(problem->lower, box->lower, bytes) == 0 &&
         memcmp(problem->upper, box->upper, bytes) == 0;
}

static int minimum_is_inside(const jato_problem *problem)
{
  double a = problem->objective.parameter;
  if (problem->minimizer == NULL) return 0;
  for (size_t i = 0; i < problem->dim; i++) {
    double x = problem->minimizer(problem->dim, i, a);
    if (!(problem->lower[i] <= x && x <= problem->upper[i])) return 0;
  }
  return 1;
}

jato_status jx_problem_set_box(jato_problem *problem, const jx_box *box, jato_error *error)
{
  if (problem->space != NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the box of a problem over a space follows from its variables: make a new "
                   "problem with other bounds");
  JX_TRY(check_box(box, error));
  if (problem->shifted && !is_same_box(problem, box))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s has its box from the shift: omit the bounds, or omit the shift",
                   problem->name);
  copy_box(problem, box);
  if (!minimum_is_inside(problem)) {
    problem->info.minimum = NAN;
    problem->minimizer = NULL;
    problem->info.source = "";
  }
  return JATO_OK;
}
