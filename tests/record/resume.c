/* A run that is saved and put back ends with the bits of one that never stopped: for every
 * algorithm and topology, on other threads, by any number of interruptions.
 *
 * usage: resume ALGORITHM PRECISION        as in: resume pso:topology=ring float */
#define _GNU_SOURCE
#include "scratch.h"
#include "can_run.h"
#include "finish.h"

#define ITERATIONS 40
#define PARTICLES 1500 /* several tiles, the last group not full */

static const char *the_algorithm;
static jato_precision the_precision;

/* Steps, a region without a value, and a place for -0. */
static double bowl(const double *x, size_t dim, void *user)
{
  double sum = 0;
  (void)user;
  for (size_t d = 0; d < dim; d++) sum += (x[d] - 0.5) * (x[d] - 0.5);
  return x[0] > 3 ? NAN : floor(16 * sum) / 16;
}

static jato_problem *make_problem(void)
{
  const double lower[] = {-5, -1, 0, -2}, upper[] = {4, 1, 3, 2};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_function(
                &(jato_function){JATO_FUNCTION_INIT, .point = bowl, .concurrent = 1}, 4, lower,
                upper, &problem, &error),
            error);
  return problem;
}

static jato_options make_options(void)
{
  jato_options options = jato_options_default();
  options.algorithm = spec_of(the_algorithm);
  options.precision = the_precision;
  options.particles = PARTICLES;
  options.iterations = ITERATIONS;
  options.device = "cpu:threads=2";
  options.seed = 7;
  return options;
}

static jato_record *open_record(const char *path)
{
  jato_record *record = NULL;
  jato_error error = {JATO_OK, ""};
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path};
  assert_ok(jato_record_open(&request, &record, &error), error);
  return record;
}

static jato_run *load(const char *path, const jato_problem *problem, const jato_options *changes)
{
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_record *record = open_record(path);
  assert_ok(jato_run_load(record, problem, changes, &run, &error), error);
  jato_record_close(&record);
  return run;
}

static void assert_same_result(const jato_result *found, const jato_result *wanted)
{
  assert_same_double(found->best, wanted->best);
  assert_int_equal(found->digest, wanted->digest);
  assert_int_equal(found->iterations, wanted->iterations);
  assert_int_equal(found->evaluations, wanted->evaluations);
  assert_int_equal(found->nonfinite, wanted->nonfinite);
  assert_int_equal(found->stop, wanted->stop);
}

static jato_result straight(const jato_problem *problem)
{
  jato_options options = make_options();
  jato_result result;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  if (result.evaluations > PARTICLES) assert_true(result.nonfinite > 0);
  return result;
}

/* Saved at iteration k by the caller, put back on another number of threads. */
static void saved_at_each_iteration(void **state)
{
  jato_problem *problem = make_problem();
  jato_result wanted = straight(problem);
  jato_options options = make_options();
  jato_error error = {JATO_OK, ""};
  const char *path = scratch_path(*state, "run.h5");
  jato_run *run = NULL;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  for (uint64_t k = 0; k < ITERATIONS; k += 3) {
    assert_ok(jato_run_save(run, path, &error), error);
    jato_options changes = options;
    changes.device = k % 2 == 0 ? "cpu:threads=1" : "cpu:threads=3";
    jato_run *resumed = load(path, problem, &changes);
    jato_result found = finish(&resumed);
    assert_same_result(&found, &wanted);
    assert_ok(jato_run_step(run, 3, NULL, &error), error);
  }
  jato_result found = finish(&run);
  assert_same_result(&found, &wanted);
  jato_problem_destroy(&problem);
}

/* One that is interrupted again and again, and keeps itself in between. */
static void goes_through_many_hands(void **state)
{
  jato_problem *problem = make_problem();
  jato_result wanted = straight(problem);
  jato_options options = make_options();
  jato_error error = {JATO_OK, ""};
  const char *path = scratch_path(*state, "run.h5");
  jato_run *run = NULL;
  options.save = path;
  options.checkpoint = 1e-9;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  for (int hands = 0; hands < 6; hands++) {
    assert_ok(jato_run_step(run, 5, NULL, &error), error);
    jato_run_destroy(&run); /* what was being written is finished; the rest is lost */
    run = load(path, problem, &options);
  }
  jato_result found = finish(&run);
  assert_same_result(&found, &wanted);
  jato_problem_destroy(&problem);
}

static void assert_same_history(const jato_record_info *found, const jato_record_info *wanted)
{
  assert_int_equal(found->row_count, wanted->row_count);
  assert_int_equal(found->row_stride, wanted->row_stride);
  for (size_t i = 0; i < wanted->row_count; i++) {
    const jato_trace_row *a = &found->rows[i], *b = &wanted->rows[i];
    assert_int_equal(a->iteration, b->iteration);
    assert_int_equal(a->evaluations, b->evaluations);
    assert_int_equal(a->nonfinite, b->nonfinite);
    assert_same_double(a->best, b->best);
    assert_same_double(a->diversity, b->diversity);
    assert_int_equal(a->submethod, b->submethod);
    assert_double(a->seconds, >=, i > 0 ? found->rows[i - 1].seconds : 0);
  }
  assert_memory_equal(found->row_x, wanted->row_x,
                      wanted->row_count * wanted->dim * sizeof *wanted->row_x);
  assert_int_equal(found->frame_count, wanted->frame_count);
  assert_int_equal(found->frame_particles, wanted->frame_particles);
  assert_memory_equal(found->frame_x, wanted->frame_x,
                      2 * wanted->frame_count * wanted->frame_particles * sizeof(double));
}

/* Whether another limit would make another run. */
static int follows_limits(void)
{
  jato_entry entry = {0};
  size_t length = strcspn(the_algorithm, ":");
  for (size_t i = 0; entry.name == NULL || strlen(entry.name) != length ||
                     strncmp(entry.name, the_algorithm, length) != 0;
       i++)
    assert_true(jato_catalogue(JATO_KIND_ALGORITHM, i, &entry));
  return strstr(entry.traits, "follows limits") != NULL;
}

/* The history of the file, too, is that of a run that never stopped. */
static void the_history_goes_on(void **state)
{
  char one[256], other[256];
  jato_problem *problem = make_problem();
  jato_options options = make_options();
  jato_error error = {JATO_OK, ""};
  jato_run *run = NULL;
  (void)snprintf(one, sizeof one, "%s", scratch_path(*state, "one.h5"));
  (void)snprintf(other, sizeof other, "%s", scratch_path(*state, "other.h5"));
  options.record_frames = 4;
  options.save = one;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  uint64_t iterations = finish(&run).iterations; /* fewer where the algorithm had nothing to try */
  options.save = other;
  options.algorithm = spec_of(the_algorithm);
  if (follows_limits()) {
    assert_ok(jato_run_create(problem, &options, &run, &error), error);
    assert_ok(jato_run_step(run, 9, NULL, &error), error);
    assert_ok(jato_run_save(run, other, &error), error);
    jato_run_destroy(&run);
  } else {
    options.iterations = 9;
    assert_ok(jato_run_create(problem, &options, &run, &error), error);
    (void)finish(&run);
  }
  options.iterations = ITERATIONS;
  options.record_frames = 0; /* goes on as the file has it */
  run = load(other, problem, &options);
  (void)finish(&run);
  jato_record *a = open_record(one), *b = open_record(other);
  assert_same_history(jato_record_get_info(b), jato_record_get_info(a));
  assert_int_equal(jato_record_get_info(a)->row_count, iterations + 1);
  assert_in_range(jato_record_get_info(a)->frame_count, iterations == ITERATIONS ? 4 : 1, 9);
  jato_record_close(&a);
  jato_record_close(&b);
  jato_problem_destroy(&problem);
}

/* From the file alone, from its beginning: the proof of a run. */
static void a_replay_has_the_digest_of_the_file(void **state)
{
  jato_problem *problem = make_problem();
  jato_options options = make_options();
  jato_error error = {JATO_OK, ""};
  jato_run *run = NULL;
  jato_result found;
  options.save = scratch_path(*state, "run.h5");
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  jato_result wanted = finish(&run);
  jato_record *record = open_record(options.save);
  const jato_record_info *info = jato_record_get_info(record);
  assert_int_equal(info->result->digest, wanted.digest);
  assert_ok(jato_run_replay(record, problem, NULL, &run, &error), error);
  assert_ok(jato_run_step(run, info->result->iterations, NULL, &error), error);
  assert_ok(jato_run_result(run, NULL, &found, &error), error);
  assert_int_equal(found.digest, wanted.digest);
  jato_run_destroy(&run);
  jato_record_close(&record);
  jato_problem_destroy(&problem);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(saved_at_each_iteration, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(goes_through_many_hands, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(the_history_goes_on, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(a_replay_has_the_digest_of_the_file, scratch_make,
                                      scratch_remove),
  };
  if (argc != 3) return 2;
  the_algorithm = argv[1];
  the_precision = strcmp(argv[2], "float") == 0 ? JATO_FLOAT : JATO_DOUBLE;
  return can_run(the_algorithm) ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
