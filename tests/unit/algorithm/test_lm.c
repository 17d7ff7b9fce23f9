/* lm against lmdif of cminpack called by hand, and what it promises: any number of residuals, from
 * functions and sources, refusals, and runs that are saved in the middle of a generation. */
#define _GNU_SOURCE
#include "finisher_bed.h"

#include <cminpack-1/cminpack.h>
#include <math.h>

#include "finish.h"
#include "scratch.h"

enum { DIM = 3, MANY = 20, FEW = 2, MOST = 20 };

static const double lower[DIM] = {0, 0, 0}, upper[DIM] = {1, 1, 1};
static const double start[DIM] = {0.3, 0.1, 0.2};
static noted by_run, by_hand;
static size_t residual_count;

/* A decay at `residual_count` places, and numbers beside it, so that the least is not 0. Its path
 * stays where [0, 1] is what MINPACK sees. */
static void decay(const double *x, double *r)
{
  for (size_t k = 0; k < residual_count; k++) {
    double t = 0.5 * (double)k, noise = 0.01 * (double)(k * 7 % 5);
    r[k] = x[0] * exp(-8 * x[1] * t) + x[2] - (0.45 * exp(-1.6 * t) + 0.1 + noise);
  }
}

static int noting(const double *x, size_t dim, double *r, size_t count, void *user)
{
  (void)user;
  assert_int_equal(count, residual_count);
  note(&by_run, x, dim);
  decay(x, r);
  return 0;
}

/* As many residuals as coordinates, at least. */
static int noting_by_hand(void *user, int m, int n, const double *x, double *r, int flag)
{
  (void)user;
  (void)flag;
  note(&by_hand, x, (size_t)n);
  for (int k = 0; k < m; k++) r[k] = 0;
  decay(x, r);
  return 0;
}

static double minimise_by_hand(void)
{
  double x[DIM], r[MOST], diag[DIM], jacobian[MOST * DIM], qtf[DIM], a[DIM], b[DIM], c[DIM],
      d[MOST], sum = 0;
  int evaluations = 0, pivots[DIM];
  int m = residual_count > DIM ? (int)residual_count : DIM;
  memcpy(x, start, sizeof x);
  int info = lmdif(noting_by_hand, NULL, m, DIM, x, r, 1e-10, 1e-10, 0, 10000, 0, diag, 1, 100, 0,
                   &evaluations, jacobian, m, pivots, qtf, a, b, c, d);
  assert_in_range(info, 1, 4);
  decay(x, r);
  for (size_t k = 0; k < residual_count; k++) sum += r[k] * r[k];
  return sum;
}

static void check_against_lmdif(size_t count)
{
  residual_count = count;
  by_run.count = by_hand.count = 0;
  double least = minimise_by_hand();
  jato_result result =
      run_from(&(jato_function){JATO_FUNCTION_INIT, .residuals = noting, .residual_count = count},
               "lm:xtol=1e-10,ftol=1e-10,restarts=no", DIM, lower, upper, start);
  assert_int_equal(result.stop, JATO_STOP_CONVERGED);
  assert_same_points(&by_run, &by_hand);
  assert_double(result.best, <=, least);
}

static void it_is_lmdif(void **state)
{
  (void)state;
  check_against_lmdif(MANY);
}

static void fewer_residuals_than_coordinates(void **state)
{
  (void)state;
  check_against_lmdif(FEW);
}

/* ---- Run files ---- */

/* No value beyond a plane; 3 coordinates, so that generations are of 1, 3 and 20 points. */
static int with_a_hole(const double *x, size_t dim, double *r, size_t count, void *user)
{
  (void)dim;
  (void)count;
  (void)user;
  decay(x, r);
  if (x[0] + x[2] > 1.5) r[0] = NAN;
  return 0;
}

static jato_problem *make_problem(void)
{
  jato_function function = {JATO_FUNCTION_INIT, .residuals = with_a_hole, .residual_count = MANY};
  residual_count = MANY; /* not by the function, which threads may share */
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_function(&function, DIM, lower, upper, &problem, &error), error);
  return problem;
}

static jato_run *reload(jato_run **run, const char *path, const jato_problem *problem,
                        const jato_options *options)
{
  jato_record *record = NULL;
  jato_error error = {JATO_OK, ""};
  jato_run *loaded = NULL;
  assert_ok(jato_run_save(*run, path, &error), error);
  jato_run_destroy(run);
  assert_ok(jato_record_open(&(jato_record_request){JATO_RECORD_REQUEST_INIT, .path = path},
                             &record, &error),
            error);
  assert_ok(jato_run_load(record, problem, options, &loaded, &error), error);
  jato_record_close(&record);
  return loaded;
}

/* The budget grows by 1, 2, 3, ... evaluations, so that it ends everywhere in generations; the run
 * goes through a file each time. */
static void saved_anywhere_the_run_is_the_same(void **state)
{
  const char *path = scratch_path(*state, "lm.h5");
  jato_problem *problem = make_problem();
  jato_options options = jato_options_default();
  jato_run *run = NULL;
  jato_result wanted;
  jato_error error = {JATO_OK, ""};
  options.algorithm = "lm";
  options.seed = 5;
  options.evaluations = 1000;
  assert_ok(jato_minimize(problem, &options, NULL, &wanted, &error), error);
  assert_true(wanted.nonfinite > 0);
  options.evaluations = 20;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  for (uint64_t more = 1; options.evaluations < 1000; more++) {
    jato_stop stop = JATO_STOP_NONE;
    assert_ok(jato_run_step(run, UINT64_MAX, &stop, &error), error);
    assert_int_equal(stop, JATO_STOP_EVALUATIONS);
    options.evaluations += more % 23;
    if (options.evaluations > 1000) options.evaluations = 1000;
    run = reload(&run, path, problem, &options);
  }
  jato_result found = finish(&run);
  assert_int_equal(found.digest, wanted.digest);
  assert_int_equal(found.nonfinite, wanted.nonfinite);
  assert_same_double(found.best, wanted.best);
  jato_problem_destroy(&problem);
}

/* ---- Sources, and refusals ---- */

static void check_refused(const jato_problem *problem, const jato_options *options,
                          const char *words)
{
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  assert_int_equal(jato_run_create(problem, options, &run, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, words);
  assert_null(run);
}

static void who_has_no_residuals_is_told(void **state)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  (void)state;
  options.algorithm = "lm";
  assert_ok(jato_problem_from_gallery("sphere", 3, NULL, &problem, &error), error);
  check_refused(problem, &options, "this objective gives one number");
  jato_problem_destroy(&problem);
  problem = make_problem();
  options.precision = JATO_FLOAT;
  check_refused(problem, &options, "double precision");
  jato_problem_destroy(&problem);
  jato_function function = {JATO_FUNCTION_INIT, .residuals = with_a_hole};
  assert_int_equal(jato_problem_from_function(&function, DIM, lower, upper, &problem, &error),
                   JATO_E_ARGUMENT);
  assert_contains(error.text, "residual_count");
}

/* Any other method minimises the sum of squares, on any number of threads. */
static void others_see_the_sum(void **state)
{
  jato_function function = {JATO_FUNCTION_INIT, .residuals = with_a_hole, .residual_count = MANY,
                            .concurrent = 1};
  jato_problem *problem = NULL;
  jato_options options = jato_options_default();
  jato_result result;
  jato_error error = {JATO_OK, ""};
  double x[DIM], r[MANY], sum = 0;
  (void)state;
  options.algorithm = "pso";
  options.workers = 3;
  options.iterations = 30;
  residual_count = MANY;
  assert_ok(jato_problem_from_function(&function, DIM, lower, upper, &problem, &error), error);
  assert_ok(jato_minimize(problem, &options, x, &result, &error), error);
  decay(x, r);
  for (size_t k = 0; k < MANY; k++) sum += r[k] * r[k];
  assert_same_double(result.best, sum);
  jato_problem_destroy(&problem);
}

static void memory_that_fails_is_told_and_given_back(void **state)
{
  jato_problem *problem = make_problem();
  (void)state;
  check_failing_memory(problem, "lm");
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_lmdif),
      cmocka_unit_test(fewer_residuals_than_coordinates),
      cmocka_unit_test_setup_teardown(saved_anywhere_the_run_is_the_same, scratch_make,
                                      scratch_remove),
      cmocka_unit_test(who_has_no_residuals_is_told),
      cmocka_unit_test(memory_that_fails_is_told_and_given_back),
      cmocka_unit_test(others_see_the_sum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
