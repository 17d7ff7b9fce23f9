/* record/journal/journal.h: rows come back as they went in, whatever happens to the file between.
 */
#define _GNU_SOURCE
#include "scratch.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/journal/journal.h"
#include "record/journal/layout.h"

static const jx_journal_shape shape = {.variables = 2, .constraints = 1, .space = 7};
static const size_t row_bytes = sizeof(jx_journal_row) + 4 * 8;

static void path_of(void **state, jx_name *path)
{
  scratch *here = *state;
  (void)snprintf(path->text, sizeof path->text, "%s/run.h5.journal", here->folder);
}

static jato_evaluation row_of(uint64_t i, double *numbers)
{
  numbers[0] = 0.1 * (double)i;
  numbers[1] = -(double)i;
  numbers[2] = i % 3 == 0 ? NAN : 1.0 / (double)(i + 1);
  return (jato_evaluation){.number = i,
                           .attempt = (unsigned)(i % 5),
                           .worker = (unsigned)(i % 12),
                           .fate = i % 7 == 0 ? JATO_FATE_EXIT : JATO_FATE_OK,
                           .is_last = i % 2 == 0,
                           .is_given = i % 11 == 0,
                           .start = 3.5 * (double)i,
                           .seconds = i % 2 == 0 ? 0 : 2,
                           .f = i % 7 == 0 ? NAN : sqrt((double)i),
                           .violation = (double)i,
                           .values = numbers,
                           .c = numbers + 2};
}

static void write_rows(const char *path, int resumed, uint64_t first, uint64_t count)
{
  jato_error error;
  jx_journal *journal = NULL;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  assert_int_equal(jx_journal_create(path, &shape, resumed, &allocator, &journal, &error), JATO_OK);
  for (uint64_t i = first; i < first + count; i++) {
    double numbers[3];
    jato_evaluation row = row_of(i, numbers);
    assert_int_equal(jx_journal_add(journal, &row), 0);
  }
  jx_journal_destroy(&journal);
}

static jx_journal_reader *open_rows(const char *path)
{
  jato_error error = {JATO_OK, ""};
  jx_journal_reader *reader = NULL;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  if (jx_journal_open(path, &allocator, &reader, &error) != JATO_OK) fail_msg("%s", error.text);
  return reader;
}

static void assert_row(jx_journal_reader *reader, uint64_t index, uint64_t number)
{
  double numbers[3];
  jato_error error = {JATO_OK, ""};
  jato_evaluation want = row_of(number, numbers), got;
  assert_int_equal(jx_journal_read(reader, index, &got, &error), JATO_OK);
  assert_int_equal(got.number, want.number);
  assert_int_equal(got.attempt, want.attempt);
  assert_int_equal(got.worker, want.worker);
  assert_int_equal(got.fate, want.fate);
  assert_int_equal(got.is_last, want.is_last);
  assert_int_equal(got.is_given, want.is_given);
  assert_memory_equal(&got.start, &want.start, 8);
  assert_memory_equal(&got.seconds, &want.seconds, 8);
  assert_memory_equal(&got.f, &want.f, 8);
  assert_memory_equal(&got.violation, &want.violation, 8);
  assert_memory_equal(got.values, want.values, 16);
  assert_memory_equal(got.c, want.c, 8);
}

static void assert_rows(const char *path, uint64_t count)
{
  jx_journal_reader *reader = open_rows(path);
  assert_int_equal(jx_journal_describe(reader).count, count);
  for (uint64_t i = 0; i < count; i++) assert_row(reader, i, i);
  for (uint64_t i = count; i-- > 0;) assert_row(reader, i, i);
  jx_journal_close(&reader);
}

static void rows_come_back(void **state)
{
  jx_name path;
  path_of(state, &path);
  write_rows(path.text, 0, 0, 5000); /* more than waits at a time */
  assert_rows(path.text, 5000);
  write_rows(path.text, 1, 5000, 10);
  assert_rows(path.text, 5010);
  write_rows(path.text, 0, 0, 3);
  assert_rows(path.text, 3);
}

static void what_is_cut_off_costs_its_row_alone(void **state)
{
  jx_name path;
  path_of(state, &path);
  for (size_t cut = 0; cut <= row_bytes; cut += 5) {
    write_rows(path.text, 0, 0, 4);
    assert_int_equal(truncate(path.text, (off_t)(sizeof(jx_journal_header) + 4 * row_bytes - cut)),
                     0);
    uint64_t whole = cut == 0 ? 4 : 3;
    assert_rows(path.text, whole);
    write_rows(path.text, 1, whole, 2);
    assert_rows(path.text, whole + 2);
  }
}

static void flip(const char *path, off_t at)
{
  char byte;
  int file = open(path, O_RDWR);
  assert_int_equal(pread(file, &byte, 1, at), 1);
  byte ^= 64;
  assert_int_equal(pwrite(file, &byte, 1, at), 1);
  (void)close(file);
}

static void a_damaged_row_is_not_believed(void **state)
{
  jx_name path;
  jato_error error;
  jato_evaluation row;
  path_of(state, &path);
  write_rows(path.text, 0, 0, 4);
  for (size_t byte = 0; byte < row_bytes; byte += 3) {
    off_t at = (off_t)(sizeof(jx_journal_header) + row_bytes + byte);
    flip(path.text, at);
    jx_journal_reader *reader = open_rows(path.text);
    assert_row(reader, 0, 0);
    assert_int_equal(jx_journal_read(reader, 1, &row, &error), JATO_E_FILE);
    assert_row(reader, 2, 2);
    jx_journal_close(&reader);
    flip(path.text, at);
  }
  assert_rows(path.text, 4);
}

static void assert_refused(const char *path, const char *words)
{
  jato_error error;
  jx_journal_reader *reader = NULL;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  assert_int_equal(jx_journal_open(path, &allocator, &reader, &error), JATO_E_FILE);
  assert_null(reader);
  assert_non_null(strstr(error.text, words));
}

static void what_is_no_journal_is_refused(void **state)
{
  jx_name path;
  path_of(state, &path);
  write_rows(path.text, 0, 0, 4);
  for (off_t byte = 0; byte < (off_t)sizeof(jx_journal_header); byte++) {
    flip(path.text, byte);
    assert_refused(path.text, byte < 8    ? "not a journal"
                              : byte < 16 ? "another version"
                                          : "damaged");
    flip(path.text, byte);
  }
  assert_int_equal(truncate(path.text, 20), 0);
  assert_refused(path.text, "not a journal");
  scratch *here = *state;
  assert_refused(here->folder, "not a file");
  assert_int_equal(unlink(path.text), 0);
  assert_refused(path.text, "No such file");
}

static void rows_of_something_else_are_left_alone(void **state)
{
  jx_name path;
  jato_error error;
  jx_journal *journal = NULL;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_journal_shape other = shape;
  path_of(state, &path);
  write_rows(path.text, 0, 0, 4);
  other.space++;
  assert_int_equal(jx_journal_create(path.text, &other, 1, &allocator, &journal, &error),
                   JATO_E_FILE);
  assert_rows(path.text, 4);
}

static void a_planted_link_is_replaced(void **state)
{
  jx_name path, target;
  struct stat status;
  path_of(state, &path);
  (void)snprintf(target.text, sizeof target.text, "%.4000s.target", path.text);
  assert_int_equal(symlink(target.text, path.text), 0);
  write_rows(path.text, 0, 0, 2);
  assert_rows(path.text, 2);
  assert_int_not_equal(lstat(target.text, &status), 0);
}

/* One that took a millisecond or more is with the system before the next one begins. */
static void a_death_loses_no_slow_row(void **state)
{
  jx_name path;
  path_of(state, &path);
  pid_t child = fork();
  if (child == 0) {
    jato_error error;
    jx_journal *journal = NULL;
    jato_allocator allocator = jx_allocator_or_default(NULL);
    if (jx_journal_create(path.text, &shape, 0, &allocator, &journal, &error) != JATO_OK) _exit(1);
    for (uint64_t i = 0; i < 50; i++) {
      double numbers[3];
      jato_evaluation row = row_of(i, numbers);
      if (i % 2 == 0) row.seconds = 0.001;
      (void)jx_journal_add(journal, &row);
    }
    (void)kill(getpid(), SIGKILL);
  }
  assert_int_equal(waitpid(child, NULL, 0), child);
  jx_journal_reader *reader = open_rows(path.text);
  assert_int_equal(jx_journal_describe(reader).count, 50);
  jx_journal_close(&reader);
}

#define WITH_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_SCRATCH(rows_come_back),
      WITH_SCRATCH(what_is_cut_off_costs_its_row_alone),
      WITH_SCRATCH(a_damaged_row_is_not_believed),
      WITH_SCRATCH(what_is_no_journal_is_refused),
      WITH_SCRATCH(rows_of_something_else_are_left_alone),
      WITH_SCRATCH(a_planted_link_is_replaced),
      WITH_SCRATCH(a_death_loses_no_slow_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
