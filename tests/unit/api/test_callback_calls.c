/* Callbacks that continue, save or end the run that calls them are refused, and it is as if they
 * had not tried. */
#include "check.h"

#include "jato/jato.h"

enum { DIM = 4 };

typedef struct caller {
  jato_run *run;
  int tries; /* whether it calls, and how often it did */
  int calls, notices;
} caller;

static void assert_refused(jato_status status, const jato_error *error)
{
  assert_int_equal(status, JATO_E_ARGUMENT);
  assert_contains(error->text, "callback");
}

/* All that a callback may not do to its run; and that it may look. */
static void try_all(caller *c)
{
  jato_error error = {JATO_OK, ""};
  jato_result result;
  double x[DIM];
  if (!c->tries || c->run == NULL) return;
  c->calls++;
  assert_refused(jato_run_step(c->run, 1, NULL, &error), &error);
  assert_refused(jato_run_result(c->run, x, &result, &error), &error);
  assert_refused(jato_run_save(c->run, "/nowhere/run.h5", &error), &error);
  int notices = c->notices;
  jato_run *run = c->run;
  jato_run_destroy(&run);
  assert_ptr_equal(run, c->run);
  assert_int_equal(c->notices, notices + 1);
  jato_run_recall(c->run);
  jato_run_get_info(c->run, x, &result);
}

static int batch_that_calls(const double *x, size_t n, size_t dim, double *f, void *user)
{
  for (size_t i = 0; i < n; i++) f[i] = x[i * dim] * x[i * dim] + x[i * dim + 1];
  try_all(user);
  return 0;
}

static int progress_that_calls(const jato_progress *progress, void *user)
{
  caller *c = user;
  c->run = progress->run;
  try_all(c);
  return 0;
}

static void event_that_calls(const jato_event *event, void *user)
{
  caller *c = user;
  c->run = event->progress->run; /* also while the run is created */
  try_all(c);
}

static void count_notices(const char *text, void *user)
{
  caller *c = user;
  assert_contains(text, "callback");
  c->notices++;
}

static uint64_t digest_of_calling_run(caller *c, const char *order)
{
  static const double lower[DIM] = {-1, -2, -3, -4}, upper[DIM] = {1, 2, 3, 4};
  jato_problem *problem = NULL;
  jato_options options = jato_options_default();
  jato_result result;
  jato_error error = {JATO_OK, ""};
  options.algorithm = "pso";
  options.order = order;
  options.particles = 10;
  options.iterations = 8;
  options.progress = progress_that_calls;
  options.event = event_that_calls;
  options.notice = count_notices;
  options.progress_user = options.event_user = options.notice_user = c;
  const jato_function function = {JATO_FUNCTION_INIT, .batch = batch_that_calls, .user = c};
  assert_ok(jato_problem_from_function(&function, DIM, lower, upper, &problem, &error), error);
  assert_ok(jato_run_create(problem, &options, &c->run, &error), error);
  assert_ok(jato_run_step(c->run, UINT64_MAX, NULL, &error), error);
  assert_ok(jato_run_result(c->run, NULL, &result, &error), error);
  assert_int_equal(result.iterations, 8);
  jato_run_destroy(&c->run);
  assert_null(c->run);
  jato_problem_destroy(&problem);
  return result.digest;
}

static void no_callback_goes_on_with_its_run(void **state)
{
  static const char *const orders[] = {"iteration", "particle"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    caller quiet = {.tries = 0}, loud = {.tries = 1};
    uint64_t digest = digest_of_calling_run(&quiet, orders[i]);
    assert_int_equal(digest_of_calling_run(&loud, orders[i]), digest);
    assert_true(loud.calls >= 16);
  }
}

/* For a run by ask and tell: events and progress come from those calls. */
static int tell_again(const jato_progress *progress, void *user)
{
  caller *c = user;
  jato_error error = {JATO_OK, ""};
  jato_trial trial;
  bool given = false;
  c->calls++;
  assert_refused(jato_run_ask(progress->run, &trial, &given, &error), &error);
  assert_refused(jato_run_tell(progress->run, 0,
                               &(jato_outcome){JATO_OUTCOME_INIT, .status = JATO_EVAL_OK, .f = 1},
                               NULL, &error),
                 &error);
  return 0;
}

static void no_callback_asks_and_tells(void **state)
{
  static const jato_variable variable = {.name = "x", .lower = -1, .upper = 1};
  static const jato_space space = {JATO_SPACE_INIT, .variables = &variable, .variable_count = 1};
  caller c = {.calls = 0};
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_options options = jato_options_default();
  jato_error error = {JATO_OK, ""};
  jato_trial trial;
  (void)state;
  options.algorithm = "pso";
  options.particles = 3;
  options.iterations = 4;
  options.progress = tell_again;
  options.progress_user = &c;
  assert_ok(jato_problem_for_ask(&space, NULL, &problem, &error), error);
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  for (bool given = true; given;) {
    assert_ok(jato_run_ask(run, &trial, &given, &error), error);
    const jato_outcome outcome = {JATO_OUTCOME_INIT, .status = JATO_EVAL_OK, .f = trial.values[0]};
    if (given) assert_ok(jato_run_tell(run, trial.id, &outcome, NULL, &error), error);
  }
  assert_true(c.calls >= 4);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_callback_goes_on_with_its_run),
      cmocka_unit_test(no_callback_asks_and_tells),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
