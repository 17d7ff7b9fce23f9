/* auto is interrupted in every phase that it goes through, shortly after the phase began and some
 * time later, and ends with the bits of a run that never stopped. */
#define _GNU_SOURCE
#include "scratch.h"
#include "finish.h"

#include <string.h>

enum { MOST_CHANGES = 64 };

typedef struct changes {
  uint64_t evaluations[MOST_CHANGES]; /* when it changed its mind */
  size_t count;
  char text[8192]; /* all sentences */
} changes;

static void hear(const jato_event *event, void *user)
{
  changes *c = user;
  if (event->kind != JATO_EVENT_CHANGED) return;
  assert_in_range(c->count, 0, MOST_CHANGES - 1);
  c->evaluations[c->count++] = event->progress->evaluations;
  size_t used = strlen(c->text);
  (void)snprintf(c->text + used, sizeof c->text - used, "%s\n", event->text);
}

static jato_run *start(const jato_problem *problem, uint64_t evaluations, const char *save,
                       changes *c)
{
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  options.algorithm = "auto:batch=1";
  options.seed = 2;
  options.evaluations = evaluations;
  options.save = save;
  options.event = c != NULL ? hear : NULL;
  options.event_user = c;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  return run;
}

enum plan { LIMIT_MOVES, LIMIT_STAYS };

/* With a limit that moves it stops in the middle of a generation. One that differential evolution
 * plans with has to stay, and it stops between two. */
static jato_run *start_and_stop(const jato_problem *problem, uint64_t at, uint64_t evaluations,
                                enum plan plan)
{
  jato_error error = {JATO_OK, ""};
  jato_result now = {.evaluations = 0};
  jato_run *run = start(problem, plan == LIMIT_MOVES ? at : evaluations, NULL, NULL);
  while (now.evaluations < at) {
    assert_ok(jato_run_step(run, 1, NULL, &error), error);
    assert_ok(jato_run_result(run, NULL, &now, &error), error);
  }
  return run;
}

/* Stopped after so many evaluations, saved and put back; then to the end. */
static jato_result interrupted(const jato_problem *problem, uint64_t at, uint64_t evaluations,
                               enum plan plan, scratch *s)
{
  jato_error error = {JATO_OK, ""};
  jato_record *record = NULL;
  jato_run *run = start_and_stop(problem, at, evaluations, plan);
  const char *path = scratch_path(s, "run.h5");
  assert_ok(jato_run_save(run, path, &error), error);
  jato_run_destroy(&run);
  assert_ok(jato_record_open(&(jato_record_request){JATO_RECORD_REQUEST_INIT, .path = path},
                             &record, &error),
            error);
  jato_options changed = jato_options_copy(jato_record_get_info(record)->options);
  changed.evaluations = evaluations;
  assert_ok(jato_run_load(record, problem, &changed, &run, &error), error);
  jato_record_close(&record);
  return finish(&run);
}

/* What the sentences of `problem`, which ends here, have to say, so that no phase is missed. */
static void check_problem(jato_problem *problem, uint64_t evaluations, enum plan plan,
                          const char *const *says, scratch *s)
{
  static const uint64_t later[] = {1, 7, 40};
  changes c = {.count = 0};
  jato_run *run = start(problem, evaluations, NULL, &c);
  jato_result whole = finish(&run);
  for (size_t i = 0; says[i] != NULL; i++) assert_non_null(strstr(c.text, says[i]));
  for (size_t i = 0; i < c.count; i++)
    for (size_t k = 0; k < sizeof later / sizeof later[0]; k++) {
      uint64_t at = c.evaluations[i] + later[k];
      if (at >= evaluations) continue;
      jato_result result = interrupted(problem, at, evaluations, plan, s);
      assert_int_equal(result.digest, whole.digest);
      assert_int_equal(result.evaluations, whole.evaluations);
    }
  jato_problem_destroy(&problem);
}

static void check(const char *name, size_t dim, uint64_t evaluations, const char *const *says,
                  scratch *s)
{
  jato_error error = {JATO_OK, ""};
  jato_problem *problem = NULL;
  assert_ok(jato_problem_from_gallery(name, dim, NULL, &problem, &error), error);
  check_problem(problem, evaluations, LIMIT_MOVES, says, s);
}

/* Rows say which method found the best: only one that has had a turn, and the lines first. */
static void rows_name_their_submethods(void **state)
{
  jato_error error = {JATO_OK, ""};
  jato_problem *problem = NULL;
  jato_record *record = NULL;
  uint64_t seen = 0;
  const char *path = scratch_path(*state, "submethods.h5");
  assert_ok(jato_problem_from_gallery("rosenbrock", 6, NULL, &problem, &error), error);
  jato_run *run = start(problem, 400, path, NULL);
  (void)finish(&run);
  jato_problem_destroy(&problem);
  assert_ok(jato_record_open(&(jato_record_request){JATO_RECORD_REQUEST_INIT, .path = path},
                             &record, &error),
            error);
  const jato_record_info *info = jato_record_get_info(record);
  assert_int_equal(strncmp(info->submethods, "lines,descent,", 14), 0);
  for (size_t i = 0; i < info->row_count; i++) {
    assert_in_range(info->rows[i].submethod, i == 0 ? 1 : info->rows[i - 1].submethod, 2);
    seen |= UINT64_C(1) << info->rows[i].submethod;
  }
  assert_int_equal(seen, 1 << 1 | 1 << 2);
  jato_record_close(&record);
}

static void a_smooth_function(void **state)
{
  static const char *const says[] = {
      "a probe", "the descent takes long", "ended in a minimum", "beside it", "close to it", NULL};
  check("griewank:shift=2", 5, 10000, says, *state);
}

static void a_rugged_function(void **state)
{
  static const char *const says[] = {"up and down all over the box", NULL};
  check("schaffer_f7:shift=1", 10, 3000, says, *state);
}

static void a_sum_over_coordinates(void **state)
{
  static const char *const says[] = {"searches along each of them",
                                     "nothing more was found along any of them", NULL};
  check("rastrigin:shift=3", 6, 3000, says, *state);
}

static void many_coordinates(void **state)
{
  static const char *const says[] = {"too many for differences along each", NULL};
  check("rosenbrock", 1200, 2600, says, *state); /* behind a probe of 2403 */
}

static int waves(const jato_points *all, void *user)
{
  (void)user;
  for (size_t i = 0; i < all->count; i++) {
    all->f[i] = 0;
    for (size_t j = 0; j < all->variables; j++) {
      double off = all->x[i * all->variables + j] - 2;
      all->f[i] += off * off + 4 * (1 - cos(3 * off));
    }
  }
  return 0;
}

static void whole_numbers(void **state)
{
  static const char *const says[] = {"whole numbers within reach", "differential evolution", NULL};
  const jato_variable variables[] = {
      {.name = "n", .kind = JATO_INTEGER, .lower = -9, .upper = 9},
      {.name = "m", .kind = JATO_INTEGER, .lower = 0, .upper = 3},
      {.name = "a", .lower = -5, .upper = 5},
  };
  const jato_space space = {JATO_SPACE_INIT, .variables = variables, .variable_count = 3};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_space_function(&(jato_function){JATO_FUNCTION_INIT, .points = waves},
                                             &space, &problem, &error),
            error);
  check_problem(problem, 1500, LIMIT_STAYS, says, *state);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(rows_name_their_submethods, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(a_smooth_function, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(a_rugged_function, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(a_sum_over_coordinates, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(many_coordinates, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(whole_numbers, scratch_make, scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
