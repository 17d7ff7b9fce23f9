/* Where the time of a run went: calls are counted from outside, by the limits of the run and by the
 * functions that it calls; the bits are those of a run that is not watched. */
#include "check.h"

#include "jato/jato.h"

#include <string.h>

enum { ITERATIONS = 20, PARTICLES = 40, DIM = 3 };

static uint64_t asked_for; /* calls of the function below */

static int bowls(const double *x, size_t count, size_t dim, double *f, void *user)
{
  (void)user;
  asked_for++;
  for (size_t i = 0; i < count; i++) {
    f[i] = 0;
    for (size_t d = 0; d < dim; d++) f[i] += x[i * dim + d] * x[i * dim + d];
  }
  return 0;
}

static jato_problem *make_problem(int function)
{
  static const double lower[DIM] = {-5, -5, -5}, upper[DIM] = {5, 5, 5};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  jato_function own = {JATO_FUNCTION_INIT, .batch = bowls};
  asked_for = 0;
  if (function)
    assert_ok(jato_problem_from_function(&own, DIM, lower, upper, &problem, &error), error);
  else
    assert_ok(jato_problem_from_gallery("rosenbrock", DIM, NULL, &problem, &error), error);
  return problem;
}

static jato_run *run_to_end(const jato_problem *problem, const char *algorithm, const char *device,
                            int profile)
{
  jato_options options = jato_options_default();
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  options.algorithm = algorithm;
  options.device = device;
  options.particles = PARTICLES;
  options.iterations = ITERATIONS;
  options.profile = profile;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  assert_ok(jato_run_step(run, UINT64_MAX, NULL, &error), error);
  return run;
}

static uint64_t digest_of(jato_run *run)
{
  jato_result result;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_run_result(run, NULL, &result, &error), error);
  return result.digest;
}

/* Calls of the row of this name, 0 without one; a row that is there has sound times. */
static uint64_t calls_of(const jato_run *run, const char *name)
{
  jato_kernel_time row;
  uint64_t calls = 0;
  for (size_t i = 0; jato_run_profile(run, i, &row); i++) {
    double average = row.total / (double)row.calls;
    assert_true(row.calls > 0 && row.least >= 0);
    assert_true(row.least <= average * (1 + 1e-12) && average <= row.most * (1 + 1e-12));
    if (strcmp(row.name, name) == 0) calls += row.calls;
  }
  return calls;
}

/* The digests of a run that is watched and one that is not. */
static void assert_same_bits(int function, const char *algorithm, const char *device)
{
  jato_problem *problem = make_problem(function);
  jato_run *watched = run_to_end(problem, algorithm, device, 1);
  jato_run *alone = run_to_end(problem, algorithm, device, 0);
  jato_kernel_time row;
  assert_int_equal(digest_of(watched), digest_of(alone));
  assert_int_equal(jato_run_profile(alone, 0, &row), 0);
  jato_run_destroy(&watched);
  jato_run_destroy(&alone);
  jato_problem_destroy(&problem);
}

static void a_swarm_has_a_call_for_every_iteration(void **state)
{
  static const char *const devices[] = {"cpu:threads=1", "cpu:threads=3"};
  static const char *const algorithms[] = {"pso", "pso:topology=ring"};
  (void)state;
  for (int i = 0; i < 4; i++) {
    jato_problem *problem = make_problem(0);
    jato_run *run = run_to_end(problem, algorithms[i / 2], devices[i % 2], 1);
    assert_int_equal(calls_of(run, "place"), 1);
    assert_int_equal(calls_of(run, "move"), ITERATIONS);
    assert_int_equal(calls_of(run, "evaluate"), ITERATIONS + 1);
    assert_int_equal(calls_of(run, "judge"), ITERATIONS + 1);
    assert_int_equal(calls_of(run, "method"), ITERATIONS);
    assert_int_equal(calls_of(run, "move, evaluate, judge"), 0);
    jato_run_destroy(&run);
    jato_problem_destroy(&problem);
    assert_same_bits(0, algorithms[i / 2], devices[i % 2]);
  }
}

static void a_function_is_called_as_often_as_the_row_says(void **state)
{
  static const char *const algorithms[] = {"pso", "cmaes"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    jato_problem *problem = make_problem(1);
    jato_run *run = run_to_end(problem, algorithms[i], "cpu", 1);
    assert_int_equal(asked_for, ITERATIONS + 1);
    assert_int_equal(calls_of(run, "evaluate"), asked_for);
    assert_int_equal(calls_of(run, "judge"), i == 0 ? asked_for : 0);
    assert_int_equal(calls_of(run, "move"), i == 0 ? ITERATIONS : 0);
    assert_int_equal(calls_of(run, "method"), i == 0 ? ITERATIONS : 2 * asked_for);
    jato_run_destroy(&run);
    jato_problem_destroy(&problem);
    assert_same_bits(1, algorithms[i], "cpu");
  }
}

/* Points of a method on the kernels: put where particles stand, evaluated, and told. */
static void points_are_copied_evaluated_and_told(void **state)
{
  jato_problem *problem = make_problem(0);
  jato_run *run = run_to_end(problem, "cmaes", "cpu", 1);
  (void)state;
  assert_int_equal(calls_of(run, "evaluate"), ITERATIONS + 1);
  assert_int_equal(calls_of(run, "method"), 2 * (ITERATIONS + 1));
  assert_true(calls_of(run, "copies") >= ITERATIONS + 1);
  assert_int_equal(calls_of(run, "move"), 0);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  assert_same_bits(0, "cmaes", "cpu");
}

static void own_bests_are_flushed_for_partners(void **state)
{
  jato_problem *problem = make_problem(0);
  jato_run *run = run_to_end(problem, "de", "cpu", 1);
  (void)state;
  assert_int_equal(calls_of(run, "own bests, guides"), ITERATIONS);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  assert_int_equal(jato_run_profile(NULL, 0, &(jato_kernel_time){0}), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_swarm_has_a_call_for_every_iteration),
      cmocka_unit_test(a_function_is_called_as_often_as_the_row_says),
      cmocka_unit_test(points_are_copied_evaluated_and_told),
      cmocka_unit_test(own_bests_are_flushed_for_partners),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
