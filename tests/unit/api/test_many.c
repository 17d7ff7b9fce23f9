/* Many runs in one call, against the same runs made one by one. */
#include "check.h"

#include <math.h>
#include <stdatomic.h>

#include "jato/jato.h"

#define DIM 5
#define COUNT 24

static jato_problem *gallery(const char *name, size_t dim)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_gallery(name, dim, NULL, &problem, &error), error);
  return problem;
}

static jato_options options_of(const char *algorithm, const char *device)
{
  jato_options options = jato_options_default();
  options.algorithm = algorithm;
  options.device = device;
  options.particles = 20;
  options.evaluations = 2000;
  return options;
}

/* Two problems in turn, with seeds of which one comes twice. */
static void fill(jato_task tasks[COUNT], const jato_problem *a, const jato_problem *b)
{
  for (size_t i = 0; i < COUNT; i++) tasks[i] = (jato_task){i % 2 == 0 ? a : b, 100 + i / 2 * 3};
}

static void assert_like_alone(const jato_task *task, jato_options options, const double *x,
                              const jato_result *result)
{
  double alone_x[DIM];
  jato_result alone;
  jato_error error = {JATO_OK, ""};
  options.seed = task->seed;
  options.progress = NULL;
  assert_ok(jato_minimize(task->problem, &options, alone_x, &alone, &error), error);
  assert_true(alone.digest == result->digest);
  assert_same_double(alone.best, result->best);
  assert_true(alone.evaluations == result->evaluations && alone.stop == result->stop);
  assert_true(result->seed == task->seed);
  for (size_t d = 0; d < DIM; d++) assert_same_double(alone_x[d], x[d]);
}

static void each_run_is_as_alone(void **state)
{
  static const char *const algorithms[] = {"pso", "pso:topology=ring", "de", "cmaes", "slpso",
                                           "auto"};
  static const char *const devices[] = {"cpu", "cpu:threads=1", "cpu:threads=5"};
  (void)state;
  jato_problem *a = gallery("rastrigin:shift=3", DIM), *b = gallery("rosenbrock", DIM);
  jato_task tasks[COUNT];
  static jato_result results[COUNT];
  double x[COUNT][DIM];
  fill(tasks, a, b);
  for (size_t k = 0; k < sizeof algorithms / sizeof algorithms[0]; k++) {
    jato_options options = options_of(algorithms[k], devices[k % 3]);
    jato_error error = {JATO_OK, ""};
    options.precision = k == 1 ? JATO_FLOAT : JATO_DOUBLE;
    assert_ok(jato_minimize_many(tasks, COUNT, &options, x[0], results, &error), error);
    for (size_t i = 0; i < COUNT; i++) assert_like_alone(&tasks[i], options, x[i], &results[i]);
  }
  jato_problem_destroy(&a);
  jato_problem_destroy(&b);
}

/* ---- A function of the caller's ---- */

typedef struct visits {
  atomic_int inside, most, calls;
} visits;

static double count_visits(const double *x, size_t n, void *user)
{
  visits *v = user;
  double sum = 0;
  int now = atomic_fetch_add(&v->inside, 1) + 1, most = atomic_load(&v->most);
  while (now > most && !atomic_compare_exchange_weak(&v->most, &most, now)) {}
  atomic_fetch_add(&v->calls, 1);
  for (size_t d = 0; d < n; d++) sum += (x[d] - 1) * (x[d] - 1);
  atomic_fetch_sub(&v->inside, 1);
  return sum;
}

static void call_function(int concurrent, int most)
{
  const double lower[DIM] = {-5, -5, -5, -5, -5}, upper[DIM] = {5, 5, 5, 5, 5};
  visits v = {0, 0, 0};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  jato_task tasks[COUNT];
  static jato_result results[COUNT];
  jato_options options = options_of("pso", "cpu:threads=4");
  const jato_function function = {JATO_FUNCTION_INIT, .point = count_visits, .user = &v,
                                  .concurrent = concurrent};
  assert_ok(jato_problem_from_function(&function, DIM, lower, upper, &problem, &error), error);
  fill(tasks, problem, problem);
  assert_ok(jato_minimize_many(tasks, COUNT, &options, NULL, results, &error), error);
  assert_true(atomic_load(&v.most) <= most);
  assert_int_equal(atomic_load(&v.calls), COUNT * 2000);
  jato_problem_destroy(&problem);
}

static void a_function_is_called_by_as_many_as_it_allows(void **state)
{
  (void)state;
  call_function(0, 1);
  call_function(1, 4);
}

/* ---- The caller's word ---- */

typedef struct seen {
  uint64_t runs, evaluations, enough;
  double best;
} seen;

static int look(const jato_progress *progress, void *user)
{
  seen *s = user;
  assert_true(progress->iteration >= s->runs && progress->best <= s->best);
  assert_null(progress->run);
  s->runs = progress->iteration;
  s->evaluations = progress->evaluations;
  s->best = progress->best;
  return s->enough != 0 && s->runs >= s->enough;
}

static void the_caller_hears_of_all_and_can_stop(void **state)
{
  (void)state;
  jato_problem *problem = gallery("sphere:shift=1", DIM);
  jato_task tasks[COUNT];
  static jato_result results[COUNT];
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of("pso", "cpu:threads=2");
  seen s = {.best = INFINITY};
  options.progress = look;
  options.progress_user = &s;
  fill(tasks, problem, problem);
  assert_ok(jato_minimize_many(tasks, COUNT, &options, NULL, results, &error), error);
  assert_true(s.runs == COUNT && s.evaluations == COUNT * 2000);
  double best = INFINITY;
  for (size_t i = 0; i < COUNT; i++) best = fmin(best, results[i].best);
  assert_same_double(best, s.best);
  jato_problem_destroy(&problem);
}

static int enough_at_once(const jato_progress *progress, void *user)
{
  (void)progress;
  (void)user;
  return 1;
}

static void runs_under_way_are_stopped(void **state)
{
  (void)state;
  jato_problem *problem = gallery("sphere:shift=1", DIM);
  jato_task tasks[COUNT];
  static jato_result results[COUNT];
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of("pso", "cpu:threads=2");
  size_t cut = 0, never = 0;
  options.evaluations = 0;
  options.seconds = 1000;
  options.progress = enough_at_once;
  fill(tasks, problem, problem);
  assert_ok(jato_minimize_many(tasks, COUNT, &options, NULL, results, &error), error);
  for (size_t i = 0; i < COUNT; i++) {
    cut += results[i].stop == JATO_STOP_CALLBACK;
    never += results[i].stop == JATO_STOP_NONE && results[i].evaluations == 0;
  }
  assert_true(cut >= 1 && cut <= 2 && cut + never == COUNT);
  jato_problem_destroy(&problem);
}

/* ---- Refusals ---- */

static void what_cannot_be_is_refused(void **state)
{
  (void)state;
  jato_problem *a = gallery("sphere", 3), *b = gallery("sphere", 4);
  jato_task tasks[] = {{a, 1}, {b, 1}, {NULL, 1}};
  jato_result results[3];
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of("pso", "cpu");
  assert_int_equal(jato_minimize_many(tasks, 2, &options, NULL, results, &error), JATO_E_ARGUMENT);
  assert_string_equal(error.text, "task 1 has 4 variables, and the first one 3; runs of one call "
                                  "have the same number");
  tasks[1].problem = NULL;
  assert_int_equal(jato_minimize_many(tasks, 2, &options, NULL, results, &error), JATO_E_ARGUMENT);
  assert_int_equal(jato_minimize_many(tasks, 1, &options, NULL, NULL, &error), JATO_E_ARGUMENT);
  assert_ok(jato_minimize_many(NULL, 0, &options, NULL, NULL, &error), error);
  options.save = "run.h5";
  assert_int_equal(jato_minimize_many(tasks, 1, &options, NULL, results, &error), JATO_E_ARGUMENT);
  options.save = NULL;
  options.algorithm = "psa";
  assert_int_equal(jato_minimize_many(tasks, 1, &options, NULL, results, &error), JATO_E_NAME);
  jato_problem_destroy(&a);
  jato_problem_destroy(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_run_is_as_alone),
      cmocka_unit_test(a_function_is_called_by_as_many_as_it_allows),
      cmocka_unit_test(the_caller_hears_of_all_and_can_stop),
      cmocka_unit_test(runs_under_way_are_stopped),
      cmocka_unit_test(what_cannot_be_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
