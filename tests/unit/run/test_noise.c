/* An objective whose values differ from call to call, with noise of this file's own generator, so
 * that the truth is known at every point. */
#define _GNU_SOURCE
#include "check.h"

#include <math.h>

#include "algorithm/noisy/rank_change.h"
#include "jato/jato.h"
#include "scratch.h"

enum { DIM = 5, SEEDS = 20, EVALUATIONS = 5000 };

typedef struct objective {
  uint64_t seed, calls;
  double sigma;    /* of the noise */
  double luckiest; /* the smallest value that was given */
} objective;

/* Steele, Lea and Flood 2014, SplitMix64. */
static uint64_t mix(uint64_t z)
{
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/* Box and Muller 1958: a normal number for each call. */
static double noise_of(uint64_t seed, uint64_t call)
{
  const double scale = 0x1p-53, turn = 6.283185307179586;
  uint64_t a = mix(seed * 0x9e3779b97f4a7c15 + 2 * call), b = mix(a + 0x9e3779b97f4a7c15);
  return sqrt(-2 * log(((double)(a >> 11) + 0.5) * scale)) * cos(turn * (double)(b >> 11) * scale);
}

/* Its minimum is 3, where all coordinates are 1. */
static double truth(const double *x, size_t n)
{
  double sum = 3;
  for (size_t i = 0; i < n; i++) sum += (x[i] - 1) * (x[i] - 1);
  return sum;
}

static double noisy_sphere(const double *x, size_t n, void *user)
{
  objective *o = user;
  double value = truth(x, n) + o->sigma * noise_of(o->seed, o->calls++);
  o->luckiest = fmin(o->luckiest, value);
  return value;
}

static jato_result minimize(objective *o, const char *algorithm, double *x)
{
  const double lower[DIM] = {-5, -5, -5, -5, -5}, upper[DIM] = {5, 5, 5, 5, 5};
  jato_problem *problem = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  const jato_function function = {JATO_FUNCTION_INIT, .point = noisy_sphere, .user = o};
  options.algorithm = algorithm;
  options.evaluations = EVALUATIONS;
  options.seed = o->seed;
  assert_ok(jato_problem_from_function(&function, DIM, lower, upper, &problem, &error), error);
  assert_ok(jato_minimize(problem, &options, x, &result, &error), error);
  jato_problem_destroy(&problem);
  return result;
}

/* The truth is within four standard errors of what is said, but for one seed of twenty; on average
 * it is no further below than a choice among a dozen means makes it. The smallest value is that of
 * luck: three and more of the noise's own deviations below. */
static void check_method(const char *algorithm)
{
  double sum = 0, true_sum = 0;
  int outside = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    double x[DIM];
    objective o = {.seed = seed, .sigma = 1, .luckiest = INFINITY};
    jato_result result = minimize(&o, algorithm, x);
    double off = (result.best - truth(x, DIM)) / result.standard_error;
    assert_int_equal(result.evaluations, EVALUATIONS);
    assert_int_equal(o.calls, EVALUATIONS);
    assert_true(result.samples >= 20);
    assert_double(result.standard_error, >, 0.2 / sqrt((double)result.samples));
    assert_double(result.standard_error, <, 5 / sqrt((double)result.samples));
    assert_double(o.luckiest, <, truth(x, DIM) - 2);
    outside += fabs(off) > 4;
    sum += off / SEEDS;
    true_sum += truth(x, DIM) / SEEDS;
  }
  assert_true(outside <= 1);
  assert_double(sum, >, -1);
  assert_double(sum, <, 1);
  assert_double(true_sum, <, 3.5);
}

static void says_the_truth(void **state)
{
  (void)state;
  check_method("noisy");
  check_method("noisy:method=jde");
  check_method("noisy:method=slpso");
}

/* Then the best is the smallest value, as of any other method, and few evaluations look for noise.
 */
static void is_quiet_without_noise(void **state)
{
  double x[DIM];
  objective o = {.seed = 1, .luckiest = INFINITY};
  (void)state;
  jato_result result = minimize(&o, "noisy", x);
  assert_same_double(result.best, o.luckiest);
  assert_same_double(result.best, truth(x, DIM));
  assert_double(result.best, <, 3 + 1e-12);
  assert_int_equal(result.samples, 0);
  assert_true(isnan(result.standard_error));
  assert_contains(result.explanation, "the same");
}

/* ---- Saved in the midst of it ---- */

static jato_problem *make_asked(void)
{
  static const jato_variable variables[] = {{.name = "a", .lower = -5, .upper = 5},
                                            {.name = "b", .lower = -5, .upper = 5}};
  const jato_space space = {JATO_SPACE_INIT, .variables = variables, .variable_count = 2};
  jato_problem *problem = NULL;
  assert_int_equal(jato_problem_for_ask(&space, NULL, &problem, NULL), JATO_OK);
  return problem;
}

/* The noise of an evaluation is that of its number, whatever made those before. */
static void drive(jato_run *run, uint64_t tells)
{
  jato_stop stop = JATO_STOP_NONE;
  for (uint64_t k = 0; k < tells && stop == JATO_STOP_NONE; k++) {
    jato_trial trial;
    bool given = false;
    assert_int_equal(jato_run_ask(run, &trial, &given, NULL), JATO_OK);
    assert_true(given);
    jato_outcome outcome = {JATO_OUTCOME_INIT, .f = truth(trial.values, 2) + noise_of(1, trial.id)};
    assert_int_equal(jato_run_tell(run, trial.id, &outcome, &stop, NULL), JATO_OK);
  }
}

static jato_result run_saved_after(const char *algorithm, const char *path, uint64_t tells)
{
  jato_problem *problem = make_asked();
  jato_options options = jato_options_default();
  jato_run *run = NULL;
  jato_record *record = NULL;
  jato_result result, loaded;
  jato_error error = {JATO_OK, ""};
  options.algorithm = algorithm;
  options.evaluations = 600;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  drive(run, tells);
  jato_run_get_info(run, NULL, &result);
  if (jato_run_save(run, path, &error) == JATO_E_NOT_BUILT) skip();
  assert_ok(error.status, error);
  jato_run_destroy(&run);
  assert_ok(jato_record_open(&(jato_record_request){JATO_RECORD_REQUEST_INIT, .path = path},
                             &record, &error),
            error);
  loaded = *jato_record_get_info(record)->result;
  assert_same_double(loaded.best, result.best);
  assert_same_double(loaded.standard_error, result.standard_error);
  assert_int_equal(loaded.samples, result.samples);
  assert_ok(jato_run_load(record, problem, NULL, &run, &error), error);
  jato_record_close(&record);
  jato_run_get_info(run, NULL, &loaded);
  assert_same_double(loaded.best, result.best);
  drive(run, UINT64_MAX);
  assert_ok(jato_run_result(run, NULL, &result, &error), error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return result;
}

static void check_saved(const char *algorithm, const char *path)
{
  jato_result first = run_saved_after(algorithm, path, 1);
  assert_true(first.samples >= 5);
  assert_contains(first.explanation, "differ");
  for (uint64_t tells = 5; tells < 600; tells += 29) {
    jato_result now = run_saved_after(algorithm, path, tells);
    assert_int_equal(now.digest, first.digest);
    assert_same_double(now.best, first.best);
    assert_same_double(now.standard_error, first.standard_error);
    assert_int_equal(now.samples, first.samples);
  }
}

static void saved_anywhere_it_is_the_same(void **state)
{
  check_saved("noisy", scratch_path(*state, "noisy.h5"));
  check_saved("noisy:method=dmspso", scratch_path(*state, "swarm.h5"));
}

/* ---- The measure ---- */

/* By hand. Values 1, 2 and again 2.5, 0.5: the first point's two values have one of the others
 * between them (2), the second point's, too (1). Their ranks without each other are 2 and 3, 2 and
 * 1; the tenth percentiles of {1, 0, 1}, {2, 1, 0} and {0, 1, 2} are all 0.2. */
static void measures_changes_of_rank(void **state)
{
  const double once[] = {1, 2}, again[] = {2.5, 0.5}, turned[] = {0.5, 2.5}, flat[] = {1, 1};
  (void)state;
  assert_double(fabs(jx_rank_change(&(jx_twice){once, 2, again, 0, 2}, 0.2) - 1.6), <, 1e-12);
  assert_double(fabs(jx_rank_change(&(jx_twice){once, 2, turned, 1, 2}, 0.2) - 1.6), <, 1e-12);
  assert_double(fabs(jx_rank_change(&(jx_twice){once, 2, once, 0, 2}, 0.2) + 0.4), <, 1e-12);
  assert_double(jx_rank_change(&(jx_twice){flat, 2, flat, 0, 2}, 0.2), <=, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(says_the_truth),
      cmocka_unit_test(is_quiet_without_noise),
      cmocka_unit_test_setup_teardown(saved_anywhere_it_is_the_same, scratch_make, scratch_remove),
      cmocka_unit_test(measures_changes_of_rank),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
