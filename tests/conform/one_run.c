/* A method makes one run, whatever evaluates its points and wherever it was saved: from its row
 * alone.
 *
 * usage: one_run ALGORITHM [--no-programs] [--everywhere]        as in: one_run cmaes
 *          --everywhere: saved at many more places, for nightly runs
 *        one_run --evaluate X Y                   the program that it has evaluate */
#define _GNU_SOURCE
#include "method_bed.h"

const char *the_algorithm;
static const char *the_program; /* this one; NULL: programs cannot be started here */
static int everywhere;

/* ---- Every evaluator ---- */

static const jato_variable plain[] = {{.lower = -4, .upper = 7}, {.lower = -4, .upper = 7}};
static const jato_space plain_space = {JATO_SPACE_INIT, .variables = plain, .variable_count = 2};

static double point_value(const double *x, size_t dim, void *user)
{
  (void)user;
  return bowl(x, dim);
}

static int points_values(const jato_points *points, void *user)
{
  (void)user;
  for (size_t i = 0; i < points->count; i++) points->f[i] = bowl(points->x + 2 * i, 2);
  return 0;
}

static jato_options few(unsigned workers)
{
  jato_options options = options_of(7);
  options.evaluations = 0;
  options.particles = 8;
  options.iterations = 20;
  options.workers = workers;
  return options;
}

static uint64_t digest_of(jato_problem *problem, unsigned workers)
{
  jato_options options = few(workers);
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  uint64_t digest = finish(&run).digest;
  jato_problem_destroy(&problem);
  return digest;
}

/* Up to three trials are out at a time, and told last in, first out. */
static uint64_t digest_asked(void)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_trial out[3];
  jato_result result;
  jato_options options = few(0);
  size_t count = 0;
  assert_int_equal(jato_problem_for_ask(&plain_space, NULL, &problem, NULL), JATO_OK);
  assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
  for (jato_stop stop = JATO_STOP_NONE; stop == JATO_STOP_NONE;) {
    for (bool given = true; given && count < 3; count += (size_t)given)
      assert_int_equal(jato_run_ask(run, &out[count], &given, NULL), JATO_OK);
    assert_true(count > 0);
    jato_outcome outcome = {JATO_OUTCOME_INIT, .f = bowl(out[--count].values, 2)};
    assert_int_equal(jato_run_tell(run, out[count].id, &outcome, &stop, NULL), JATO_OK);
  }
  assert_int_equal(jato_run_result(run, NULL, &result, NULL), JATO_OK);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return result.digest;
}

/* This program, with two numbers, prints the value there. */
static void check_program(uint64_t wanted)
{
  char line[512];
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  if (the_program == NULL || strchr(the_algorithm, ':') != NULL) return; /* it takes its time */
  snprintf(line, sizeof line, "'%s' --evaluate {x0} {x1}", the_program);
  jato_command command = {JATO_COMMAND_INIT, .command = line};
  jato_status status = jato_problem_from_command(&command, &plain_space, &problem, &error);
  if (status == JATO_E_NOT_BUILT) return;
  assert_ok(status, error);
  assert_int_equal(digest_of(problem, 3), wanted);
}

static void whoever_evaluates(void **state)
{
  const double lower[] = {-4, -4}, upper[] = {7, 7};
  objective o = {.kind = BOWL, .lower = -4, .upper = 7};
  jato_problem *problem = NULL;
  (void)state;
  uint64_t digest = digest_of(make_problem(&o, 2), 0);
  for (unsigned workers = 1; workers <= 8; workers += 3) {
    jato_function function = {JATO_FUNCTION_INIT, .point = point_value, .concurrent = 1};
    assert_int_equal(jato_problem_from_function(&function, 2, lower, upper, &problem, NULL), 0);
    assert_int_equal(digest_of(problem, workers), digest);
  }
  jato_function function = {JATO_FUNCTION_INIT, .points = points_values};
  assert_int_equal(jato_problem_from_space_function(&function, &plain_space, &problem, NULL), 0);
  assert_int_equal(digest_of(problem, 0), digest);
  jato_source source = {JATO_SOURCE_INIT,
                        .expression = "(x(0) - 0.3) * (x(0) - 0.3) + (x(1) - 0.3) * (x(1) - 0.3)"};
  if (the_program != NULL) {
    assert_int_equal(jato_problem_from_source(&source, 2, lower, upper, &problem, NULL), 0);
    assert_int_equal(digest_of(problem, 0), digest);
  }
  assert_int_equal(digest_asked(), digest);
  check_program(digest);
}

#ifdef WITH_RUN_FILES
/* ---- Saved ---- */

static jato_run *load(const char *path, const jato_problem *problem)
{
  jato_record *record = NULL;
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_record_open(&(jato_record_request){JATO_RECORD_REQUEST_INIT, .path = path},
                             &record, &error),
            error);
  assert_ok(jato_run_load(record, problem, NULL, &run, &error), error);
  jato_record_close(&record);
  return run;
}

static void check_resumed(jato_run *run, const char *path, const jato_problem *problem,
                          const jato_result *wanted)
{
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_run_save(run, path, &error), error);
  jato_run *resumed = load(path, problem);
  jato_result found = finish(&resumed);
  assert_int_equal(found.digest, wanted->digest);
  assert_int_equal(found.evaluations, wanted->evaluations);
  assert_int_equal(found.stop, wanted->stop);
  assert_same_double(found.best, wanted->best);
}

/* After each of the first generations, after some of the others, and where it has ended. Each place
 * is synced to the disk. */
static void check_saved(scratch *files, enum kind kind, size_t dim)
{
  char name[40];
  (void)snprintf(name, sizeof name, "run-%d-%zu.h5", (int)kind, dim);
  const char *path = scratch_path(files, name);
  objective o = {.kind = kind, .lower = -4, .upper = 7};
  jato_problem *problem = make_problem(&o, dim);
  jato_options options = options_of(dim);
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_stop stop = JATO_STOP_NONE;
  options.evaluations = 600;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  jato_result wanted = finish(&run);
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  for (int k = 0; stop == JATO_STOP_NONE; k++) {
    if (k < (everywhere ? 12 : 4) || k % (everywhere ? 16 : 32) == 0)
      check_resumed(run, path, problem, &wanted);
    assert_ok(jato_run_step(run, 1, &stop, &error), error);
  }
  check_resumed(run, path, problem, &wanted);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static void saved_after_every_generation(void **state)
{
  for (size_t dim = least_dim(); dim < 8; dim += 3) {
    check_saved(*state, BOWL, dim);
    check_saved(*state, HOLES, dim);
  }
  check_saved(*state, FLAT, 2);
  check_saved(*state, NOTHING, 2);
}
#endif

/* ---- The program ---- */

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whoever_evaluates),
#ifdef WITH_RUN_FILES
      cmocka_unit_test_setup_teardown(saved_after_every_generation, scratch_make, scratch_remove),
#endif
  };
  if (argc == 4 && strcmp(argv[1], "--evaluate") == 0) {
    double x[] = {strtod(argv[2], NULL), strtod(argv[3], NULL)};
    printf("%.17g\n", bowl(x, 2));
    return 0;
  }
  if (argc < 2) return 2;
  the_program = argv[0];
  for (int i = 2; i < argc; i++) {
    if (strcmp(argv[i], "--no-programs") == 0)
      the_program = NULL;
    else if (strcmp(argv[i], "--everywhere") == 0)
      everywhere = 1;
    else
      return 2;
  }
  return run_variants(argv[1], tests, sizeof tests / sizeof tests[0]);
}
