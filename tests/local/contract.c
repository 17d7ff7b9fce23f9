/* The local methods as a run drives them: what the contract of a search promises, and what becomes
 * of points without a value, of boxes without width, of steps where there are no slopes. */
#include "functions.h"
#include "search_bed.h"

static const char *const specs[] = {"quasi_newton", "quasi_newton:restarts=no", "lines",
                                    "lines:force=yes"};
#define SPECS (sizeof specs / sizeof specs[0])

/* ---- Functions ---- */

static double slope(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += ((double)i + 1) * (3 - x[i]);
  return sum;
}

static double nowhere(const double *x, size_t n)
{
  (void)x;
  (void)n;
  return INFINITY;
}

/* Values on one side only, which reaches to the minimum of the rest. */
static double half_nowhere(const double *x, size_t n)
{
  return x[0] > 0.25 ? INFINITY : bounded(x, n);
}

static double flat(const double *x, size_t n)
{
  (void)x;
  (void)n;
  return 5;
}

/* As whole variables are: no slopes anywhere. */
static double stairs(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += fabs(floor(x[i] + 0.5) - 2);
  return sum;
}

/* What is not feasible ranks above 2^998. */
static double constrained(const double *x, size_t n)
{
  return x[0] + x[1] < 0.5 ? 0x1p1000 * (2 - x[0] - x[1]) : rotated(x, n);
}

/* ---- Tests ---- */

static void reasons_are_told(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "quasi_newton:restarts=no", 5, -3, 5);
  minimise(&b, rotated, 2000);
  assert_contains(b.why, "value");
  assert_double(b.generation.best, <, 1e-10);
  set_up(&b, "quasi_newton:restarts=no,cap=4", 5, -5, 10);
  minimise(&b, rosenbrock, 2000);
  assert_contains(b.why, "cap");
  set_up(&b, "lines", 3, -5, 10);
  minimise(&b, rosenbrock, 2000);
  assert_contains(b.why, "not separable");
  assert_int_equal(b.evaluations, 9);
  set_up(&b, "lines", 3, -5, 10);
  minimise(&b, flat, 2000);
  assert_contains(b.why, "same");
  set_up(&b, "lines", 3, -5, 5);
  minimise(&b, styblinski, 2000);
  assert_contains(b.why, "nothing is left");
  assert_double(b.generation.best, <, 3 * -39.16616);
}

/* Axes of a bowl from 1 to 1000, turned: curvatures differ by a million. */
static double narrow(const double *x, size_t n)
{
  double sum = 0, mean = 0;
  for (size_t i = 0; i < n; i++) mean += (x[i] - 0.4) / (double)n;
  for (size_t i = 0; i < n; i++) {
    double turned = x[i] - 0.4 - 2 * mean; /* by a reflection */
    sum += pow(10, 6 * (double)i / (double)(n - 1)) * turned * turned;
  }
  return sum;
}

static void a_model_that_shrinks_takes_half(void **state)
{
  static bed b;
  size_t with = 0, without = 0;
  (void)state;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    set_up(&b, "quasi_newton:restarts=no", 20, -5, 5);
    b.setup.seed = seed;
    minimise_to(&b, narrow, 1, 20000);
    with += b.evaluations;
    set_up(&b, "quasi_newton:restarts=no,scaling=no", 20, -5, 5);
    b.setup.seed = seed;
    minimise_to(&b, narrow, 1, 20000);
    without += b.evaluations;
  }
  print_message("%zu evaluations, without scaling %zu\n", with, without);
  assert_in_range(with, 1, without / 2);
}

static void restarts_find_more(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "quasi_newton", 4, -5, 5);
  minimise(&b, styblinski, 6000);
  assert_true(b.evaluations >= 6000);
  assert_double(b.generation.best, <, 4 * -39.16616);
}

static void minimum_at_a_corner_is_found(void **state)
{
  static bed b;
  (void)state;
  for (uint64_t seed = 1; seed <= 10; seed++)
    for (size_t s = 0; s < SPECS; s++) {
      set_up(&b, specs[s], 6, -5, 3);
      b.setup.seed = seed;
      minimise(&b, slope, 300);
      assert_double(b.generation.best, ==, 0);
    }
}

static void search_begins_where_the_user_says(void **state)
{
  static bed b;
  const double initial[4] = {-2, 2.999, 0.25, 3};
  (void)state;
  set_up(&b, "quasi_newton", 4, -2, 3);
  b.setup.initial = initial;
  b.search = make(&b);
  ask(&b, b.search);
  assert_int_equal(b.generation.count, 1);
  assert_memory_equal(b.generation.x, initial, sizeof initial);
  b.ops->destroy(&b.search);
}

/* Boxes whose widths overflow, or are 0, or are beyond the digits of the bounds. */
static void strange_boxes_are_kept(void **state)
{
  static bed b;
  static const double boxes[][2] = {{-1.7e308, 1.7e308}, {1e308, 1.1e308}, {4, 4},
                                    {1, 1 + 0x1p-51},    {-0x1p-1074, 0},  {-1, 1e-9}};
  (void)state;
  for (size_t k = 0; k < sizeof boxes / sizeof boxes[0]; k++)
    for (size_t s = 0; s < SPECS; s++)
      for (size_t n = 1; n <= 3; n += 2) {
        set_up(&b, specs[s], n, boxes[k][0], boxes[k][1]);
        minimise(&b, bounded, 3000);
        set_up(&b, specs[s], n, boxes[k][0], boxes[k][1]);
        b.lower[0] = -3;
        b.upper[0] = 2;
        minimise(&b, bounded, 3000);
      }
}

/* Coordinates of widths 1e-4 to 1e4, one without any. */
static void widths_may_differ(void **state)
{
  static bed b;
  static const double lower[5] = {-1e4, 0.4, 0.49995, -2, 0.5};
  static const double upper[5] = {2e4, 0.7, 0.50005, 30, 0.5};
  (void)state;
  set_up(&b, "quasi_newton:restarts=no", 5, 0, 1);
  memcpy(b.lower, lower, sizeof lower);
  memcpy(b.upper, upper, sizeof upper);
  minimise(&b, rotated, 3000);
  assert_double(b.generation.best, <, 1e-7);
  set_up(&b, "lines", 3, 0, 1);
  memcpy(b.lower, (double[]){-3, 2.5, -1e3}, 3 * sizeof(double));
  memcpy(b.upper, (double[]){5, 2.5, 1e5}, 3 * sizeof(double));
  minimise(&b, styblinski, 6000);
  assert_double(b.generation.best, <, 2 * -39.16616 + styblinski((double[]){2.5}, 1));
}

static void missing_values_are_survived(void **state)
{
  static bed b;
  (void)state;
  for (size_t s = 0; s < SPECS; s++) {
    set_up(&b, specs[s], 4, 0, 1);
    minimise(&b, nowhere, 2000);
    assert_true(isinf(b.generation.best));
    set_up(&b, specs[s], 4, 0, 1);
    minimise(&b, constrained, 2000);
    set_up(&b, specs[s], 4, 0, 1);
    minimise(&b, flat, 2000);
    set_up(&b, specs[s], 4, -7.5, 9.5);
    minimise(&b, stairs, 2000);
  }
  set_up(&b, "quasi_newton", 4, 0, 1);
  minimise(&b, half_nowhere, 3000);
  /* It meets a wall that is no bound, and ends on it, not always where it is lowest. */
  const double lowest[4] = {0.25, 0, 1, 0.125};
  assert_double(b.generation.best, <, bounded(lowest, 4) + 0.1);
  set_up(&b, "lines", 4, -7.5, 9.5);
  minimise(&b, stairs, 3000);
  assert_double(b.generation.best, <=, 4); /* at most one stair off on each axis */
}

/* Handed over again and again, over thousands of points, with failures, until the end if any. */
static void copied_state_goes_on_with_the_same_bits(void **state)
{
  static bed b;
  static function *const functions[] = {rosenbrock, styblinski, bumps, half_nowhere, stairs};
  (void)state;
  for (size_t k = 0; k < SPECS * 5; k++) {
    set_up(&b, specs[k % SPECS], 4, -3, 4);
    jx_search *one = make(&b);
    for (int turn = 0; turn < 120 && !b.ops->is_done(one, &b.why); turn++) {
      jx_search *other = make(&b);
      copy_state(one, other);
      for (int i = 0; i < 1 + turn % 9 && !b.ops->is_done(one, &b.why); i++)
        step_both(&b, one, other, functions[k / SPECS]);
      b.ops->destroy(&one);
      one = other;
    }
    b.ops->destroy(&one);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reasons_are_told),
      cmocka_unit_test(a_model_that_shrinks_takes_half),
      cmocka_unit_test(restarts_find_more),
      cmocka_unit_test(minimum_at_a_corner_is_found),
      cmocka_unit_test(search_begins_where_the_user_says),
      cmocka_unit_test(strange_boxes_are_kept),
      cmocka_unit_test(widths_may_differ),
      cmocka_unit_test(missing_values_are_survived),
      cmocka_unit_test(copied_state_goes_on_with_the_same_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
