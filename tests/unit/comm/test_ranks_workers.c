/* Objectives of the host over several ranks: the digest of one rank, each evaluation made once, and
 * all ranks end alike. The ranks are threads here; tests/mpi has processes, and programs. */
#define _GNU_SOURCE
#include "scratch.h"

#include "api/options.h"
#include "thread_ranks.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define DIM 4

/* What is asked for, and what each rank has of it at the end. */
typedef struct asked {
  jato_function function;
  jato_options options;
  int stopper;               /* rank whose caller stops the run; -1: none */
  atomic_uint_fast64_t made; /* evaluations of all ranks */
  uint64_t fails_from; /* evaluations of rank 1 after which its function ends the run; 0: none */
  uint64_t of_rank[RANKS_MOST];
  jato_status status[RANKS_MOST];
  jato_error error[RANKS_MOST];
  jato_result result[RANKS_MOST];
} asked;

typedef struct caller {
  asked *all;
  int rank;
} caller;

static int count(const caller *who, uint64_t n)
{
  asked *all = who->all;
  all->made += n;
  all->of_rank[who->rank] += n;
  return who->rank == 1 && all->fails_from > 0 && all->of_rank[1] >= all->fails_from;
}

static double value_at(const double *x)
{
  double sum = 0;
  for (int d = 0; d < DIM; d++) sum += (x[d] - 1) * (x[d] - 1) * (1 + d);
  return x[0] > 4.5 ? (double)NAN : sum;
}

static int batch(const double *x, size_t n, size_t dim, double *f, void *user)
{
  for (size_t i = 0; i < n; i++) f[i] = value_at(x + i * dim);
  return count(user, n);
}

static int points(const jato_points *p, void *user)
{
  for (size_t i = 0; i < p->count; i++) {
    p->f[i] = value_at(p->x + i * p->variables);
    p->c[i] = p->x[i * p->variables] + p->x[i * p->variables + 1];
    if (p->x[i * p->variables + 1] > 4) p->status[i] = JATO_EVAL_REFUSED;
  }
  return count(user, p->count);
}

static int residuals(const double *x, size_t dim, double *r, size_t n, void *user)
{
  for (size_t k = 0; k < n; k++) r[k] = x[k % dim] - 1 + 0.1 * (double)k * x[(k + 1) % dim];
  return count(user, 1);
}

static int stop_soon(const jato_progress *now, void *user)
{
  (void)user;
  return now->evaluations >= 200;
}

/* For functions that give constraints. */
static const jato_variable variables[DIM] = {
    {.name = "a", .kind = JATO_REAL, .lower = -5, .upper = 5},
    {.name = "b", .kind = JATO_REAL, .lower = -5, .upper = 5},
    {.name = "c", .kind = JATO_REAL, .lower = -5, .upper = 5},
    {.name = "d", .kind = JATO_INTEGER, .lower = -5, .upper = 5}};
static const jato_constraint constraints[] = {
    {.name = "sum", .relation = JATO_AT_MOST, .bound = 3}};
static const jato_space space = {JATO_SPACE_INIT, .variables = variables, .variable_count = DIM,
                                 .constraints = constraints, .constraint_count = 1};

static jato_status make(caller *who, jato_problem *problem, jato_run **run)
{
  asked *a = who->all;
  jx_run_parts parts;
  jato_error *error = &a->error[who->rank];
  JX_TRY(jx_options_resolve(problem, &a->options, &parts, error));
  parts.comm = &thread_ops;
  if (who->rank == a->stopper) parts.progress = stop_soon;
  JX_TRY(jx_run_create(&parts, run, error));
  JX_TRY(jato_run_step(*run, UINT64_MAX, NULL, error));
  return jato_run_result(*run, NULL, &a->result[who->rank], error);
}

static void make_run(void *user, int rank)
{
  static const double lower[DIM] = {-5, -5, -5, -5}, upper[DIM] = {5, 5, 5, 5};
  caller who = {user, rank};
  asked *a = user;
  jato_function function = a->function;
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  function.user = &who;
  a->status[rank] =
      function.points != NULL
          ? jato_problem_from_space_function(&function, &space, &problem, &a->error[rank])
          : jato_problem_from_function(&function, DIM, lower, upper, &problem, &a->error[rank]);
  if (a->status[rank] == JATO_OK) a->status[rank] = make(&who, problem, &run);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static void ask(asked *a, const char *algorithm)
{
  memset(a, 0, sizeof *a);
  a->function = (jato_function){JATO_FUNCTION_INIT, .batch = batch};
  a->options = jato_options_default();
  a->stopper = -1;
  a->options.algorithm = algorithm;
  a->options.device = "cpu:threads=1";
  a->options.particles = 40;
  a->options.evaluations = 500;
  a->options.seed = 7;
}

static void expect_same(const asked *wanted)
{
  static const int sizes[] = {2, 3, 4, 7};
  asked alone = *wanted;
  on_ranks(1, make_run, &alone);
  assert_ok(alone.status[0], alone.error[0]);
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    asked some = *wanted;
    on_ranks(sizes[k], make_run, &some);
    for (int r = 0; r < sizes[k]; r++) {
      assert_ok(some.status[r], some.error[r]);
      assert_int_equal(some.result[r].digest, alone.result[0].digest);
      assert_same_double(some.result[r].best, alone.result[0].best);
      assert_int_equal(some.result[r].evaluations, alone.result[0].evaluations);
      assert_int_equal(some.result[r].nonfinite, alone.result[0].nonfinite);
      assert_int_equal(some.result[r].stop, alone.result[0].stop);
    }
    assert_int_equal(some.made, alone.made); /* each once, by one of them */
    assert_true(some.of_rank[0] < some.made);
  }
}

/* A whole generation at a time; and one by one, where ranks have one point each. */
static void the_bits_are_those_of_one_rank(void **state)
{
  static const char *const algorithms[] = {"pso", "pso:topology=ring", "de", "cmaes", "shade"};
  (void)state;
  for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++)
    for (int k = 0; k < 3; k++) {
      asked a;
      ask(&a, algorithms[i]);
      a.options.order = k == 2 && strcmp(algorithms[i], "shade") != 0 ? "particle" : "iteration";
      if (k > 0) a.function = (jato_function){JATO_FUNCTION_INIT, .points = points};
      a.options.retries = k == 1;
      expect_same(&a);
    }
}

static void residuals_are_those_of_one_rank(void **state)
{
  (void)state;
  asked a;
  ask(&a, "lm");
  a.function = (jato_function){JATO_FUNCTION_INIT, .residuals = residuals, .residual_count = 9};
  a.options.particles = 0;
  expect_same(&a);
}

/* The arrival of outcomes is no order that would be the same again; but all ranks have it alike. */
static void ranks_agree_on_arrivals(void **state)
{
  (void)state;
  asked a;
  ask(&a, "pso");
  a.options.order = "arrival";
  on_ranks(4, make_run, &a);
  for (int r = 0; r < 4; r++) {
    assert_ok(a.status[r], a.error[r]);
    assert_int_equal(a.result[r].digest, a.result[0].digest);
    assert_int_equal(a.result[r].evaluations, 500);
  }
  assert_int_equal(a.made, 500);
}

static void a_function_that_ends_the_run_ends_all(void **state)
{
  (void)state;
  for (int one_by_one = 0; one_by_one < 2; one_by_one++) {
    asked a;
    ask(&a, "pso");
    a.options.order = one_by_one ? "particle" : "iteration";
    a.fails_from = 50;
    on_ranks(3, make_run, &a);
    for (int r = 0; r < 3; r++) {
      assert_int_equal(a.status[r], JATO_E_OBJECTIVE);
      assert_non_null(strstr(a.error[r].text, "asked to end the run"));
    }
  }
}

static void the_caller_of_one_stops_all(void **state)
{
  (void)state;
  for (int one_by_one = 0; one_by_one < 2; one_by_one++) {
    asked a;
    ask(&a, "pso");
    a.options.evaluations = 1000000;
    a.options.iterations = 0;
    a.options.order = one_by_one ? "particle" : "iteration";
    a.stopper = 2;
    on_ranks(3, make_run, &a);
    for (int r = 0; r < 3; r++) {
      assert_ok(a.status[r], a.error[r]);
      assert_int_equal(a.result[r].stop, JATO_STOP_CALLBACK);
      assert_int_equal(a.result[r].evaluations, a.result[0].evaluations);
      assert_int_equal(a.result[r].digest, a.result[0].digest);
    }
  }
}

static void time_ends_all(void **state)
{
  (void)state;
  asked a;
  ask(&a, "pso");
  a.options.evaluations = 0;
  a.options.seconds = 0.3;
  a.options.order = "particle";
  on_ranks(3, make_run, &a);
  for (int r = 0; r < 3; r++) {
    assert_ok(a.status[r], a.error[r]);
    assert_int_equal(a.result[r].stop, JATO_STOP_TIME);
    assert_int_equal(a.result[r].digest, a.result[0].digest);
  }
}

/* One of them writes the file and its journal, of which a run goes on by itself. */
static void a_file_goes_on_alone(void **state)
{
  asked right, first;
  ask(&right, "pso");
  on_ranks(1, make_run, &right);
  ask(&first, "pso");
  first.options.evaluations = 230;
  first.options.save = scratch_path(*state, "ranks.h5");
  on_ranks(3, make_run, &first);
  for (int r = 0; r < 3; r++) assert_ok(first.status[r], first.error[r]);
  jato_error error;
  jato_record *record = NULL;
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = first.options.save};
  jato_status status = jato_record_open(&request, &record, &error);
  assert_ok(status, error);
  static const double lower[DIM] = {-5, -5, -5, -5}, upper[DIM] = {5, 5, 5, 5};
  caller who = {&first, 0};
  jato_function function = {JATO_FUNCTION_INIT, .batch = batch, .user = &who};
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_result result;
  jato_options options = jato_options_copy(jato_record_get_info(record)->options);
  options.evaluations = 500;
  assert_ok(jato_problem_from_function(&function, DIM, lower, upper, &problem, &error), error);
  assert_ok(jato_run_load(record, problem, &options, &run, &error), error);
  assert_ok(jato_run_step(run, UINT64_MAX, NULL, &error), error);
  assert_ok(jato_run_result(run, NULL, &result, &error), error);
  assert_int_equal(result.digest, right.result[0].digest);
  assert_int_equal(first.made, 500);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  jato_record_close(&record);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_bits_are_those_of_one_rank),
      cmocka_unit_test(residuals_are_those_of_one_rank),
      cmocka_unit_test(ranks_agree_on_arrivals),
      cmocka_unit_test(a_function_that_ends_the_run_ends_all),
      cmocka_unit_test(the_caller_of_one_stops_all),
      cmocka_unit_test(time_ends_all),
      cmocka_unit_test_setup_teardown(a_file_goes_on_alone, scratch_make, scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
