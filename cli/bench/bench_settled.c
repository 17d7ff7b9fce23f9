/* jato bench settled: an iteration of a swarm that has found its place against one of a swarm that
 * never does, in turn. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "base/machine.h"
#include "bench/bench.h"
#include "bench/measure.h"

/* The same work for the processor, without an end of the search. */
#define RESTLESS "pso:w=0.9"

/* Steps until a swarm has settled, and longer: in float 2000, in double 10000, for the exponent of
 * a number that becomes ever smaller goes so much farther there. */
static uint64_t steps_to_settle(jato_precision precision)
{
  return precision == JATO_FLOAT ? 2000 : 10000;
}

/* Coordinates that are moved before the clock is looked at. */
#define TIMED_COORDINATES (UINT64_C(1) << 22)

typedef struct row {
  const char *problem; /* its minimum is at 0, or elsewhere */
  uint64_t particles, dim;
  jato_precision precision;
  double moving, settled; /* seconds of an iteration */
} row;

static const row usual[] = {
    {"sphere", 1000, 30, JATO_FLOAT, 0, 0},  {"target", 1000, 30, JATO_FLOAT, 0, 0},
    {"sphere", 1000, 30, JATO_DOUBLE, 0, 0}, {"target", 1000, 30, JATO_DOUBLE, 0, 0},
    {"sphere", 20000, 64, JATO_FLOAT, 0, 0},
};

static jato_status open_run(const cli_bench_request *asked, const jato_problem *problem,
                            const row *at, const char *algorithm, jato_run **run, jato_error *error)
{
  jato_options options = jato_options_default();
  options.algorithm = algorithm;
  options.device = asked->devices.count != 0 ? asked->devices.text[0] : "cpu";
  options.precision = at->precision;
  options.particles = at->particles;
  options.seed = 1;
  options.iterations = UINT64_C(1) << 40; /* never reached */
  options.no_converge = 1;
  return jato_run_create(problem, &options, run, error);
}

static jato_status time_steps(jato_run *run, uint64_t steps, double *best, jato_error *error)
{
  double start = cli_now();
  jato_status status = jato_run_step(run, steps, NULL, error);
  *best = fmin(*best, (cli_now() - start) / (double)steps);
  return status;
}

static jato_status measure(const cli_bench_request *asked, row *at, jato_error *error)
{
  jato_problem *problem = NULL;
  jato_run *moving = NULL, *settled = NULL;
  uint64_t steps = 1 + TIMED_COORDINATES / (at->particles * at->dim);
  at->moving = at->settled = INFINITY;
  jato_status status =
      jato_problem_from_gallery(at->problem, (size_t)at->dim, NULL, &problem, error);
  if (status == JATO_OK) status = open_run(asked, problem, at, RESTLESS, &moving, error);
  if (status == JATO_OK) status = open_run(asked, problem, at, "pso", &settled, error);
  if (status == JATO_OK) status = jato_run_step(moving, steps, NULL, error);
  if (status == JATO_OK)
    status = jato_run_step(settled, steps_to_settle(at->precision), NULL, error);
  for (uint64_t i = 0; i < asked->repeat && status == JATO_OK; i++) {
    status = time_steps(moving, steps, &at->moving, error);
    if (status == JATO_OK) status = time_steps(settled, steps, &at->settled, error);
  }
  jato_run_destroy(&moving);
  jato_run_destroy(&settled);
  jato_problem_destroy(&problem);
  return status;
}

static void print_row(const row *at, cli_json *json)
{
  const char *precision = at->precision == JATO_FLOAT ? "float" : "double";
  double ratio = at->settled / at->moving;
  if (json == NULL) {
    printf("%-10s  %10" PRIu64 " %5" PRIu64 "  %-9s  %9.4f  %10.4f  %6.3f\n", at->problem,
           at->particles, at->dim, precision, 1e3 * at->moving, 1e3 * at->settled, ratio);
    fflush(stdout);
    return;
  }
  cli_json_begin_object(json, NULL);
  cli_json_string(json, "problem", at->problem);
  cli_json_count(json, "particles", at->particles);
  cli_json_count(json, "dim", at->dim);
  cli_json_string(json, "precision", precision);
  cli_json_number(json, "moving_ms", 1e3 * at->moving);
  cli_json_number(json, "settled_ms", 1e3 * at->settled);
  cli_json_number(json, "ratio", ratio);
  cli_json_end(json);
}

/* Turns a usual row into what was asked for; false when it is not part of it. */
static bool fit_row(const cli_bench_request *asked, size_t i, row *at)
{
  bool sized = asked->particles != 0 || asked->dim != 0;
  *at = usual[i];
  if (asked->precision == CLI_BENCH_FLOAT && at->precision != JATO_FLOAT) return false;
  if (asked->precision == CLI_BENCH_DOUBLE && at->precision != JATO_DOUBLE) return false;
  if (sized && i == sizeof usual / sizeof usual[0] - 1) return false;
  if (asked->particles != 0) at->particles = asked->particles;
  if (asked->dim != 0) at->dim = asked->dim;
  return true;
}

int cli_bench_settled(const cli_bench_request *asked)
{
  cli_json json = cli_json_to(stdout);
  if (asked->json) {
    cli_json_begin_array(&json, NULL);
  } else {
    cli_machine machine = cli_machine_look();
    printf("jato %s on %s, %ld cores; best of %" PRIu64 "; ratio is settled / moving\n",
           jato_version(), machine.cpu, machine.cores, asked->repeat);
    printf("%-10s  %10s %5s  %-9s  %9s  %10s  %6s\n", "problem", "particles", "dim", "precision",
           "moving_ms", "settled_ms", "ratio");
  }
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
    row at;
    jato_error error;
    if (!fit_row(asked, i, &at)) continue;
    jato_status status = measure(asked, &at, &error);
    if (status != JATO_OK) return cli_complain_of(status, &error);
    print_row(&at, asked->json ? &json : NULL);
  }
  if (asked->json) cli_json_end(&json);
  return CLI_DONE;
}
