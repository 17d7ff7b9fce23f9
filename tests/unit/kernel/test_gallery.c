/* Every row of the gallery against what is known of it from outside: its minimum and minimizer, a
 * second implementation in long double, and values worked by hand or published. Compiled once for
 * each precision. A row without a second implementation is held to its minimum alone.
 *
 * Tolerances are in units of DBL_EPSILON or FLT_EPSILON times the scale that reference_gallery.h
 * explains: ROUNDINGS for the operations of one term, and one for each coordinate summed. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/objective/signature.h"
/* Made by the build from gallery.def: an #include of objective/<name>.h for each row. */
#include "kernel/objective/bodies.h"

#include "dear.h"
#include "reference_gallery.h"

#if JK_PRECISION == 32
#define EPSILON ((long double)FLT_EPSILON)
#else
#define EPSILON ((long double)DBL_EPSILON)
#endif
#define ROUNDINGS 6
#define POINTS 200
#define MOST_COORDINATES 128

typedef struct row {
  const char *name;
  int least_dim, only_dim, dim_step;
  struct {
    const char *name;
    double fallback, smallest, largest;
    int whole;
    const char *help;
  } parameter;
  double (*bound)(int upper, int i, int n, double a);
  real (*f)(const real *point, int n, real a);
  double (*minimum)(int n, double a);
  double (*minimizer)(int i, int n, double a);
} row;

#define JK_BOX(low, high) upper ? (double)(high) : (double)(low)
#define JK_FIXED_BOX(low, high, why) JK_BOX(low, high)
#define JK_EACH_BOX(low, high, why) JK_BOX(low, high)
#define JK_PROBLEM(name, formula, box, dimensions, parameter, at_best, best_at, source)            \
  static double bound_of_##name(int upper, int i, int n, double a)                                 \
  {                                                                                                \
    return (void)i, (void)n, (void)a, box;                                                         \
  }                                                                                                \
  static double minimum_of_##name(int n, double a) { return (void)n, (void)a, (double)(at_best); } \
  static double minimizer_of_##name(int i, int n, double a)                                        \
  {                                                                                                \
    return (void)i, (void)n, (void)a, (double)(best_at);                                           \
  }                                                                                                \
  static real f_##name(const real *point, int n, real a) { return jk_f_##name(point, n, a); }
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM

#define JK_ANY_DIM(least) least, 0, 1
#define JK_ONLY_DIM(n) n, n, 1
#define JK_DIM_BY(step, least) least, 0, step
#define JK_NO_PARAMETER NULL, 0, 0, 0, 0, ""
#define JK_PARAMETER(...) __VA_ARGS__
#define JK_PROBLEM(name, formula, box, dimensions, parameter, at_best, best_at, source) \
  {#name,    dimensions,        {parameter},        bound_of_##name,                    \
   f_##name, minimum_of_##name, minimizer_of_##name},
static row rows[] = {
#include "kernel/objective/gallery.def"
};
#undef JK_PROBLEM
enum { row_count = sizeof rows / sizeof rows[0] };

/* A point as the kernel reads it: in one lane of a group. The other lanes are NaN, so that a kernel
 * which strays into them cannot go unseen. */
static long double kernel_value(const row *r, const double *point, int n, double a)
{
  static real group[MOST_COORDINATES][JK_LANES];
  int lane = n % JK_LANES;
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < JK_LANES; l++) group[i][l] = (real)NAN;
    group[i][lane] = (real)point[i];
  }
  return (long double)r->f(&group[0][lane], n, (real)a);
}

/* The second implementation, at the coordinates the kernel has: rounded to its precision. A row
 * without one gets a scale of 1 and NaN for a value. */
static reference_value reference(const row *r, const double *point, int n, double a)
{
  long double x_rounded[MOST_COORDINATES];
  reference_function f = reference_gallery_find(r->name);
  if (f == NULL) return (reference_value){(long double)NAN, 1};
  for (int i = 0; i < n; i++) x_rounded[i] = (long double)(real)point[i];
  return f(x_rounded, n, (long double)(real)a);
}

static long double tolerance(reference_value v, int n)
{
  return (ROUNDINGS + n) * EPSILON * v.scale;
}

static void check_close(const row *r, int n, long double found, long double wanted,
                        long double allowed)
{
  if (!(fabsl(found - wanted) <= allowed))
    fail_msg("%s, n = %d: kernel %.17Lg, wanted %.17Lg, differ by %.3Lg, allowed %.3Lg", r->name, n,
             found, wanted, fabsl(found - wanted), allowed);
}

/* The dimensions a row is tried in: 0 ends the list. */
static int dimension(const row *r, int index)
{
  static const int usual[] = {1, 2, 3, 5, 10, 17, 64, 0};
  if (r->only_dim != 0) return index == 0 ? r->only_dim : 0;
  int first = 0;
  while (usual[first] < r->least_dim) first++;
  return (usual[first + index] + r->dim_step - 1) / r->dim_step * r->dim_step;
}

/* The parameters a row is tried with: its default, then both ends. */
static double parameter(const row *r, int index)
{
  const double values[] = {r->parameter.fallback, r->parameter.smallest, r->parameter.largest};
  return values[index];
}

static int parameter_count(const row *r) { return r->parameter.name == NULL ? 1 : 3; }

static void check_minimizer(const row *r, int n, double a)
{
  double best[MOST_COORDINATES];
  if (isnan(r->minimum(n, a)) || isnan(r->minimizer(0, n, a))) return; /* The row has none. */
  for (int i = 0; i < n; i++) {
    best[i] = r->minimizer(i, n, a);
    assert_true(best[i] >= r->bound(0, i, n, a) && best[i] <= r->bound(1, i, n, a));
  }
  check_close(r, n, kernel_value(r, best, n, a), (long double)r->minimum(n, a),
              tolerance(reference(r, best, n, a), n));
}

/* The last digits of a minimizer do not show in f, which is flat there. In long double they do: a
 * step of 1e-9 of the box to either side, in any coordinate, must be worse. */
static void check_steps_aside(const row *r, int n, double a)
{
  long double best[MOST_COORDINATES];
  reference_function f = reference_gallery_find(r->name);
  if (f == NULL || isnan(r->minimizer(0, n, a))) return;
  for (int i = 0; i < n; i++) best[i] = (long double)r->minimizer(i, n, a);
  long double f_best = f(best, n, (long double)a).f;
  for (int k = 0; k < 2 * n; k++) {
    double width = r->bound(1, k / 2, n, a) - r->bound(0, k / 2, n, a);
    long double here = best[k / 2], step = 1e-9L * (long double)width;
    best[k / 2] += k % 2 == 0 ? step : -step;
    if (!(f(best, n, (long double)a).f > f_best))
      fail_msg("%s, n = %d: coordinate %d of the minimizer is not %.17Lg", r->name, n, k / 2, here);
    best[k / 2] = here;
  }
}

static void minimizer_has_the_minimum(void **state)
{
  const row *r = *state;
  for (int k = 0; k < parameter_count(r); k++)
    for (int d = 0; dimension(r, d) != 0; d++) {
      check_minimizer(r, dimension(r, d), parameter(r, k));
      check_steps_aside(r, dimension(r, d), parameter(r, k));
    }
}

/* Uniform in [0, 1): the high bits of a 64-bit linear congruential generator (Knuth's MMIX). */
static double uniform(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

static void check_random_points(const row *r, int n, double a)
{
  double point[MOST_COORDINATES];
  uint64_t state = (uint64_t)n;
  for (int k = 0; k < (is_dear(r->name) ? 1 : POINTS); k++) {
    for (int i = 0; i < n; i++) {
      double lower = r->bound(0, i, n, a);
      point[i] = lower + (r->bound(1, i, n, a) - lower) * uniform(&state);
    }
    long double found = kernel_value(r, point, n, a);
    reference_value wanted = reference(r, point, n, a);
    long double allowed = tolerance(wanted, n);
    if (!isnan(wanted.f)) check_close(r, n, found, wanted.f, allowed);
    if (isnan(found) || found < (long double)r->minimum(n, a) - allowed)
      fail_msg("%s, n = %d: %.17Lg lies below the minimum %.17g", r->name, n, found,
               r->minimum(n, a));
  }
}

static void random_points_agree_and_lie_above(void **state)
{
  const row *r = *state;
  for (int k = 0; k < parameter_count(r); k++)
    for (int d = 0; dimension(r, d) != 0; d++)
      check_random_points(r, dimension(r, d), parameter(r, k));
}

static const row *find_row(const char *name)
{
  for (int k = 0; k < row_count; k++)
    if (strcmp(rows[k].name, name) == 0) return &rows[k];
  fail_msg("the gallery has no %s", name);
  return NULL;
}

static void no_second_implementation_is_left_over(void **state)
{
  (void)state;
  for (int k = 0; reference_gallery_name(k) != NULL; k++) find_row(reference_gallery_name(k));
}

/* Values worked by hand, to as many digits as a double shows. */
static const struct {
  const char *name;
  int n;
  double a;
  double point[10];
  double f;
} worked[] = {
    {"sphere", 3, 0, {3, -4, 12}, 169},
    {"rosenbrock", 2, 0, {-1.2, 1}, 24.2}, /* Rosenbrock's starting point */
    {"ellipsoid", 2, 0, {1, 1}, 1000001},
    {"ellipsoid", 3, 0, {2, 1, 1}, 1001004},
    {"rastrigin", 5, 0, {1, 1, 1, 1, 1}, 5},
    {"rastrigin", 2, 0, {0.5, -1.5}, 42.5},
    {"ackley", 2, 0, {0, 0}, 0},
    {"ackley", 3, 0, {1, -1, 1}, 3.6253849384403628},  /* 20 (1 - e^-0.2) */
    {"ackley", 1, 0, {1e-12}, 4.0000000000532569e-12}, /* 4 x + (2 e pi^2 - 0.4) x^2 */
    {"griewank", 2, 0, {0, 0}, 0},
    {"griewank", 1, 0, {3.14159265358979324}, 2.0024674011002723}, /* 2 + pi^2 / 4000 */
    {"schwefel", 2, 0, {0, 0}, 837.96577454486741},
    {"levy", 3, 0, {1, 1, 1}, 0},
    {"levy", 2, 0, {-3, -3}, 9.0807341827357119}, /* w = 0: 2 + 10 sin^2(1) */
    {"zakharov", 3, 0, {1, 1, 1}, 93},
    {"styblinski_tang", 2, 0, {1, -2}, -34},
    {"schaffer_f7", 2, 0, {0, 0}, 0},
    {"schaffer_f7", 2, 0, {1, 0}, 1.1424201509443498}, /* s = 1: (1 + sin^2(50))^2 */
    {"target", 4, 2, {0, 0, 0, 0}, 1.6},
    {"target", 2, 3, {1, 1}, 160.8},
    {"quadrature", 10, 10, {1, 1, 1, 1, 1, 0, 0, 0, 0, 0}, 1},
    {"quadrature", 10, 7, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 1},
    {"quadrature", 10, 1, {1, 0, 0, 0, 0, 0.5, 1, 1, 1, 0}, 0.38629436111989062}, /* 2 ln 2 - 1 */
};

static void values_worked_by_hand(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof worked / sizeof worked[0]; k++) {
    long double wanted = (long double)worked[k].f;
    long double found =
        kernel_value(find_row(worked[k].name), worked[k].point, worked[k].n, worked[k].a);
    check_close(find_row(worked[k].name), worked[k].n, found, wanted, 16 * EPSILON * fabsl(wanted));
  }
}

/* Minima and minimizers as collections of test functions print them, to their last digit. */
static void minima_published(void **state)
{
  (void)state;
  const row *canyons = find_row("michalewicz");
  assert_true(fabs(canyons->minimum(2, 0) + 1.8013034) < 0.5e-7);
  assert_true(fabs(canyons->minimum(5, 0) + 4.687658) < 0.5e-6);
  assert_true(fabs(canyons->minimum(10, 0) + 9.66015) < 0.5e-5);
  assert_true(isnan(canyons->minimum(11, 0)) && isnan(canyons->minimizer(0, 11, 0)));
  assert_true(fabs(find_row("schwefel")->minimizer(0, 2, 0) - 420.9687) < 0.5e-4);
  assert_true(fabs(find_row("styblinski_tang")->minimizer(0, 2, 0) + 2.903534) < 0.5e-6);
  assert_true(fabs(find_row("styblinski_tang")->minimum(3, 0) / 3 + 39.16617) < 0.5e-5);
}

int main(void)
{
  struct CMUnitTest tests[2 * row_count + 3] = {
      cmocka_unit_test(no_second_implementation_is_left_over),
      cmocka_unit_test(values_worked_by_hand),
      cmocka_unit_test(minima_published),
  };
  static char names[2 * row_count][96];
  for (int k = 0; k < row_count; k++) {
    snprintf(names[2 * k], sizeof names[0], "%s has its minimum at its minimizer", rows[k].name);
    snprintf(names[2 * k + 1], sizeof names[0], "%s agrees at random points", rows[k].name);
    tests[3 + 2 * k] =
        (struct CMUnitTest){names[2 * k], minimizer_has_the_minimum, NULL, NULL, &rows[k]};
    tests[4 + 2 * k] = (struct CMUnitTest){names[2 * k + 1], random_points_agree_and_lie_above,
                                           NULL, NULL, &rows[k]};
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
