/* CMA-ES point by point, against a second implementation: a queue of points on their way, of which
 * the oldest gets its value and is replaced. Medians of five seeds of a program in NumPy, by the
 * published equations without negative weights, on 10 coordinates in [-5, 5], to 1e-8: 24 points on
 * their way took 3404 evaluations of the sphere, 7868 of the ellipsoid and 13209 of Rosenbrock's
 * function; generations of 24 took 2454, 6942 and 9076. */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "jato/jato.h"

enum { DIM = 10, SEEDS = 5, MOST = 40000 };

#define PLAIN "cmaes:bounds=mirror,sigma=0.15,active=no" /* as the other one is */

static double sphere(const double *x, size_t n, void *user)
{
  double sum = 0;
  (void)user;
  for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
  return sum;
}

static double ellipsoid(const double *x, size_t n, void *user)
{
  double sum = 0;
  (void)user;
  for (size_t i = 0; i < n; i++) sum += pow(1e6, (double)i / (double)(n - 1)) * x[i] * x[i];
  return sum;
}

static double rosenbrock(const double *x, size_t n, void *user)
{
  double sum = 0;
  (void)user;
  for (size_t i = 0; i + 1 < n; i++) {
    double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
    sum += 100 * a * a + b * b;
  }
  return sum;
}

static int by_size(const void *a, const void *b)
{
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

static jato_result minimize(jato_point_fn f, const jato_options *options)
{
  double lower[DIM], upper[DIM];
  jato_problem *problem = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  const jato_function function = {JATO_FUNCTION_INIT, .point = f, .concurrent = 1};
  for (size_t i = 0; i < DIM; i++) {
    lower[i] = -5;
    upper[i] = 5;
  }
  assert_ok(jato_problem_from_function(&function, DIM, lower, upper, &problem, &error), error);
  assert_ok(jato_minimize(problem, options, NULL, &result, &error), error);
  jato_problem_destroy(&problem);
  return result;
}

static jato_options options_of(const char *algorithm, const char *order, uint64_t points)
{
  jato_options options = jato_options_default();
  options.algorithm = algorithm;
  options.order = order;
  options.particles = points;
  options.evaluations = MOST;
  return options;
}

/* The median number of evaluations to 1e-8. */
static uint64_t median_of(jato_point_fn f, jato_options options)
{
  uint64_t used[SEEDS];
  options.target = 1e-8;
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    options.seed = seed + 1;
    jato_result result = minimize(f, &options);
    assert_int_equal(result.stop, JATO_STOP_TARGET);
    used[seed] = result.evaluations;
  }
  qsort(used, SEEDS, sizeof used[0], by_size);
  return used[SEEDS / 2];
}

static void late_values_cost_what_they_cost_elsewhere(void **state)
{
  const jato_options late = options_of(PLAIN, "particle", 24);
  (void)state;
  assert_in_range(median_of(sphere, late), 3404 * 7 / 10, 3404 * 13 / 10);
  assert_in_range(median_of(ellipsoid, late), 7868 * 7 / 10, 7868 * 13 / 10);
  assert_in_range(median_of(rosenbrock, late), 13209 * 7 / 10, 13209 * 13 / 10);
}

static void generations_stay_what_they_are(void **state)
{
  const jato_options usual = options_of(PLAIN, "iteration", 24);
  (void)state;
  assert_in_range(median_of(sphere, usual), 2454 * 7 / 10, 2454 * 13 / 10);
  assert_in_range(median_of(ellipsoid, usual), 6942 * 7 / 10, 6942 * 13 / 10);
}

/* A quadratic function is known when there are as many values as it has numbers, 66, and those that
 * were on their way then. */
static void a_model_knows_what_is_quadratic(void **state)
{
  const jato_options late = options_of("lqcmaes:restarts=none", "particle", 12);
  (void)state;
  assert_in_range(median_of(sphere, late), 66, 200);
  assert_in_range(median_of(ellipsoid, late), 66, 200);
  assert_in_range(median_of(rosenbrock, late), 66, 5000);
}

/* By particle it does not matter which worker evaluates, and how fast. */
static void workers_do_not_matter(void **state)
{
  static const char *const specs[] = {"cmaes", "lqcmaes"};
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    jato_options options = options_of(specs[i], "particle", 24);
    options.evaluations = 1000;
    options.workers = 1;
    uint64_t digest = minimize(rosenbrock, &options).digest;
    options.workers = 5;
    assert_int_equal(minimize(rosenbrock, &options).digest, digest);
  }
}

/* A descent that has ended begins again elsewhere, and what was on its way is not learnt from. */
static void descents_follow_each_other(void **state)
{
  jato_options options = options_of("cmaes:restarts=ipop", "arrival", 12);
  (void)state;
  options.evaluations = 20000;
  jato_result result = minimize(sphere, &options);
  assert_int_equal(result.stop, JATO_STOP_EVALUATIONS);
  assert_double(result.best, <, 1e-12);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(late_values_cost_what_they_cost_elsewhere),
      cmocka_unit_test(generations_stay_what_they_are),
      cmocka_unit_test(a_model_knows_what_is_quadratic),
      cmocka_unit_test(workers_do_not_matter),
      cmocka_unit_test(descents_follow_each_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
