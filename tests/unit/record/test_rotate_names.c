/* record/files/rotate.h beside files that are not the run's own: they stay, whatever they are. */
#define _GNU_SOURCE
#include "scratch.h"

#include <signal.h>
#include <sys/wait.h>

#include "plain_format.h"
#include "text_file.h"

/* A checkpoint that is begun and has all its tiles, to be ended. */
static void write_tiles(jx_rotation *rotation, plain_run *run)
{
  jato_error error;
  jx_digest head = plain_head(run);
  assert_ok(jx_rotate_begin(rotation, &run->content, &head, &error), error);
  for (uint64_t t = 0; t < run->shape.tiles; t++) {
    jx_tile tile = jx_shape_tile(&run->shape, run->memory, t);
    assert_ok(jx_rotate_tile(rotation, t, &tile, &error), error);
  }
}

/* Somebody's files by the names beside a run's: they stay, whatever they are, and a message says
 * which one is in its way. Before the first checkpoint, later, and while one is written. */
static void strangers_files_stay(void **state)
{
  static const char *const texts[] = {"my notes", "pid", "#!/bin/sh\n", "\x89HDF\r\n\x1a\n data"};
  static const char *const endings[] = {".new", ".1", ".2"};
  scratch *s = *state;
  plain_run run;
  jato_error error;
  plain_run_make(&run, JATO_DOUBLE);
  for (int when = 0; when < 3; when++)
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
      for (size_t e = when < 2 ? 0 : 1; e < sizeof endings / sizeof endings[0]; e++) {
        char path[300], other[320], name[20], leaf[30];
        (void)snprintf(name, sizeof name, "run%d%zu%zu", when, t, e);
        (void)snprintf(path, sizeof path, "%s", scratch_path(s, name));
        (void)snprintf(leaf, sizeof leaf, "%s%s", name, endings[e]);
        jx_rotation rotation = plain_rotation(&run, path, 2);
        if (when > 0) assert_ok(plain_write(&rotation, &run, &error), error);
        if (when == 2) write_tiles(&rotation, &run);
        (void)snprintf(other, sizeof other, "%s", scratch_write(s, leaf, texts[t]));
        jato_status status =
            when == 2 ? jx_rotate_end(&rotation, &error) : plain_write(&rotation, &run, &error);
        assert_int_equal(status, JATO_E_FILE);
        assert_contains(error.text, other);
        assert_contains(error.text, "is no file of this run; move it away");
        assert_text(other, texts[t]);
        assert_int_equal(plain_iteration_at(path), when > 0 ? 0 : -1);
        assert_int_equal(rotation.file, -1);
        assert_int_equal(unlink(other), 0);
        assert_ok(plain_write(&rotation, &run, &error), error);
      }
  plain_run_free(&run);
}

/* A journal or a lock by such a name, a link and a folder are no checkpoints either. */
static void other_files_of_runs_stay(void **state)
{
  scratch *s = *state;
  char path[300], other[320];
  plain_run run;
  jato_error error;
  plain_run_make(&run, JATO_DOUBLE);
  (void)snprintf(path, sizeof path, "%s", scratch_path(s, "run"));
  jx_rotation rotation = plain_rotation(&run, path, 1);
  (void)scratch_write(s, "run.1", "jato evl, and rows");
  assert_int_equal(plain_write(&rotation, &run, &error), JATO_E_FILE);
  assert_contains(error.text, "run.1 is a journal of evaluations");
  (void)scratch_write(s, "run.1", "pid 12 on host here since 2026-11-15T08:30:00Z\n");
  assert_int_equal(plain_write(&rotation, &run, &error), JATO_E_FILE);
  assert_contains(error.text, "run.1 is the lock of a run");
  assert_int_equal(unlink(scratch_path(s, "run.1")), 0);
  (void)snprintf(other, sizeof other, "%s", scratch_write(s, "elsewhere", "jato.new"));
  assert_int_equal(symlink(other, scratch_path(s, "run.new")), 0);
  assert_int_equal(plain_write(&rotation, &run, &error), JATO_E_FILE);
  assert_contains(error.text, "run.new is ");
  assert_text(other, "jato.new");
  assert_int_equal(unlink(scratch_path(s, "run.new")), 0);
  assert_int_equal(symlink("nowhere", path), 0);
  assert_int_equal(plain_write(&rotation, &run, &error), JATO_E_FILE);
  assert_int_equal(readlink(path, other, sizeof other), 7);
  assert_int_equal(unlink(path), 0);
  assert_ok(plain_write(&rotation, &run, &error), error);
  plain_run_free(&run);
}

/* What a run that was killed leaves at path.new at any moment is replaced, by a run that resumes it
 * and by one that begins again. */
static void what_a_killed_run_leaves_is_replaced(void **state)
{
  char path[300];
  plain_run run;
  jato_error error;
  struct stat status;
  (void)snprintf(path, sizeof path, "%s", scratch_path(*state, "run"));
  plain_run_make(&run, JATO_DOUBLE);
  for (int tiles = 0; tiles < 3; tiles++) {
    pid_t child = fork();
    if (child == 0) {
      jx_rotation rotation = plain_rotation(&run, path, 1);
      jx_digest head = plain_head(&run);
      if (jx_rotate_begin(&rotation, &run.content, &head, &error) != JATO_OK) _exit(1);
      for (uint64_t t = 0; t < (uint64_t)tiles; t++) {
        jx_tile tile = jx_shape_tile(&run.shape, run.memory, t);
        if (jx_rotate_tile(&rotation, t, &tile, &error) != JATO_OK) _exit(2);
      }
      (void)kill(getpid(), SIGKILL);
    }
    int ended = 0;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFSIGNALED(ended));
    assert_int_equal(stat(scratch_path(*state, "run.new"), &status), 0);
    jx_name found;
    assert_int_equal(jx_rotate_is_free(path, &found), tiles == 0);
    jx_rotation rotation = plain_rotation(&run, path, 1);
    assert_ok(plain_write(&rotation, &run, &error), error);
  }
  plain_run_free(&run);
}

/* A power cut may leave a length and no data. */
static void holes_are_replaced(void **state)
{
  plain_run run;
  jato_error error;
  plain_run_make(&run, JATO_DOUBLE);
  (void)scratch_write(*state, "run.new", "");
  assert_int_equal(truncate(scratch_path(*state, "run.new"), 1 << 20), 0);
  char path[300];
  (void)snprintf(path, sizeof path, "%s", scratch_path(*state, "run"));
  jx_rotation rotation = plain_rotation(&run, path, 1);
  assert_ok(plain_write(&rotation, &run, &error), error);
  plain_run_free(&run);
}

/* A new run takes a path with a path.new that was never finished, and none with anything else. */
static void who_may_have_the_path(void **state)
{
  scratch *s = *state;
  char path[300];
  jx_name found;
  (void)snprintf(path, sizeof path, "%s", scratch_path(s, "run"));
  assert_true(jx_rotate_is_free(path, &found));
  (void)scratch_write(s, "run.new", "my notes");
  assert_false(jx_rotate_is_free(path, &found));
  assert_string_equal(found.text, scratch_path(s, "run.new"));
  (void)scratch_write(s, "run.new", "jato.new, and some of it");
  assert_true(jx_rotate_is_free(path, &found));
  (void)scratch_write(s, "run.9", "");
  assert_false(jx_rotate_is_free(path, &found));
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(strangers_files_stay),
      WITH_FOLDER(other_files_of_runs_stay),
      WITH_FOLDER(what_a_killed_run_leaves_is_replaced),
      WITH_FOLDER(holes_are_replaced),
      WITH_FOLDER(who_may_have_the_path),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
