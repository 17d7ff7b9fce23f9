#include <math.h>
#include <stdbool.h>

#include "base/machine.h"
#include "bench/measure.h"
#include "timing/passes.h"

/* A swarm that moves is what is measured: few enough steps are made, and a small swarm is created
 * again after each block. bench/settled.c measures swarms that have converged. */
enum { WARM_STEPS = 3, BLOCK_STEPS = 200, BLOCKS = 10 };

#define SMALL_BYTES (2u << 20)
#define SEED 1

/* One run to be stepped, and one for the bare loop, which spoils it. Both stay as long as they are
 * compared: the two loops see memory of the same kind. */
typedef struct pair {
  jato_run *stepped;
  jato_run *bare;
} pair;

static void pair_destroy(pair *runs)
{
  jato_run_destroy(&runs->stepped);
  jato_run_destroy(&runs->bare);
}

static jato_status pair_create(const cli_case *asked, const jato_problem *problem, pair *runs,
                               jato_error *error)
{
  jato_options options = jato_options_default();
  options.algorithm = asked->algorithm;
  options.device = asked->device;
  options.precision = asked->precision;
  options.particles = asked->particles;
  options.seed = SEED;
  options.iterations = UINT64_C(1) << 40; /* never reached */
  options.no_converge = 1;
  *runs = (pair){0};
  jato_status status = jato_run_create(problem, &options, &runs->stepped, error);
  if (status == JATO_OK) status = jato_run_create(problem, &options, &runs->bare, error);
  if (status != JATO_OK) pair_destroy(runs);
  return status;
}

/* Adds the time of `steps` bare passes, then of `steps` steps, to *spent. */
static jato_status time_block(pair *runs, uint64_t steps, cli_measure *spent, jato_error *error)
{
  for (uint64_t i = 0; i < steps; i++) {
    double seconds = 0;
    jato_status status = jx_time_bare_pass(runs->bare, &seconds, &spent->bytes, error);
    if (status != JATO_OK) return status;
    spent->bare_seconds += seconds;
  }
  double start = cli_now();
  jato_status status = jato_run_step(runs->stepped, steps, NULL, error);
  spent->jato_seconds += cli_now() - start;
  return status;
}

static void keep_best(cli_measure *best, const cli_measure *spent, double steps)
{
  best->bare_seconds = fmin(best->bare_seconds, spent->bare_seconds / steps);
  best->jato_seconds = fmin(best->jato_seconds, spent->jato_seconds / steps);
  best->bytes = spent->bytes;
}

/* One swarm, bare passes and as many steps in turn: one, or those that are made together. */
static jato_status measure_large(const cli_case *asked, const jato_problem *problem,
                                 cli_measure *best, jato_error *error)
{
  pair runs;
  cli_measure warm = {0};
  uint64_t together = asked->together != 0 ? asked->together : 1;
  uint64_t warming = together == 1 ? WARM_STEPS : together - 1; /* to where the next ones begin */
  jato_status status = pair_create(asked, problem, &runs, error);
  if (status == JATO_OK) status = time_block(&runs, warming, &warm, error);
  for (uint64_t i = 0; i < asked->repeat && status == JATO_OK; i++) {
    cli_measure spent = {0};
    status = time_block(&runs, together, &spent, error);
    keep_best(best, &spent, (double)together);
  }
  if (status == JATO_OK) jato_run_get_info(runs.stepped, NULL, &best->run);
  pair_destroy(&runs);
  return status;
}

/* Adds one block of steps of a new swarm to *spent. */
static jato_status measure_block(const cli_case *asked, const jato_problem *problem,
                                 cli_measure *spent, jato_error *error)
{
  pair runs;
  cli_measure warm = {0};
  jato_status status = pair_create(asked, problem, &runs, error);
  if (status == JATO_OK) status = time_block(&runs, WARM_STEPS, &warm, error);
  if (status == JATO_OK) status = time_block(&runs, BLOCK_STEPS, spent, error);
  if (status == JATO_OK) jato_run_get_info(runs.stepped, NULL, &spent->run);
  pair_destroy(&runs);
  return status;
}

static jato_status measure_small(const cli_case *asked, const jato_problem *problem,
                                 cli_measure *best, jato_error *error)
{
  for (uint64_t i = 0; i < asked->repeat; i++) {
    cli_measure spent = {0};
    for (int block = 0; block < BLOCKS; block++) {
      jato_status status = measure_block(asked, problem, &spent, error);
      if (status != JATO_OK) return status;
    }
    keep_best(best, &spent, (double)BLOCKS * BLOCK_STEPS);
    best->run = spent.run;
  }
  return JATO_OK;
}

jato_status cli_measure_step(const cli_case *asked, cli_measure *measure, jato_error *error)
{
  jato_problem *problem = NULL;
  jato_status status =
      jato_problem_from_gallery("sphere", (size_t)asked->dim, NULL, &problem, error);
  if (status != JATO_OK) return status;
  /* Position, velocity and own best of every particle. */
  double element = asked->precision == JATO_FLOAT ? 4 : 8;
  bool small = 3 * element * (double)asked->particles * (double)asked->dim < SMALL_BYTES;
  *measure = (cli_measure){.bare_seconds = INFINITY, .jato_seconds = INFINITY};
  status = (small ? measure_small : measure_large)(asked, problem, measure, error);
  jato_problem_destroy(&problem);
  return status;
}
