/* Runs whose caller evaluates, saved in the middle of an iteration and resumed: as if they had
 * never been interrupted. Whole numbers, a logarithm, a constraint and failures are among them.
 *
 * usage: asked ALGORITHM        as in: asked pso */
#define _GNU_SOURCE

#include "check.h"

#include "can_run.h"
#include "jato/jato.h"
#include "scratch.h"

enum { PARTICLES = 24, ITERATIONS = 12 };

static const char *the_algorithm;

/* Whether its particles can go on one by one. */
static int goes_one_by_one(void)
{
  jato_entry entry = {0};
  for (size_t i = 0; entry.name == NULL || strcmp(entry.name, the_algorithm) != 0; i++)
    assert_true(jato_catalogue(JATO_KIND_ALGORITHM, i, &entry));
  return strstr(entry.traits, "one by one") != NULL;
}

static const jato_variable variables[] = {
    {.name = "a", .lower = -5, .upper = 5},
    {.name = "n", .kind = JATO_INTEGER, .lower = 1, .upper = 9},
    {.name = "k", .scale = JATO_LOG, .lower = 1e-4, .upper = 10}};
static const jato_constraint constraint = {.name = "sum", .relation = JATO_AT_LEAST, .bound = 2.5};
static const jato_space space = {JATO_SPACE_INIT, variables, 3, &constraint, 1, 0};

static jato_record *open_file(const char *file)
{
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = file};
  jato_record *record = NULL;
  assert_int_equal(jato_record_open(&request, &record, NULL), JATO_OK);
  return record;
}

static jato_outcome evaluate(const jato_trial *trial, double *c)
{
  const double *v = trial->values;
  double f = v[0] * v[0] + (v[1] - 4) * (v[1] - 4) + v[2];
  *c = v[0] + v[2];
  if (trial->id % 17 != 3) return (jato_outcome){JATO_OUTCOME_INIT, .f = f, .c = c};
  return (jato_outcome){JATO_OUTCOME_INIT, .status = JATO_EVAL_TIMEOUT, .message = "too slow"};
}

static jato_options options_of(const char *order)
{
  jato_options options = jato_options_default();
  options.algorithm = spec_of(the_algorithm);
  options.particles = PARTICLES;
  options.iterations = ITERATIONS;
  options.order = order;
  options.seed = 3;
  return options;
}

/* Up to `tells` outcomes, with 5 trials out at a time, told last in, first out. What is out in the
 * end is given up. */
static jato_stop drive(jato_run *run, uint64_t tells)
{
  jato_trial out[5];
  jato_error error = {JATO_OK, ""};
  jato_stop stop = JATO_STOP_NONE;
  size_t count = 0;
  for (uint64_t told = 0; told < tells && stop == JATO_STOP_NONE; told++) {
    double c = 0;
    for (bool given = true; given && count < 5;) {
      assert_ok(jato_run_ask(run, &out[count], &given, &error), error);
      count += (size_t)given;
    }
    if (count == 0) break; /* it was over when it was saved */
    count--;
    jato_outcome outcome = evaluate(&out[count], &c);
    assert_ok(jato_run_tell(run, out[count].id, &outcome, &stop, &error), error);
  }
  jato_run_recall(run);
  return stop;
}

static void check_same(jato_run *run, const jato_result *truth, const jato_failures *counts)
{
  jato_result result;
  jato_failures failures;
  assert_int_equal(jato_run_result(run, NULL, &result, NULL), JATO_OK);
  jato_run_failures(run, &failures);
  assert_int_equal(result.digest, truth->digest);
  assert_int_equal(result.evaluations, truth->evaluations);
  assert_same_double(result.best, truth->best);
  assert_same_double(result.violation, truth->violation);
  assert_memory_equal(failures.by_status, counts->by_status, sizeof failures.by_status);
  assert_int_equal(failures.attempts, counts->attempts);
}

/* Saved after every `piece` outcomes, and read again each time. */
static void go_in_pieces(const char *file, const char *order, uint64_t piece,
                         const jato_result *truth, const jato_failures *counts)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of(order);
  assert_ok(jato_problem_for_ask(&space, NULL, &problem, &error), error);
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  while (drive(run, piece) == JATO_STOP_NONE) {
    assert_ok(jato_run_save(run, file, &error), error);
    jato_run_destroy(&run);
    jato_record *record = open_file(file);
    assert_string_equal(jato_record_get_info(record)->options->order, order);
    assert_ok(jato_run_load(record, problem, NULL, &run, &error), error);
    jato_record_close(&record);
  }
  check_same(run, truth, counts);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static void saved_anywhere_the_run_is_the_same(void **state)
{
  static const char *const orders[] = {"iteration", "particle"};
  const char *file = scratch_path(*state, "asked.h5");
  for (size_t i = 0; i < (goes_one_by_one() ? 2 : 1); i++) {
    jato_problem *problem = NULL;
    jato_run *run = NULL;
    jato_result truth;
    jato_failures counts;
    jato_options options = options_of(orders[i]);
    assert_int_equal(jato_problem_for_ask(&space, NULL, &problem, NULL), JATO_OK);
    assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
    jato_stop stop = drive(run, UINT64_MAX);
    assert_true(stop == JATO_STOP_ITERATIONS || stop == JATO_STOP_CONVERGED);
    assert_int_equal(jato_run_result(run, NULL, &truth, NULL), JATO_OK);
    jato_run_failures(run, &counts);
    if (truth.evaluations > 3) assert_true(counts.by_status[JATO_EVAL_TIMEOUT] > 0);
    for (uint64_t piece = 7; piece < 60; piece += 11)
      go_in_pieces(file, orders[i], piece, &truth, &counts);
    jato_run_destroy(&run);
    jato_problem_destroy(&problem);
  }
}

static void who_cannot_go_one_by_one_says_so(void **state)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of("particle");
  (void)state;
  assert_ok(jato_problem_for_ask(&space, NULL, &problem, &error), error);
  jato_status status = jato_run_create(problem, &options, &run, &error);
  assert_int_equal(status, goes_one_by_one() ? JATO_OK : JATO_E_ARGUMENT);
  if (!goes_one_by_one()) assert_contains(error.text, "needs all values of a generation");
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static void save(jato_run **run, const char *file)
{
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_run_save(*run, file, &error), error);
  jato_run_destroy(run);
}

static jato_run *load(const char *file, const jato_problem *problem, const jato_options *changes)
{
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_record *record = open_file(file);
  assert_ok(jato_run_load(record, problem, changes, &run, &error), error);
  jato_record_close(&record);
  return run;
}

/* A budget that ends in the middle of an iteration is used up, and a run that goes on from there
 * is the one that never stopped there. Both began with the small budget, which a schedule of the
 * method may have followed. */
static void cut_short_and_gone_on_with(void **state)
{
  const char *file = scratch_path(*state, "cut.h5");
  jato_problem *problem = NULL;
  jato_run *run = NULL, *whole = NULL;
  jato_result truth;
  jato_failures counts;
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of("iteration"), more = options;
  options.iterations = more.iterations = 0;
  options.evaluations = 5 * PARTICLES + 7;
  more.evaluations = 9 * PARTICLES + 11;
  assert_ok(jato_problem_for_ask(&space, NULL, &problem, &error), error);
  assert_ok(jato_run_create(problem, &options, &whole, &error), error);
  (void)drive(whole, PARTICLES);
  save(&whole, file);
  whole = load(file, problem, &more);
  (void)drive(whole, UINT64_MAX);
  assert_ok(jato_run_result(whole, NULL, &truth, &error), error);
  jato_run_failures(whole, &counts);
  jato_run_destroy(&whole);
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  if (drive(run, UINT64_MAX) == JATO_STOP_EVALUATIONS) {
    jato_result cut;
    jato_run_get_info(run, NULL, &cut);
    assert_int_equal(cut.evaluations, options.evaluations);
    save(&run, file);
    run = load(file, problem, &more);
    if (drive(run, UINT64_MAX) == JATO_STOP_EVALUATIONS)
      assert_int_equal(truth.evaluations, more.evaluations);
  }
  check_same(run, &truth, &counts);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* By arrival the order is in the file, and the run that follows it ends with the same bits. */
static int evaluate_points(const jato_points *points, void *user)
{
  (void)user;
  for (size_t i = 0; i < points->count; i++) {
    const double *v = points->x + 3 * i;
    points->c[i] = v[0] + v[2];
    points->f[i] = v[0] * v[0] + (v[1] - 4) * (v[1] - 4) + v[2];
  }
  return 0;
}

static uint64_t follow(const char *file, const jato_result *wanted)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  jato_record *record = open_file(file);
  jato_function function = {JATO_FUNCTION_INIT, .points = evaluate_points};
  assert_ok(jato_problem_from_space_function(&function, &space, &problem, &error), error);
  assert_ok(jato_run_replay(record, problem, NULL, &run, &error), error);
  assert_ok(jato_run_step(run, UINT64_MAX, NULL, &error), error);
  assert_ok(jato_run_result(run, NULL, &result, &error), error);
  assert_int_equal(result.evaluations, wanted->evaluations);
  jato_run_destroy(&run);
  jato_record_close(&record);
  jato_problem_destroy(&problem);
  return result.digest;
}

/* The value of every fourth trial comes late. */
static void an_order_of_arrival_is_followed_again(void **state)
{
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_trial out[7];
  jato_result result;
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of("arrival");
  size_t count = 0, step = 0;
  const char *file = scratch_path(*state, "arrival.h5");
  if (!goes_one_by_one()) return;
  options.iterations = 0;
  options.evaluations = 200; /* not a multiple of the particles */
  assert_ok(jato_problem_for_ask(&space, NULL, &problem, &error), error);
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  for (jato_stop stop = JATO_STOP_NONE; stop == JATO_STOP_NONE; step++) {
    double c, f;
    for (bool given = true; given && count < 7;) {
      assert_ok(jato_run_ask(run, &out[count], &given, &error), error);
      count += (size_t)given;
    }
    size_t who = step * step % count;
    jato_points one = {sizeof one, 1, 3, 1, out[who].values, &f, &c, NULL};
    (void)evaluate_points(&one, NULL);
    jato_outcome outcome = {JATO_OUTCOME_INIT, .f = f, .c = &c};
    assert_ok(jato_run_tell(run, out[who].id, &outcome, &stop, &error), error);
    out[who] = out[--count];
  }
  assert_ok(jato_run_save(run, file, &error), error);
  assert_ok(jato_run_result(run, NULL, &result, &error), error);
  assert_int_equal(result.evaluations, 200);
  assert_int_equal(follow(file, &result), result.digest);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(saved_anywhere_the_run_is_the_same, scratch_make,
                                      scratch_remove),
      cmocka_unit_test(who_cannot_go_one_by_one_says_so),
      cmocka_unit_test_setup_teardown(cut_short_and_gone_on_with, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(an_order_of_arrival_is_followed_again, scratch_make,
                                      scratch_remove),
  };
  if (argc != 2) {
    fprintf(stderr, "usage: %s ALGORITHM\n", argv[0]);
    return 2;
  }
  the_algorithm = argv[1];
  return can_run(the_algorithm) ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
