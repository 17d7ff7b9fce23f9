/* record/files/rotate.h: whatever fails, the checkpoint before is still there, and no path.new is.
 */
#define _GNU_SOURCE
#include "scratch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

#include "plain_format.h"
#include "record/files/seal.h"

static long iteration_beside(const char *path, const char *ending)
{
  char name[400];
  (void)snprintf(name, sizeof name, "%s%s", path, ending);
  return plain_iteration_at(name);
}

static void checkpoints_step_back(void **state)
{
  scratch *s = *state;
  plain_run run;
  jato_error error;
  plain_run_make(&run, JATO_DOUBLE);
  for (unsigned keep = 1; keep <= 3; keep++) {
    char path[300], name[20];
    (void)snprintf(name, sizeof name, "run%u", keep);
    (void)snprintf(path, sizeof path, "%s", scratch_path(s, name));
    jx_rotation rotation = plain_rotation(&run, path, keep);
    for (uint64_t i = 1; i <= 6; i++) {
      plain_run_step(&run, i);
      assert_ok(plain_write(&rotation, &run, &error), error);
      assert_int_equal(run.content.info.result.digest, plain_digest(&run));
      assert_int_equal(plain_iteration_at(path), i);
      assert_int_equal(iteration_beside(path, ".new"), -1);
      for (long k = 1; k <= 4; k++) {
        char ending[3] = {'.', (char)('0' + k), 0};
        long wanted = k <= (long)keep && (long)i > k ? (long)i - k : -1;
        assert_int_equal(iteration_beside(path, ending), wanted);
      }
    }
  }
  plain_run_free(&run);
}

/* Tries to write iteration 8 over a checkpoint of iteration 4, in vain. */
static void check_failure(const char *path, jx_rotation *rotation, plain_run *run,
                          const char *words)
{
  jato_error error = {JATO_OK, ""};
  plain_run_step(run, 8);
  assert_int_equal(plain_write(rotation, run, &error), JATO_E_FILE);
  assert_contains(error.text, words);
  assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
  assert_contains(error.text, "the checkpoint of iteration 4 is still there");
  assert_int_equal(plain_iteration_at(path), 4);
  assert_int_equal(iteration_beside(path, ".new"), -1);
  assert_int_equal(plain.writers, 0);
  assert_int_equal(plain.readers, 0);
  assert_int_equal(rotation->file, -1);
}

static void failures_leave_the_last_one(void **state)
{
  const char *path = scratch_path(*state, "run");
  jato_error error;
  plain_run run;
  plain_run_make(&run, JATO_DOUBLE);
  jx_rotation rotation = plain_rotation(&run, path, 2);
  plain_run_step(&run, 4);
  assert_ok(plain_write(&rotation, &run, &error), error);
  plain.fail_begin = 1;
  check_failure(path, &rotation, &run, "begin was set to fail");
  plain.fail_begin = 0, plain.fail_tile = 1;
  check_failure(path, &rotation, &run, "tile was set to fail");
  plain.fail_tile = 0, plain.fail_end = 1;
  check_failure(path, &rotation, &run, "end failed");
  plain.fail_end = 0, plain.wrong_digest = 1;
  check_failure(path, &rotation, &run, "not what was written");
  plain.wrong_digest = 0;
  assert_ok(plain_write(&rotation, &run, &error), error);
  assert_int_equal(plain_iteration_at(path), 8);
  assert_int_equal(iteration_beside(path, ".1"), 4);
  plain_run_free(&run);
}

/* A disk that is full is a limit of the file's size here, at every byte of it. */
static void full_disk_leaves_the_last_one(void **state)
{
  const char *path = scratch_path(*state, "run");
  struct rlimit before, limit;
  struct stat status;
  jato_error error;
  plain_run run;
  plain_run_make(&run, JATO_DOUBLE);
  jx_rotation rotation = plain_rotation(&run, path, 1);
  plain_run_step(&run, 4);
  assert_ok(plain_write(&rotation, &run, &error), error);
  assert_int_equal(stat(path, &status), 0);
  assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  limit = before;
  for (off_t size = 0; size < status.st_size; size += 37) {
    limit.rlim_cur = (rlim_t)size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    check_failure(path, &rotation, &run, "");
  }
  limit.rlim_cur = (rlim_t)status.st_size - 1; /* in the seal, which we write ourselves */
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
  check_failure(path, &rotation, &run, "File too large");
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_ok(plain_write(&rotation, &run, &error), error);
  assert_int_equal(plain_iteration_at(path), 8);
  plain_run_free(&run);
}

static void places_that_cannot_be_are_refused(void **state)
{
  scratch *s = *state;
  jato_error error;
  plain_run run;
  char path[300];
  plain_run_make(&run, JATO_DOUBLE);
  (void)snprintf(path, sizeof path, "%s/none/run", s->folder);
  jx_rotation rotation = plain_rotation(&run, path, 1);
  assert_int_equal(plain_write(&rotation, &run, &error), JATO_E_FILE);
  assert_contains(error.text, "No such file or directory; this run has no checkpoint yet");
  rotation = plain_rotation(&run, s->folder, 1);
  assert_int_equal(plain_write(&rotation, &run, &error), JATO_E_FILE);
  assert_contains(error.text, "it is a folder; name a file");
  rotation = plain_rotation(&run, scratch_write(s, "main.c", "int main(void) { return 0; }"), 1);
  assert_int_equal(plain_write(&rotation, &run, &error), JATO_E_FILE);
  assert_contains(error.text, "a file of another kind has that name");
  assert_contains(error.text, "what was there before is untouched");
  assert_int_equal(iteration_beside(rotation.path, ".1"), -1);
  rotation =
      plain_rotation(&run, scratch_write(s, "data.h5", "\x89HDF\r\n\x1a\n of somebody else"), 1);
  assert_int_equal(plain_write(&rotation, &run, &error), JATO_E_FILE);
  rotation.resumed = 1;
  assert_int_equal(plain_write(&rotation, &run, &error), JATO_E_FILE);
  static const char cut[] = "\x89HDF\r\n\x1a\n the rest\3run of it\7problem";
  int file = open(scratch_path(s, "cut.h5"), O_WRONLY | O_CREAT, 0600);
  assert_int_equal(write(file, cut, sizeof cut), sizeof cut);
  assert_int_equal(close(file), 0);
  rotation = plain_rotation(&run, scratch_path(s, "cut.h5"), 1);
  assert_int_equal(plain_write(&rotation, &run, &error), JATO_E_FILE);
  rotation.resumed = 1; /* then it is the run's own that was damaged */
  assert_ok(plain_write(&rotation, &run, &error), error);
  rotation = plain_rotation(&run, scratch_write(s, "empty", ""), 1);
  assert_ok(plain_write(&rotation, &run, &error), error);
  plain_run_free(&run);
}

/* The folder of an earlier checkpoint's name prevents renaming. */
static void renaming_that_fails_leaves_the_last_one(void **state)
{
  scratch *s = *state;
  char path[300];
  jato_error error;
  plain_run run;
  (void)snprintf(path, sizeof path, "%s", scratch_path(s, "run"));
  plain_run_make(&run, JATO_DOUBLE);
  jx_rotation rotation = plain_rotation(&run, path, 1);
  plain_run_step(&run, 4);
  assert_ok(plain_write(&rotation, &run, &error), error);
  assert_int_equal(mkdir(scratch_path(s, "run.1"), 0700), 0);
  check_failure(path, &rotation, &run, "run.1 is no file of this run");
  assert_int_equal(rmdir(scratch_path(s, "run.1")), 0);
  if (geteuid() == 0) goto done; /* nothing is read-only for root */
  assert_int_equal(chmod(s->folder, 0500), 0);
  check_failure(path, &rotation, &run, "Permission denied");
  assert_int_equal(chmod(s->folder, 0700), 0);
done:
  plain_run_free(&run);
}

/* Resumed from run.1, since run was damaged: run.1 stays, it is the only good one. */
static void damaged_file_does_not_step_back(void **state)
{
  scratch *s = *state;
  char path[300];
  jato_error error;
  plain_run run;
  (void)snprintf(path, sizeof path, "%s", scratch_path(s, "run"));
  plain_run_make(&run, JATO_DOUBLE);
  jx_rotation rotation = plain_rotation(&run, path, 1);
  for (uint64_t i = 4; i <= 5; i++) {
    plain_run_step(&run, i);
    assert_ok(plain_write(&rotation, &run, &error), error);
  }
  int file = open(path, O_RDWR);
  assert_int_equal(pwrite(file, "x", 1, 300), 1);
  assert_int_equal(close(file), 0);
  rotation = plain_rotation(&run, path, 1);
  rotation.resumed = 1;
  plain_run_step(&run, 6);
  assert_ok(plain_write(&rotation, &run, &error), error);
  assert_int_equal(plain_iteration_at(path), 6);
  assert_int_equal(iteration_beside(path, ".1"), 4);
  plain_run_step(&run, 7);
  assert_ok(plain_write(&rotation, &run, &error), error);
  assert_int_equal(iteration_beside(path, ".1"), 6);
  plain_run_free(&run);
}

/* A second run that was given the same path, while the first is writing. */
static void two_runs_do_not_mix(void **state)
{
  const char *path = scratch_path(*state, "run");
  jato_error error;
  plain_run first, second;
  plain_run_make(&first, JATO_DOUBLE);
  plain_run_make(&second, JATO_DOUBLE);
  plain_run_step(&second, 9);
  jx_rotation a = plain_rotation(&first, path, 1), b = plain_rotation(&second, path, 1);
  jx_digest head_a = plain_head(&first), head_b = plain_head(&second);
  assert_ok(jx_rotate_begin(&a, &first.content, &head_a, &error), error);
  assert_ok(jx_rotate_begin(&b, &second.content, &head_b, &error), error);
  for (uint64_t t = 0; t < first.shape.tiles; t++) {
    jx_tile tile = jx_shape_tile(&first.shape, first.memory, t);
    assert_ok(jx_rotate_tile(&a, t, &tile, &error), error);
  }
  assert_int_equal(jx_rotate_end(&a, &error), JATO_E_FILE);
  assert_contains(error.text, "another run is saved to the same file");
  for (uint64_t t = 0; t < second.shape.tiles; t++) {
    jx_tile tile = jx_shape_tile(&second.shape, second.memory, t);
    assert_ok(jx_rotate_tile(&b, t, &tile, &error), error);
  }
  assert_ok(jx_rotate_end(&b, &error), error);
  assert_int_equal(plain_iteration_at(path), 9);
  plain_run_free(&first);
  plain_run_free(&second);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_FOLDER(checkpoints_step_back),
      WITH_FOLDER(failures_leave_the_last_one),
      WITH_FOLDER(full_disk_leaves_the_last_one),
      WITH_FOLDER(places_that_cannot_be_are_refused),
      WITH_FOLDER(renaming_that_fails_leaves_the_last_one),
      WITH_FOLDER(damaged_file_does_not_step_back),
      WITH_FOLDER(two_runs_do_not_mix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
