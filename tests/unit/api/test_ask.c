/* Asking and telling: whatever evaluates, and in whatever order values come back, the run is the
 * same. */
#include "check.h"

#include <stdlib.h>

#include "jato/jato.h"

enum { PARTICLES = 40, VARIABLES = 4, ITERATIONS = 30 };

static const char *const solvers[] = {"euler", "heun", "midpoint"};
static const jato_variable variables[VARIABLES] = {
    {.name = "a", .lower = -5, .upper = 5, .has_initial = 1, .initial = 3},
    {.name = "n", .kind = JATO_INTEGER, .lower = 1, .upper = 9},
    {.name = "k", .scale = JATO_LOG, .lower = 1e-4, .upper = 10},
    {.name = "s", .kind = JATO_CATEGORY, .choices = solvers, .choice_count = 3}};
static const jato_space space = {JATO_SPACE_INIT, .variables = variables,
                                 .variable_count = VARIABLES};

static double value_of(const double *v)
{
  return v[0] * v[0] + (v[1] - 4) * (v[1] - 4) + (v[2] - 0.01) * (v[2] - 0.01) + v[3];
}

static int points(const jato_points *all, void *user)
{
  (void)user;
  assert_int_equal(all->variables, VARIABLES);
  for (size_t i = 0; i < all->count; i++) all->f[i] = value_of(all->x + i * VARIABLES);
  return 0;
}

static jato_options options_of(const char *order)
{
  jato_options options = jato_options_default();
  options.particles = PARTICLES;
  options.iterations = ITERATIONS;
  options.order = order;
  options.seed = 7;
  return options;
}

/* Numbers that look random, from a seed of the test's own. */
static size_t draw(uint64_t *state, size_t below)
{
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (size_t)(*state >> 33) % below;
}

/* Tells in an order drawn from `disorder`, with up to `at_once` trials out. Every third try of some
 * trials fails at first when `failing` is set. */
static jato_result drive(const jato_options *options, size_t at_once, uint64_t disorder,
                         int failing, jato_failures *failures)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_trial out[PARTICLES + 1]; /* the last one is asked for in vain */
  jato_result result;
  jato_error error = {JATO_OK, ""};
  size_t count = 0;
  assert_ok(jato_problem_for_ask(&space, NULL, &problem, &error), error);
  assert_ok(jato_run_create(problem, options, &run, &error), error);
  for (jato_stop stop = JATO_STOP_NONE; stop == JATO_STOP_NONE;) {
    for (bool given = true; given && count < at_once;) {
      assert_ok(jato_run_ask(run, &out[count], &given, &error), error);
      count += (size_t)given;
    }
    assert_true(count > 0);
    size_t who = draw(&disorder, count);
    jato_outcome outcome = {JATO_OUTCOME_INIT, .f = value_of(out[who].values)};
    if (failing && out[who].id % 3 == 0 && out[who].attempt == 0)
      outcome =
          (jato_outcome){JATO_OUTCOME_INIT, .status = JATO_EVAL_WORKER, .message = "it fell over"};
    assert_ok(jato_run_tell(run, out[who].id, &outcome, &stop, &error), error);
    out[who] = out[--count];
  }
  if (failures != NULL) jato_run_failures(run, failures);
  assert_ok(jato_run_result(run, NULL, &result, &error), error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return result;
}

static jato_result by_function(const jato_options *options)
{
  jato_problem *problem = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_space_function(&(jato_function){JATO_FUNCTION_INIT, .points = points},
                                             &space, &problem, &error),
            error);
  assert_ok(jato_minimize(problem, options, NULL, &result, &error), error);
  jato_problem_destroy(&problem);
  return result;
}

static void any_order_of_telling_gives_the_run_of_a_function(void **state)
{
  (void)state;
  static const char *const topologies[] = {"pso", "pso:topology=ring", "pso:topology=vonneumann",
                                           "random"};
  for (size_t t = 0; t < 4; t++) {
    jato_options options = options_of("iteration");
    options.algorithm = topologies[t];
    jato_result truth = by_function(&options);
    assert_int_equal(truth.evaluations, PARTICLES * (ITERATIONS + 1));
    for (uint64_t disorder = 1; disorder < 5; disorder++) {
      jato_result told = drive(&options, 1 + 13 * (size_t)(disorder - 1), disorder, 0, NULL);
      assert_int_equal(told.digest, truth.digest);
      assert_int_equal(told.evaluations, truth.evaluations);
      assert_same_double(told.best, truth.best);
    }
  }
}

static void by_particle_any_number_at_once_gives_one_run(void **state)
{
  (void)state;
  static const char *const topologies[] = {"pso", "pso:topology=ring,radius=2", "random"};
  for (size_t t = 0; t < 3; t++) {
    jato_options options = options_of("particle");
    options.algorithm = topologies[t];
    jato_result truth = drive(&options, 1, 1, 0, NULL);
    assert_int_equal(truth.evaluations, PARTICLES * (ITERATIONS + 1));
    assert_int_equal(truth.iterations, ITERATIONS);
    for (uint64_t disorder = 2; disorder < 6; disorder++)
      assert_int_equal(drive(&options, 11 * (size_t)(disorder - 1), disorder, 0, NULL).digest,
                       truth.digest);
    assert_int_equal(by_function(&options).digest, truth.digest);
    assert_true(truth.best < 1);
  }
}

/* With one trial out at a time, arrival is the order of particles. */
static void by_arrival_the_order_decides(void **state)
{
  (void)state;
  jato_options arrival = options_of("arrival"), particle = options_of("particle");
  uint64_t digest = drive(&particle, 1, 1, 0, NULL).digest;
  assert_int_equal(drive(&arrival, 1, 1, 0, NULL).digest, digest);
  jato_result mixed = drive(&arrival, 20, 3, 0, NULL);
  assert_int_not_equal(mixed.digest, digest);
  assert_int_equal(mixed.evaluations, PARTICLES * (ITERATIONS + 1));
  assert_int_equal(drive(&arrival, 20, 3, 0, NULL).digest, mixed.digest);
}

static void one_that_fails_is_tried_again(void **state)
{
  static const char *const orders[] = {"iteration", "particle"};
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    jato_options options = options_of(orders[i]);
    jato_failures failures;
    uint64_t evaluations = PARTICLES * (ITERATIONS + 1), failing = (evaluations + 2) / 3;
    uint64_t truth = drive(&options, 8, 5, 0, NULL).digest;
    options.retries = 1;
    assert_int_equal(drive(&options, 8, 9, 1, &failures).digest, truth);
    assert_int_equal(failures.by_status[JATO_EVAL_OK], evaluations);
    assert_int_equal(failures.attempts, evaluations + failing);
    options.retries = 0;
    jato_result result = drive(&options, 8, 9, 1, &failures);
    assert_int_not_equal(result.digest, truth);
    assert_int_equal(result.failed, failing);
    assert_int_equal(failures.by_status[JATO_EVAL_WORKER], failing);
    assert_int_equal(failures.by_status[JATO_EVAL_OK], evaluations - failing);
    assert_int_equal(failures.attempts, evaluations);
    assert_int_equal(failures.message_count, JATO_MESSAGES);
    assert_string_equal(failures.messages[0].text, "it fell over");
    options.stop_on_failure = 1;
    result = drive(&options, 8, 9, 1, &failures);
    assert_int_equal(result.stop, JATO_STOP_FAILURE);
    assert_int_equal(failures.by_status[JATO_EVAL_WORKER], 1);
  }
}

static void limits_of_evaluations_are_never_passed(void **state)
{
  (void)state;
  jato_options options = options_of("particle");
  options.iterations = 0;
  options.evaluations = 117;
  jato_result result = drive(&options, 30, 4, 0, NULL);
  assert_int_equal(result.evaluations, 117);
  assert_int_equal(result.stop, JATO_STOP_EVALUATIONS);
  options.order = "iteration";
  result = drive(&options, 30, 4, 0, NULL);
  assert_int_equal(result.evaluations, 117);
  assert_int_equal(result.stop, JATO_STOP_EVALUATIONS);
}

static void particle_0_begins_at_the_initial_values(void **state)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_trial trial;
  bool given = false;
  jato_options options = options_of("iteration");
  (void)state;
  assert_int_equal(jato_problem_for_ask(&space, NULL, &problem, NULL), JATO_OK);
  assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
  assert_int_equal(jato_run_ask(run, &trial, &given, NULL), JATO_OK);
  assert_int_equal(trial.id, 0);
  assert_same_double(trial.values[0], 3);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static void wrong_calls_are_refused(void **state)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_trial trial;
  jato_error error = {JATO_OK, ""};
  bool given = false;
  jato_outcome outcome = {JATO_OUTCOME_INIT, .f = 1};
  jato_options options = options_of("itertion");
  (void)state;
  assert_int_equal(jato_problem_for_ask(&space, NULL, &problem, NULL), JATO_OK);
  assert_int_equal(jato_run_create(problem, &options, &run, &error), JATO_E_NAME);
  assert_contains(error.text, "iteration");
  options.order = NULL;
  assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
  assert_int_equal(jato_run_step(run, 1, NULL, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "jato_run_ask");
  assert_int_equal(jato_run_tell(run, 3, &outcome, NULL, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "trial 3 is not out");
  assert_int_equal(jato_run_ask(run, &trial, &given, NULL), JATO_OK);
  assert_int_equal(jato_run_check_trial(run, trial.id, NULL), JATO_OK);
  assert_int_equal(jato_run_tell(run, trial.id, &outcome, NULL, NULL), JATO_OK);
  assert_int_equal(jato_run_check_trial(run, trial.id, NULL), JATO_E_ARGUMENT);
  assert_int_equal(jato_run_tell(run, trial.id, &outcome, NULL, NULL), JATO_E_ARGUMENT);
  assert_int_equal(jato_run_ask(run, &trial, &given, NULL), JATO_OK);
  jato_run_recall(run);
  assert_int_equal(jato_run_tell(run, trial.id, &outcome, NULL, NULL), JATO_E_ARGUMENT);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* The least x + y with x y >= 1 inside the box is 2, at (1, 1); infeasible points have smaller
 * values. */
static int product(const jato_points *all, void *user)
{
  (void)user;
  for (size_t i = 0; i < all->count; i++) {
    const double *x = all->x + 2 * i;
    all->f[i] = x[0] + x[1];
    all->c[i] = x[0] * x[1];
  }
  return 0;
}

static jato_result constrained(double bound, double penalty, double x[2])
{
  const jato_variable both[] = {{.lower = 0, .upper = 5}, {.lower = 0, .upper = 5}};
  const jato_constraint at_least = {.name = "area", .relation = JATO_AT_LEAST, .bound = bound};
  const jato_space bounded = {JATO_SPACE_INIT, both, 2, &at_least, 1, penalty};
  jato_problem *problem = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of(NULL);
  options.iterations = 300;
  assert_ok(
      jato_problem_from_space_function(&(jato_function){JATO_FUNCTION_INIT, .points = product},
                                       &bounded, &problem, &error),
      error);
  assert_ok(jato_minimize(problem, &options, x, &result, &error), error);
  jato_problem_destroy(&problem);
  return result;
}

static void constraints_are_kept(void **state)
{
  double x[2];
  (void)state;
  jato_result result = constrained(1, 0, x);
  assert_double(fabs(result.best - 2), <, 1e-4);
  assert_same_double(result.violation, 0);
  assert_true(x[0] * x[1] >= 1);
  result = constrained(1, 100, x);
  assert_true(fabs(result.best + 100 * result.violation - 2) < 1e-3);
  result = constrained(26, 0, x); /* no such point: the nearest is the corner */
  assert_same_double(result.best, INFINITY);
  assert_true(fabs(x[0] - 5) < 1e-9 && fabs(x[1] - 5) < 1e-9);
  assert_true(fabs(result.violation - 1) < 1e-9);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_order_of_telling_gives_the_run_of_a_function),
      cmocka_unit_test(by_particle_any_number_at_once_gives_one_run),
      cmocka_unit_test(by_arrival_the_order_decides),
      cmocka_unit_test(one_that_fails_is_tried_again),
      cmocka_unit_test(limits_of_evaluations_are_never_passed),
      cmocka_unit_test(particle_0_begins_at_the_initial_values),
      cmocka_unit_test(wrong_calls_are_refused),
      cmocka_unit_test(constraints_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
