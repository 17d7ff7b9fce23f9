/* One swarm over several ranks: the digest is that of one rank, and all of them end alike. The
 * ranks are threads here; tests/mpi has processes. */
#include "check.h"

#include "api/options.h"
#include "thread_ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DIM 5

/* What is asked for, and what each rank has of it at the end. */
typedef struct asked {
  const char *problem;
  jato_options options;
  int poor;             /* rank that has little memory; -1: none */
  int stopper;          /* rank whose caller stops the run; -1: none */
  uint64_t other_limit; /* of rank 1; 0: that of the others */
  jato_status status[RANKS_MOST];
  jato_error error[RANKS_MOST];
  jato_result result[RANKS_MOST];
  double x[RANKS_MOST][DIM];
} asked;

static asked ask(const char *algorithm)
{
  asked a = {
      .problem = "rastrigin:shift=3", .options = jato_options_default(), .poor = -1, .stopper = -1};
  a.options.algorithm = algorithm;
  a.options.device = "cpu:threads=1";
  a.options.particles = 1000;
  a.options.iterations = 60;
  a.options.seed = 7;
  return a;
}

static void *allocate_little(size_t bytes, void *user)
{
  (void)user;
  return bytes > 1 << 20 ? NULL : malloc(bytes);
}

static void release_resources(void *memory, void *user)
{
  (void)user;
  free(memory);
}

static int stop_soon(const jato_progress *now, void *user)
{
  (void)user;
  return now->iteration >= 10;
}

static jato_status make(asked *a, int rank, jato_problem *problem, jato_run **run)
{
  jx_run_parts parts;
  jato_error *error = &a->error[rank];
  JX_TRY(jx_options_resolve(problem, &a->options, &parts, error));
  parts.comm = &thread_ops;
  parts.seed += (uint64_t)rank; /* that of rank 0 counts */
  if (rank == 1 && a->other_limit > 0) parts.limits.iterations = a->other_limit;
  if (rank == a->poor) parts.allocator = (jato_allocator){allocate_little, release_resources, NULL};
  if (rank == a->stopper) parts.progress = stop_soon;
  JX_TRY(jx_run_create(&parts, run, error));
  JX_TRY(jato_run_step(*run, UINT64_MAX, NULL, error));
  return jato_run_result(*run, a->x[rank], &a->result[rank], error);
}

static void make_run(void *user, int rank)
{
  asked *a = user;
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  a->status[rank] = jato_problem_from_gallery(a->problem, DIM, NULL, &problem, &a->error[rank]);
  if (a->status[rank] == JATO_OK) a->status[rank] = make(a, rank, problem, &run);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* Every rank has the result of one that holds the whole swarm. */
static void expect_same(asked a)
{
  static const int sizes[] = {1, 2, 3, 4, 7, 16};
  asked alone = a;
  on_ranks(1, make_run, &alone);
  assert_ok(alone.status[0], alone.error[0]);
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    asked some = a;
    on_ranks(sizes[k], make_run, &some);
    for (int r = 0; r < sizes[k]; r++) {
      assert_ok(some.status[r], some.error[r]);
      assert_int_equal(some.result[r].digest, alone.result[0].digest);
      assert_same_double(some.result[r].best, alone.result[0].best);
      assert_memory_equal(some.x[r], alone.x[0], sizeof alone.x[0]);
      assert_int_equal(some.result[r].evaluations, alone.result[0].evaluations);
      assert_int_equal(some.result[r].iterations, alone.result[0].iterations);
      assert_int_equal(some.result[r].nonfinite, alone.result[0].nonfinite);
      assert_int_equal(some.result[r].stop, alone.result[0].stop);
    }
  }
}

static void the_bits_are_those_of_one_rank(void **state)
{
  static const char *const algorithms[] = {
      "pso", "pso:topology=ring,radius=3", "pso:topology=vonneumann", "pso:exchange=8", "random",
      "de",  "de:mutation=current_to_best"};
  (void)state;
  for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++)
    for (int precision = JATO_DOUBLE; precision <= JATO_FLOAT; precision++) {
      asked a = ask(algorithms[i]);
      a.options.precision = (jato_precision)precision;
      expect_same(a);
    }
}

/* All ranks ask the method, and each evaluates its part of the points. */
static void points_are_evaluated_together(void **state)
{
  static const char *const algorithms[] = {"cmaes", "shade", "slpso", "noisy"};
  (void)state;
  for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++) {
    asked a = ask(algorithms[i]);
    a.options.iterations = 20;
    a.options.evaluations = 7890;
    expect_same(a);
  }
}

static void a_rank_may_have_several_devices(void **state)
{
  (void)state;
  asked a = ask("pso:topology=ring"), alone = a;
  a.options.device = "cpu:threads=1+cpu:threads=1";
  on_ranks(1, make_run, &alone);
  on_ranks(3, make_run, &a);
  for (int r = 0; r < 3; r++) {
    assert_ok(a.status[r], a.error[r]);
    assert_int_equal(a.result[r].digest, alone.result[0].digest);
  }
}

static void the_last_evaluations_may_be_few(void **state)
{
  (void)state;
  for (uint64_t more = 1; more < 1000; more += 333) {
    asked a = ask(more % 2 == 0 ? "pso" : "de");
    a.options.evaluations = 10000 + more;
    a.options.iterations = 0;
    expect_same(a);
  }
}

static void a_target_ends_all(void **state)
{
  (void)state;
  asked a = ask("pso");
  a.options.iterations = 5000;
  a.options.target = 2;
  expect_same(a);
}

/* As if there were one rank: what fails on one has failed on all, in its words. */
static void a_failure_of_one_is_that_of_all(void **state)
{
  (void)state;
  asked a = ask("pso");
  a.poor = 2;
  a.options.particles = 100000;
  on_ranks(4, make_run, &a);
  for (int r = 0; r < 4; r++) {
    assert_int_equal(a.status[r], JATO_E_MEMORY);
    assert_non_null(strstr(a.error[r].text, "not enough memory for 100000 particles"));
  }
}

static void a_stop_of_one_is_that_of_all(void **state)
{
  (void)state;
  asked a = ask("pso");
  a.stopper = 1;
  on_ranks(3, make_run, &a);
  for (int r = 0; r < 3; r++) {
    assert_ok(a.status[r], a.error[r]);
    assert_int_equal(a.result[r].stop, JATO_STOP_CALLBACK);
    assert_int_equal(a.result[r].iterations, 10);
    assert_int_equal(a.result[r].digest, a.result[0].digest);
  }
}

static void time_ends_all_at_once(void **state)
{
  (void)state;
  asked a = ask("pso:topology=ring");
  a.options.iterations = 0;
  a.options.seconds = 0.2;
  on_ranks(3, make_run, &a);
  for (int r = 0; r < 3; r++) {
    assert_ok(a.status[r], a.error[r]);
    assert_int_equal(a.result[r].stop, JATO_STOP_TIME);
    assert_int_equal(a.result[r].iterations, a.result[0].iterations);
    assert_int_equal(a.result[r].digest, a.result[0].digest);
  }
}

static void expect_refusal(asked *a, int size, const char *words)
{
  on_ranks(size, make_run, a);
  for (int r = 0; r < size; r++) {
    assert_int_equal(a->status[r], JATO_E_ARGUMENT);
    if (strstr(a->error[r].text, words) == NULL) fail_msg("%s", a->error[r].text);
  }
}

static void what_takes_one_rank_is_refused(void **state)
{
  (void)state;
  asked a = ask("de");
  a.options.device = "cpu:threads=1+cpu:threads=1";
  expect_refusal(&a, 2, "de looks at particles of the whole swarm, which one device has to hold");
  a = ask("pso");
  a.options.particles = 40; /* three groups of 16, a tile each */
  expect_refusal(&a, 4, "40 particles make 3 tiles, too few for 4 ranks");
  a = ask("pso");
  a.other_limit = 61;
  expect_refusal(&a, 3, "another run than rank 0");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_bits_are_those_of_one_rank),
      cmocka_unit_test(points_are_evaluated_together),
      cmocka_unit_test(a_rank_may_have_several_devices),
      cmocka_unit_test(the_last_evaluations_may_be_few),
      cmocka_unit_test(a_target_ends_all),
      cmocka_unit_test(a_failure_of_one_is_that_of_all),
      cmocka_unit_test(a_stop_of_one_is_that_of_all),
      cmocka_unit_test(time_ends_all_at_once),
      cmocka_unit_test(what_takes_one_rank_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
