/* What a user's C text costs against the same function of the gallery: both are evaluated over and
 * over where the swarm stands, on one thread, in a swarm that the caches hold. */
#include <math.h>
#include <string.h>

#include "base/machine.h"
#include "bench/measure.h"
#include "timing/passes.h"

enum { PARTICLES = 4096, DIM = 64, PASSES = 200 };

/* What a user would write without knowing how jato works. */
#define TEXT(body) "JATO_OBJECTIVE(x, n)\n{\n  real sum = 0;\n" body "  return sum;\n}\n"
#define SPHERE TEXT("  for (int i = 0; i < n; i++) sum += x(i) * x(i);\n")
#define ROSENBROCK                              \
  TEXT("  for (int i = 0; i + 1 < n; i++) {\n"  \
       "    real a = x(i + 1) - x(i) * x(i);\n" \
       "    real b = 1 - x(i);\n"               \
       "    sum += 100 * a * a + b * b;\n"      \
       "  }\n")
#define RASTRIGIN \
  TEXT("  for (int i = 0; i < n; i++) sum += x(i)*x(i) + 10*(1 - cos(2*M_PI*x(i)));\n")

static const struct {
  const char *name, *text;
  bool plain; /* a plain loop is measured too */
} rows[] = {
    {"sphere", SPHERE, false}, {"rosenbrock", ROSENBROCK, false}, {"rastrigin", RASTRIGIN, true}};
enum { ROWS = sizeof rows / sizeof rows[0] };

static jato_options tiny_options(void)
{
  jato_options options = jato_options_default();
  options.algorithm = "random"; /* keeps positions alone: the swarm is 1 MiB */
  options.device = "cpu:threads=1";
  options.precision = JATO_FLOAT;
  options.particles = PARTICLES;
  options.seed = 1;
  options.iterations = 1000;
  return options;
}

static double ns_a_coordinate(double seconds) { return 1e9 * seconds / ((double)PARTICLES * DIM); }

/* The quicker of *best and `passes` passes. */
static jato_status time_passes(jato_run *run, double *best, jato_error *error)
{
  for (int i = 0; i < PASSES; i++) {
    double seconds = 0;
    jato_status status = jx_time_evaluate_pass(run, &seconds, error);
    if (status != JATO_OK) return status;
    *best = fmin(*best, seconds);
  }
  return JATO_OK;
}

/* In turn, so that both suffer alike from what else the machine does. */
static jato_status race(jato_run *gallery, jato_run *source, uint64_t repeat, cli_source_cost *cost,
                        jato_error *error)
{
  double gallery_seconds = INFINITY, source_seconds = INFINITY;
  jato_status status = JATO_OK;
  for (uint64_t i = 0; i < repeat && status == JATO_OK; i++) {
    status = time_passes(gallery, &gallery_seconds, error);
    if (status == JATO_OK) status = time_passes(source, &source_seconds, error);
  }
  cost->gallery = ns_a_coordinate(gallery_seconds);
  cost->source = ns_a_coordinate(source_seconds);
  return status;
}

static jato_status measure_pair(const jato_problem *gallery, const jato_problem *source,
                                uint64_t repeat, cli_source_cost *cost, jato_error *error)
{
  jato_run *runs[2] = {NULL, NULL};
  jato_result result;
  jato_options options = tiny_options();
  jato_status status = jato_run_create(gallery, &options, &runs[0], error);
  if (status == JATO_OK) status = jato_run_create(source, &options, &runs[1], error);
  if (status == JATO_OK) status = race(runs[0], runs[1], repeat, cost, error);
  if (status == JATO_OK) status = jato_run_result(runs[0], NULL, &result, error);
  if (status == JATO_OK) status = jato_run_result(runs[1], NULL, &cost->run, error);
  if (status == JATO_OK) cost->same = result.digest == cost->run.digest;
  jato_run_destroy(&runs[0]);
  jato_run_destroy(&runs[1]);
  return status;
}

/* Rastrigin as a plain loop over one point after the other. It keeps the time of its quickest call,
 * in ns a coordinate: the copying of the points to it is not its own. */
static int plain_rastrigin(const double *x, size_t n, size_t dim, double *f, void *user)
{
  const float turn = 6.28318530717958648f;
  double *best = user;
  double start = cli_now();
  for (size_t p = 0; p < n; p++) {
    float sum = 0;
    for (size_t i = 0; i < dim; i++) {
      float at = (float)x[p * dim + i];
      sum += at * at + 10 * (1 - cosf(turn * at));
    }
    f[p] = (double)sum;
  }
  *best = fmin(*best, 1e9 * (cli_now() - start) / ((double)n * (double)dim));
  return 0;
}

static jato_status measure_plain(const jato_problem *gallery, uint64_t repeat,
                                 cli_source_cost *cost, jato_error *error)
{
  double best = INFINITY;
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_options options = tiny_options();
  jato_problem_info info = *jato_problem_get_info(gallery);
  jato_function function = {JATO_FUNCTION_INIT, .batch = plain_rastrigin, .user = &best};
  jato_status status =
      jato_problem_from_function(&function, DIM, info.lower, info.upper, &problem, error);
  if (status == JATO_OK) status = jato_run_create(problem, &options, &run, error);
  if (status == JATO_OK) status = jato_run_step(run, 5 * repeat, NULL, error);
  cost->plain = best;
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
  return status;
}

jato_status cli_measure_source(size_t index, uint64_t repeat, cli_source_cost *cost, int *more,
                               jato_error *error)
{
  jato_problem *gallery = NULL, *source = NULL;
  *more = index < ROWS;
  if (index >= ROWS) return JATO_OK;
  memset(cost, 0, sizeof *cost);
  cost->name = rows[index].name;
  cost->plain = NAN;
  jato_source given = {JATO_SOURCE_INIT, .text = rows[index].text, .name = rows[index].name};
  jato_status status = jato_problem_from_gallery(cost->name, DIM, NULL, &gallery, error);
  if (status == JATO_OK) {
    jato_problem_info info = *jato_problem_get_info(gallery);
    status = jato_problem_from_source(&given, DIM, info.lower, info.upper, &source, error);
  }
  if (status == JATO_OK) status = measure_pair(gallery, source, repeat, cost, error);
  if (status == JATO_OK && rows[index].plain) status = measure_plain(gallery, repeat, cost, error);
  jato_problem_destroy(&gallery);
  jato_problem_destroy(&source);
  return status;
}
