/* A run that maximises f against one that minimises -f: the same points and bits, the other sign.
 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "jato/jato.h"

#define DIM 3

static const double lower[DIM] = {-4, -4, -4}, upper[DIM] = {5, 5, 5};

/* user: the sign. Not defined everywhere, and 0 at its largest. */
static double hill(const double *x, size_t dim, void *user)
{
  double sum = 0;
  for (size_t i = 0; i < dim; i++) sum += (x[i] - 1) * (x[i] - 1);
  return x[0] > 4.5 ? NAN : *(const double *)user * -sum;
}

static jato_problem *problem_of(const double *sign)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  jato_function function = {JATO_FUNCTION_INIT, .point = hill, .user = (void *)(uintptr_t)sign};
  assert_ok(jato_problem_from_function(&function, DIM, lower, upper, &problem, &error), error);
  return problem;
}

static jato_options options_of(const char *algorithm, int maximize)
{
  jato_options options = jato_options_default();
  options.algorithm = algorithm;
  options.evaluations = 500;
  options.maximize = maximize;
  return options;
}

typedef struct ending {
  jato_result result;
  double x[DIM];
} ending;

/* One that maximises f and one that minimises -f. */
static void assert_same_run(const ending *most, const ending *least)
{
  assert_int_equal(most->result.digest, least->result.digest);
  assert_memory_equal(most->x, least->x, sizeof most->x);
  assert_true(most->result.best == -least->result.best);
}

static ending minimize(const double *sign, const jato_options *options)
{
  ending end;
  jato_error error = {JATO_OK, ""};
  jato_problem *problem = problem_of(sign);
  assert_ok(jato_minimize(problem, options, end.x, &end.result, &error), error);
  jato_problem_destroy(&problem);
  return end;
}

static const double up = 1, down = -1;

static void same_bits(void **state)
{
  static const char *const methods[] = {
      "pso", "pso:topology=ring", "de", "jde", "shade", "cmaes", "auto", "noisy"};
  (void)state;
  for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
    jato_options to_most = options_of(methods[i], 1), to_least = options_of(methods[i], 0);
    ending most = minimize(&up, &to_most), least = minimize(&down, &to_least);
    assert_same_run(&most, &least);
    assert_int_equal(most.result.nonfinite, least.result.nonfinite);
  }
}

static void best_is_never_minus_zero(void **state)
{
  (void)state;
  jato_options options = options_of("auto", 1);
  options.evaluations = 4000;
  ending most = minimize(&up, &options);
  assert_true(most.result.best <= 0 && most.result.best > -1e-9);
  assert_true(most.result.best != 0 || !signbit(most.result.best));
}

static int note_progress(const jato_progress *now, void *user)
{
  double *before = user;
  assert_true(now->best >= *before);
  *before = now->best;
  return 0;
}

static void progress_and_particles(void **state)
{
  (void)state;
  double seen = -INFINITY, value = 0, most = -INFINITY;
  jato_run *run = NULL;
  jato_stop stop = JATO_STOP_NONE;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  jato_problem *problem = problem_of(&up);
  jato_options options = options_of("pso", 1);
  options.evaluations = 0;
  options.iterations = 100;
  options.target = -0.01;
  options.progress = note_progress;
  options.progress_user = &seen;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  assert_ok(jato_run_step(run, UINT64_MAX, &stop, &error), error);
  jato_run_get_info(run, NULL, &result);
  assert_int_equal(stop, JATO_STOP_TARGET);
  assert_true(result.best >= -0.01 && result.best <= 0);
  for (uint64_t i = 0; i < result.particles; i++) {
    assert_ok(jato_run_particle(run, i, NULL, &value, &error), error);
    most = fmax(most, value);
  }
  assert_same_double(most, result.best);
  assert_same_double(seen, result.best);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* The caller's values, with a constraint that the top of the hill does not meet. */
static ending tell_all(double sign, double penalty, int maximize)
{
  ending end;
  jato_error error = {JATO_OK, ""};
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_variable variables[] = {{.name = "a", .lower = -4, .upper = 5},
                               {.name = "b", .lower = -4, .upper = 5},
                               {.name = "c", .lower = -4, .upper = 5}};
  jato_constraint constraint = {.name = "g", .relation = JATO_AT_MOST, .bound = 0.5};
  jato_space space = {JATO_SPACE_INIT,       .variables = variables,
                      .variable_count = DIM, .constraints = &constraint,
                      .constraint_count = 1, .penalty = penalty};
  jato_options options = options_of("pso", maximize);
  assert_ok(jato_problem_for_ask(&space, NULL, &problem, &error), error);
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  for (jato_stop stop = JATO_STOP_NONE; stop == JATO_STOP_NONE;) {
    jato_trial trial;
    bool given = false;
    assert_ok(jato_run_ask(run, &trial, &given, &error), error);
    assert_true(given);
    double c = trial.values[0];
    jato_outcome outcome = {JATO_OUTCOME_INIT, .f = hill(trial.values, DIM, &sign), .c = &c};
    assert_ok(jato_run_tell(run, trial.id, &outcome, &stop, &error), error);
  }
  assert_ok(jato_run_result(run, end.x, &end.result, &error), error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return end;
}

static void ask_and_tell_with_constraints(void **state)
{
  (void)state;
  for (int by_penalty = 0; by_penalty <= 1; by_penalty++) {
    double penalty = by_penalty ? 3 : 0;
    ending most = tell_all(1, penalty, 1), least = tell_all(-1, penalty, 0);
    assert_same_run(&most, &least);
    assert_same_double(most.result.violation, least.result.violation);
  }
}

static void without_a_value_it_is_minus_infinity(void **state)
{
  (void)state;
  static const double none = NAN;
  jato_options options = options_of("pso", 1);
  ending end = minimize(&none, &options);
  assert_true(isinf(end.result.best) && end.result.best < 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_bits),
      cmocka_unit_test(best_is_never_minus_zero),
      cmocka_unit_test(progress_and_particles),
      cmocka_unit_test(ask_and_tell_with_constraints),
      cmocka_unit_test(without_a_value_it_is_minus_infinity),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
