/* The public calls on runs: names are resolved here, and the work is done by room `run`. */
#include "run/run.h"

#include "base/clock.h"
#include "registry/registry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_ITERATIONS 1000
#define DEFAULT_COMPILE_SECONDS 60

jato_options jato_options_default(void)
{
  return (jato_options){
      .algorithm = "pso", .device = "cpu", .walls = "reflect", .seed = 1, .target = NAN};
}

static jato_status check_limits(const jato_options *options, uint64_t particles, jx_limits *limits,
                                jato_error *error)
{
  *limits = (jx_limits){.iterations = options->iterations,
                        .evaluations = options->evaluations,
                        .stall = options->stall,
                        .seconds = options->seconds,
                        .target = options->target};
  if (!(options->seconds >= 0))
    return jx_fail(error, JATO_E_ARGUMENT, "seconds is %g; a limit of time is 0 (none) or more",
                   options->seconds);
  if (options->evaluations != 0 && options->evaluations < particles)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%llu evaluations are too few to evaluate %llu particles once; allow more "
                   "evaluations or take fewer particles",
                   (unsigned long long)options->evaluations, (unsigned long long)particles);
  int none = limits->iterations == 0 && limits->evaluations == 0 && limits->stall == 0 &&
             limits->seconds == 0;
  if (none) limits->iterations = DEFAULT_ITERATIONS;
  return JATO_OK;
}

/* "opencl:0+cpu": the devices of a run. */
static jato_status resolve_devices(const char *specs, jx_run_parts *parts, jato_error *error)
{
  jx_text rest = jx_text_of(specs);
  do {
    char spec[256];
    jx_text one = jx_text_cut(&rest, '+');
    if (parts->crew_count == JX_FLEET_MAX)
      return jx_fail(error, JATO_E_ARGUMENT, "device %s: a run takes at most %d devices", specs,
                     JX_FLEET_MAX);
    if (one.length >= sizeof spec)
      return jx_fail(error, JATO_E_ARGUMENT, "device %.60s...: too long", specs);
    memcpy(spec, one.start, one.length);
    spec[one.length] = '\0';
    jx_crew *member = &parts->crew[parts->crew_count++];
    JX_TRY(jx_registry_device(spec, &member->ops, error));
    JX_TRY(jx_spec_read(spec, member->ops->parameters, &member->values, error));
  } while (rest.length > 0);
  return JATO_OK;
}

static jx_workshop workshop_of(const jato_options *options)
{
  return (jx_workshop){.cache = options->cache,
                       .compiler = options->compiler,
                       .seconds = options->compile_seconds > 0 ? options->compile_seconds
                                                               : DEFAULT_COMPILE_SECONDS,
                       .notice = options->notice,
                       .notice_user = options->notice_user};
}

static jato_status resolve(const jato_problem *problem, const jato_options *options,
                           jx_run_parts *parts, jato_error *error)
{
  const char *algorithm = options->algorithm != NULL ? options->algorithm : "pso";
  const char *device = options->device != NULL ? options->device : "cpu";
  const char *walls = options->walls != NULL ? options->walls : "reflect";
  *parts = (jx_run_parts){.problem = problem,
                          .comm = jx_registry_comm(),
                          .precision = options->precision,
                          .seed = options->seed,
                          .workshop = workshop_of(options),
                          .progress = options->progress,
                          .progress_user = options->progress_user,
                          .allocator = jx_allocator_or_default(options->allocator)};
  if (options->precision != JATO_DOUBLE && options->precision != JATO_FLOAT)
    return jx_fail(error, JATO_E_ARGUMENT, "precision is %d; take JATO_DOUBLE or JATO_FLOAT",
                   (int)options->precision);
  JX_TRY(jx_registry_algorithm(algorithm, &parts->algorithm, error));
  JX_TRY(jx_spec_read(algorithm, parts->algorithm->parameters, &parts->algorithm_values, error));
  JX_TRY(resolve_devices(device, parts, error));
  JX_TRY(jx_registry_walls(walls, &parts->wall, &parts->walls, error));
  parts->particles = options->particles != 0 ? options->particles : parts->algorithm->particles;
  return check_limits(options, parts->particles, &parts->limits, error);
}

jato_status jato_run_create(const jato_problem *problem, const jato_options *options,
                            jato_run **out, jato_error *error)
{
  jx_run_parts parts;
  jato_options defaults = jato_options_default();
  if (out == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "out is NULL: there is nowhere to put the run");
  *out = NULL;
  if (problem == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "problem is NULL: there is nothing to minimise");
  JX_TRY(resolve(problem, options != NULL ? options : &defaults, &parts, error));
  return jx_run_create(&parts, out, error);
}

static jato_status check_run(const jato_run *run, jato_error *error)
{
  if (run != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT, "run is NULL: create it with jato_run_create first");
}

jato_status jato_run_step(jato_run *run, uint64_t iterations, jato_stop *stop, jato_error *error)
{
  JX_TRY(check_run(run, error));
  jato_status status = jx_run_advance(run, iterations, error);
  if (stop != NULL) *stop = run->stop;
  return status;
}

void jato_run_peek(const jato_run *run, double *x, jato_result *result)
{
  if (run == NULL) return;
  const jx_run_parts *parts = &run->parts;
  if (x != NULL) memcpy(x, run->best_x, parts->problem->dim * sizeof *x);
  if (result == NULL) return;
  *result = (jato_result){.best = run->best,
                          .stop = run->stop,
                          .iterations = run->iteration,
                          .evaluations = run->evaluations,
                          .nonfinite = run->nonfinite,
                          .particles = parts->particles,
                          .seed = parts->seed,
                          .seconds = run->seconds,
                          .swarm_bytes = jx_shape_bytes(&run->fleet.shape)};
  jx_spec_write(parts->algorithm->name, parts->algorithm->parameters, &parts->algorithm_values,
                result->algorithm, sizeof result->algorithm);
  for (size_t i = 0; i < run->fleet.count; i++)
    result->build_seconds += run->fleet.part[i].swarm->build_seconds;
  (void)snprintf(result->built, sizeof result->built, "%s", run->fleet.part[0].swarm->built);
  jx_fleet_describe(&run->fleet, result->device, sizeof result->device);
  (void)snprintf(result->walls, sizeof result->walls, "%s", parts->walls);
}

jato_status jato_run_result(jato_run *run, double *x, jato_result *result, jato_error *error)
{
  JX_TRY(check_run(run, error));
  JX_TRY(jx_run_check_whole(run, error));
  jato_run_peek(run, x, result);
  return result != NULL ? jx_run_fingerprint(run, &result->digest, error) : JATO_OK;
}

jato_status jato_run_particle(jato_run *run, uint64_t i, double *x, double *value,
                              jato_error *error)
{
  JX_TRY(check_run(run, error));
  if (i >= run->parts.particles)
    return jx_fail(error, JATO_E_ARGUMENT, "particle %llu: this run has particles 0 to %llu",
                   (unsigned long long)i, (unsigned long long)run->parts.particles - 1);
  return jx_fleet_read(&run->fleet, i, x, value, error);
}

jato_status jato_run_bare_pass(jato_run *run, double *seconds, uint64_t *bytes, jato_error *error)
{
  uint64_t moved = 0;
  JX_TRY(check_run(run, error));
  double began = jx_clock_seconds();
  JX_TRY(jx_fleet_time(&run->fleet, JX_TIME_BARE, &moved, error));
  run->broken = "a bare pass overwrote its swarm";
  if (seconds != NULL) *seconds = jx_clock_seconds() - began;
  if (bytes != NULL) *bytes = moved;
  return JATO_OK;
}

jato_status jato_run_evaluate_pass(jato_run *run, double *seconds, jato_error *error)
{
  uint64_t moved = 0;
  JX_TRY(check_run(run, error));
  double began = jx_clock_seconds();
  JX_TRY(jx_fleet_time(&run->fleet, JX_TIME_EVALUATE, &moved, error));
  if (seconds != NULL) *seconds = jx_clock_seconds() - began;
  return JATO_OK;
}

void jato_run_destroy(jato_run **run)
{
  if (run != NULL) jx_run_destroy(run);
}

jato_status jato_minimize(const jato_problem *problem, const jato_options *options, double *x,
                          jato_result *result, jato_error *error)
{
  jato_run *run = NULL;
  jato_status status = JATO_OK;
  JX_TRY(jato_run_create(problem, options, &run, error));
  JX_TRY_DONE(jato_run_step(run, UINT64_MAX, NULL, error));
  JX_TRY_DONE(jato_run_result(run, x, result, error));
done:
  jato_run_destroy(&run);
  return status;
}
