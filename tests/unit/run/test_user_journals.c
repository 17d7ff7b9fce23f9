/* Journals that a run finds where its own would be: a stranger's stays, and what a run has left
 * that had no checkpoint yet is not evaluated again. */
#define _GNU_SOURCE
#include "whole_file.h"

#include <math.h>

#define HEADER 64                 /* bytes of a journal's */
#define ROW ((6 + 1 + 2 + 1) * 8) /* of its rows: beginning, value, coordinates, hash */

typedef struct counted_sphere {
  uint64_t calls;
  int has_steps; /* many points have the same value */
} counted_sphere;

static double sphere(const double *x, size_t dim, void *user)
{
  double sum = 0;
  ((counted_sphere *)user)->calls++;
  for (size_t d = 0; d < dim; d++) sum += x[d] * x[d];
  return ((counted_sphere *)user)->has_steps ? floor(4 * sum) : sum;
}

static jato_status make(jato_options options, counted_sphere *called, jato_result *result,
                        jato_error *error)
{
  static const double lower[] = {-1, -1}, upper[] = {1, 1};
  jato_function function = {JATO_FUNCTION_INIT, .point = sphere, .user = called};
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  called->calls = 0;
  options.algorithm = "pso";
  options.particles = 8;
  options.iterations = 6;
  options.reuse_points = 1;
  options.save_new = 1;
  jato_status status = jato_problem_from_function(&function, 2, lower, upper, &problem, error);
  if (status == JATO_OK) status = jato_run_create(problem, &options, &run, error);
  if (status == JATO_OK) status = jato_run_step(run, UINT64_MAX, NULL, error);
  if (status == JATO_OK) status = jato_run_result(run, NULL, result, error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return status;
}

/* The run was killed before its first checkpoint: its file is not there, its journal is. */
static void a_journal_without_its_run_is_taken_up(void **state)
{
  static content before;
  char path[300], journal[300];
  counted_sphere called = {0};
  jato_error error = {JATO_OK, ""};
  jato_result whole, again;
  jato_options options = jato_options_default();
  options.seed = 3;
  assert_ok(make(options, &called, &whole, &error), error);
  uint64_t all = called.calls;
  options.save = beside(*state, "run.h5", "", path);
  (void)beside(*state, "run.h5", ".journal", journal);
  assert_ok(make(options, &called, &whole, &error), error);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(truncate(journal, HEADER + 32 * ROW), 0); /* 32 rows stay */
  read_whole(journal, &before);
  assert_int_equal(jato_file_kind_of(journal), JATO_FILE_JOURNAL);
  assert_int_equal(make(options, &called, &again, &error), JATO_E_FILE);
  assert_contains(error.text, "has 32 evaluations of a run");
  assert_contains(error.text, "--resume");
  assert_unchanged(journal, &before);
  options.resume_journal = 1;
  options.seed = 4;
  assert_int_equal(make(options, &called, &again, &error), JATO_E_FILE);
  assert_contains(error.text, "of another run (seed 3)");
  assert_unchanged(journal, &before);
  options.seed = 3;
  assert_ok(make(options, &called, &again, &error), error);
  assert_int_equal(again.digest, whole.digest);
  assert_int_equal(again.evaluations, whole.evaluations);
  assert_int_equal(again.reused, 32);
  assert_int_equal(called.calls, all - 32);
}

/* Several workers write rows as they finish; where values tie, the order must not decide. */
static void a_warm_start_does_not_depend_on_the_order_of_rows(void **state)
{
  static content rows;
  char path[300], journal[300], turned[300];
  counted_sphere called = {.has_steps = 1};
  jato_error error = {JATO_OK, ""};
  jato_result first, second;
  jato_options options = jato_options_default();
  options.seed = 3;
  options.save = beside(*state, "run.h5", "", path);
  (void)beside(*state, "run.h5", ".journal", journal);
  assert_ok(make(options, &called, &first, &error), error);
  read_whole(journal, &rows);
  FILE *stream = fopen(beside(*state, "turned", ".journal", turned), "wb");
  assert_int_equal(fwrite(rows.bytes, HEADER, 1, stream), 1);
  for (size_t end = rows.length; end > HEADER; end -= ROW)
    assert_int_equal(fwrite(rows.bytes + end - ROW, ROW, 1, stream), 1);
  assert_int_equal(fclose(stream), 0);
  options.save = NULL;
  options.seed = 4;
  options.warm_start = journal;
  assert_ok(make(options, &called, &first, &error), error);
  options.warm_start = turned;
  assert_ok(make(options, &called, &second, &error), error);
  assert_int_equal(first.given, second.given);
  assert_int_equal(first.digest, second.digest);
}

static void a_strangers_journal_stays(void **state)
{
  static content before;
  char path[300], journal[300];
  counted_sphere called = {0};
  jato_error error = {JATO_OK, ""};
  jato_result result;
  jato_options options = jato_options_default();
  options.save = beside(*state, "res", "", path);
  (void)beside(*state, "res", ".journal", journal);
  copy(scratch_write(*state, "notes", "my diary\n"), journal);
  read_whole(journal, &before);
  for (int resumes = 0; resumes < 2; resumes++)
    for (int named = 0; named < 2; named++) {
      options.resume_journal = resumes;
      options.journal = named ? journal : NULL;
      assert_int_equal(make(options, &called, &result, &error), JATO_E_FILE);
      assert_contains(error.text, "is something else; move it away");
      assert_unchanged(journal, &before);
      assert_int_equal(called.calls, 0);
    }
}

/* ---- Kinds ---- */

static void files_are_known_by_their_bytes(void **state)
{
  char path[300], other[300];
  jato_error error;
  counted_sphere called = {0};
  jato_result result;
  jato_options options = jato_options_default();
  assert_int_equal(jato_file_kind_of(NULL), JATO_FILE_NONE);
  assert_int_equal(jato_file_kind_of(beside(*state, "none", "", path)), JATO_FILE_NONE);
  assert_int_equal(jato_file_kind_of(((scratch *)*state)->folder), JATO_FILE_OTHER);
  assert_int_equal(jato_file_kind_of(scratch_write(*state, "empty", "")), JATO_FILE_EMPTY);
  assert_int_equal(jato_file_kind_of(scratch_write(*state, "a", "jato.new")), JATO_FILE_UNFINISHED);
  assert_int_equal(jato_file_kind_of(scratch_write(*state, "a", "pid ten is on host")),
                   JATO_FILE_OTHER);
  assert_int_equal(
      jato_file_kind_of(scratch_write(*state, "a", "pid 1 on host a since today\nand more\n")),
      JATO_FILE_OTHER);
  assert_int_equal(
      jato_file_kind_of(scratch_write(*state, "a", "pid 1 on host a since 2026-11-15T08:30:00Z\n")),
      JATO_FILE_LOCK);
  options.save = beside(*state, "run.h5", "", path);
  assert_ok(make(options, &called, &result, &error), error);
  assert_int_equal(jato_file_kind_of(path), JATO_FILE_RUN);
  assert_int_equal(jato_file_kind_of(beside(*state, "run.h5", ".journal", other)),
                   JATO_FILE_JOURNAL);
  for (off_t length = 4000; length > 150; length /= 2) {
    assert_int_equal(truncate(path, length), 0);
    assert_int_equal(jato_file_kind_of(path), JATO_FILE_UNFINISHED);
  }
  assert_int_equal(symlink(path, beside(*state, "link", "", other)), 0);
  assert_int_equal(jato_file_kind_of(other), JATO_FILE_UNFINISHED);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(a_journal_without_its_run_is_taken_up),
      WITH_FOLDER(a_warm_start_does_not_depend_on_the_order_of_rows),
      WITH_FOLDER(a_strangers_journal_stays),
      WITH_FOLDER(files_are_known_by_their_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
