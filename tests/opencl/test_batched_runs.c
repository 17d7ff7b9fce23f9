/* Many runs as one pass of a device, against the same runs made one by one on the cpu device. */
#include "can_run.h"
#include "check.h"

#include <math.h>

#include "jato/jato.h"

enum { DIM = 4, COUNT = 12, PROBLEMS = 3 };

/* Data sets of a user: the distance to data[0..3], and no value where x(0) is above data[4]. */
static const char fit[] = "JATO_OBJECTIVE(x, n)\n"
                          "{\n"
                          "  real sum = 0;\n"
                          "  for (int i = 0; i < n; i++) sum += sq(x(i) - data[i]);\n"
                          "  return x(0) > data[n] ? sum / 0 : sum;\n"
                          "}\n";

static void make_sources(jato_problem *problems[PROBLEMS])
{
  for (size_t p = 0; p < PROBLEMS; p++) {
    double data[DIM + 1] = {0.5, -1, 0.25 * (double)p, 2, p == 2 ? -100 : 1};
    double side = 3 + (double)p, lower[DIM], upper[DIM];
    jato_source source = {JATO_SOURCE_INIT, .text = fit, .name = "fit.c", .data = data,
                          .data_count = DIM + 1};
    jato_error error = {JATO_OK, ""};
    for (size_t d = 0; d < DIM; d++) lower[d] = -side;
    for (size_t d = 0; d < DIM; d++) upper[d] = side + 1;
    assert_ok(jato_problem_from_source(&source, DIM, lower, upper, &problems[p], &error), error);
  }
}

static void make_gallery(jato_problem *problems[PROBLEMS])
{
  static const char *const names[PROBLEMS] = {"rastrigin", "rastrigin:shift=1",
                                              "rastrigin:shift=2"};
  jato_error error = {JATO_OK, ""};
  for (size_t p = 0; p < PROBLEMS; p++)
    assert_ok(jato_problem_from_gallery(names[p], DIM, NULL, &problems[p], &error), error);
}

static void assert_like_alone(const jato_task *task, jato_options options, const double *x,
                              const jato_result *result)
{
  double alone_x[DIM];
  jato_result alone;
  jato_error error = {JATO_OK, ""};
  options.seed = task->seed;
  options.device = "cpu";
  assert_ok(jato_minimize(task->problem, &options, alone_x, &alone, &error), error);
  assert_true(alone.digest == result->digest);
  assert_same_double(alone.best, result->best);
  assert_true(alone.evaluations == result->evaluations && alone.nonfinite == result->nonfinite);
  assert_true(alone.iterations == result->iterations && alone.stop == result->stop);
  assert_true(alone.particles == result->particles && alone.swarm_bytes == result->swarm_bytes);
  assert_true(result->seed == task->seed);
  assert_string_equal(alone.algorithm, result->algorithm);
  assert_contains(result->device, "opencl");
  for (size_t d = 0; d < DIM; d++) assert_same_double(alone_x[d], x[d]);
}

/* Rows: runs that differ by limits, swarms with ghosts and of several tiles, and numbers that
 * follow from the seed. */
static const struct row {
  const char *algorithm, *walls;
  uint64_t particles, iterations, evaluations, stall;
  double target;
  jato_precision precision;
} rows[] = {
    {"pso", "reflect", 64, 100, 0, 0, NAN, JATO_DOUBLE},
    {"pso:inertia=random", "periodic", 50, 130, 0, 0, NAN, JATO_FLOAT},
    {"pso:inertia=linear,draws=particle", "absorb", 7, 64, 0, 0, NAN, JATO_DOUBLE},
    {"pso", "resample", 600, 0, 600 * 40, 0, 0.7, JATO_FLOAT},
    {"pso:vmax=0.01", "clamp", 33, 400, 33 * 300, 5, 1e-3, JATO_DOUBLE},
    {"pso", "reflect", 30, 1, 0, 0, 1e9, JATO_DOUBLE}, /* over before the first move */
    {"pso:topology=ring", "reflect", 40, 20, 0, 0, NAN, JATO_DOUBLE}, /* no batch: one by one */
    {"pso", "reflect", 40, 0, 333, 0, NAN, JATO_DOUBLE}, /* a last iteration that is cut short */
};

static jato_options options_of(const struct row *row)
{
  jato_options options = jato_options_default();
  options.algorithm = row->algorithm;
  options.walls = row->walls;
  options.particles = row->particles;
  options.iterations = row->iterations;
  options.evaluations = row->evaluations;
  options.stall = row->stall;
  options.target = row->target;
  options.precision = row->precision;
  options.device = "opencl";
  return options;
}

/* Runs of one problem one behind the other, and of another in between. */
static void fill(jato_task tasks[COUNT], jato_problem *const problems[PROBLEMS])
{
  for (size_t i = 0; i < COUNT; i++)
    tasks[i] = (jato_task){problems[i == 3 ? 2 : i * PROBLEMS / COUNT], 7 * i + 1};
}

static void compare(void (*make)(jato_problem *problems[PROBLEMS]))
{
  jato_problem *problems[PROBLEMS];
  jato_task tasks[COUNT];
  static jato_result results[COUNT];
  double x[COUNT][DIM];
  unsigned seen = 0;
  make(problems);
  fill(tasks, problems);
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
    jato_options options = options_of(&rows[k]);
    jato_error error = {JATO_OK, ""};
    assert_ok(jato_minimize_many(tasks, COUNT, &options, x[0], results, &error), error);
    for (size_t i = 0; i < COUNT; i++) assert_like_alone(&tasks[i], options, x[i], &results[i]);
    for (size_t i = 0; i < COUNT; i++) seen |= 1u << results[i].stop;
  }
  /* All ends that there are to be seen were seen. */
  assert_true(seen & 1u << JATO_STOP_TARGET && seen & 1u << JATO_STOP_ITERATIONS);
  assert_true(seen & 1u << JATO_STOP_EVALUATIONS && seen & 1u << JATO_STOP_STALL);
  for (size_t p = 0; p < PROBLEMS; p++) jato_problem_destroy(&problems[p]);
}

static void problems_of_the_gallery(void **state)
{
  (void)state;
  compare(make_gallery);
}

static void data_sets_of_a_source(void **state)
{
  (void)state;
  compare(make_sources);
}

static int enough(const jato_progress *progress, void *user)
{
  (void)progress;
  ++*(int *)user;
  return 1;
}

static void a_batch_can_be_stopped(void **state)
{
  (void)state;
  jato_problem *problems[PROBLEMS];
  jato_task tasks[COUNT];
  static jato_result results[COUNT];
  jato_options options = options_of(&rows[0]);
  jato_error error = {JATO_OK, ""};
  int calls = 0;
  make_gallery(problems);
  fill(tasks, problems);
  options.iterations = 1000000;
  options.no_converge = 1; /* otherwise so long a run is none of a batch */
  options.progress = enough;
  options.progress_user = &calls;
  assert_ok(jato_minimize_many(tasks, COUNT, &options, NULL, results, &error), error);
  for (size_t i = 0; i < COUNT; i++) {
    assert_int_equal(results[i].stop, JATO_STOP_CALLBACK);
    assert_true(results[i].iterations > 0 && results[i].iterations < 1000000);
    options.iterations = results[i].iterations;
    jato_options alone = options;
    jato_result one;
    alone.progress = NULL;
    alone.device = "cpu";
    alone.seed = tasks[i].seed;
    assert_ok(jato_minimize(tasks[i].problem, &alone, NULL, &one, &error), error);
    assert_true(one.digest == results[i].digest);
  }
  assert_true(calls > 0);
  for (size_t p = 0; p < PROBLEMS; p++) jato_problem_destroy(&problems[p]);
}

static int has_opencl(void)
{
  jato_problem *problem = NULL;
  jato_options options = options_of(&rows[0]);
  jato_status status = jato_problem_from_gallery("sphere", DIM, NULL, &problem, NULL);
  options.iterations = 1;
  if (status == JATO_OK) status = jato_minimize(problem, &options, NULL, NULL, NULL);
  jato_problem_destroy(&problem);
  return status == JATO_OK;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(problems_of_the_gallery),
      cmocka_unit_test(data_sets_of_a_source),
      cmocka_unit_test(a_batch_can_be_stopped),
  };
  if (!has_opencl()) return SKIPPED;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
