/* Partners on other ranks: passes in pieces have the bits of one rank, and a rank that breaks in
 * the middle of one ends all. The ranks are threads here; tests/mpi has processes. */
#include "check.h"

#include "api/options.h"
#include "run/run.h"
#include "thread_ranks.h"

#include <string.h>

#define RANKS 3
#define PARTICLES 2000

typedef enum operation { NOTHING, SETTLE, READ, TAKE, LAUNCH, COLLECT, MAP } operation;

/* What is asked for, and what each rank has of it at the end. */
typedef struct asked {
  size_t dim;
  const char *device;
  uint64_t evaluations;
  jato_precision precision;
  operation broken; /* on rank 1, */
  int good;         /* after so many calls */
  jato_status status[RANKS];
  jato_error error[RANKS];
  jato_result result[RANKS];
  int launched[RANKS];
} asked;

/* ---- An engine that breaks ---- */

static _Thread_local operation broken;
static _Thread_local int good, launched;

static jato_status call(operation which, jato_error *error)
{
  if (which != broken || good-- > 0) return JATO_OK;
  return jx_fail(error, JATO_E_DEVICE, "it broke");
}

static jato_status flush_all_bests(jx_swarm *swarm, jato_error *error)
{
  JX_TRY(call(SETTLE, error));
  return jx_cpu_swarm_ops.flush_all_bests(swarm, error);
}

static jato_status read_bests(jx_swarm *swarm, const uint32_t *particles, size_t count, void *rows,
                              jato_error *error)
{
  JX_TRY(call(READ, error));
  return jx_cpu_swarm_ops.read_bests(swarm, particles, count, rows, error);
}

static jato_status set_partners(jx_swarm *swarm, const jx_fetched *fetched, jato_error *error)
{
  JX_TRY(call(TAKE, error));
  return jx_cpu_swarm_ops.set_partners(swarm, fetched, error);
}

static jato_status launch(jx_swarm *swarm, const jx_step *step, const double *guide,
                          jato_error *error)
{
  launched++;
  JX_TRY(call(LAUNCH, error));
  return jx_cpu_swarm_ops.launch(swarm, step, guide, error);
}

static jato_status collect(jx_swarm *swarm, jx_pass_result *found, jato_error *error)
{
  JX_TRY(jx_cpu_swarm_ops.collect(swarm, found, error));
  return call(COLLECT, error);
}

static jato_status map_tile(jx_swarm *swarm, uint64_t number, unsigned fields, jx_tile *tile,
                            jato_error *error)
{
  JX_TRY(call(MAP, error));
  return jx_cpu_swarm_ops.map_tile(swarm, number, fields, tile, error);
}

static jx_swarm_ops watched_engine(void)
{
  jx_swarm_ops ops = jx_cpu_swarm_ops;
  ops.flush_all_bests = flush_all_bests;
  ops.read_bests = read_bests;
  ops.set_partners = set_partners;
  ops.launch = launch;
  ops.collect = collect;
  ops.map_tile = map_tile;
  return ops;
}

/* ---- Runs ---- */

static jato_status make(asked *a, int rank, jato_problem *problem, jato_run **run)
{
  jx_run_parts parts;
  jato_error *error = &a->error[rank];
  jato_options options = jato_options_default();
  jx_swarm_ops watched = watched_engine();
  options.algorithm = "de:f=0.1,cr=0.1"; /* many own bests change in each iteration */
  options.device = a->device;
  options.particles = PARTICLES;
  options.evaluations = a->evaluations;
  options.precision = a->precision;
  options.seed = 7;
  JX_TRY(jx_options_resolve(problem, &options, &parts, error));
  parts.comm = &thread_ops;
  JX_TRY(jx_run_create(&parts, run, error));
  const jx_swarm_ops *own = (*run)->devices.part[0].ops;
  broken = rank == 1 ? a->broken : NOTHING;
  good = a->good;
  launched = 0;
  (*run)->devices.part[0].ops = &watched;
  jato_status status = jato_run_step(*run, UINT64_MAX, NULL, error);
  a->launched[rank] = launched;
  broken = NOTHING;
  if (status == JATO_OK) status = jato_run_result(*run, NULL, &a->result[rank], error);
  (*run)->devices.part[0].ops = own;
  return status;
}

static void make_run(void *user, int rank)
{
  asked *a = user;
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  a->status[rank] =
      jato_problem_from_gallery("rastrigin:shift=1", a->dim, NULL, &problem, &a->error[rank]);
  if (a->status[rank] == JATO_OK) a->status[rank] = make(a, rank, problem, &run);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static void expect_same(asked a)
{
  asked alone = a;
  on_ranks(1, make_run, &alone);
  assert_ok(alone.status[0], alone.error[0]);
  for (int size = 2; size <= RANKS; size++) {
    asked some = a;
    on_ranks(size, make_run, &some);
    for (int r = 0; r < size; r++) {
      assert_ok(some.status[r], some.error[r]);
      assert_int_equal(some.result[r].digest, alone.result[0].digest);
      assert_same_double(some.result[r].best, alone.result[0].best);
      assert_int_equal(some.result[r].evaluations, alone.result[0].evaluations);
    }
  }
}

/* Own bests of 2,000 coordinates for half of the swarm take several times what a rank keeps. */
static asked ask_for_pieces(void)
{
  return (asked){.dim = 2000, .device = "cpu:threads=2", .evaluations = 3 * PARTICLES + 555};
}

static void pieces_have_the_bits_of_one_rank(void **state)
{
  (void)state;
  for (int precision = JATO_DOUBLE; precision <= JATO_FLOAT; precision++) {
    asked a = ask_for_pieces();
    a.precision = (jato_precision)precision;
    expect_same(a);
  }
  asked a = ask_for_pieces();
  a.evaluations = 2 * PARTICLES; /* one pass behind the first */
  on_ranks(2, make_run, &a);
  for (int r = 0; r < 2; r++) assert_in_range(a.launched[r], 3, 9);
}

static void a_rank_that_breaks_ends_all(void **state)
{
  (void)state;
  for (int which = SETTLE; which <= MAP; which++)
    for (int calls = 0; calls < 4; calls += 3) {
      asked a = ask_for_pieces();
      a.broken = (operation)which;
      a.good = calls;
      a.evaluations = 5 * PARTICLES + 777; /* the last ones are rank 1's */
      on_ranks(RANKS, make_run, &a);
      for (int r = 0; r < RANKS; r++) {
        assert_int_equal(a.status[r], JATO_E_DEVICE);
        assert_non_null(strstr(a.error[r].text, "it broke"));
      }
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_have_the_bits_of_one_rank),
      cmocka_unit_test(a_rank_that_breaks_ends_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
