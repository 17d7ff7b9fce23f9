/* Journals of two variables and a constraint, whose rows follow from their numbers. The including
 * file defines _GNU_SOURCE before everything. */
#ifndef JOURNAL_BED_H
#define JOURNAL_BED_H

#include "scratch.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>

#include "record/journal/journal.h"
#include "record/journal/layout.h"

static const jx_journal_shape shape = {
    .variables = 2, .objectives = 1, .constraints = 1, .space = 7, .run = 11, .seed = 5};
static const size_t row_bytes = sizeof(jx_journal_row) + 5 * 8;

static inline void path_of(void **state, jx_name *path)
{
  scratch *here = *state;
  (void)snprintf(path->text, sizeof path->text, "%s/run.h5.journal", here->folder);
}

/* numbers[4] */
static inline jx_outcome row_of(uint64_t i, double *numbers)
{
  numbers[0] = 0.1 * (double)i;
  numbers[1] = -(double)i;
  numbers[2] = i % 3 == 0 ? NAN : 1.0 / (double)(i + 1);
  numbers[3] = i % 7 == 0 ? NAN : sqrt((double)i);
  return (jx_outcome){.id = i,
                      .attempt = (unsigned)(i % 5),
                      .worker = (size_t)(i % 12),
                      .status = i % 7 == 0 ? JATO_EVAL_EXIT : JATO_EVAL_OK,
                      .is_last = i % 2 == 0,
                      .is_given = i % 11 == 0,
                      .start = 3.5 * (double)i,
                      .seconds = i % 2 == 0 ? 0 : 2,
                      .f = numbers + 3,
                      .violation = (double)i,
                      .values = numbers,
                      .c = numbers + 2};
}

static inline void write_rows(const char *path, jx_journal_use use, uint64_t first, uint64_t count)
{
  jato_error error;
  jx_journal *journal = NULL;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  assert_int_equal(jx_journal_create(path, &shape, use, &allocator, &journal, &error), JATO_OK);
  for (uint64_t i = first; i < first + count; i++) {
    double numbers[4];
    jx_outcome row = row_of(i, numbers);
    assert_int_equal(jx_journal_add(journal, &row), 0);
  }
  jx_journal_destroy(&journal);
}

static inline jx_journal_reader *open_rows(const char *path)
{
  jato_error error = {JATO_OK, ""};
  jx_journal_reader *reader = NULL;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  if (jx_journal_open(path, &allocator, &reader, &error) != JATO_OK) fail_msg("%s", error.text);
  return reader;
}

static inline void assert_row(jx_journal_reader *reader, uint64_t index, uint64_t number)
{
  double numbers[4];
  jato_error error = {JATO_OK, ""};
  jx_outcome want = row_of(number, numbers), got;
  assert_int_equal(jx_journal_read(reader, index, &got, &error), JATO_OK);
  assert_int_equal(got.id, want.id);
  assert_int_equal(got.attempt, want.attempt);
  assert_int_equal(got.worker, want.worker);
  assert_int_equal(got.status, want.status);
  assert_int_equal(got.is_last, want.is_last);
  assert_int_equal(got.is_given, want.is_given);
  assert_memory_equal(&got.start, &want.start, 8);
  assert_memory_equal(&got.seconds, &want.seconds, 8);
  assert_memory_equal(got.f, want.f, 8);
  assert_memory_equal(&got.violation, &want.violation, 8);
  assert_memory_equal(got.values, want.values, 16);
  assert_memory_equal(got.c, want.c, 8);
}

static inline void assert_rows(const char *path, uint64_t count)
{
  jx_journal_reader *reader = open_rows(path);
  assert_int_equal(jx_journal_get_info(reader)->count, count);
  for (uint64_t i = 0; i < count; i++) assert_row(reader, i, i);
  for (uint64_t i = count; i-- > 0;) assert_row(reader, i, i);
  jx_journal_close(&reader);
}

static inline void flip(const char *path, off_t at)
{
  char byte;
  int file = open(path, O_RDWR);
  assert_int_equal(pread(file, &byte, 1, at), 1);
  byte ^= 64;
  assert_int_equal(pwrite(file, &byte, 1, at), 1);
  (void)close(file);
}

#endif
