/* Callbacks that change how their thread computes with floating-point numbers change no bit of a
 * run. */
#include "check.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "jato/jato.h"

enum { DIM = 4, RESIDUALS = 5, EVALUATIONS = 150 };

/* What the callbacks below leave behind. Their values are computed with the usual rounding. */
static void leave_rounding(const int *spoils)
{
  if (*spoils) (void)fesetround(FE_UPWARD);
}

static double value_at(const double *x, size_t dim)
{
  double sum = 0;
  (void)fesetround(FE_TONEAREST);
  for (size_t d = 0; d < dim; d++) sum += (x[d] - 0.3) * (x[d] - 0.3) * (double)(d + 1) + x[d] / 7;
  return sum;
}

static double point(const double *x, size_t dim, void *user)
{
  volatile double value = value_at(x, dim); /* before the rounding changes */
  leave_rounding(user);
  return value;
}

static int batch(const double *x, size_t n, size_t dim, double *f, void *user)
{
  for (size_t i = 0; i < n; i++) f[i] = value_at(x + i * dim, dim);
  leave_rounding(user);
  return 0;
}

static int residuals(const double *x, size_t dim, double *r, size_t count, void *user)
{
  (void)fesetround(FE_TONEAREST);
  for (size_t k = 0; k < count; k++) r[k] = (x[k % dim] - 0.3) * (double)(k + 1) / 7 + x[0];
  leave_rounding(user);
  return 0;
}

static jato_result minimize(const jato_function *function, const jato_options *options)
{
  static const double lower[DIM] = {-1, -2, -3, -4}, upper[DIM] = {1, 2, 3, 4};
  jato_problem *problem = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_function(function, DIM, lower, upper, &problem, &error), error);
  assert_ok(jato_minimize(problem, options, NULL, &result, &error), error);
  jato_problem_destroy(&problem);
  assert_int_equal(fegetround(), FE_TONEAREST);
  return result;
}

/* The function as it is, and as it spoils the rounding: bit for bit one run. */
static void assert_no_bit_changes(jato_function function, const jato_options *options)
{
  int clean = 0, spoils = 1;
  function.user = &clean;
  jato_result first = minimize(&function, options);
  function.user = &spoils;
  jato_result second = minimize(&function, options);
  assert_same_double(first.best, second.best);
  assert_int_equal(first.evaluations, second.evaluations);
  assert_int_equal(first.digest, second.digest);
}

static void no_method_changes_by_rounding(void **state)
{
  jato_entry entry;
  (void)state;
  for (size_t i = 0; jato_catalogue(JATO_KIND_ALGORITHM, i, &entry); i++) {
    jato_options options = jato_options_default();
    jato_function function = {JATO_FUNCTION_INIT, .batch = batch};
    int is_lm = strcmp(entry.name, "lm") == 0;
    if (strcmp(entry.state, "built") != 0) continue;
    options.algorithm = entry.name;
    options.evaluations = EVALUATIONS;
    if (is_lm)
      function =
          (jato_function){JATO_FUNCTION_INIT, .residuals = residuals, .residual_count = RESIDUALS};
    assert_no_bit_changes(function, &options);
  }
}

static void no_kind_of_function_changes_by_rounding(void **state)
{
  static const jato_function functions[] = {
      {JATO_FUNCTION_INIT, .point = point},
      {JATO_FUNCTION_INIT, .batch = batch, .concurrent = 1},
      {JATO_FUNCTION_INIT, .residuals = residuals, .residual_count = RESIDUALS},
      {JATO_FUNCTION_INIT, .residuals = residuals, .residual_count = RESIDUALS, .concurrent = 1}};
  static const char *const orders[] = {"iteration", "particle"};
  (void)state;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    for (size_t k = 0; k < 2; k++) {
      jato_options options = jato_options_default();
      options.algorithm = "pso";
      options.device = "cpu:threads=2";
      options.order = orders[k];
      options.particles = 200;
      options.iterations = 5;
      assert_no_bit_changes(functions[i], &options);
    }
}

static int hear_progress(const jato_progress *progress, void *user)
{
  (void)progress;
  leave_rounding(user);
  return 0;
}

static void hear_event(const jato_event *event, void *user)
{
  (void)event;
  leave_rounding(user);
}

static uint64_t digest_of_heard_run(int *by_progress, int *by_event)
{
  jato_problem *problem = NULL;
  jato_options options = jato_options_default();
  jato_result result;
  jato_error error = {JATO_OK, ""};
  options.algorithm = "pso";
  options.iterations = 20;
  options.progress = hear_progress;
  options.progress_user = by_progress;
  options.event = hear_event;
  options.event_user = by_event;
  assert_ok(jato_problem_from_gallery("rastrigin", DIM, NULL, &problem, &error), error);
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  jato_problem_destroy(&problem);
  int rounding = fegetround();
  (void)fesetround(FE_TONEAREST);
  assert_int_equal(rounding, FE_TONEAREST);
  return result.digest;
}

static void no_listener_changes_a_bit(void **state)
{
  int no = 0, yes = 1;
  (void)state;
  uint64_t digest = digest_of_heard_run(&no, &no);
  assert_int_equal(digest_of_heard_run(&yes, &no), digest);
  assert_int_equal(digest_of_heard_run(&no, &yes), digest);
}

static void hear_notice(const char *text, void *user)
{
  (void)text;
  leave_rounding(user);
}

static void no_notice_changes_the_rounding(void **state)
{
  int spoils = 1;
  (void)state;
  jx_notice_send(hear_notice, &spoils, "a slower compiler was used");
  int rounding = fegetround();
  (void)fesetround(FE_TONEAREST);
  assert_int_equal(rounding, FE_TONEAREST);
}

static int square(const jato_points *p, void *user)
{
  (void)user;
  for (size_t i = 0; i < p->count; i++) p->f[i] = p->x[i] * p->x[i] + p->x[i] / 3;
  return 0;
}

/* Its constructor changes the rounding, as that of -ffast-math changes what becomes of subnormal
 * numbers, and so does its function, which is `square`. */
static void no_object_changes_a_bit(void **state)
{
  static const jato_variable variable = {.name = "x", .lower = -1, .upper = 1};
  static const jato_space space = {JATO_SPACE_INIT, .variables = &variable, .variable_count = 1};
  const jato_object object = {JATO_OBJECT_INIT, .path = ROUNDING_OBJECT};
  const jato_function function = {JATO_FUNCTION_INIT, .points = square};
  jato_problem *problem[2] = {NULL, NULL};
  jato_options options = jato_options_default();
  jato_result result[2];
  jato_error error = {JATO_OK, ""};
  (void)state;
  options.algorithm = "pso";
  options.iterations = 5;
  assert_ok(jato_problem_from_space_function(&function, &space, &problem[0], &error), error);
  assert_ok(jato_problem_from_object(&object, &space, &problem[1], &error), error);
  for (int i = 0; i < 2; i++) {
    assert_ok(jato_minimize(problem[i], &options, NULL, &result[i], &error), error);
    jato_problem_destroy(&problem[i]);
    int rounding = fegetround();
    (void)fesetround(FE_TONEAREST);
    assert_int_equal(rounding, FE_TONEAREST);
  }
  assert_int_equal(result[0].digest, result[1].digest);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_method_changes_by_rounding),
      cmocka_unit_test(no_kind_of_function_changes_by_rounding),
      cmocka_unit_test(no_listener_changes_a_bit),
      cmocka_unit_test(no_notice_changes_the_rounding),
      cmocka_unit_test(no_object_changes_a_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
