/* The gallery: the rows of kernel/objective/gallery.def as a table. */
#include "problem/problems.h"

#include <math.h>

#define JK_PRECISION 64
#include "kernel/random.h"

/* The expressions of a row become functions of n, i and a. */
#define JK_BOX(low, high) (double)(low), (double)(high)
#define JK_FIXED_BOX(low, high, why) JK_BOX(low, high)
#define JK_EACH_BOX(low, high, why) JK_BOX(low, high)
#define JK_PROBLEM(name, formula, box, dimensions, parameter, at_best, best_at, source) \
  static jx_interval name##_interval(size_t n, size_t i, double a)                      \
  {                                                                                     \
    (void)n;                                                                            \
    (void)i;                                                                            \
    (void)a;                                                                            \
    return (jx_interval){box};                                                          \
  }                                                                                     \
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
#undef JK_BOX
#undef JK_FIXED_BOX
#undef JK_EACH_BOX

/* Each table ends with `shift`, which is hidden for a row with a fixed box. */
#define SHIFT                                                                           \
  {                                                                                     \
    .name = "shift", .fallback = 0, .smallest = 0, .largest = 4294967295.0, .whole = 1, \
    .help = "seed that moves the box around the minimum; 0: as it is"                   \
  }
#define JK_NO_PARAMETER
#define JK_PARAMETER(label, normal, least, most, is_whole, words) \
  {.name = label,                                                 \
   .fallback = normal,                                            \
   .smallest = least,                                             \
   .largest = most,                                               \
   .whole = is_whole,                                             \
   .help = words},
#define JK_PROBLEM(name, formula, box, dimensions, parameter, at_best, best_at, source) \
  static const jato_parameter name##_parameters[] = {parameter SHIFT};
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM
#undef JK_NO_PARAMETER
#undef JK_PARAMETER

#define JK_NO_PARAMETER 0
#define JK_PARAMETER(...) 1
#define JK_BOX(low, high) .lower = (low), .upper = (high)
#define JK_FIXED_BOX(low, high, why) .lower = (low), .upper = (high), .fixed = (why)
#define JK_EACH_BOX(low, high, why) .lower = (double)NAN, .upper = (double)NAN, .fixed = (why)
#define JK_ANY_DIM(least) .least_dim = (least), .dim_step = 1
#define JK_ONLY_DIM(n) .least_dim = (n), .only_dim = (n), .dim_step = 1
#define JK_DIM_BY(step, least) .least_dim = (least), .dim_step = (step)
#define JK_PROBLEM(row, text, box, dimensions, parameter, at_best, best_at, origin) \
  {.name = #row,                                                                    \
   .formula = text,                                                                 \
   box,                                                                             \
   dimensions,                                                                      \
   .parameters = {row##_parameters, parameter},                                     \
   .interval = row##_interval,                                                      \
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

/* The next dimension that the row allows. */
static size_t round_up(const jx_gallery_row *row, size_t dim)
{
  return (dim + row->dim_step - 1) / row->dim_step * row->dim_step;
}

static jato_status check_dim(const jx_gallery_row *row, size_t dim, jato_error *error)
{
  if (row->only_dim != 0 && dim != row->only_dim)
    return jx_fail(error, JATO_E_ARGUMENT, "%s always has %zu dimensions; omit --dim", row->name,
                   row->only_dim);
  if (dim < row->least_dim || dim > JX_DIM_MAX)
    return jx_fail(error, JATO_E_ARGUMENT, "%s has from %zu to %d dimensions, not %zu", row->name,
                   row->least_dim, JX_DIM_MAX, dim);
  if (dim % row->dim_step != 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s has a multiple of %zu dimensions, such as %zu, not %zu", row->name,
                   row->dim_step, round_up(row, dim), dim);
  return JATO_OK;
}

jx_parameter_table jx_gallery_parameters(const jx_gallery_row *row)
{
  return (jx_parameter_table){row->parameters.rows,
                              row->parameters.count + (row->fixed == NULL ? 1 : 0)};
}

static jato_status check_shift(const jx_gallery_row *row, size_t dim, double a, jato_error *error)
{
  if (row->fixed != NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s cannot be shifted: %s", row->name, row->fixed);
  if (isnan(row->minimizer(dim, 0, a)))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s cannot be shifted in %zu dimensions, in which its minimum is not known",
                   row->name, dim);
  return JATO_OK;
}

/* The function stays and its box moves: for a search in the box that is the same as moving the
 * function, and the kernels need not change. The minimum comes to lie anywhere in the middle 80 %
 * of the width, drawn for each coordinate. Only + - * of doubles: the same bits everywhere. */
static void move_box(jato_problem *problem, const jx_gallery_row *row, double seed, double a)
{
  double width = row->upper - row->lower;
  jk_key key = jk_key_make((jk_index)seed, 0);
  for (size_t i = 0; i < problem->dim; i++) {
    jk_block bits = jk_draw(key, (jk_index)i, 0, JK_DRAW_SHIFT);
    double place = 0.1 + 0.8 * jk_fine_uniform(bits.w[0], bits.w[1]);
    problem->lower[i] = row->minimizer(problem->dim, i, a) - width * place;
    problem->upper[i] = problem->lower[i] + width;
  }
  problem->shifted = 1;
}

/* Sets the box, as in the row or as the shift moves it, and what is known about the minimum. */
static void fill_from_row(jato_problem *problem, const jx_gallery_row *row, double shift, double a)
{
  for (size_t i = 0; i < problem->dim; i++) {
    jx_interval interval = row->interval(problem->dim, i, a);
    problem->lower[i] = interval.lower;
    problem->upper[i] = interval.upper;
  }
  if (shift != 0) move_box(problem, row, shift, a);
  problem->info.minimum = row->minimum(problem->dim, a);
  problem->minimizer = isnan(row->minimizer(problem->dim, 0, a)) ? NULL : row->minimizer;
  problem->info.source = isnan(problem->info.minimum) ? "" : row->source;
  problem->objective = (jx_objective){
      .kind = JX_OBJECTIVE_KERNEL, .kernel = row->name, .row = (int)(row - rows), .parameter = a};
}

jato_status jx_problem_from_row(const jx_gallery_row *row, const char *spec, size_t dim,
                                const jato_allocator *allocator, jato_problem **out,
                                jato_error *error)
{
  jato_allocator memory = jx_allocator_or_default(allocator);
  jx_parameter_table all = {row->parameters.rows, row->parameters.count + 1};
  jx_values values = {.text = ""};
  *out = NULL;
  if (dim == 0) dim = row->only_dim != 0 ? row->only_dim : round_up(row, DEFAULT_DIM);
  JX_TRY(jx_spec_read(spec, all, &values, error));
  JX_TRY(check_dim(row, dim, error));
  double a = row->parameters.count > 0 ? values.value[0] : 0;
  double shift = values.value[row->parameters.count];
  if (shift != 0) JX_TRY(check_shift(row, dim, a, error));
  jato_problem *problem = jx_problem_allocate(dim, &memory);
  if (problem == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %s in %zu dimensions", row->name,
                   dim);
  /* Without a shift the name is the one from before shifts existed. */
  jx_spec_write(row->name, shift != 0 ? all : row->parameters, &values, problem->name,
                sizeof problem->name);
  fill_from_row(problem, row, shift, a);
  *out = problem;
  return JATO_OK;
}
