/* The time of an iteration of a swarm that has converged, compared with one that never does. They
 * should be equal: a swarm that has found its place must not slow down over tiny numbers.
 *
 *   settled [DEVICE [REPEAT]]   cpu:threads=1, best of 7
 *   settled --quick             small swarms: does it run?
 *
 * Every build with tests makes it, such as the preset dev: build/dev/bench/settled. */
#define _POSIX_C_SOURCE 199309L

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jato/jato.h>

/* The same work for the processor, without an end of the search. */
#define RESTLESS "pso:w=0.9"

/* Coordinates that are moved before the clock is read. */
#define TIMED_COORDINATES (UINT64_C(1) << 22)

typedef struct row {
  const char *problem; /* its minimum is at 0, or elsewhere */
  uint64_t particles, dim;
  jato_precision precision;
} row;

static const row rows[] = {
    {"sphere", 1000, 30, JATO_FLOAT},  {"target", 1000, 30, JATO_FLOAT},
    {"sphere", 1000, 30, JATO_DOUBLE}, {"target", 1000, 30, JATO_DOUBLE},
    {"sphere", 20000, 64, JATO_FLOAT},
};

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Steps until a swarm has settled, and more. In double it takes longer: the exponents of numbers
 * that shrink go much farther there. */
static uint64_t steps_to_settle(jato_precision precision)
{
  return precision == JATO_FLOAT ? 2000 : 10000;
}

static jato_status create_run(const jato_problem *problem, const row *at, const char *algorithm,
                              const char *device, jato_run **run, jato_error *error)
{
  jato_options options = jato_options_default();
  options.algorithm = algorithm;
  options.device = device;
  options.precision = at->precision;
  options.particles = at->particles;
  options.seed = 1;
  options.iterations = UINT64_C(1) << 40; /* never reached */
  options.no_converge = 1;
  return jato_run_create(problem, &options, run, error);
}

static jato_status time_steps(jato_run *run, uint64_t steps, double *best, jato_error *error)
{
  double start = now();
  jato_status status = jato_run_step(run, steps, NULL, error);
  *best = fmin(*best, (now() - start) / (double)steps);
  return status;
}

static jato_status measure(const row *at, const char *device, int repeat, jato_error *error)
{
  jato_problem *problem = NULL;
  jato_run *moving = NULL, *settled = NULL;
  uint64_t steps = 1 + TIMED_COORDINATES / (at->particles * at->dim);
  double moving_seconds = (double)INFINITY, settled_seconds = (double)INFINITY;
  jato_status status =
      jato_problem_from_gallery(at->problem, (size_t)at->dim, NULL, &problem, error);
  if (status == JATO_OK) status = create_run(problem, at, RESTLESS, device, &moving, error);
  if (status == JATO_OK) status = create_run(problem, at, "pso", device, &settled, error);
  if (status == JATO_OK) status = jato_run_step(moving, steps, NULL, error);
  if (status == JATO_OK)
    status = jato_run_step(settled, steps_to_settle(at->precision), NULL, error);
  for (int i = 0; i < repeat && status == JATO_OK; i++) {
    status = time_steps(moving, steps, &moving_seconds, error);
    if (status == JATO_OK) status = time_steps(settled, steps, &settled_seconds, error);
  }
  if (status == JATO_OK)
    printf("%-10s  %10" PRIu64 " %5" PRIu64 "  %-9s  %9.4f  %10.4f  %6.3f\n", at->problem,
           at->particles, at->dim, at->precision == JATO_FLOAT ? "float" : "double",
           1e3 * moving_seconds, 1e3 * settled_seconds, settled_seconds / moving_seconds);
  fflush(stdout);
  jato_run_destroy(&moving);
  jato_run_destroy(&settled);
  jato_problem_destroy(&problem);
  return status;
}

int main(int count, char **words)
{
  jato_error error;
  int quick = count > 1 && strcmp(words[1], "--quick") == 0;
  const char *device = count > 1 && !quick ? words[1] : "cpu:threads=1";
  int repeat = quick ? 1 : count > 2 ? atoi(words[2]) : 7;
  printf("jato %s; best of %d; ratio is settled / moving\n", jato_version(), repeat);
  printf("%-10s  %10s %5s  %-9s  %9s  %10s  %6s\n", "problem", "particles", "dim", "precision",
         "moving_ms", "settled_ms", "ratio");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    row at = rows[i];
    if (quick && at.particles > 1000) continue;
    if (quick) at.particles = 100, at.dim = 4;
    if (measure(&at, device, repeat, &error) == JATO_OK) continue;
    (void)fprintf(stderr, "settled: %s\n", error.text);
    return 1;
  }
  return 0;
}
