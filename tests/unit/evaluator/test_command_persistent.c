/* Persistent processes: answers, and all that can go wrong with one. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/wait.h>

#include "command_bed.h"

static void many_points_are_answered(void **state)
{
  bed b;
  enum { COUNT = 2000 };
  static int seen[COUNT];
  uint64_t next = 0;
  bed_begin(&b, state, "work");
  b.config.workers = 2;
  b.config.timeout = 10;
  bed_create(&b);
  assert_int_equal(jx_command_ops.capacity(b.evaluator), 8);
  memset(seen, 0, sizeof seen);
  for (int i = 0; i < COUNT; i++) {
    for (; next < COUNT && next < (uint64_t)i + 8; next++)
      bed_submit(&b, next, 100 + (double)next / 4);
    jx_outcome finished = bed_wait(&b);
    double x = 100 + (double)finished.id / 4;
    assert_int_equal(finished.status, JATO_EVAL_OK);
    assert_same_double(*finished.f, x * x);
    assert_int_equal(seen[finished.id]++, 0);
  }
  bed_end(&b);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void the_process_stays(void **state)
{
  bed b;
  bed_begin(&b, state, "work");
  bed_create(&b);
  double first = *bed_run(&b, 1, 21).f; /* its process's number */
  assert_same_double(*bed_run(&b, 2, 21).f, first);
  jx_command_ops.cancel(b.evaluator); /* it has nothing to do: it may stay */
  assert_same_double(*bed_run(&b, 3, 21).f, first);
  bed_end(&b);
  assert_false(lives((long)first));
}

/* Points 0..7, of which number 3 has the ill x: that one fails, the others are answered. */
static void check_trouble(void **state, double ill, jato_eval_status status, const char *words)
{
  bed b;
  int good = 0, bad = 0;
  bed_begin(&b, state, "work");
  b.config.workers = 2;
  b.config.timeout = 0.5;
  bed_create(&b);
  for (int i = 0; i < 200; i++) (void)bed_run(&b, 1000 + (uint64_t)i, 1); /* quick: sends ahead */
  for (uint64_t id = 0; id < 8; id++) bed_submit(&b, id, id == 3 ? ill : (double)id);
  for (int i = 0; i < 8; i++) {
    jx_outcome finished = bed_wait(&b);
    if (finished.id == 3) {
      assert_int_equal(finished.status, status);
      assert_contains(finished.message, words);
      bad++;
    } else {
      assert_int_equal(finished.status, JATO_EVAL_OK);
      assert_same_double(*finished.f, (double)(finished.id * finished.id));
      good++;
    }
  }
  assert_int_equal(good, 7);
  assert_int_equal(bad, 1);
  assert_same_double(*bed_run(&b, 9, 5).f, 25);
  bed_end(&b);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void trouble_costs_one_point(void **state)
{
  check_trouble(state, 13, JATO_EVAL_SIGNAL, "SIGABRT");
  check_trouble(state, 14, JATO_EVAL_EXIT, "exit status 3: I have had enough");
  check_trouble(state, 15, JATO_EVAL_OUTPUT, "");
  check_trouble(state, 16, JATO_EVAL_TIMEOUT, "0.5 s");
  check_trouble(state, 17, JATO_EVAL_REFUSED, "no convergence");
  check_trouble(state, 18, JATO_EVAL_WORKER, "without an answer");
  check_trouble(state, 19, JATO_EVAL_OUTPUT, "was not given");
  check_trouble(state, 20, JATO_EVAL_OUTPUT, "closed its standard output");
}

static void the_limit_counts_from_the_answer_before(void **state)
{
  bed b;
  bed_begin(&b, state, NULL);
  b.command.shell = "while read line; do sleep 0.2; echo 1; done";
  b.command.persistent = 1;
  b.config.timeout = 0.5;
  bed_create(&b);
  for (uint64_t id = 0; id < 4; id++) bed_submit(&b, id, 1);
  for (int i = 0; i < 4; i++) assert_int_equal(bed_wait(&b).status, JATO_EVAL_OK);
  bed_end(&b);
}

static void workers_that_never_answer_are_an_error(void **state)
{
  bed b;
  jato_status status = JATO_OK;
  int failed = 0;
  bed_begin(&b, state, NULL);
  b.command.shell = "echo there is no licence >&2; exit 1";
  b.command.persistent = 1;
  b.config.workers = 2;
  bed_create(&b);
  for (uint64_t id = 0; id < 100 && status == JATO_OK; id++) {
    double x = 1;
    jx_outcome *over = NULL;
    status = jx_command_ops.submit(b.evaluator, id, &x, &b.error);
    if (status == JATO_OK) status = jx_command_ops.wait(b.evaluator, 5, &over, &b.error);
    if (status != JATO_OK) break;
    assert_non_null(over);
    assert_int_equal(over->status, JATO_EVAL_EXIT);
    failed++;
  }
  assert_int_equal(status, JATO_E_OBJECTIVE);
  assert_contains(b.error.text, "there is no licence");
  assert_in_range(failed, 9, 11);
  bed_end(&b);
}

static void a_worker_that_is_not_there_is_an_error(void **state)
{
  bed b;
  double x = 1;
  bed_begin(&b, state, NULL);
  b.command.command = "./no-such-worker";
  b.command.persistent = 1;
  bed_create(&b);
  assert_int_equal(jx_command_ops.submit(b.evaluator, 1, &x, &b.error), JATO_E_OBJECTIVE);
  assert_contains(b.error.text, "no-such-worker");
  bed_end(&b);
}

static void cancelling_ends_those_at_work(void **state)
{
  bed b;
  bed_begin(&b, state, "work");
  b.config.workers = 2;
  bed_create(&b);
  bed_submit(&b, 1, 16); /* hangs */
  bed_submit(&b, 2, 16);
  (void)usleep(100000);
  double begin = now();
  jx_command_ops.cancel(b.evaluator);
  assert_double(now() - begin, <, STUCK);
  assert_same_double(*bed_run(&b, 3, 5).f, 25);
  bed_submit(&b, 4, 16);
  begin = now();
  bed_end(&b);
  assert_double(now() - begin, <, STUCK);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* More than a pipe holds goes out, and a line longer than a buffer comes in. */
static void long_lines_go_both_ways(void **state)
{
  bed b;
  enum { MANY = 20000 };
  static jato_variable variables[MANY];
  static double values[MANY];
  for (size_t i = 0; i < MANY; i++) {
    variables[i] = (jato_variable){.lower = 0, .upper = 1};
    values[i] = 0.1;
  }
  bed_begin(&b, state, NULL);
  b.given = (jato_space){JATO_SPACE_INIT, .variables = variables, .variable_count = MANY};
  b.command.shell = "while read line; do sleep 0.05; "
                    "printf '{\"value\": %d, \"note\": \"%0100000d\"}\\n' ${#line} 0; done";
  b.command.persistent = 1;
  bed_create(&b);
  for (uint64_t id = 0; id < 4; id++)
    assert_ok(jx_command_ops.submit(b.evaluator, id, values, &b.error), b.error);
  for (int i = 0; i < 4; i++) {
    jx_outcome finished = bed_wait(&b);
    assert_int_equal(finished.status, JATO_EVAL_OK);
    assert_double(*finished.f, >, 10.0 * MANY); /* "x1234": 0.1, */
  }
  bed_end(&b);
}

static void no_descriptor_is_left(void **state)
{
  bed b;
  int before = 0;
  for (int round = 0; round < 4; round++) {
    bed_begin(&b, state, "work");
    b.config.workers = 3;
    b.config.timeout = 0.2;
    bed_create(&b);
    for (uint64_t i = 0; i < 9; i++) (void)bed_run(&b, i, 12 + (double)i);
    bed_end(&b);
    if (round == 0) before = count_open_files();
  }
  assert_int_equal(count_open_files(), before);
}

#define WITH_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_SCRATCH(many_points_are_answered),
      WITH_SCRATCH(the_process_stays),
      WITH_SCRATCH(trouble_costs_one_point),
      WITH_SCRATCH(the_limit_counts_from_the_answer_before),
      WITH_SCRATCH(workers_that_never_answer_are_an_error),
      WITH_SCRATCH(a_worker_that_is_not_there_is_an_error),
      WITH_SCRATCH(cancelling_ends_those_at_work),
      WITH_SCRATCH(long_lines_go_both_ways),
      WITH_SCRATCH(no_descriptor_is_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
