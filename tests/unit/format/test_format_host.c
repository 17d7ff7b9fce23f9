/* contract/format.h: what a file says of outcomes, rows, frames and bounds must fit together. Each
 * case writes a run that cannot have been, and the reader must name what is wrong with it. And
 * which of two files is read. */
#define _GNU_SOURCE
#include "scratch.h"

#include <fcntl.h>

#include "record/files/seal.h"
#include "record/sample.h"

enum { PARTICLES = 100 };

static const jx_format_ops *const format = &jx_hdf5_ops;

/* A run that is evaluated outside of devices, with outcomes that wait. */
typedef struct bed {
  sample made;
  unsigned char told[PARTICLES];
  double numbers[PARTICLES];
  uint32_t arrival[3];
} bed;

static void make_bed(bed *b)
{
  sample_make(&sample_usual, &b->made);
  jx_record_info *info = &b->made.content.info;
  memset(b->told, 0, sizeof b->told);
  memset(b->numbers, 0, sizeof b->numbers);
  for (uint32_t i = 0; i < 3; i++) b->arrival[i] = 7 * i;
  b->told[5] = 1 + JATO_EVAL_OK;
  b->told[6] = 1 + JATO_EVAL_NONFINITE;
  info->options.order = "arrival";
  info->signature = "0123456789abcdef";
  info->result.evaluations = 50;
  info->result.samples = 3;
  info->result.standard_error = 0.25;
  info->result.nonfinite = 4;
  info->by_status[JATO_EVAL_OK] = 40;
  info->by_status[JATO_EVAL_NONFINITE] = 4;
  info->by_status[JATO_EVAL_TIMEOUT] = 6;
  b->made.content.outcomes = (jx_outcomes){.marks = b->told,
                                           .ranks = b->numbers,
                                           .values = b->numbers,
                                           .violations = b->numbers,
                                           .count = PARTICLES,
                                           .arrival = b->arrival,
                                           .arrival_count = 3};
}

/* Writes it, frees it, opens the file. */
static jato_status write_and_open(scratch *s, bed *b, jx_reader **reader,
                                  jx_record_content *content, jato_error *error)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = open(scratch_path(s, "run"), O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert_true(file >= 0);
  *error = (jato_error){JATO_OK, ""};
  assert_ok(sample_write(&b->made, file, &allocator, error), (*error));
  sample_free(&b->made);
  jato_status status = format->open(file, &allocator, reader, content, error);
  assert_int_equal(close(file), 0);
  return status;
}

static void outcomes_are_read_as_written(void **state)
{
  bed b;
  jx_reader *reader = NULL;
  jx_record_content content;
  jato_error error;
  make_bed(&b);
  assert_ok(write_and_open(*state, &b, &reader, &content, &error), error);
  assert_int_equal(content.info.result.samples, 3);
  assert_same_double(content.info.result.standard_error, 0.25);
  assert_int_equal(content.info.result.failed, 6);
  assert_string_equal(content.info.signature, "0123456789abcdef");
  assert_int_equal(content.info.result.waiting, 2);
  assert_int_equal(content.info.waiting_nonfinite, 1);
  assert_memory_equal(content.outcomes.marks, b.told, sizeof b.told);
  assert_memory_equal(content.outcomes.arrival, b.arrival, sizeof b.arrival);
  format->close(&reader);
}

static void more_of_a_status(bed *b) { b->made.content.info.by_status[JATO_EVAL_OK] = 51; }
static void fewer_statuses(bed *b) { b->made.content.info.by_status[JATO_EVAL_OK] = 39; }
static void unknown_status(bed *b) { b->told[9] = 2 + JX_EVAL_STATUSES; }
static void stranger(bed *b) { b->arrival[2] = PARTICLES; }
static void violation(bed *b) { b->made.content.info.result.violation = -1; }
static void nonfinite(bed *b) { b->made.content.info.result.nonfinite = 3; }
static void lower(bed *b) { b->made.lower[1] = -(double)INFINITY; }
static void upper(bed *b) { b->made.upper[2] = (double)NAN; }
static void row_best(bed *b) { b->made.rows[2].best = (double)NAN; }
static void row_time(bed *b) { b->made.rows[2].seconds = -1; }
static void no_in_frame(bed *b) { b->made.content.info.frame_particles = 0; }
static void more_in_frame(bed *b) { b->made.content.info.frame_particles = PARTICLES + 1; }

static void more_told_than_evaluated(bed *b)
{
  jx_record_info *info = &b->made.content.info;
  info->result.evaluations = 1;
  memset(info->by_status, 0, sizeof info->by_status);
}

static const struct {
  void (*change)(bed *b);
  const char *words;
} cases[] = {
    {more_of_a_status, "statuses are more than evaluations"},
    {fewer_statuses, "statuses are not those of its evaluations"},
    {unknown_status, "outcomes have a status that jato does not know"},
    {more_told_than_evaluated, "outcomes are more than its evaluations"},
    {stranger, "order has a particle it does not have"},
    {nonfinite, "statuses have more values that are not finite than the run"},
    {violation, "violation is negative or not a number"},
    {lower, "box has bounds that are not finite"},
    {upper, "box has bounds that are not finite"},
    {row_best, "rows have a best that is not a number"},
    {row_time, "a time that is not finite"},
    {no_in_frame, "frames have more particles than its swarm, or none"},
    {more_in_frame, "frames have more particles than its swarm, or none"},
};

static void what_cannot_have_been_is_refused(void **state)
{
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    static bed b;
    jx_reader *reader = NULL;
    jx_record_content content;
    jato_error error;
    make_bed(&b);
    b.made.frame_x = realloc(b.made.frame_x, 4 * (PARTICLES + 1) * sizeof(double));
    assert_non_null(b.made.frame_x);
    memset(b.made.frame_x, 0, 4 * (PARTICLES + 1) * sizeof(double));
    b.made.content.info.frame_x = b.made.frame_x;
    cases[i].change(&b);
    assert_int_equal(write_and_open(*state, &b, &reader, &content, &error), JATO_E_FILE);
    assert_null(reader);
    assert_contains(error.text, cases[i].words);
  }
}

static void only_fields_and_particles_it_has(void **state)
{
  bed b;
  jx_reader *reader = NULL;
  jx_record_content content;
  jato_error error;
  double x[3];
  make_bed(&b);
  assert_ok(write_and_open(*state, &b, &reader, &content, &error), error);
  for (int field = -1; field <= 4; field += 5) {
    assert_int_equal(format->rows(reader, (jato_record_field)field, 0, 1, x, &error),
                     JATO_E_ARGUMENT);
    assert_contains(error.text, "no such field");
  }
  assert_int_equal(format->rows(reader, JATO_RECORD_OWN, PARTICLES + 1, 0, x, &error),
                   JATO_E_ARGUMENT);
  assert_int_equal(format->rows(reader, JATO_RECORD_OWN, PARTICLES, 1, x, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "1 particles from number 100 on: the run file has 100");
  assert_int_equal(format->rows(reader, JATO_RECORD_OWN, PARTICLES, 0, x, &error), JATO_OK);
  format->close(&reader);
}

/* ---- Two files beside each other ---------------------------------------------------------------
 */

enum { PRECISION, NUMBER, DIMENSION, SEED, ALGORITHM, PROBLEM, NOTHING };

/* A run of another kind, at this iteration; sealed. */
static void write_other(scratch *s, const char *name, int what, uint64_t iteration)
{
  sample made;
  sample_config config = sample_usual;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = open(scratch_path(s, name), O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert_true(file >= 0);
  if (what == PRECISION) config.precision = JATO_FLOAT;
  if (what == NUMBER) config.particles++;
  if (what == DIMENSION) config.dim++;
  sample_make(&config, &made);
  if (what == SEED) made.content.info.options.seed = 1;
  if (what == ALGORITHM) made.content.info.options.algorithm = "de";
  if (what == PROBLEM) made.content.info.problem = "another";
  made.content.info.result.iterations = iteration;
  made.rows[made.content.info.row_count - 1].iteration = iteration;
  assert_ok(sample_write(&made, file, &allocator, &error), error);
  assert_ok(jx_seal_write(file, &error), error);
  assert_int_equal(close(file), 0);
  sample_free(&made);
}

/* run.new is further on, but only the last one is of the same run. */
static void a_similar_run_is_not_taken(void **state)
{
  char path[300];
  write_other(*state, "run", NOTHING, 100);
  (void)snprintf(path, sizeof path, "%s", scratch_path(*state, "run"));
  for (int what = PRECISION; what <= NOTHING; what++) {
    jato_record *record = NULL;
    jato_error error;
    write_other(*state, "run.new", what, 200);
    jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path, .read_forked = what % 2};
    assert_ok(jato_record_open(&request, &record, &error), error);
    assert_int_equal(jato_record_get_info(record)->result->iterations, what == NOTHING ? 200 : 100);
    jato_record_close(&record);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outcomes_are_read_as_written),
      cmocka_unit_test(what_cannot_have_been_is_refused),
      cmocka_unit_test(only_fields_and_particles_it_has),
      cmocka_unit_test(a_similar_run_is_not_taken),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
