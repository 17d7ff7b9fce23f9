/* record/files/lock.h: one run at a time for each file, in one process and in several; what is left
 * by one that was killed does not stop the next. */
#define _GNU_SOURCE
#include "scratch.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "record/files/lock.h"

typedef struct told {
  int count;
  char text[256];
} told;

static void note(const char *text, void *user)
{
  told *seen = user;
  seen->count++;
  (void)snprintf(seen->text, sizeof seen->text, "%s", text);
}

static jato_status take(jx_lock *lock, const char *path, jato_error *error)
{
  return jx_lock_take(lock, path, NULL, NULL, error);
}

/* The text of path.lock, "" without one. */
static const char *lock_text(const char *path, char *text, size_t size)
{
  char name[300];
  (void)snprintf(name, sizeof name, "%s.lock", path);
  FILE *stream = fopen(name, "rb");
  size_t length = stream != NULL ? fread(text, 1, size - 1, stream) : 0;
  if (stream != NULL) assert_int_equal(fclose(stream), 0);
  text[length] = '\0';
  return text;
}

static void a_process_is_refused_its_own_file(void **state)
{
  const char *path = scratch_path(*state, "run");
  char text[256], us[64], other[300];
  jx_lock first, second;
  jato_error error;
  assert_ok(take(&first, path, &error), error);
  assert_true(first.held);
  (void)snprintf(us, sizeof us, "pid %ld on host ", (long)getpid());
  assert_contains(lock_text(path, text, sizeof text), us);
  assert_int_equal(take(&second, path, &error), JATO_E_FILE);
  assert_false(second.held);
  assert_contains(error.text, "/run: another run of this process saves to it (");
  assert_contains(error.text, us);
  assert_contains(error.text, "or save to another file");
  (void)snprintf(other, sizeof other, "%s/../%s", ((scratch *)*state)->folder,
                 strrchr(((scratch *)*state)->folder, '/') + 1);
  (void)strncat(other, "/run", sizeof other - strlen(other) - 1);
  assert_true(jx_lock_covers_path(&first, other));
  assert_int_equal(take(&second, other, &error), JATO_E_FILE);
  assert_true(fcntl(first.file, F_GETFD) & FD_CLOEXEC);
  jx_lock_release(&first);
  jx_lock_release(&first); /* does nothing */
  assert_string_equal(lock_text(path, text, sizeof text), "");
  assert_int_not_equal(access(path, F_OK), 0);
  assert_ok(take(&second, other, &error), error);
  jx_lock_release(&second);
}

/* A child that holds the lock until it is killed. */
static pid_t start_holder(const char *path)
{
  int ends[2];
  char byte = 0;
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    jx_lock lock;
    jato_error error;
    byte = take(&lock, path, &error) == JATO_OK;
    (void)!write(ends[1], &byte, 1);
    for (;;) pause();
  }
  assert_int_equal(read(ends[0], &byte, 1), 1);
  assert_int_equal(byte, 1);
  (void)close(ends[0]);
  (void)close(ends[1]);
  return child;
}

static void what_a_killed_one_leaves_is_taken_over(void **state)
{
  const char *path = scratch_path(*state, "run");
  char text[256], them[64];
  jx_lock lock;
  jato_error error;
  pid_t child = start_holder(path);
  (void)snprintf(them, sizeof them, "another run saves to it (pid %ld on host ", (long)child);
  assert_int_equal(take(&lock, path, &error), JATO_E_FILE);
  assert_contains(error.text, them);
  assert_contains(error.text, "wait until it has ended, or save to another file");
  assert_int_equal(kill(child, SIGKILL), 0);
  assert_int_equal(waitpid(child, NULL, 0), child);
  assert_contains(lock_text(path, text, sizeof text), "pid ");
  assert_ok(take(&lock, path, &error), error);
  (void)snprintf(them, sizeof them, "pid %ld on host ", (long)getpid());
  assert_contains(lock_text(path, text, sizeof text), them);
  jx_lock_release(&lock);
  assert_string_equal(lock_text(path, text, sizeof text), "");
}

/* A copy of the process made by fork neither frees the lock nor keeps it. */
/* Words are overwritten, never cut first: a run that is killed meanwhile leaves some. */
static void longer_words_are_overwritten(void **state)
{
  const char *path = scratch_path(*state, "run");
  char before[256], after[256], lock_path[300];
  jx_lock lock;
  jato_error error;
  (void)snprintf(lock_path, sizeof lock_path, "%s.lock", path);
  (void)snprintf(before, sizeof before, "pid 1 on host %0150d since 2026-11-15T08:30:00Z\n", 7);
  FILE *stream = fopen(lock_path, "w");
  assert_non_null(stream);
  assert_true(fputs(before, stream) >= 0 && fclose(stream) == 0);
  assert_ok(take(&lock, path, &error), error);
  (void)lock_text(path, after, sizeof after);
  assert_int_equal(strlen(after), strlen(before));
  assert_null(strstr(after, "pid 1 on"));
  assert_int_equal(after[strlen(after) - 1], '\n');
  jx_lock other;
  assert_int_equal(take(&other, path, &error), JATO_E_FILE);
  assert_contains(error.text, "Z)"); /* without the blanks */
  jx_lock_release(&lock);
  assert_string_equal(lock_text(path, after, sizeof after), "");
}

static void a_fork_changes_nothing(void **state)
{
  const char *path = scratch_path(*state, "run");
  char text[256];
  jx_lock lock, again;
  jato_error error;
  assert_ok(take(&lock, path, &error), error);
  for (int ends = 0; ends < 2; ends++) {
    pid_t child = fork();
    if (child == 0) {
      if (ends) jx_lock_release(&lock);
      if (!ends) (void)sleep(60);
      _exit(0);
    }
    if (ends) assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(take(&again, path, &error), JATO_E_FILE);
    assert_contains(lock_text(path, text, sizeof text), "pid ");
    if (ends) continue;
    jx_lock_release(&lock); /* while the copy lives */
    assert_ok(take(&lock, path, &error), error);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
  }
  jx_lock_release(&lock);
}

static void what_is_no_lock_is_left_alone(void **state)
{
  char text[256];
  jx_lock lock;
  jato_error error;
  told seen = {0};
  (void)scratch_write(*state, "run.lock", "my notes\n");
  const char *path = scratch_path(*state, "run");
  assert_int_equal(take(&lock, path, &error), JATO_E_FILE);
  assert_contains(error.text, "run.lock, which would keep other runs from it, is something else");
  assert_string_equal(lock_text(path, text, sizeof text), "my notes\n");
  path = scratch_path(*state, "no/such/run"); /* a checkpoint will say it */
  assert_ok(jx_lock_take(&lock, path, note, &seen, &error), error);
  assert_false(lock.held);
  assert_int_equal(seen.count, 0);
  assert_int_equal(symlink("nowhere", scratch_path(*state, "linked.lock")), 0);
  path = scratch_path(*state, "linked");
  assert_ok(jx_lock_take(&lock, path, note, &seen, &error), error);
  assert_false(lock.held);
  assert_int_equal(seen.count, 1);
  assert_contains(seen.text, "make sure that no other run saves to it");
  jx_lock_release(&lock);
}

/* Words that only begin like ours, and a file without any: the former are refused, the latter is
 * used, as a tool of somebody else's may use it, and is there again, and empty, at the end. */
static void what_only_looks_like_a_lock_stays(void **state)
{
  static const char *const texts[] = {"pid file of my daemon\n", "pid 4711 is my favourite\n",
                                      "pid 1 on host a since b\nand my notes\n"};
  char text[256];
  jx_lock lock, second;
  struct stat before, after;
  jato_error error;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    (void)scratch_write(*state, "run.lock", texts[i]);
    const char *path = scratch_path(*state, "run");
    assert_int_equal(take(&lock, path, &error), JATO_E_FILE);
    assert_contains(error.text, "is something else");
    assert_string_equal(lock_text(path, text, sizeof text), texts[i]);
  }
  (void)scratch_write(*state, "run.lock", "");
  assert_int_equal(stat(scratch_path(*state, "run.lock"), &before), 0);
  const char *path = scratch_path(*state, "run");
  assert_ok(take(&lock, path, &error), error);
  assert_true(lock.held);
  assert_int_equal(take(&second, path, &error), JATO_E_FILE);
  jx_lock_release(&lock);
  assert_int_equal(stat(scratch_path(*state, "run.lock"), &after), 0);
  assert_int_equal(after.st_ino, before.st_ino);
  assert_int_equal(after.st_size, 0);
}

/* Processes that take it and let go of it as fast as they can: never two at once. */
static void never_two_at_once(void **state)
{
  enum { PROCESSES = 8, TURNS = 200 };
  const char *path = scratch_path(*state, "run");
  char flag[300];
  pid_t child[PROCESSES];
  (void)snprintf(flag, sizeof flag, "%s.busy", path);
  for (int k = 0; k < PROCESSES; k++) {
    child[k] = fork();
    assert_true(child[k] >= 0);
    if (child[k] != 0) continue;
    int bad = 0;
    for (int turns = 0; turns < TURNS;) {
      jx_lock lock;
      jato_error error;
      if (take(&lock, path, &error) != JATO_OK) continue;
      int file = open(flag, O_CREAT | O_EXCL | O_WRONLY, 0600);
      bad |= !lock.held || file < 0;
      if (file >= 0) bad |= close(file) != 0 || unlink(flag) != 0;
      jx_lock_release(&lock);
      turns++;
    }
    _exit(bad);
  }
  for (int k = 0; k < PROCESSES; k++) {
    int status = -1;
    assert_int_equal(waitpid(child[k], &status, 0), child[k]);
    assert_int_equal(status, 0);
  }
  assert_int_not_equal(access(path, F_OK), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_process_is_refused_its_own_file, scratch_make,
                                      scratch_remove),
      cmocka_unit_test_setup_teardown(what_a_killed_one_leaves_is_taken_over, scratch_make,
                                      scratch_remove),
      cmocka_unit_test_setup_teardown(longer_words_are_overwritten, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(a_fork_changes_nothing, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(what_is_no_lock_is_left_alone, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(what_only_looks_like_a_lock_stays, scratch_make,
                                      scratch_remove),
      cmocka_unit_test_setup_teardown(never_two_at_once, scratch_make, scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
