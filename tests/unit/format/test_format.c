/* contract/format.h: what was written is read, bit for bit; what cannot be written is refused. */
#define _GNU_SOURCE
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

#include "record/sample.h"

#define COUNT(array) (sizeof array / sizeof array[0])

static const jx_format_ops *format; /* the one that reads: here, or in forks */

static int make_file(scratch *s, const char *name)
{
  int file = open(scratch_path(s, name), O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert_true(file >= 0);
  return file;
}

/* ---- There and back ----------------------------------------------------------------------------
 */

static void same_bytes(const void *found, const void *wanted, size_t bytes)
{
  if (bytes > 0) assert_memory_equal(found, wanted, bytes);
}

static void check_result(const jato_result *found, const jato_result *wanted)
{
  assert_same_double(found->best, wanted->best);
  assert_int_equal(found->stop, wanted->stop);
  assert_int_equal(found->iterations, wanted->iterations);
  assert_int_equal(found->evaluations, wanted->evaluations);
  assert_int_equal(found->nonfinite, wanted->nonfinite);
  assert_int_equal(found->particles, wanted->particles);
  assert_int_equal(found->seed, wanted->seed);
  assert_same_double(found->seconds, wanted->seconds);
  assert_int_equal(found->digest, wanted->digest);
  assert_int_equal(found->swarm_bytes, wanted->swarm_bytes);
  assert_same_double(found->build_seconds, wanted->build_seconds);
  assert_string_equal(found->algorithm, wanted->algorithm);
  assert_string_equal(found->device, wanted->device);
  assert_string_equal(found->built, wanted->built);
  assert_string_equal(found->walls, wanted->walls);
}

static void check_options(const jato_options *found, const jato_options *wanted)
{
  assert_string_equal(found->algorithm, wanted->algorithm);
  assert_string_equal(found->device, wanted->device);
  assert_string_equal(found->walls, wanted->walls);
  assert_int_equal(found->precision, wanted->precision);
  assert_int_equal(found->particles, wanted->particles);
  assert_int_equal(found->seed, wanted->seed);
  assert_int_equal(found->iterations, wanted->iterations);
  assert_int_equal(found->evaluations, wanted->evaluations);
  assert_int_equal(found->stall, wanted->stall);
  assert_same_double(found->seconds, wanted->seconds);
  assert_same_double(found->target, wanted->target);
  assert_null(found->save);
  assert_null(found->cache);
  assert_null(found->allocator);
}

static void check_problem(const jx_record_info *found, const jx_record_info *wanted)
{
  assert_int_equal(found->kind, wanted->kind);
  assert_string_equal(found->problem, wanted->problem);
  assert_int_equal(found->dim, wanted->dim);
  same_bytes(found->lower, wanted->lower, wanted->dim * sizeof(double));
  same_bytes(found->upper, wanted->upper, wanted->dim * sizeof(double));
  assert_string_equal(found->source, wanted->source);
  assert_int_equal(found->data_count, wanted->data_count);
  same_bytes(found->data, wanted->data, wanted->data_count * sizeof(double));
}

static void check_history(const jx_record_info *found, const jx_record_info *wanted)
{
  assert_int_equal(found->row_count, wanted->row_count);
  assert_int_equal(found->row_stride, wanted->row_stride);
  same_bytes(found->rows, wanted->rows, wanted->row_count * sizeof *wanted->rows);
  same_bytes(found->row_x, wanted->row_x, wanted->row_count * wanted->dim * sizeof(double));
  assert_int_equal(found->frame_count, wanted->frame_count);
  assert_int_equal(found->frame_particles, wanted->frame_particles);
  assert_int_equal(found->frame_stride, wanted->frame_stride);
  same_bytes(found->frame_iteration, wanted->frame_iteration, wanted->frame_count * 8);
  same_bytes(found->frame_x, wanted->frame_x,
             wanted->frame_count * wanted->frame_particles * 2 * sizeof(double));
  assert_int_equal(found->state_version, wanted->state_version);
  assert_int_equal(found->state_count, wanted->state_count);
  for (size_t i = 0; i < wanted->state_count; i++) {
    const jato_array *a = &found->state[i], *b = &wanted->state[i];
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->columns, b->columns);
    same_bytes(a->data, b->data, 8 * b->rows * b->columns);
  }
}

static void check_info(const jx_record_info *found, const jx_record_info *wanted)
{
  assert_int_equal(found->format, JX_FORMAT_VERSION);
  assert_string_equal(found->version, wanted->version);
  assert_string_equal(found->compiler, wanted->compiler);
  assert_string_equal(found->host, wanted->host);
  assert_string_equal(found->saved_at, wanted->saved_at);
  check_options(&found->options, &wanted->options);
  assert_int_equal(found->planned_iterations, wanted->planned_iterations);
  assert_int_equal(found->planned_evaluations, wanted->planned_evaluations);
  assert_int_equal(found->options.record_frames, wanted->options.record_frames);
  check_problem(found, wanted);
  check_result(&found->result, &wanted->result);
  same_bytes(found->x, wanted->x, wanted->dim * sizeof(double));
  assert_int_equal(found->improved_at, wanted->improved_at);
  check_history(found, wanted);
}

/* Rows first..first + count - 1 of a field are those of the formulas. */
static void check_rows(const sample *s, jx_reader *reader, jato_record_field field, uint64_t first,
                       uint64_t count)
{
  jato_error error = {JATO_OK, ""};
  size_t per = field == JATO_RECORD_VALUE ? 1 : s->shape.dim, bytes = s->shape.real_bytes;
  char *rows = malloc((size_t)count * per * bytes + 1);
  assert_non_null(rows);
  if (field != JATO_RECORD_VALUE && s->shape.group_bytes[field] == 0) {
    assert_int_equal(format->rows(reader, field, first, count, rows, &error), JATO_E_ARGUMENT);
    assert_contains(error.text, field == JATO_RECORD_OWN ? "no own" : "no velocity");
    free(rows);
    return;
  }
  assert_ok(format->rows(reader, field, first, count, rows, &error), error);
  for (size_t i = 0; i < count * per; i++) {
    double wanted = sample_number(field, first + i / per, i % per);
    float as_float = (float)wanted;
    assert_memory_equal(rows + i * bytes, bytes == 4 ? (void *)&as_float : (void *)&wanted, bytes);
  }
  free(rows);
}

static void check_swarm(const sample *s, jx_reader *reader)
{
  uint64_t n = s->shape.particles;
  char nothing[1];
  jato_error error = {JATO_OK, ""};
  for (int f = 0; f < 4; f++) {
    jato_record_field field = (jato_record_field)f;
    check_rows(s, reader, field, 0, n);
    check_rows(s, reader, field, n - 1, 1);
    check_rows(s, reader, field, n / 3, n - n / 3 - n / 7);
    if (f == 1 || f == 2) continue;
    assert_ok(format->rows(reader, field, n, 0, nothing, &error), error);
    assert_int_equal(format->rows(reader, field, n, 1, nothing, &error), JATO_E_ARGUMENT);
    assert_int_equal(format->rows(reader, field, 1, UINT64_MAX, nothing, &error), JATO_E_ARGUMENT);
  }
  assert_int_equal(format->rows(reader, (jato_record_field)4, 0, 1, nothing, &error),
                   JATO_E_ARGUMENT);
}

static void there_and_back(scratch *folder, const sample_config *config, int in_forks)
{
  sample s;
  jx_reader *reader = NULL;
  jx_record_content content;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  int file = make_file(folder, "run");
  sample_make(config, &s);
  assert_ok(sample_write(&s, file, &allocator, &error), error);
  for (format = &jx_hdf5_ops; format != NULL; format = in_forks ? format->forked : NULL) {
    assert_ok(format->open(file, &allocator, &reader, &content, &error), error);
    check_info(&content.info, &s.content.info);
    check_swarm(&s, reader);
    format->close(&reader);
    assert_null(reader);
  }
  assert_int_equal(fcntl(file, F_GETFD), 0); /* still ours, and open */
  assert_int_equal(close(file), 0);
  sample_free(&s);
}

static void what_is_written_is_read(void **state)
{
  static const uint64_t particles[] = {1, 15, 16, 1024, 1025, 5000};
  static const size_t dims[] = {1, 3, 64};
  for (size_t i = 0; i < COUNT(particles); i++)
    for (size_t k = 0; k < COUNT(dims); k++)
      for (int v = 0; v < 4; v++) {
        sample_config config = {.particles = particles[i],
                                .dim = dims[k],
                                .moves = v / 2,
                                .precision = v % 2 ? JATO_FLOAT : JATO_DOUBLE,
                                .kind = (jato_record_kind)((i + k) % 3),
                                .rows = i * k,
                                .frames = (size_t)v,
                                .data = 5 * (size_t)(v / 2),
                                .state = 100 * k};
        there_and_back(*state, &config, k == 1);
      }
}

/* Chunks of more than 16 MiB are cut: first into fewer rows, then along coordinates. */
static void wide_swarms_are_cut(void **state)
{
  static const sample_config wide[] = {
      {.particles = 100, .dim = 70001, .moves = 1},
      {.particles = 35, .dim = 300001, .precision = JATO_FLOAT},
      {.particles = 2, .dim = 3, .data = 3000000}, /* more than is shared with a fork at first */
  };
  for (size_t i = 0; i < COUNT(wide); i++) there_and_back(*state, &wide[i], 1);
}

/* ---- Failures ----------------------------------------------------------------------------------
 */

static const sample_config usual = {.particles = 3000,
                                    .dim = 8,
                                    .moves = 1,
                                    .rows = 20,
                                    .kind = JATO_RECORD_SOURCE,
                                    .frames = 2,
                                    .data = 4,
                                    .state = 9};

/* Counts what is written to the standard streams meanwhile. */
static jato_status write_quietly(scratch *folder, const sample *s, int file, jato_error *error)
{
  counted count = {.last = 1000};
  jato_allocator allocator = {counted_allocate, counted_release, &count};
  struct stat spoken;
  int words = make_file(folder, "words"), out = dup(1), err = dup(2);
  assert_true(fflush(NULL) == 0 && dup2(words, 1) == 1 && dup2(words, 2) == 2);
  jato_status status = sample_write(s, file, &allocator, error);
  assert_true(fflush(NULL) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2);
  assert_int_equal(fstat(words, &spoken), 0);
  assert_int_equal(spoken.st_size, 0);
  assert_true(close(words) == 0 && close(out) == 0 && close(err) == 0);
  assert_int_equal(count.held, 0);
  return status;
}

/* A file may be this long at most: nothing, the beginning, some tiles, or all but the last byte. */
static void a_full_disk_is_told(void **state)
{
  sample s;
  struct stat whole;
  struct rlimit before, limit;
  jato_error error = {JATO_OK, ""};
  sample_make(&usual, &s);
  int file = make_file(*state, "whole");
  assert_ok(write_quietly(*state, &s, file, &error), error);
  assert_int_equal(fstat(file, &whole), 0);
  assert_int_equal(close(file), 0);
  assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  limit = before;
  for (int part = 0; part <= 16; part++) {
    file = make_file(*state, "run");
    limit.rlim_cur = (rlim_t)whole.st_size * (rlim_t)part / 16;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    error = (jato_error){JATO_OK, ""};
    jato_status status = write_quietly(*state, &s, file, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(status, part == 16 ? JATO_OK : JATO_E_FILE);
    if (part < 16) assert_contains(error.text, strerror(EFBIG));
    assert_int_equal(close(file), 0);
  }
  sample_free(&s);
  there_and_back(*state, &usual, 0);
}

static void a_file_that_may_not_be_written_is_told(void **state)
{
  sample s;
  jato_error error = {JATO_OK, ""};
  sample_make(&usual, &s);
  assert_int_equal(close(make_file(*state, "run")), 0);
  int file = open(scratch_path(*state, "run"), O_RDONLY);
  assert_int_equal(write_quietly(*state, &s, file, &error), JATO_E_FILE);
  assert_contains(error.text, strerror(EBADF));
  assert_int_equal(close(file), 0);
  assert_int_equal(write_quietly(*state, &s, -1, &error), JATO_E_FILE);
  assert_contains(error.text, strerror(EBADF));
  sample_free(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_read),
      cmocka_unit_test(wide_swarms_are_cut),
      cmocka_unit_test(a_full_disk_is_told),
      cmocka_unit_test(a_file_that_may_not_be_written_is_told),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
