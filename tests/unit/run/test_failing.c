/* Runs in which everything fails end: at the same evaluation however outcomes arrive, and however
 * often the run was interrupted before. */
#include "check.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "jato/jato.h"

static const jato_variable variables[] = {{.name = "a", .lower = -5, .upper = 5},
                                          {.name = "b", .lower = -5, .upper = 5}};
static const jato_space space = {JATO_SPACE_INIT, .variables = variables, .variable_count = 2};

static jato_options options_of(const char *order, uint64_t particles)
{
  jato_options options = jato_options_default();
  options.algorithm = "pso";
  options.particles = particles;
  options.evaluations = 2000;
  options.order = order;
  return options;
}

/* Which evaluations fail: those from `from` on, before `until`. */
typedef struct failing {
  uint64_t from, until;
  jato_eval_status status;
} failing;

static jato_outcome outcome_of(const failing *those, const jato_trial *trial)
{
  if (trial->id >= those->from && trial->id < those->until)
    return (jato_outcome){JATO_OUTCOME_INIT, .status = those->status, .f = NAN,
                          .message = "it fell over"};
  return (jato_outcome){JATO_OUTCOME_INIT, .f = trial->values[0] * trial->values[0]};
}

/* Tells up to `most` outcomes with `at_once` trials out, the one that went out last first. */
static jato_stop drive(jato_run *run, const failing *those, size_t at_once, uint64_t most)
{
  jato_trial out[16];
  jato_stop stop = JATO_STOP_NONE;
  jato_error error = {JATO_OK, ""};
  size_t count = 0;
  for (uint64_t told = 0; told < most && stop == JATO_STOP_NONE; told++) {
    for (bool given = true; given && count < at_once;) {
      assert_ok(jato_run_ask(run, &out[count], &given, &error), error);
      count += (size_t)given;
    }
    assert_true(count > 0);
    jato_outcome outcome = outcome_of(those, &out[--count]);
    assert_ok(jato_run_tell(run, out[count].id, &outcome, &stop, &error), error);
  }
  jato_run_recall(run);
  return stop;
}

static jato_result result_of(const jato_options *options, const failing *those, size_t at_once)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_for_ask(&space, NULL, &problem, &error), error);
  assert_ok(jato_run_create(problem, options, &run, &error), error);
  drive(run, those, at_once, UINT64_MAX);
  assert_ok(jato_run_result(run, NULL, &result, &error), error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return result;
}

static const failing all = {0, UINT64_MAX, JATO_EVAL_EXIT};

static void a_whole_first_generation_ends_the_run(void **state)
{
  static const char *const orders[] = {"iteration", "particle"};
  (void)state;
  for (size_t i = 0; i < 2; i++)
    for (size_t at_once = 1; at_once <= 16; at_once += 5) {
      jato_options options = options_of(orders[i], 20);
      jato_result result = result_of(&options, &all, at_once);
      assert_int_equal(result.stop, JATO_STOP_FAILURE);
      assert_string_equal(result.why, "all 20 evaluations of the first generation failed");
      assert_int_equal(result.evaluations, 20);
      options.failures_in_row = 30; /* asked for: that, and nothing else */
      result = result_of(&options, &all, at_once);
      assert_string_equal(result.why, "30 evaluations in a row failed");
    }
}

/* Two are few to say anything, and so they do not end it; 50 in a row do. */
static void a_small_generation_does_not(void **state)
{
  (void)state;
  jato_options options = options_of("iteration", 2);
  jato_result result = result_of(&options, &all, 1);
  assert_string_equal(result.why, "50 evaluations in a row failed");
  assert_int_equal(result.evaluations, 50);
}

/* In the middle of the run: at evaluation 149, whichever was waited for. */
static void they_are_counted_by_number(void **state)
{
  static const char *const orders[] = {"iteration", "particle"};
  static const failing late = {100, UINT64_MAX, JATO_EVAL_TIMEOUT};
  static const failing too_few = {100, 149, JATO_EVAL_TIMEOUT};
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    jato_options options = options_of(orders[i], 40);
    uint64_t digest = result_of(&options, &late, 1).digest;
    for (size_t at_once = 1; at_once <= 16; at_once += 3) {
      jato_result result = result_of(&options, &late, at_once);
      assert_int_equal(result.stop, JATO_STOP_FAILURE);
      assert_true(result.evaluations >= 150 && result.evaluations <= 200);
      assert_int_equal(result.digest, digest);
      assert_true(isfinite(result.best));
      assert_int_equal(result_of(&options, &too_few, at_once).stop, JATO_STOP_EVALUATIONS);
    }
  }
}

/* NaN and infinity are how many say that a point is outside of where there are values. */
static void nonfinite_values_are_answers(void **state)
{
  static const failing always = {0, UINT64_MAX, JATO_EVAL_NONFINITE};
  (void)state;
  jato_options options = options_of("iteration", 20);
  assert_int_equal(result_of(&options, &always, 1).stop, JATO_STOP_EVALUATIONS);
}

static int refuse(const jato_points *points, void *calls)
{
  ++*(int *)calls;
  for (size_t i = 0; i < points->count; i++) points->status[i] = JATO_EVAL_REFUSED;
  return 0;
}

static void functions_end_as_well(void **state)
{
  (void)state;
  int calls = 0;
  jato_problem *problem = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of(NULL, 20);
  jato_function function = {JATO_FUNCTION_INIT, .points = refuse, .user = &calls};
  assert_ok(jato_problem_from_space_function(&function, &space, &problem, &error), error);
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  assert_int_equal(result.stop, JATO_STOP_FAILURE);
  assert_int_equal(calls, 1);
  jato_problem_destroy(&problem);
}

static void resumed(const char *path, const jato_problem *problem, jato_run **run)
{
  jato_record *record = NULL;
  jato_error error = {JATO_OK, ""};
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path};
  assert_ok(jato_record_open(&request, &record, &error), error);
  jato_options options = jato_options_copy(jato_record_get_info(record)->options);
  options.save = path;
  assert_ok(jato_run_load(record, problem, &options, run, &error), error);
  jato_record_close(&record);
}

/* Interrupted after every seventh outcome it ends where it would have; resumed once more, somebody
 * has fixed something, and the count begins at zero. */
static void a_resumed_run_goes_on_counting(void **state)
{
  static const char *const orders[] = {"iteration", "particle"};
  static const char path[] = "test_failing.h5";
  static const failing late = {100, 190, JATO_EVAL_EXIT};
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    jato_options options = options_of(orders[i], 40);
    jato_problem *problem = NULL;
    jato_run *run = NULL;
    jato_result result;
    jato_error error = {JATO_OK, ""};
    uint64_t digest = result_of(&options, &late, 1).digest;
    (void)unlink(path);
    (void)unlink("test_failing.h5.1");
    (void)unlink("test_failing.h5.journal");
    options.save = path;
    assert_ok(jato_problem_for_ask(&space, NULL, &problem, &error), error);
    assert_ok(jato_run_create(problem, &options, &run, &error), error);
    while (drive(run, &late, 1, 7) == JATO_STOP_NONE) {
      assert_ok(jato_run_save(run, path, &error), error);
      jato_run_destroy(&run);
      resumed(path, problem, &run);
    }
    assert_ok(jato_run_result(run, NULL, &result, &error), error);
    assert_int_equal(result.stop, JATO_STOP_FAILURE);
    assert_int_equal(result.evaluations, 150);
    assert_int_equal(result.digest, digest);
    jato_run_destroy(&run);
    resumed(path, problem, &run);
    assert_int_equal(drive(run, &late, 3, UINT64_MAX), JATO_STOP_EVALUATIONS);
    jato_run_destroy(&run);
    jato_problem_destroy(&problem);
    (void)unlink(path);
    (void)unlink("test_failing.h5.1");
    (void)unlink("test_failing.h5.journal");
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_whole_first_generation_ends_the_run),
      cmocka_unit_test(a_small_generation_does_not),
      cmocka_unit_test(they_are_counted_by_number),
      cmocka_unit_test(nonfinite_values_are_answers),
      cmocka_unit_test(functions_end_as_well),
      cmocka_unit_test(a_resumed_run_goes_on_counting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
