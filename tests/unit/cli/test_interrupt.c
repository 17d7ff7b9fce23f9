/* cli/base/interrupt.c: which signals ask the program for its end, and which end it. Each case is a
 * process of its own, whose exit is looked at. */
#define _GNU_SOURCE /* posix_openpt, ptsname */
#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/complain.h"
#include "base/progress.h"

static double now(void)
{
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void wait_seconds(double seconds)
{
  double end = now() + seconds;
  while (now() < end) (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

enum { LATE = 99 }; /* the process was kept from its processor: try again */

/* Signals one after the other, with a pause between them, in a process that catches them. */
static int take_signals(const int *signals, double pause)
{
  int status = 0;
  pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid == 0) {
    cli_interrupt_catch();
    double began = now();
    for (int i = 0; signals[i] != 0; i++) {
      if (i > 0) wait_seconds(pause);
      if (pause == 0 && now() - began > 0.3) _exit(LATE);
      (void)raise(signals[i]);
    }
    _exit(cli_interrupted_code());
  }
  assert_int_equal(waitpid(pid, &status, 0), pid);
  if (WIFEXITED(status) && WEXITSTATUS(status) == LATE) return take_signals(signals, pause);
  return status;
}

static void assert_asks(const int *signals, double pause)
{
  int status = take_signals(signals, pause);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 128 + signals[0]);
}

static void assert_kills(const int *signals, double pause)
{
  int status = take_signals(signals, pause);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), signals[1]);
}

/* As timeout sends them, to its child and to the child's group; and once more. */
static void signals_at_once_are_one_request(void **state)
{
  (void)state;
  assert_asks((int[]){SIGTERM, 0}, 0);
  assert_asks((int[]){SIGTERM, SIGTERM, 0}, 0);
  assert_asks((int[]){SIGINT, SIGINT, SIGINT, 0}, 0);
  assert_asks((int[]){SIGUSR1, SIGUSR1, 0}, 0);
  assert_asks((int[]){SIGUSR2, SIGUSR2, SIGTERM, SIGTERM, 0}, 0);
}

static void a_later_one_kills(void **state)
{
  (void)state;
  assert_kills((int[]){SIGTERM, SIGTERM, 0}, 0.55);
}

/* What a batch system sends before its SIGTERM, and a terminal that closes. */
static void a_later_one_of_another_number_does_not(void **state)
{
  (void)state;
  assert_asks((int[]){SIGUSR2, SIGTERM, 0}, 0.55);
  assert_asks((int[]){SIGHUP, SIGHUP, 0}, 0.55);
}

static void what_was_ignored_stays_ignored(void **state)
{
  (void)state;
  (void)signal(SIGHUP, SIG_IGN);
  int status = take_signals((int[]){SIGHUP, 0}, 0);
  (void)signal(SIGHUP, SIG_DFL);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* A process whose terminal this is: says by a byte that it is ready, and that it was interrupted.
 */
static void be_typed_at(const char *terminal, int out)
{
  cli_interrupt_catch();
  if (setsid() < 0) _exit(1);
  int in = open(terminal, O_RDWR);
  if (in < 0 || ioctl(in, TIOCSCTTY, 0) != 0 || write(out, "r", 1) != 1) _exit(1);
  while (!cli_interrupted()) wait_seconds(0.001);
  if (write(out, "i", 1) != 1) _exit(1);
  for (double end = now() + 30; now() < end;) wait_seconds(0.01);
  _exit(2);
}

/* At a terminal the second Ctrl-C kills, however soon it comes. */
static void a_second_ctrl_c_kills_at_once(void **state)
{
  char byte;
  int said[2], status = 0;
  (void)state;
  int keyboard = posix_openpt(O_RDWR | O_NOCTTY);
  assert_true(keyboard >= 0 && grantpt(keyboard) == 0 && unlockpt(keyboard) == 0);
  assert_int_equal(pipe(said), 0);
  pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid == 0) be_typed_at(ptsname(keyboard), said[1]);
  assert_int_equal(close(said[1]), 0);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(read(said[0], &byte, 1), 1);
    assert_int_equal(write(keyboard, "\003", 1), 1);
  }
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGINT);
  assert_int_equal(close(said[0]), 0);
  assert_int_equal(close(keyboard), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(signals_at_once_are_one_request),
      cmocka_unit_test(a_later_one_kills),
      cmocka_unit_test(a_later_one_of_another_number_does_not),
      cmocka_unit_test(what_was_ignored_stays_ignored),
      cmocka_unit_test(a_second_ctrl_c_kills_at_once),
  };
  /* A shell starts what is in its background with SIGINT ignored, and so it would stay. */
  (void)signal(SIGINT, SIG_DFL);
  (void)signal(SIGTERM, SIG_DFL);
  (void)signal(SIGHUP, SIG_DFL);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
