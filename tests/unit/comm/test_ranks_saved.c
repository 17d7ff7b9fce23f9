/* Runs of several ranks are kept in one file, which is that of one rank. The ranks are threads
 * here; tests/mpi has processes, which also resume. */
#define _GNU_SOURCE
#include "saved_ranks.h"

#include <math.h>
#include <string.h>

/* Rows of the history, but for how long they took. */
static void expect_same_rows(const jato_record_info *one, const jato_record_info *other)
{
  assert_int_equal(one->row_count, other->row_count);
  for (size_t i = 0; i < one->row_count; i++) {
    jato_trace_row a = one->rows[i], b = other->rows[i];
    a.seconds = b.seconds = 0;
    assert_memory_equal(&a, &b, sizeof a);
  }
  assert_memory_equal(one->row_x, other->row_x, one->row_count * DIM * sizeof *one->row_x);
}

static void expect_same_film(const jato_record_info *one, const jato_record_info *other)
{
  size_t numbers = one->frame_count * one->frame_particles * 2;
  assert_true(one->frame_count > 3);
  assert_int_equal(one->frame_count, other->frame_count);
  assert_int_equal(one->frame_particles, other->frame_particles);
  assert_memory_equal(one->frame_x, other->frame_x, numbers * sizeof *one->frame_x);
}

/* A run file and what a slow machine has left beside it. */
static void forget(const char *path)
{
  char earlier[300];
  (void)snprintf(earlier, sizeof earlier, "%s.1", path);
  (void)remove(earlier);
  assert_int_equal(remove(path), 0);
}

static void expect_same_file(const char *algorithm, scratch *files, jato_precision precision)
{
  static const int sizes[] = {2, 3, 7, 16};
  char alone[256];
  asked a = ask(algorithm, strcpy(alone, scratch_path(files, "alone.h5")));
  a.options.precision = precision;
  a.options.record_frames = 9;
  on_ranks(1, make_run, &a);
  assert_ok(a.status[0], a.error[0]);
  jato_record *right = open_file(alone);
  uint64_t end = go_on(right, 90);
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    a.options.save = scratch_path(files, "ranks.h5");
    on_ranks(sizes[k], make_run, &a);
    for (int r = 0; r < sizes[k]; r++) assert_ok(a.status[r], a.error[r]);
    jato_record *record = open_file(a.options.save);
    const jato_record_info *info = jato_record_get_info(record),
                           *of_one = jato_record_get_info(right);
    assert_int_equal(info->result->digest, of_one->result->digest);
    expect_same_rows(info, of_one);
    expect_same_film(info, of_one);
    assert_int_equal(go_on(record, 90), end);
    jato_record_close(&record);
    forget(a.options.save);
  }
  jato_record_close(&right);
  forget(alone);
}

static void the_file_is_that_of_one_rank(void **state)
{
  static const char *const algorithms[] = {
      "pso", "pso:topology=ring,radius=3", "pso:lag=1", "clpso", "cso", "random", "cmaes", "shade"};
  for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++)
    expect_same_file(algorithms[i], *state, i % 2 == 0 ? JATO_DOUBLE : JATO_FLOAT);
}

/* A folder that goes away while the run goes on: all ranks hear of it, and end where they must not
 * go on. */
static int move_folder(const jato_progress *now, void *user)
{
  char away[300];
  (void)snprintf(away, sizeof away, "%s.away", (const char *)user);
  if (now->iteration == 5) (void)rename(user, away);
  return 0;
}

static void a_disk_that_goes_away(void **state)
{
  for (int must = 0; must < 2; must++) {
    char folder[256];
    (void)snprintf(folder, sizeof folder, "%s/gone%d", ((scratch *)*state)->folder, must);
    assert_int_equal(mkdir(folder, 0700), 0);
    asked a = ask(must ? "pso:lag=1" : "pso", NULL);
    a.options.save = scratch_path(*state, must ? "gone1/ranks.h5" : "gone0/ranks.h5");
    a.options.must_save = must;
    a.options.progress = move_folder;
    a.options.progress_user = folder;
    on_ranks(3, make_run, &a);
    for (int r = 0; r < 3; r++) {
      assert_int_equal(a.status[r], must ? JATO_E_FILE : JATO_OK);
      assert_int_equal(a.failed[r], 1);
      if (must) assert_non_null(strstr(a.error[r].text, "gone1/ranks.h5"));
    }
  }
}

/* With a lag, what others have to say is heard while a pass is made: in each of its tiles. */
static void a_meeting_goes_on_during_a_pass(void **state)
{
  (void)state;
  for (int lag = 0; lag < 2; lag++) {
    asked a = ask(lag ? "pso:lag=1" : "pso", NULL);
    on_ranks(3, make_run, &a);
    for (int r = 0; r < 3; r++) {
      assert_int_equal(a.status[r], JATO_OK);
      unsigned tiles = looks_of(r) / (unsigned)(a.options.iterations - 1);
      assert_true(lag ? tiles > 1 : tiles == 0);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_file_is_that_of_one_rank, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(a_disk_that_goes_away, scratch_make, scratch_remove),
      cmocka_unit_test(a_meeting_goes_on_during_a_pass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
