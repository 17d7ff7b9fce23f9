/* record/forked/forked.h: work in a fork, which ends alone where it crashes; and a process that
 * reads a file of somebody else can do nothing but read it. */
#define _GNU_SOURCE
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/status.h"
#include "record/forked/forked.h"

typedef struct bed {
  char path[256]; /* of a file that is open */
  char other[256];
  int file;
  int can[16]; /* shared: what the fork could do, in the order below */
} bed;

enum { OPEN, MAKE, WRITE, CHANGE, MAP, REMOVE, SOCKET, PIPE, FORK, SIGNAL, DEEDS };
static const char *const deeds[] = {
    "open a file",   "make a file",   "write to a file", "cut a file",     "map a file",
    "remove a file", "make a socket", "make a pipe",     "make a process", "send a signal"};

static bed *make_bed(scratch *s)
{
  bed *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(b != MAP_FAILED);
  (void)snprintf(b->path, sizeof b->path, "%s", scratch_write(s, "file", "0123456789"));
  (void)snprintf(b->other, sizeof b->other, "%s", scratch_path(s, "made"));
  b->file = open(b->path, O_RDWR);
  assert_true(b->file >= 0);
  return b;
}

static void end_bed(bed *b)
{
  assert_int_equal(close(b->file), 0);
  assert_int_equal(munmap(b, sizeof *b), 0);
}

static int can_fork(void)
{
  pid_t pid = fork();
  if (pid == 0) _exit(0);
  if (pid > 0) (void)waitpid(pid, NULL, 0);
  return pid > 0;
}

static jato_status try_everything(void *user, jato_error *error)
{
  bed *b = user;
  int both[2];
  (void)error;
  b->can[OPEN] = open("/etc/passwd", O_RDONLY) >= 0;
  b->can[MAKE] = open(b->other, O_CREAT | O_WRONLY, 0600) >= 0;
  b->can[WRITE] = write(b->file, "x", 1) == 1;
  b->can[CHANGE] = ftruncate(b->file, 5) == 0;
  b->can[MAP] = mmap(NULL, 10, PROT_WRITE, MAP_SHARED, b->file, 0) != MAP_FAILED;
  b->can[REMOVE] = unlink(b->path) == 0;
  b->can[SOCKET] = socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
  b->can[PIPE] = pipe(both) == 0;
  b->can[FORK] = can_fork();
  b->can[SIGNAL] = kill(getppid(), 0) == 0;
  return JATO_OK;
}

static void who_reads_can_do_nothing_else(void **state)
{
  char text[11] = "";
  jato_error error = {JATO_OK, ""};
  bed *b = make_bed(*state);
  assert_ok(jx_run_in_fork(JX_FORK_READS, try_everything, b, &error), error);
  for (int d = 0; d < DEEDS; d++) {
    if (b->can[d]) print_error("it can %s\n", deeds[d]);
    assert_false(b->can[d]);
  }
  assert_int_equal(pread(b->file, text, 10, 0), 10);
  assert_string_equal(text, "0123456789");
  assert_int_not_equal(access(b->other, F_OK), 0);
  end_bed(b);
}

/* Else the test above could not fail. */
static void who_writes_can(void **state)
{
  jato_error error = {JATO_OK, ""};
  bed *b = make_bed(*state);
  assert_ok(jx_run_in_fork(JX_FORK_WRITES, try_everything, b, &error), error);
  for (int d = 0; d < DEEDS; d++) assert_true(b->can[d]);
  end_bed(b);
}

static jato_status read_much(void *user, jato_error *error)
{
  enum { MUCH = 64 << 20 };
  bed *b = user;
  char text[10];
  char *memory = malloc(MUCH);
  if (memory == NULL || pread(b->file, text, 10, 0) != 10 || memcmp(text, "0123456789", 10) != 0)
    return jx_fail(error, JATO_E_FILE, "it cannot read");
  memset(memory, 1, MUCH);
  free(memory);
  b->can[0] = 7;
  return jx_fail(error, JATO_E_ARGUMENT, "%s", "its words");
}

static void who_reads_can_read(void **state)
{
  jato_error error = {JATO_OK, ""};
  bed *b = make_bed(*state);
  assert_int_equal(jx_run_in_fork(JX_FORK_READS, read_much, b, &error), JATO_E_ARGUMENT);
  assert_string_equal(error.text, "its words");
  assert_int_equal(b->can[0], 7);
  end_bed(b);
}

static jato_status crash(void *user, jato_error *error)
{
  (void)user, (void)error;
  for (int number = 1; number < 32; number++) (void)signal(number, SIG_DFL); /* cmocka's */
  __builtin_trap();
}

static void a_crash_is_told(void **state)
{
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_int_equal(jx_run_in_fork(JX_FORK_READS, crash, NULL, &error), JATO_E_MEMORY);
  assert_contains(error.text, "while it read the file: there is not enough memory, or the file is "
                              "damaged or made to crash it");
  assert_int_equal(jx_run_in_fork(JX_FORK_WRITES, crash, NULL, &error), JATO_E_MEMORY);
  assert_contains(error.text, "perhaps for lack of memory");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_reads_can_do_nothing_else),
      cmocka_unit_test(who_writes_can),
      cmocka_unit_test(who_reads_can_read),
      cmocka_unit_test(a_crash_is_told),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
