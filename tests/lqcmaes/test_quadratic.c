/* algorithm/lqcmaes/quadratic.h against numpy's and SciPy's figures, which make_truth writes, and
 * cases worked by hand. */
#include "check.h"

#include "algorithm/lqcmaes/eliminate.h"
#include "algorithm/lqcmaes/quadratic.h"

#define N_MOST 20
#define LOOKED_AT 6

struct fit {
  size_t n, points;
  uint64_t kind, seed;
  double values[LOOKED_AT]; /* of the model, at points that are drawn after those of the fit */
  double tau;               /* of the newest 15 */
  double length; /* of the optimum, and of a linear model the lowest place at a distance of 3 */
};

#include "quadratic_truth.h"

/* Splitmix64, as a number in [-1, 1). */
static double next(uint64_t *state)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static void draw(size_t n, uint64_t *state, double *x)
{
  for (size_t i = 0; i < n; i++) x[i] = next(state);
}

static double objective(size_t n, const double *x)
{
  double value = 0;
  for (size_t i = 0; i < n; i++) {
    value += (double)(i + 1) * (x[i] - 0.25) * (x[i] - 0.25) + 0.5 * x[i] * x[i] * x[i];
    if (i > 0) value += x[i - 1] * x[i];
  }
  return value;
}

static void set_place(size_t n, double *centre, double *whiten)
{
  for (size_t i = 0; i < n; i++) {
    centre[i] = 0.125 * (double)(i % 3);
    for (size_t j = 0; j < n; j++)
      whiten[i * n + j] = i == j ? 2.0 + (double)i : 0.25 / (double)(1 + i + j);
  }
}

static jx_quadratic make(size_t n)
{
  static jx_pool pool;
  pool.allocator = jx_allocator_or_default(NULL);
  jx_quadratic q = {.n = n, .low = -1e9, .high = 1e9, .pool = &pool};
  assert_true(jx_quadratic_begin(&q, 4));
  return q;
}

static void check_fit(const struct fit *fit)
{
  size_t n = fit->n;
  uint64_t state = fit->seed;
  double x[N_MOST], t[N_MOST], centre[N_MOST], whiten[N_MOST * N_MOST], square = 0;
  jx_quadratic q = make(n);
  for (size_t i = 0; i < fit->points; i++) {
    draw(n, &state, x);
    jx_quadratic_add(&q, x, objective(n, x));
  }
  set_place(n, centre, whiten);
  jx_quadratic_fit(&q, centre, whiten);
  assert_int_equal(q.counts[JX_QUADRATIC_KIND], fit->kind);
  for (size_t i = 0; i < LOOKED_AT; i++) {
    draw(n, &state, x);
    double value = jx_quadratic_value(&q, x, t);
    assert_double(fabs(value - fit->values[i]), <=, 1e-10 * (1 + fabs(fit->values[i])));
  }
  size_t newest = fit->points < 15 ? fit->points : 15;
  assert_double(fabs(jx_quadratic_agreement(&q, newest) - fit->tau), <=, 1e-15);
  assert_true(jx_quadratic_optimum(&q, fit->kind == JX_LINEAR ? 3 : 1000, x));
  for (size_t i = 0; i < n; i++) square += x[i] * x[i];
  assert_double(fabs(sqrt(square) / fit->length - 1), <=, 1e-10);
  jx_pool_release(q.pool);
}

static void models_are_those_of_numpy(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof fits / sizeof fits[0]; i++) check_fit(&fits[i]);
}

/* A value that all points have, and points that are all the same: nothing to learn, no numbers that
 * are not. */
static void nothing_to_learn_gives_a_flat_model(void **state)
{
  uint64_t draws = 1;
  double x[3], t[3], centre[3] = {0}, whiten[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  jx_quadratic q = make(3);
  (void)state;
  for (size_t i = 0; i < 20; i++) {
    draw(3, &draws, x);
    jx_quadratic_add(&q, x, 7);
  }
  jx_quadratic_fit(&q, centre, whiten);
  assert_double(fabs(jx_quadratic_value(&q, x, t)), <=, 1e-12);
  assert_true(jx_quadratic_begin(&q, 4));
  for (size_t i = 0; i < 20; i++) jx_quadratic_add(&q, x, (double)i);
  jx_quadratic_fit(&q, centre, whiten);
  assert_true(isfinite(jx_quadratic_value(&q, x, t)));
  jx_pool_release(q.pool);
}

static void archive_keeps_the_newest(void **state)
{
  jx_quadratic q = make(1);
  (void)state;
  assert_int_equal(q.capacity, 6); /* twice the 3 terms */
  for (size_t i = 0; i < 9; i++) jx_quadratic_add(&q, &(double){(double)i}, (double)(i * 10 % 7));
  assert_int_equal(jx_quadratic_points(&q), 6);
  for (size_t i = 0; i < 6; i++) assert_double(q.x[q.slot[i]], ==, 8.0 - (double)i);
  jx_quadratic_sort_newest(&q, 4); /* values of 8, 7, 6, 5 are 3, 0, 4, 1 */
  const double sorted[] = {7, 5, 8, 6, 4, 3};
  for (size_t i = 0; i < 6; i++) assert_double(q.x[q.slot[i]], ==, sorted[i]);
  jx_pool_release(q.pool);
}

/* 2 x - y + z, of which the squares' model knows that it has none: the corner at (low, high, low),
 * wherever the ball ends. */
static void optimum_stays_in_the_box(void **state)
{
  uint64_t draws = 1;
  double x[3], centre[3] = {0}, whiten[9] = {1, 0, 0, 0, 4, 0, 0, 0, 0.5};
  jx_quadratic q = make(3);
  (void)state;
  q.low = -1;
  q.high = 2;
  for (size_t i = 0; i < 14; i++) {
    draw(3, &draws, x);
    jx_quadratic_add(&q, x, 2 * x[0] - x[1] + x[2]);
  }
  jx_quadratic_fit(&q, centre, whiten);
  assert_int_equal(q.counts[JX_QUADRATIC_KIND], JX_SQUARES);
  assert_true(jx_quadratic_optimum(&q, 9, x));
  assert_double(x[0], ==, -1);
  assert_double(x[1], ==, 2);
  assert_double(x[2], ==, -1);
  jx_pool_release(q.pool);
}

static void kendall_counts_pairs(void **state)
{
  const double a[] = {1, 2, 3, 4}, same[] = {10, 20, 30, 40}, back[] = {4, 3, 2, 1};
  const double one_off[] = {1, 2, 4, 3}, ties[] = {1, 1, 2, 2};
  (void)state;
  assert_double(jx_kendall(4, a, same), ==, 1);
  assert_double(jx_kendall(4, a, back), ==, -1);
  assert_double(jx_kendall(4, a, one_off), ==, 4.0 / 6); /* 5 pairs less 1 */
  assert_double(jx_kendall(4, a, ties), ==, 4.0 / 6);    /* 2 of 6 say nothing */
  assert_double(jx_kendall(1, a, same), ==, 0);
}

static void elimination_needs_a_pivot(void **state)
{
  double swapped[] = {0, 2, 3, 1}, b[] = {4, 5}, singular[] = {1, 2, 2, 4};
  (void)state;
  assert_true(jx_eliminate(2, swapped, b));
  assert_double(b[0], ==, 1);
  assert_double(b[1], ==, 2);
  assert_false(jx_eliminate(2, singular, b));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(models_are_those_of_numpy),
      cmocka_unit_test(nothing_to_learn_gives_a_flat_model),
      cmocka_unit_test(archive_keeps_the_newest),
      cmocka_unit_test(optimum_stays_in_the_box),
      cmocka_unit_test(kendall_counts_pairs),
      cmocka_unit_test(elimination_needs_a_pivot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
