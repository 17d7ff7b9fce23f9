/* Programs started once for each evaluation: what becomes of it, what they are given, what is read.
 */
#define _GNU_SOURCE
#include <sys/resource.h>

#include "command_bed.h"

static void a_value_is_read(void **state)
{
  bed b;
  bed_begin(&b, state, "sleep");
  bed_create(&b);
  assert_int_equal(jx_command_ops.capacity(b.evaluator), 1);
  jx_outcome finished = bed_run(&b, 7, 0.001);
  assert_int_equal(finished.status, JATO_EVAL_OK);
  assert_same_double(*finished.f, 0.001);
  assert_null(finished.message);
  bed_end(&b);
}

static void waiting_for_nothing_returns_at_once(void **state)
{
  bed b;
  jx_outcome none, *over = &none;
  bed_begin(&b, state, "sleep");
  bed_create(&b);
  assert_ok(jx_command_ops.wait(b.evaluator, 2 * STUCK, &over, &b.error), b.error);
  assert_null(over);
  over = &none;
  bed_submit(&b, 1, 2 * STUCK);
  double begin = now();
  assert_ok(jx_command_ops.wait(b.evaluator, 0.05, &over, &b.error), b.error);
  assert_null(over);
  assert_double(now() - begin, >=, 0.04);
  assert_double(now() - begin, <, STUCK);
  bed_end(&b);
}

static void check_failure(void **state, const char *mode, double x, jato_eval_status status,
                          const char *words)
{
  bed b;
  bed_begin(&b, state, mode);
  bed_create(&b);
  jx_outcome finished = bed_run(&b, 1, x);
  assert_int_equal(finished.status, status);
  assert_non_null(finished.message);
  assert_contains(finished.message, words);
  bed_end(&b);
}

static void failures_have_statuses_and_words(void **state)
{
  check_failure(state, "exit", 3, JATO_EVAL_EXIT, "exit status 3: cannot go on for want of 3");
  check_failure(state, "signal", SIGSEGV, JATO_EVAL_SIGNAL, "SIGSEGV");
  check_failure(state, "signal", SIGKILL, JATO_EVAL_SIGNAL, "signal 9");
  check_failure(state, "garbage", 1, JATO_EVAL_OUTPUT, "");
  check_failure(state, "exit", 0, JATO_EVAL_OUTPUT, "");
}

static void ten_megabytes_do_not_block_or_grow(void **state)
{
  bed b;
  struct rusage before, after;
  bed_begin(&b, state, "flood");
  bed_create(&b);
  assert_same_double(*bed_run(&b, 1, 1).f, 1);
  (void)getrusage(RUSAGE_SELF, &before);
  assert_same_double(*bed_run(&b, 2, 10).f, 10);
  assert_same_double(*bed_run(&b, 3, 40).f, 40);
  (void)getrusage(RUSAGE_SELF, &after);
  assert_double((double)(after.ru_maxrss - before.ru_maxrss), <, 4096); /* KiB */
  bed_end(&b);
}

static void programs_inherit_three_descriptors(void **state)
{
  bed b;
  int leak = open("/dev/null", 0); /* without O_CLOEXEC, as a host may */
  bed_begin(&b, state, "descriptors");
  bed_create(&b);
  assert_same_double(*bed_run(&b, 1, 0).f, 3);
  bed_end(&b);
  (void)close(leak);
}

static void values_come_on_standard_input(void **state)
{
  bed b;
  bed_begin(&b, state, "input");
  b.command.by = JATO_BY_INPUT;
  bed_create(&b);
  assert_same_double(*bed_run(&b, 1, 0.1).f, 0.1);
  bed_end(&b);
}

static void values_come_in_the_environment(void **state)
{
  bed b;
  bed_begin(&b, state, NULL);
  b.command.shell = "echo $JATO_x $PATH; expr \"$JATO_x\" '*' 2";
  b.command.by = JATO_BY_ENVIRONMENT;
  bed_create(&b);
  assert_same_double(*bed_run(&b, 1, 21).f, 42);
  assert_same_double(*bed_run(&b, 2, 4).f, 8);
  bed_end(&b);
}

static void signals_are_the_programs_own(void **state)
{
  bed b;
  sigset_t blocked, before;
  (void)sigemptyset(&blocked);
  (void)sigaddset(&blocked, SIGTERM);
  (void)sigprocmask(SIG_BLOCK, &blocked, &before);
  void (*old)(int) = signal(SIGPIPE, SIG_IGN);
  bed_begin(&b, state, NULL);
  /* The last of 1 to 31; two that are its own are ignored by the C library. */
  b.command.shell = "grep -cE 'Sig(Blk|Ign):.*[08]0000000$' /proc/self/status; : {x}";
  bed_create(&b);
  assert_same_double(*bed_run(&b, 1, 1).f, 2);
  bed_end(&b);
  (void)signal(SIGPIPE, old);
  (void)sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- Folders -----------------------------------------------------------------------------------
 */

static int is_there(bed *b, const char *name)
{
  return access(scratch_path(b->scratch, name), F_OK) == 0;
}

static void check_folders(void **state, jato_keep_folders keep, int good, int bad)
{
  bed b;
  char folder[128];
  bed_begin(&b, state, NULL);
  (void)snprintf(folder, sizeof folder, "%s/work-%d", b.scratch->folder, (int)keep);
  b.command.shell = "mkdir -p deep/er; ln -s / root; echo 1 >deep/er/file; "
                    "test {x} = 1 || exit 1; pwd; echo {folder}; echo 5 >result";
  b.command.scratch = folder;
  b.command.keep_folders = keep;
  b.command.result_file = "result";
  bed_create(&b);
  assert_same_double(*bed_run(&b, 11, 1).f, 5);
  assert_int_equal(bed_run(&b, 12, 2).status, JATO_EVAL_EXIT);
  bed_end(&b);
  (void)snprintf(folder, sizeof folder, "work-%d/00000011", (int)keep);
  assert_int_equal(is_there(&b, folder), good);
  (void)snprintf(folder, sizeof folder, "work-%d/00000012", (int)keep);
  assert_int_equal(is_there(&b, folder), bad);
  (void)snprintf(folder, sizeof folder, "work-%d", (int)keep);
  assert_int_equal(is_there(&b, folder), good || bad);
  assert_string_equal(b.notices, "");
}

static void folders_are_kept_as_asked(void **state)
{
  check_folders(state, JATO_KEEP_NONE, 0, 0);
  check_folders(state, JATO_KEEP_FAILED, 0, 1);
  check_folders(state, JATO_KEEP_ALL, 1, 1);
}

static void a_folder_that_is_there_is_left_alone(void **state)
{
  bed b;
  bed_begin(&b, state, NULL);
  (void)mkdir(scratch_path(b.scratch, "00000003"), 0700);
  (void)scratch_write(b.scratch, "00000003/result", "17");
  b.command.shell = "test -e result || echo {x}; mkdir closed; touch closed/file; chmod 0 closed";
  b.command.scratch = b.scratch->folder;
  bed_create(&b);
  assert_same_double(*bed_run(&b, 3, 1).f, 1);
  assert_contains(b.notices, "00000003.1");
  bed_end(&b);
  assert_true(is_there(&b, "00000003/result"));
  assert_false(is_there(&b, "00000003.1"));
}

/* A failed try is kept beside the next one, and there is nothing to report. */
static void a_second_try_has_a_folder_of_its_own(void **state)
{
  bed b;
  bed_begin(&b, state, NULL);
  b.command.shell = "echo {x} >value; test {x} = 1 && echo 5";
  b.command.scratch = b.scratch->folder;
  b.command.keep_folders = JATO_KEEP_FAILED;
  bed_create(&b);
  assert_int_equal(bed_run(&b, 4, 2).status, JATO_EVAL_EXIT);
  assert_int_equal(bed_run(&b, 4, 3).status, JATO_EVAL_EXIT);
  assert_same_double(*bed_run(&b, 4, 1).f, 5);
  bed_end(&b);
  assert_true(is_there(&b, "00000004/value"));
  assert_true(is_there(&b, "00000004.1/value"));
  assert_false(is_there(&b, "00000004.2"));
  assert_string_equal(b.notices, "");
}

/* What a program puts in the place of its folder is not what was made. */
static void what_took_the_folders_place_is_not_removed(void **state)
{
  bed b;
  bed_begin(&b, state, NULL);
  (void)mkdir(scratch_path(b.scratch, "precious"), 0700);
  (void)scratch_write(b.scratch, "precious/file", "17");
  b.command.shell = "mv ../00000005 ../moved; mv ../precious ../00000005; echo {x}";
  b.command.scratch = b.scratch->folder;
  bed_create(&b);
  assert_same_double(*bed_run(&b, 5, 1).f, 1);
  bed_end(&b);
  assert_true(is_there(&b, "00000005/file"));
  assert_contains(b.notices, "another has taken its place");
}

/* ---- Programs that cannot be started -----------------------------------------------------------
 */

static void check_refused(void **state, const char *command, const char *folder, const char *words)
{
  bed b;
  double x = 1;
  bed_begin(&b, state, NULL);
  b.command.command = command;
  b.command.folder = folder;
  bed_create(&b);
  assert_int_equal(jx_command_ops.submit(b.evaluator, 1, &x, &b.error), JATO_E_OBJECTIVE);
  assert_contains(b.error.text, words);
  bed_end(&b);
}

static void programs_that_are_not_there_are_errors(void **state)
{
  char text[512];
  check_refused(state, "no-such-program {x}", NULL, "\"no-such-program\" cannot be started");
  check_refused(state, "no-such-program {x}", NULL, "PATH");
  check_refused(state, "./no-such-program {x}", NULL, "No such file");
  check_refused(state, "/bin/true {x}", "/no/such", "\"/no/such\", which is not a folder");
  (void)snprintf(text, sizeof text, "%s {x}", scratch_write(*state, "plain", "echo 1\n"));
  check_refused(state, text, NULL, "chmod +x");
}

#define WITH_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_SCRATCH(a_value_is_read),
      WITH_SCRATCH(waiting_for_nothing_returns_at_once),
      WITH_SCRATCH(failures_have_statuses_and_words),
      WITH_SCRATCH(ten_megabytes_do_not_block_or_grow),
      WITH_SCRATCH(programs_inherit_three_descriptors),
      WITH_SCRATCH(values_come_on_standard_input),
      WITH_SCRATCH(values_come_in_the_environment),
      WITH_SCRATCH(signals_are_the_programs_own),
      WITH_SCRATCH(folders_are_kept_as_asked),
      WITH_SCRATCH(a_folder_that_is_there_is_left_alone),
      WITH_SCRATCH(a_second_try_has_a_folder_of_its_own),
      WITH_SCRATCH(what_took_the_folders_place_is_not_removed),
      WITH_SCRATCH(programs_that_are_not_there_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
