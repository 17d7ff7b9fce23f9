/* Programs where the system is in the way: no pidfds, no descriptors, no memory, a host that
 * ignores its children, a death in the middle of a start. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "command_bed.h"
#include "evaluator/command/cleanup.h"
#include "evaluator/command/spawn.h"

/* What cannot be undone is done in a process of its own. */
static void in_a_process(void (*test)(void **), void **state)
{
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    test(state);
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
}

/* ---- A system without pidfds -------------------------------------------------------------------
 */

/* From now on, a system call does nothing and comes back with `error`. */
static void refuse(long call, unsigned error)
{
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  assert_int_equal(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  assert_int_equal(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

static void run_without_pidfds(void **state)
{
  bed b;
  refuse(434, ENOSYS); /* pidfd_open */
  bed_begin(&b, state, "sleep");
  b.config.timeout = 0.3;
  bed_create(&b);
  assert_same_double(*bed_run(&b, 1, 0.01).f, 0.01);
  assert_int_equal(bed_run(&b, 2, 5).status, JATO_EVAL_TIMEOUT);
  bed_end(&b);
  bed_begin(&b, state, "flood");
  bed_create(&b);
  assert_same_double(*bed_run(&b, 1, 2).f, 2);
  bed_end(&b);
  bed_begin(&b, state, "work");
  bed_create(&b);
  assert_same_double(*bed_run(&b, 1, 3).f, 9);
  assert_int_equal(bed_run(&b, 2, 13).status, JATO_EVAL_SIGNAL);
  assert_same_double(*bed_run(&b, 3, 4).f, 16);
  bed_end(&b);
}

static void it_works_without_pidfds(void **state) { in_a_process(run_without_pidfds, state); }

/* As a process does that waits for a dead disk. */
static void run_without_kill(void **state)
{
  bed b;
  refuse(SYS_kill, 0);
  bed_begin(&b, state, "hang");
  b.config.timeout = 0.2;
  bed_create(&b);
  double begin = now();
  assert_int_equal(bed_run(&b, 1, 1).status, JATO_EVAL_TIMEOUT);
  assert_double(now() - begin, <, STUCK);
  bed_submit(&b, 2, 1);
  begin = now();
  bed_end(&b);
  assert_double(now() - begin, <, STUCK);
}

static void one_that_nothing_ends_is_left_alone(void **state)
{
  bed b;
  long pid;
  in_a_process(run_without_kill, state);
  bed_begin(&b, state, "hang");
  FILE *stream = fopen(b.numbers, "r");
  assert_non_null(stream);
  while (fscanf(stream, "%ld", &pid) == 1) assert_int_equal(kill((pid_t)pid, SIGKILL), 0);
  (void)fclose(stream);
  assert_gone(&b, 2);
}

/* ---- The host's own ways -----------------------------------------------------------------------
 */

static void run_with_ignored_children(void **state)
{
  bed b;
  (void)signal(SIGCHLD, SIG_IGN);
  bed_begin(&b, state, "sleep");
  bed_create(&b);
  assert_same_double(*bed_run(&b, 1, 0.01).f, 0.01);
  bed_end(&b);
}

static void a_host_may_ignore_its_children(void **state)
{
  in_a_process(run_with_ignored_children, state);
}

static void run_without_standard_descriptors(void **state)
{
  bed b;
  for (int i = 0; i < 3; i++) (void)close(i);
  bed_begin(&b, state, "input");
  b.command.by = JATO_BY_INPUT;
  bed_create(&b);
  if (*bed_run(&b, 1, 0.5).f != 0.5) _exit(1);
  bed_end(&b);
}

static void a_host_may_have_closed_standard_input_and_output(void **state)
{
  in_a_process(run_without_standard_descriptors, state);
}

/* A copy of the host that ends in an orderly way must not take the original's programs along. */
static void a_host_may_fork(void **state)
{
  bed b;
  bed_begin(&b, state, "sleep");
  bed_create(&b);
  bed_submit(&b, 1, 0.3);
  pid_t copy = fork();
  if (copy == 0) {
    jx_command_ops.destroy(&b.evaluator);
    _exit(b.evaluator == NULL ? 0 : 1);
  }
  int status = 1;
  assert_int_equal(waitpid(copy, &status, 0), copy);
  assert_int_equal(status, 0);
  assert_int_equal(bed_wait(&b).status, JATO_EVAL_OK);
  bed_end(&b);
}

/* The library must not touch what the host does with signals. */
static void dispositions_of_signals_stay(void **state)
{
  bed b;
  struct sigaction before[32], after;
  sigset_t mask_before, mask_after;
  for (int i = 1; i < 32; i++) (void)sigaction(i, NULL, &before[i]);
  (void)sigprocmask(SIG_SETMASK, NULL, &mask_before);
  bed_begin(&b, state, "exit");
  bed_create(&b);
  assert_int_equal(bed_run(&b, 1, 3).status, JATO_EVAL_EXIT);
  (void)sigprocmask(SIG_SETMASK, NULL, &mask_after);
  for (int i = 1; i < 32; i++) {
    (void)sigaction(i, NULL, &after);
    assert_true(after.sa_handler == before[i].sa_handler);
    assert_int_equal(sigismember(&mask_after, i), sigismember(&mask_before, i));
  }
  bed_end(&b);
}

/* ---- Too little of something -------------------------------------------------------------------
 */

/* One that cannot be started now may be started in a moment. */
static void too_many_open_files_pass(void **state)
{
  const char *modes[] = {"sleep", "work"};
  for (size_t i = 0; i < 2; i++) {
    bed b;
    struct rlimit before, few;
    bed_begin(&b, state, modes[i]);
    bed_create(&b);
    (void)getrlimit(RLIMIT_NOFILE, &before);
    few = before;
    few.rlim_cur = (rlim_t)count_open_files();
    (void)setrlimit(RLIMIT_NOFILE, &few);
    bed_submit(&b, 1, 0.5);
    (void)setrlimit(RLIMIT_NOFILE, &before);
    jx_outcome finished = bed_wait(&b);
    assert_int_equal(finished.status, JATO_EVAL_OK);
    assert_same_double(*finished.f, i == 0 ? 0.5 : 0.25);
    bed_end(&b);
  }
}

static void check_memory(void **state, const char *mode)
{
  counted count = {0};
  jato_status status = JATO_E_MEMORY;
  for (long last = 0; status != JATO_OK; last++) {
    bed b;
    bed_begin(&b, state, mode);
    assert_ok(jx_space_create(&b.given, &b.problem.allocator, &b.problem.space, &b.error), b.error);
    count = (counted){.last = last};
    b.config.allocator = (jato_allocator){counted_allocate, counted_release, &count};
    status = jx_command_ops.create(&b.config, &b.evaluator, &b.error);
    if (status != JATO_OK) assert_int_equal(status, JATO_E_MEMORY);
    if (status != JATO_OK) assert_null(b.evaluator);
    bed_end(&b);
    assert_int_equal(count.held, 0);
    assert_true(last < 200);
  }
  assert_true(count.made > 5);
}

static void without_memory_it_says_so(void **state)
{
  check_memory(state, "sleep");
  check_memory(state, "work");
}

/* ---- Our own death -----------------------------------------------------------------------------
 */

static void die_in_the_middle_of_a_start(void **state)
{
  bed b;
  jx_watchdog watchdog;
  int pipe[2];
  pid_t pid;
  bed_begin(&b, state, "hang");
  char program[] = COMMAND_CHILD, mode[] = "hang", number[] = "1";
  char *argv[] = {program, mode, number, b.numbers, NULL};
  if (jx_watchdog_create(&watchdog, 1) != 0 || jx_pipe_open(pipe, 0) != 0) _exit(1);
  jx_watchdog_expect(&watchdog, 0, pipe[1]);
  jx_spawn_options config = {.argv = argv, .in = -1, .out = pipe[1], .err = -1, .more = -1};
  if (jx_spawn(&config, &pid) != 0) _exit(2);
  await_numbers(&b, 1);
  (void)kill(getpid(), SIGKILL); /* before the watchdog got the number */
}

static void a_program_that_was_just_started_does_not_outlive_us(void **state)
{
  bed b;
  pid_t host = fork();
  if (host == 0) die_in_the_middle_of_a_start(state);
  int status = 0;
  assert_int_equal(waitpid(host, &status, 0), host);
  assert_true(WIFSIGNALED(status));
  bed_begin(&b, state, "hang");
  assert_gone(&b, 1);
}

#define WITH_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_SCRATCH(it_works_without_pidfds),
      WITH_SCRATCH(one_that_nothing_ends_is_left_alone),
      WITH_SCRATCH(a_host_may_fork),
      WITH_SCRATCH(a_host_may_ignore_its_children),
      WITH_SCRATCH(a_host_may_have_closed_standard_input_and_output),
      WITH_SCRATCH(dispositions_of_signals_stay),
      WITH_SCRATCH(too_many_open_files_pass),
      WITH_SCRATCH(without_memory_it_says_so),
      WITH_SCRATCH(a_program_that_was_just_started_does_not_outlive_us),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
