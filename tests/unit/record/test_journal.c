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

#include "journal_bed.h"

static void rows_come_back(void **state)
{
  jx_name path;
  path_of(state, &path);
  write_rows(path.text, JX_JOURNAL_NEW, 0, 5000); /* more than waits at a time */
  assert_rows(path.text, 5000);
  write_rows(path.text, JX_JOURNAL_GO_ON, 5000, 10);
  assert_rows(path.text, 5010);
  write_rows(path.text, JX_JOURNAL_AGAIN, 0, 3);
  assert_rows(path.text, 3);
}

static void what_is_cut_off_costs_its_row_alone(void **state)
{
  jx_name path;
  path_of(state, &path);
  for (size_t cut = 0; cut <= row_bytes; cut += 5) {
    write_rows(path.text, JX_JOURNAL_AGAIN, 0, 4);
    assert_int_equal(truncate(path.text, (off_t)(sizeof(jx_journal_header) + 4 * row_bytes - cut)),
                     0);
    uint64_t whole = cut == 0 ? 4 : 3;
    assert_rows(path.text, whole);
    write_rows(path.text, JX_JOURNAL_GO_ON, whole, 2);
    assert_rows(path.text, whole + 2);
  }
}

static void a_damaged_row_is_not_believed(void **state)
{
  jx_name path;
  jato_error error;
  jx_outcome row;
  path_of(state, &path);
  write_rows(path.text, JX_JOURNAL_NEW, 0, 4);
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
  write_rows(path.text, JX_JOURNAL_NEW, 0, 4);
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
  write_rows(path.text, JX_JOURNAL_NEW, 0, 4);
  other.space++;
  assert_int_equal(
      jx_journal_create(path.text, &other, JX_JOURNAL_GO_ON, &allocator, &journal, &error),
      JATO_E_FILE);
  assert_rows(path.text, 4);
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
    if (jx_journal_create(path.text, &shape, JX_JOURNAL_NEW, &allocator, &journal, &error) !=
        JATO_OK)
      _exit(1);
    for (uint64_t i = 0; i < 50; i++) {
      double numbers[4];
      jx_outcome row = row_of(i, numbers);
      if (i % 2 == 0) row.seconds = 0.001;
      (void)jx_journal_add(journal, &row);
    }
    (void)kill(getpid(), SIGKILL);
  }
  assert_int_equal(waitpid(child, NULL, 0), child);
  jx_journal_reader *reader = open_rows(path.text);
  assert_int_equal(jx_journal_get_info(reader)->count, 50);
  jx_journal_close(&reader);
}

static void several_objectives_and_steps_come_back(void **state)
{
  jx_name path;
  jato_error error = {JATO_OK, ""};
  jx_journal *journal = NULL;
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_journal_shape three = shape;
  double numbers[4], f[] = {1.5, -2, 1e300};
  path_of(state, &path);
  three.objectives = 3;
  jx_outcome row = row_of(8, numbers), got;
  row.f = f;
  row.step = 70000;
  row.attempt = 80000;
  assert_ok(jx_journal_create(path.text, &three, JX_JOURNAL_NEW, &allocator, &journal, &error),
            error);
  assert_int_equal(jx_journal_add(journal, &row), 0);
  jx_journal_destroy(&journal);
  jx_journal_reader *reader = open_rows(path.text);
  assert_true(jx_journal_matches_space(reader, &three));
  assert_false(jx_journal_matches_space(reader, &shape));
  assert_ok(jx_journal_read(reader, 0, &got, &error), error);
  assert_int_equal(got.step, 70000);
  assert_int_equal(got.attempt, 80000);
  assert_memory_equal(got.f, f, sizeof f);
  assert_memory_equal(got.values, numbers, 16);
  assert_memory_equal(got.c, numbers + 2, 8);
  jx_journal_close(&reader);
}

#define WITH_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_SCRATCH(rows_come_back),
      WITH_SCRATCH(several_objectives_and_steps_come_back),
      WITH_SCRATCH(what_is_cut_off_costs_its_row_alone),
      WITH_SCRATCH(a_damaged_row_is_not_believed),
      WITH_SCRATCH(what_is_no_journal_is_refused),
      WITH_SCRATCH(rows_of_something_else_are_left_alone),
      WITH_SCRATCH(a_death_loses_no_slow_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
