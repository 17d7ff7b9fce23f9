/* The caller's own functions: objective and progress. */
#include "check.h"

#include <stdatomic.h>

#include "jato/jato.h"

#define DIM 3
static const double lower[DIM] = {0.1, -2, 5}, upper[DIM] = {0.3, 2, 5.7};

/* What the callbacks below saw. */
typedef struct witness {
  atomic_int now, most; /* calls under way */
  atomic_uint_fast64_t points;
  atomic_int outside;
  int end_at; /* the call that answers nonzero; 0: none */
  atomic_int calls;
} witness;

static double sphere(const double *x, size_t dim)
{
  double sum = 0;
  for (size_t i = 0; i < dim; i++) sum += x[i] * x[i];
  return sum;
}

static int watch(const double *x, size_t n, size_t dim, double *f, void *user)
{
  witness *w = user;
  int now = atomic_fetch_add(&w->now, 1) + 1, most = atomic_load(&w->most);
  while (now > most && !atomic_compare_exchange_weak(&w->most, &most, now)) {}
  atomic_fetch_add(&w->points, n);
  for (size_t i = 0; i < n; i++) {
    for (size_t d = 0; d < dim; d++)
      if (!(x[i * dim + d] >= lower[d] && x[i * dim + d] <= upper[d])) atomic_store(&w->outside, 1);
    f[i] = sphere(x + i * dim, dim);
  }
  atomic_fetch_sub(&w->now, 1);
  return atomic_fetch_add(&w->calls, 1) + 1 == w->end_at;
}

static jato_problem *watched(witness *w, int concurrent)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .batch = watch,
                                                        .user = w, .concurrent = concurrent},
                                       DIM, lower, upper, &problem, &error),
            error);
  return problem;
}

static jato_result minimize(witness *w, int concurrent, const jato_options *options)
{
  jato_problem *problem = watched(w, concurrent);
  jato_result result;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_minimize(problem, options, NULL, &result, &error), error);
  jato_problem_destroy(&problem);
  return result;
}

static jato_options thousand(void)
{
  jato_options options = jato_options_default();
  options.particles = 1000;
  options.iterations = 12;
  options.device = "cpu:threads=4";
  return options;
}

/* Every point comes once, in the box, and by one call at a time unless it was allowed otherwise. */
static void batches(void **state)
{
  witness alone = {0}, together = {0};
  jato_options options = thousand();
  (void)state;
  jato_result one = minimize(&alone, 0, &options), many = minimize(&together, 1, &options);
  assert_int_equal(alone.points, 13000);
  assert_int_equal(together.points, 13000);
  assert_int_equal(one.evaluations, 13000);
  assert_int_equal(alone.most, 1);
  assert_in_range(together.most, 1, 4);
  assert_int_equal(alone.outside, 0);
  assert_int_equal(together.outside, 0);
  assert_int_equal(one.digest, many.digest);
}

/* The box of a float run lies inside the box that was asked for, and reaches as far as floats do:
 * the nearest float to 0.3 lies above it. */
static void float_boxes_are_rounded_inwards(void **state)
{
  witness w = {0};
  jato_options options = thousand();
  jato_problem *problem = watched(&w, 0);
  jato_run *run = NULL;
  double x[DIM], most = 0;
  (void)state;
  options.precision = JATO_FLOAT;
  options.walls = "clamp";
  options.algorithm = "pso:vmax=5,c1=8,c2=8";
  assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
  assert_int_equal(jato_run_step(run, 12, NULL, NULL), JATO_OK);
  for (uint64_t i = 0; i < 1000; i++) {
    assert_int_equal(jato_run_particle(run, i, x, NULL, NULL), JATO_OK);
    most = fmax(most, x[0]);
  }
  assert_int_equal(w.outside, 0);
  assert_same_double(most, (double)nextafterf(0.3f, 0));
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* Between 1 and the next float there is no float, and outside of about 3e38 there is none either: a
 * box that holds fewer than two floats, or is wider than they go, is for double alone. */
static void boxes_without_floats_are_refused(void **state)
{
  static const double boxes[][2] = {{1 + 1e-12, 1 + 2e-12}, {-1e300, 1e300}, {-3e38, 3e38}};
  jato_options options = jato_options_default();
  (void)state;
  options.algorithm = "pso";
  options.precision = JATO_FLOAT;
  options.iterations = 1;
  for (int i = 0; i < 3; i++) {
    witness w = {0};
    jato_problem *problem = NULL;
    jato_error error = {JATO_OK, ""};
    assert_ok(
        jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .batch = watch, .user = &w},
                                   1, &boxes[i][0], &boxes[i][1], &problem, &error),
        error);
    assert_int_equal(jato_minimize(problem, &options, NULL, NULL, &error), JATO_E_ARGUMENT);
    assert_contains(error.text, "precision");
    jato_problem_destroy(&problem);
  }
}

/* NaN left of 0, +infinity above 1, -infinity below -1 in the second coordinate. */
static double mostly_bad(const double *x, size_t dim, void *user)
{
  (void)dim;
  *(uint64_t *)user += x[0] < 0 || fabs(x[1]) > 1;
  if (x[0] < 0) return NAN;
  if (x[1] > 1) return INFINITY;
  if (x[1] < -1) return -INFINITY;
  return x[0] + x[1];
}

static void bad_values_are_counted_and_worst(void **state)
{
  const double low[] = {-1, -3}, high[] = {1, 3};
  uint64_t bad = 0;
  jato_problem *problem = NULL;
  jato_options options = thousand();
  jato_result result;
  (void)state;
  assert_int_equal(jato_problem_from_function(
                       &(jato_function){JATO_FUNCTION_INIT, .point = mostly_bad, .user = &bad}, 2,
                       low, high, &problem, NULL),
                   JATO_OK);
  assert_int_equal(jato_minimize(problem, &options, NULL, &result, NULL), JATO_OK);
  assert_int_equal(result.nonfinite, bad);
  assert_true(bad > 1000);
  assert_double(result.best, >=, -1);
  assert_double(result.best, <, 0);
  jato_problem_destroy(&problem);
}

static double never(const double *x, size_t dim, void *user)
{
  (void)x;
  (void)dim;
  (void)user;
  return NAN;
}

static void a_run_without_a_finite_value(void **state)
{
  jato_problem *problem = NULL;
  jato_options options = thousand();
  jato_result result;
  double x[DIM] = {9, 9, 9};
  (void)state;
  assert_int_equal(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = never},
                                              DIM, lower, upper, &problem, NULL),
                   JATO_OK);
  assert_int_equal(jato_minimize(problem, &options, x, &result, NULL), JATO_OK);
  assert_same_double(result.best, INFINITY);
  assert_int_equal(result.nonfinite, 13000);
  assert_int_equal(result.stop, JATO_STOP_ITERATIONS);
  for (int d = 0; d < DIM; d++) assert_true(x[d] >= lower[d] && x[d] <= upper[d]);
  jato_problem_destroy(&problem);
}

/* Asked to end while the run is created: there is no run. */
static void an_objective_may_end_the_first_pass(void **state)
{
  witness w = {.end_at = 1};
  jato_problem *problem = watched(&w, 0);
  jato_run *run = (jato_run *)&problem;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_int_equal(jato_run_create(problem, NULL, &run, &error), JATO_E_OBJECTIVE);
  assert_contains(error.text, "objective");
  assert_null(run);
  jato_problem_destroy(&problem);
}

/* Asked to end later, the run has ended: it keeps its best, and stepping on does not call again. */
static void an_objective_may_end_a_run(void **state)
{
  witness w = {.end_at = 5};
  jato_problem *problem = watched(&w, 0);
  jato_options options = thousand();
  jato_run *run = NULL;
  jato_result before, after;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
  assert_int_equal(jato_run_step(run, UINT64_MAX, NULL, &error), JATO_E_OBJECTIVE);
  int calls = w.calls;
  jato_run_get_info(run, NULL, &before);
  assert_int_equal(jato_run_step(run, UINT64_MAX, NULL, &error), JATO_E_OBJECTIVE);
  assert_int_equal(w.calls, calls);
  jato_run_get_info(run, NULL, &after);
  assert_same_double(after.best, before.best);
  assert_int_equal(after.evaluations, before.evaluations);
  assert_int_equal(jato_run_result(run, NULL, &after, NULL), JATO_E_OBJECTIVE);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

typedef struct diary {
  uint64_t calls, stop_at, evaluations;
  double best, fraction;
} diary;

static int note(const jato_progress *progress, void *user)
{
  diary *l = user;
  l->calls++;
  assert_int_equal(progress->iteration, l->calls);
  assert_int_equal(progress->evaluations, 1000 * (l->calls + 1));
  assert_double(progress->best, <=, l->best);
  assert_double(progress->seconds, >=, 0);
  l->best = progress->best;
  l->fraction = progress->fraction;
  return l->calls == l->stop_at;
}

static void progress_is_told_after_each_iteration(void **state)
{
  witness w = {0};
  diary l = {.best = INFINITY};
  jato_options options = thousand();
  (void)state;
  options.progress = note;
  options.progress_user = &l;
  jato_result result = minimize(&w, 0, &options);
  assert_int_equal(l.calls, 12);
  assert_same_double(l.best, result.best);
  assert_same_double(l.fraction, 1);
  assert_int_equal(result.stop, JATO_STOP_ITERATIONS);
}

static void progress_may_stop_a_run(void **state)
{
  witness w = {0};
  diary l = {.best = INFINITY, .stop_at = 3};
  jato_options options = thousand();
  (void)state;
  options.progress = note;
  options.progress_user = &l;
  jato_result result = minimize(&w, 0, &options);
  assert_int_equal(result.stop, JATO_STOP_CALLBACK);
  assert_int_equal(result.iterations, 3);
  assert_same_double(l.fraction, 0.25);
  assert_int_equal(w.points, 4000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(batches),
      cmocka_unit_test(float_boxes_are_rounded_inwards),
      cmocka_unit_test(boxes_without_floats_are_refused),
      cmocka_unit_test(bad_values_are_counted_and_worst),
      cmocka_unit_test(a_run_without_a_finite_value),
      cmocka_unit_test(an_objective_may_end_the_first_pass),
      cmocka_unit_test(an_objective_may_end_a_run),
      cmocka_unit_test(progress_is_told_after_each_iteration),
      cmocka_unit_test(progress_may_stop_a_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
