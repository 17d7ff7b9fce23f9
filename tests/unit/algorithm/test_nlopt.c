/* bobyqa, sbplx and cobyla against NLopt called by hand: the same start, bounds, steps and
 * tolerances give the same points in the same order, to the bit, and the same minimum. */
#include "finisher_bed.h"

#include <math.h>
#include <nlopt.h>
#include <stdio.h>

enum { DIM = 4 };

static const double lower[DIM] = {-2, -3, -1, 0}, upper[DIM] = {3, 2, 4, 5};
static const double start[DIM] = {-1.2, 1, 0.5, 4.5};
static noted by_run, by_hand;

/* Rosenbrock's, with a plane of bounds that the minimum lies on; a hole that has no value. */
static double banana(const double *x, size_t dim)
{
  double sum = 0;
  for (size_t i = 0; i + 1 < dim; i++) {
    double a = x[i + 1] - x[i] * x[i], b = 1.2 - x[i];
    sum += 10 * a * a + b * b;
  }
  return sum;
}

static double noting(const double *x, size_t dim, void *user)
{
  (void)user;
  note(&by_run, x, dim);
  return banana(x, dim);
}

static double noting_by_hand(unsigned n, const double *x, double *gradient, void *user)
{
  (void)gradient;
  (void)user;
  note(&by_hand, x, n);
  return banana(x, n);
}

static double minimise_by_hand(nlopt_algorithm algorithm)
{
  double x[DIM], step[DIM], tolerance[DIM], least = INFINITY;
  nlopt_opt opt = nlopt_create(algorithm, DIM);
  for (int i = 0; i < DIM; i++) {
    x[i] = start[i];
    step[i] = 0.1 * upper[i] - 0.1 * lower[i];
    tolerance[i] = 1e-6 * upper[i] - 1e-6 * lower[i];
  }
  assert_true(nlopt_set_lower_bounds(opt, lower) > 0 && nlopt_set_upper_bounds(opt, upper) > 0 &&
              nlopt_set_min_objective(opt, noting_by_hand, NULL) > 0 &&
              nlopt_set_initial_step(opt, step) > 0 && nlopt_set_xtol_abs(opt, tolerance) > 0 &&
              nlopt_set_ftol_abs(opt, 1e-9) > 0);
  assert_true(nlopt_optimize(opt, x, &least) > 0);
  nlopt_destroy(opt);
  return least;
}

static void check(const char *name, nlopt_algorithm algorithm)
{
  char spec[128];
  by_run.count = by_hand.count = 0;
  (void)snprintf(spec, sizeof spec, "%s:step=0.1,xtol=1e-6,ftol=1e-9,restarts=no", name);
  double least = minimise_by_hand(algorithm);
  jato_result result = run_from(&(jato_function){JATO_FUNCTION_INIT, .point = noting}, spec, DIM,
                                lower, upper, start);
  assert_int_equal(result.stop, JATO_STOP_CONVERGED);
  assert_int_equal(result.evaluations, by_hand.count);
  assert_true(by_hand.count > 50);
  assert_same_points(&by_run, &by_hand);
  double smallest = INFINITY; /* COBYLA of NLopt does not always return it */
  for (size_t i = 0; i < by_hand.count; i++) smallest = fmin(smallest, banana(by_hand.x[i], DIM));
  assert_same_double(result.best, smallest);
  assert_double(fabs(least - smallest), <, 1e-8);
}

static void bobyqa_is_nlopts(void **state)
{
  (void)state;
  check("bobyqa", NLOPT_LN_BOBYQA);
}

static void sbplx_is_nlopts(void **state)
{
  (void)state;
  check("sbplx", NLOPT_LN_SBPLX);
}

static void cobyla_is_nlopts(void **state)
{
  (void)state;
  check("cobyla", NLOPT_LN_COBYLA);
}

static double mostly_nothing(const double *x, size_t dim, void *user)
{
  (void)user;
  return x[0] + x[1] > 1 ? NAN : banana(x, dim);
}

/* Half of the box, with the minimum at its edge, has no value; and nowhere else has one. */
static void points_without_a_value_are_survived(void **state)
{
  static const char *const names[] = {"bobyqa", "sbplx", "cobyla"};
  (void)state;
  for (int i = 0; i < 3; i++) {
    jato_result result = run_from(&(jato_function){JATO_FUNCTION_INIT, .point = mostly_nothing},
                                  names[i], DIM, lower, upper, start);
    assert_true(result.nonfinite > 0);
    assert_double(result.best, <, banana(start, DIM) / 2);
    assert_int_equal(result.stop, JATO_STOP_EVALUATIONS);
  }
}

static double nothing(const double *x, size_t dim, void *user)
{
  (void)x;
  (void)dim;
  (void)user;
  return NAN;
}

static void nothing_anywhere_is_survived(void **state)
{
  (void)state;
  jato_result result = run_from(&(jato_function){JATO_FUNCTION_INIT, .point = nothing}, "bobyqa",
                                DIM, lower, upper, start);
  assert_int_equal(result.evaluations, NOTED_MOST);
}

/* Until a local search ends from the user's start, there is no other; then from random points. */
static void it_is_started_again(void **state)
{
  (void)state;
  by_run.count = 0;
  jato_result result = run_from(&(jato_function){JATO_FUNCTION_INIT, .point = noting}, "bobyqa",
                                DIM, lower, upper, start);
  assert_int_equal(result.evaluations, NOTED_MOST);
  size_t far = 0;
  for (size_t i = 1; i < by_run.count; i++) far += by_run.x[i][0] < -1.9;
  assert_true(far > 10);
}

/* Those of a start's choice, and then one by one: the library has gone on to its next point when a
 * step is over. */
static void points_stay_as_they_were_evaluated(void **state)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  double x[DIM];
  (void)state;
  by_run.count = 0;
  options.algorithm = "bobyqa";
  assert_ok(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = noting}, DIM,
                                       lower, upper, &problem, &error),
            error);
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  for (int step = 0; step < 30; step++) {
    size_t before = by_run.count;
    assert_ok(jato_run_step(run, 1, NULL, &error), error);
    assert_true(by_run.count > before);
    for (size_t i = before; i < by_run.count; i++) {
      assert_ok(jato_run_particle(run, i - before, x, NULL, &error), error);
      assert_memory_equal(x, by_run.x[i], sizeof x);
    }
  }
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static void one_variable_is_too_few_for_bobyqa(void **state)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  (void)state;
  options.algorithm = "bobyqa";
  assert_ok(jato_problem_from_gallery("sphere", 1, NULL, &problem, &error), error);
  assert_int_equal(jato_run_create(problem, &options, &run, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "at least 2 variables");
  options.algorithm = "sbplx";
  assert_ok(jato_minimize(problem, &options, NULL, NULL, &error), error);
  options.algorithm = "cobyla";
  assert_ok(jato_minimize(problem, &options, NULL, NULL, &error), error);
  jato_problem_destroy(&problem);
}

static void memory_that_fails_is_told_and_given_back(void **state)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_ok(
      jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = mostly_nothing}, DIM,
                                 lower, upper, &problem, &error),
      error);
  check_failing_memory(problem, "bobyqa:xtol=0.01");
  check_failing_memory(problem, "sbplx");
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bobyqa_is_nlopts),
      cmocka_unit_test(sbplx_is_nlopts),
      cmocka_unit_test(cobyla_is_nlopts),
      cmocka_unit_test(points_without_a_value_are_survived),
      cmocka_unit_test(nothing_anywhere_is_survived),
      cmocka_unit_test(it_is_started_again),
      cmocka_unit_test(points_stay_as_they_were_evaluated),
      cmocka_unit_test(memory_that_fails_is_told_and_given_back),
      cmocka_unit_test(one_variable_is_too_few_for_bobyqa),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
