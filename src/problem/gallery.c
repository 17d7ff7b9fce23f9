/* The gallery: what kernel/objective/gallery.def says of each problem, as a table. */
#include "problem/problems.h"

#include <math.h>

/* The expressions of a row become functions of n, i and a. */
#define JK_PROBLEM(name, formula, box, dimensions, parameter, at_best, best_at, source) \
  static double name##_minimum(size_t n, double a)                                      \
  {                                                                                     \
    (void)n;                                                                            \
    (void)a;                                                                            \
    return (double)(at_best);                                                           \
  }                                                                                     \
  static double name##_minimizer(size_t n, size_t i, double a)                          \
  {                                                                                     \
    (void)n;                                                                            \
    (void)i;                                                                            \
    (void)a;                                                                            \
    return (double)(best_at);                                                           \
  }
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM

/* A row without a parameter has a table of none; C wants an array to have an element all the same.
 */
#define JK_NO_PARAMETER \
  {                     \
    .name = ""          \
  }
#define JK_PARAMETER(label, normal, least, most, is_whole, words)                             \
  {                                                                                           \
    .name = label, .fallback = normal, .smallest = least, .largest = most, .whole = is_whole, \
    .help = words                                                                             \
  }
#define JK_PROBLEM(name, formula, box, dimensions, parameter, at_best, best_at, source) \
  static const jato_parameter name##_parameters[] = {parameter};
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM
#undef JK_NO_PARAMETER
#undef JK_PARAMETER

#define JK_NO_PARAMETER 0
#define JK_PARAMETER(...) 1
#define JK_BOX(low, high) .lower = (low), .upper = (high)
#define JK_ANY_DIM(least) .least_dim = (least)
#define JK_ONLY_DIM(n) .least_dim = (n), .only_dim = (n)
#define JK_PROBLEM(row, text, box, dimensions, parameter, at_best, best_at, origin) \
  {.name = #row,                                                                    \
   .formula = text,                                                                 \
   box,                                                                             \
   dimensions,                                                                      \
   .parameters = {row##_parameters, parameter},                                     \
   .minimum = row##_minimum,                                                        \
   .minimizer = row##_minimizer,                                                    \
   .source = origin},
static const jx_gallery_row rows[] = {
#include "kernel/objective/gallery.def"
};
#undef JK_PROBLEM

#define DEFAULT_DIM 10

const jx_gallery_row *jx_gallery(size_t index)
{
  return index < sizeof rows / sizeof rows[0] ? &rows[index] : NULL;
}

static jato_status check_dim(const jx_gallery_row *row, size_t dim, jato_error *error)
{
  if (row->only_dim != 0 && dim != row->only_dim)
    return jx_fail(error, JATO_E_ARGUMENT, "%s always has %zu dimensions; omit --dim", row->name,
                   row->only_dim);
  if (dim < row->least_dim || dim > JX_DIM_MAX)
    return jx_fail(error, JATO_E_ARGUMENT, "%s has from %zu to %d dimensions, not %zu", row->name,
                   row->least_dim, JX_DIM_MAX, dim);
  return JATO_OK;
}

jato_status jx_problem_from_row(const jx_gallery_row *row, const char *spec, size_t dim,
                                const jato_allocator *allocator, jato_problem **out,
                                jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  jx_values values = {{0}, ""};
  *out = NULL;
  if (dim == 0) dim = row->only_dim != 0 ? row->only_dim : DEFAULT_DIM;
  JX_TRY(jx_spec_read(spec, row->parameters, &values, error));
  JX_TRY(check_dim(row, dim, error));
  jato_problem *problem = jx_problem_allocate(dim, &memory);
  if (problem == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %s in %zu dimensions", row->name,
                   dim);

  double a = values.value[0];
  jx_spec_write(row->name, row->parameters, &values, problem->name, sizeof problem->name);
  for (size_t i = 0; i < dim; i++) {
    problem->lower[i] = row->lower;
    problem->upper[i] = row->upper;
  }
  problem->minimum = row->minimum(dim, a);
  problem->minimizer = isnan(row->minimizer(dim, 0, a)) ? NULL : row->minimizer;
  problem->source = isnan(problem->minimum) ? "" : row->source;
  problem->objective = (jx_objective){
      .kind = JX_OBJECTIVE_KERNEL, .kernel = row->name, .row = (int)(row - rows), .parameter = a};
  *out = problem;
  return JATO_OK;
}
