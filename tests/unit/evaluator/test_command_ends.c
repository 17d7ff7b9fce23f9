/* How programs end: time limits, what they leave behind, cancelling, our own death. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "command_bed.h"

static void assert_no_children(void)
{
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
  assert_int_equal(errno, ECHILD);
}

/* ---- Time limits -------------------------------------------------------------------------------
 */

static void check_timeout(void **state, const char *mode, int processes)
{
  bed b;
  bed_begin(&b, state, mode);
  b.config.timeout = 0.3;
  bed_create(&b);
  (void)unlink(b.numbers);
  double begin = now();
  jx_outcome finished = bed_run(&b, 1, 1);
  double took = now() - begin;
  assert_int_equal(finished.status, JATO_EVAL_TIMEOUT);
  assert_contains(finished.message, "0.3 s");
  assert_double(took, >=, 0.3);
  assert_double(took, <, STUCK);
  assert_gone(&b, processes);
  bed_end(&b);
  assert_no_children();
}

static void time_limits_are_kept_whatever_it_does(void **state)
{
  check_timeout(state, "hang", 1);
  check_timeout(state, "stubborn", 3);
  check_timeout(state, "stop", 1);
  check_timeout(state, "close", 1);
}

/* SIGKILL would follow half a second after SIGTERM. On a busy machine one of many may do. */
static void one_that_obeys_is_not_waited_for(void **state)
{
  bed b;
  double took = INFINITY;
  bed_begin(&b, state, "hang");
  b.config.timeout = 0.1;
  bed_create(&b);
  for (uint64_t id = 1; id <= 20 && took >= 0.5; id++) {
    double begin = now();
    assert_int_equal(bed_run(&b, id, 1).status, JATO_EVAL_TIMEOUT);
    took = now() - begin;
  }
  assert_double(took, <, 0.5);
  bed_end(&b);
}

/* The caller may be busy elsewhere while the limit passes. */
static void a_result_in_time_counts_when_it_is_looked_at_late(void **state)
{
  bed b;
  bed_begin(&b, state, "sleep");
  b.config.timeout = 0.3;
  bed_create(&b);
  jato_eval_status status = JATO_EVAL_TIMEOUT;
  for (uint64_t id = 1; id <= 20 && status == JATO_EVAL_TIMEOUT; id++) {
    bed_submit(&b, id, 0.001);
    (void)usleep(500000);
    status = bed_wait(&b).status;
  }
  assert_int_equal(status, JATO_EVAL_OK);
  bed_end(&b);
}

/* ---- What is left behind -----------------------------------------------------------------------
 */

static void children_left_behind_are_ended_and_the_result_counts(void **state)
{
  bed b;
  bed_begin(&b, state, "leave");
  bed_create(&b);
  double begin = now();
  jx_outcome finished = bed_run(&b, 1, 4);
  assert_double(now() - begin, <, STUCK);
  assert_int_equal(finished.status, JATO_EVAL_OK);
  assert_same_double(*finished.f, 4);
  assert_gone(&b, 2);
  bed_end(&b);
}

/* In a process of its own: being a subreaper cannot be left to the other tests. */
static void run_as_subreaper(void **state)
{
  bed b;
  assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
  pid_t own = fork(); /* one of the host's own, which is to be left alone */
  if (own == 0) {
    (void)pause();
    _exit(0);
  }
  bed_begin(&b, state, "escape");
  b.config.adopts = 1;
  bed_create(&b);
  jx_outcome finished = bed_run(&b, 1, 4);
  assert_int_equal(finished.status, JATO_EVAL_OK);
  assert_gone(&b, 2);
  bed_end(&b);
  assert_true(lives(own));
  (void)kill(own, SIGKILL);
  assert_int_equal(waitpid(own, NULL, 0), own);
  assert_no_children();
}

static void those_that_leave_the_group_are_ended_by_a_subreaper(void **state)
{
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    run_as_subreaper(state);
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
}

static void strangers_of_a_host_are_left_alone(void **state)
{
  bed b;
  bed_begin(&b, state, "sleep");
  bed_create(&b);
  pid_t own = fork();
  if (own == 0) {
    (void)pause();
    _exit(0);
  }
  assert_int_equal(bed_run(&b, 1, 0.001).status, JATO_EVAL_OK);
  bed_end(&b);
  assert_true(lives(own));
  (void)kill(own, SIGKILL);
  assert_int_equal(waitpid(own, NULL, 0), own);
}

/* ---- Many, cancelled, killed -------------------------------------------------------------------
 */

static void twelve_run_at_once(void **state)
{
  bed b;
  int seen[12] = {0};
  bed_begin(&b, state, "sleep");
  b.config.workers = 12;
  bed_create(&b);
  assert_int_equal(jx_command_ops.capacity(b.evaluator), 12);
  double took = INFINITY; /* one after the other: 6 s */
  for (int round = 0; round < 10 && took >= 3; round++) {
    double begin = now();
    for (uint64_t id = 0; id < 12; id++) bed_submit(&b, id, 0.5);
    for (int i = 0; i < 12; i++) {
      jx_outcome finished = bed_wait(&b);
      assert_int_equal(finished.status, JATO_EVAL_OK);
      assert_int_equal(seen[finished.id]++, round);
    }
    took = now() - begin;
  }
  assert_double(took, <, 3);
  bed_end(&b);
  assert_no_children();
}

static void cancelling_ends_all_and_more_can_follow(void **state)
{
  bed b;
  jx_outcome none, *over = &none;
  bed_begin(&b, state, "stubborn");
  b.config.workers = 3;
  bed_create(&b);
  for (uint64_t id = 0; id < 3; id++) bed_submit(&b, id, 0.5);
  await_numbers(&b, 9);
  double begin = now();
  jx_command_ops.cancel(b.evaluator);
  assert_double(now() - begin, <, STUCK);
  assert_gone(&b, 9);
  assert_ok(jx_command_ops.wait(b.evaluator, 1, &over, &b.error), b.error);
  assert_null(over);
  for (uint64_t id = 3; id < 6; id++) bed_submit(&b, id, 0.5);
  await_numbers(&b, 18);
  bed_end(&b);
  assert_gone(&b, 18);
  assert_no_children();
}

static void no_descriptor_and_no_zombie_is_left(void **state)
{
  bed b;
  int before = 0;
  const char *modes[] = {"sleep", "exit", "leave", "garbage", "signal"};
  for (int round = 0; round < 3; round++) {
    for (size_t mode = 0; mode < 5; mode++) {
      bed_begin(&b, state, modes[mode]);
      b.config.workers = 3;
      bed_create(&b);
      for (uint64_t i = 0; i < 10; i++) {
        bed_submit(&b, i, 9);
        if (i % 3 == 2) jx_command_ops.cancel(b.evaluator);
      }
      bed_end(&b);
    }
    if (round == 0) before = count_open_files();
  }
  assert_int_equal(count_open_files(), before);
  assert_no_children();
}

static void check_death(void **state, const char *mode, int processes)
{
  bed b;
  bed_begin(&b, state, mode);
  b.config.workers = 3;
  (void)unlink(b.numbers);
  pid_t host = fork();
  if (host == 0) {
    bed_create(&b);
    for (uint64_t id = 0; id < 3; id++) bed_submit(&b, id, 1);
    (void)pause();
    _exit(0);
  }
  await_numbers(&b, processes);
  (void)kill(host, SIGKILL);
  assert_int_equal(waitpid(host, NULL, 0), host);
  assert_gone(&b, processes);
}

static void programs_do_not_outlive_us(void **state)
{
  check_death(state, "hang", 3);
  check_death(state, "stubborn", 9);
  check_death(state, "'break out'", 6);
  check_death(state, "vanish", 6);
}

#define WITH_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_SCRATCH(time_limits_are_kept_whatever_it_does),
      WITH_SCRATCH(one_that_obeys_is_not_waited_for),
      WITH_SCRATCH(a_result_in_time_counts_when_it_is_looked_at_late),
      WITH_SCRATCH(children_left_behind_are_ended_and_the_result_counts),
      WITH_SCRATCH(those_that_leave_the_group_are_ended_by_a_subreaper),
      WITH_SCRATCH(strangers_of_a_host_are_left_alone),
      WITH_SCRATCH(twelve_run_at_once),
      WITH_SCRATCH(cancelling_ends_all_and_more_can_follow),
      WITH_SCRATCH(no_descriptor_and_no_zombie_is_left),
      WITH_SCRATCH(programs_do_not_outlive_us),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
