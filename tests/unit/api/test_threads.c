/* Threads that the library starts: the caller's signals are not for them, and their timing decides
 * nothing. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#include "jato/jato.h"

#define DIM 5

static jato_problem *problem_of(const jato_function *function)
{
  static const double lower[DIM] = {-5, -5, -5, -5, -5}, upper[DIM] = {5, 5, 5, 5, 5};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_function(function, DIM, lower, upper, &problem, &error), error);
  return problem;
}

static jato_options options_of(int threads)
{
  jato_options options = jato_options_default();
  options.algorithm = "pso";
  options.device = threads == 2 ? "cpu:threads=2" : "cpu:threads=4";
  options.particles = 20;
  options.iterations = 20;
  return options;
}

/* ---- One run -----------------------------------------------------------------------------------
 */

typedef struct signals {
  pthread_t caller;
  atomic_int others, open; /* threads other than the caller's; those of them that let signals in */
  atomic_int caller_blocks;
} signals;

/* Long enough for the threads that share the call to come. */
static double see_signals_of_one(const double *x, size_t dim, void *user)
{
  signals *s = user;
  sigset_t now;
  (void)pthread_sigmask(SIG_SETMASK, NULL, &now);
  if (pthread_equal(pthread_self(), s->caller)) {
    atomic_fetch_or(&s->caller_blocks, sigismember(&now, SIGUSR1));
    for (int i = 0; i < 100 && atomic_load(&s->others) == 0; i++) (void)sched_yield();
  } else {
    atomic_fetch_add(&s->others, 1);
    atomic_fetch_or(&s->open, !sigismember(&now, SIGUSR1));
  }
  return x[0] * x[0] + (double)dim;
}

/* Signals are for the caller's thread, which may take them during a call as well. */
static void threads_of_one_run_let_no_signal_in(void **state)
{
  (void)state;
  signals s = {.caller = pthread_self()};
  jato_problem *problem = problem_of(&(jato_function){
      JATO_FUNCTION_INIT, .point = see_signals_of_one, .user = &s, .concurrent = 1});
  jato_options options = options_of(4);
  jato_error error = {JATO_OK, ""};
  options.particles = 1000;
  assert_ok(jato_minimize(problem, &options, NULL, NULL, &error), error);
  assert_int_equal(s.open, 0);
  assert_int_equal(s.caller_blocks, 0);
  jato_problem_destroy(&problem);
}

/* ---- Many runs ---------------------------------------------------------------------------------
 */

typedef struct pair {
  pthread_t caller;
  atomic_int here; /* of the two runs */
  atomic_int open_threads;
  int calls; /* of the first run */
} pair;

static void meet_the_other(pair *both)
{
  atomic_fetch_add(&both->here, 1);
  while (atomic_load(&both->here) < 2) (void)sched_yield();
}

/* Each of the two runs waits for the other in its first call: so they are on two threads. */
static double see_signals_of_many(const double *x, size_t n, void *user)
{
  pair *both = user;
  sigset_t now;
  (void)n;
  if (atomic_load(&both->here) < 2) meet_the_other(both);
  (void)pthread_sigmask(SIG_SETMASK, NULL, &now);
  if (!pthread_equal(pthread_self(), both->caller) && !sigismember(&now, SIGUSR1))
    atomic_fetch_add(&both->open_threads, 1);
  return x[0] * x[0];
}

/* The caller's own mask lets all signals in, and its handlers run on no thread but the caller's. */
static void threads_of_many_runs_let_no_signal_in(void **state)
{
  (void)state;
  pair both = {.caller = pthread_self()};
  jato_problem *problem = problem_of(&(jato_function){
      JATO_FUNCTION_INIT, .point = see_signals_of_many, .user = &both, .concurrent = 1});
  const jato_task tasks[] = {{problem, 1}, {problem, 2}};
  jato_result results[2];
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of(2);
  sigset_t now;
  assert_ok(jato_minimize_many(tasks, 2, &options, NULL, results, &error), error);
  assert_int_equal(atomic_load(&both.open_threads), 0);
  assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &now), 0);
  assert_false(sigismember(&now, SIGUSR1));
  jato_problem_destroy(&problem);
}

/* The first run begins, and fails long after the second one did. */
static int fail_late(const double *x, size_t n, size_t dim, double *f, void *user)
{
  pair *both = user;
  for (size_t i = 0; i < n; i++) f[i] = x[i * dim] * x[i * dim];
  if (both->calls == 0) meet_the_other(both);
  return ++both->calls == 2000;
}

static int fail_at_once(const double *x, size_t n, size_t dim, double *f, void *user)
{
  (void)x;
  (void)dim;
  for (size_t i = 0; i < n; i++) f[i] = 0;
  meet_the_other(user);
  return 1;
}

static void the_first_of_those_that_fail_is_reported(void **state)
{
  (void)state;
  pair both = {.here = 0};
  jato_problem *late = problem_of(
      &(jato_function){JATO_FUNCTION_INIT, .batch = fail_late, .user = &both, .concurrent = 1});
  jato_problem *soon = problem_of(
      &(jato_function){JATO_FUNCTION_INIT, .batch = fail_at_once, .user = &both, .concurrent = 1});
  const jato_task tasks[] = {{late, 7}, {soon, 8}, {soon, 9}};
  jato_result results[3];
  jato_error error = {JATO_OK, ""};
  jato_options options = options_of(2);
  options.iterations = 100000;
  assert_int_equal(jato_minimize_many(tasks, 3, &options, NULL, results, &error), JATO_E_OBJECTIVE);
  assert_contains(error.text, "run 0, seed 7:");
  assert_int_equal(results[2].evaluations, 0); /* not begun: an earlier one had failed */
  jato_problem_destroy(&late);
  jato_problem_destroy(&soon);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_of_one_run_let_no_signal_in),
      cmocka_unit_test(threads_of_many_runs_let_no_signal_in),
      cmocka_unit_test(the_first_of_those_that_fail_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
