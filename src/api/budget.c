#include "api/budget.h"

#include <math.h>
#include <string.h>

#define DEFAULT_ITERATIONS 1000
#define DEFAULT_EVALUATIONS 64000 /* for algorithms without a swarm: about as many */
#define DEFAULT_PARTICLES 64
#define SOLVED 1e-8 /* above a known minimum, where auto stops if it was given no limit */

/* For programs, which may take seconds each: a number that grows with the dimension, and at least
 * so many moves of the requested particles. */
#define PROGRAM_PER_DIM 500
#define PROGRAM_LEAST 1000
#define PROGRAM_MOVES 50

/* With few evaluations, many particles make few moves: 500 evaluations are 7 moves of 64 particles
 * and 49 of 10. FEWEST particles and one more for each PER_PARTICLE evaluations were best, or
 * nearly so, from 100 to 10,000 evaluations in 2 to 20 dimensions. */
#define FEWEST 8
#define PER_PARTICLE 200
#define NEEDED 4 /* by the most demanding method */

/* ---- Particles ---- */

uint64_t jx_budget_usual_particles(const jx_algorithm_ops *algorithm, size_t dim)
{
  return algorithm->particles != NULL ? algorithm->particles(dim) : DEFAULT_PARTICLES;
}

/* The value of a parameter; 0 for a method without it. */
static double value_of(const jx_run_parts *parts, const char *name)
{
  jx_values values = parts->algorithm_values;
  const double *value = jx_spec_value(parts->algorithm->parameters, &values, name);
  return value != NULL ? *value : 0;
}

/* The requested neighbours must exist: those of a ring on both sides, two rows of a grid. */
static uint64_t fewest(const jx_run_parts *parts)
{
  double ring = 2 * value_of(parts, "radius") + 1, grid = 2 * value_of(parts, "columns");
  return (uint64_t)fmax(FEWEST, fmax(ring, grid));
}

static uint64_t particles_for(const jx_run_parts *parts, uint64_t evaluations)
{
  uint64_t usual = jx_budget_usual_particles(parts->algorithm, parts->problem->dim);
  if (parts->algorithm_values.particles != 0) usual = parts->algorithm_values.particles;
  if (evaluations == 0) return usual;
  uint64_t wanted = usual;
  if (parts->algorithm->traits & JX_FITS_BUDGET)
    wanted = fewest(parts) + evaluations / PER_PARTICLE;
  if (wanted > evaluations) wanted = evaluations > NEEDED ? evaluations : NEEDED;
  return wanted < usual ? wanted : usual;
}

/* ---- Limits ---- */

/* 0 if the objective is no program: evaluations need not be saved. */
static uint64_t program_evaluations(const jx_run_parts *parts, uint64_t particles)
{
  uint64_t most = DEFAULT_EVALUATIONS, dim = parts->problem->dim;
  if (parts->problem->objective.command == NULL) return 0;
  if (dim > most / PROGRAM_PER_DIM || particles > most / PROGRAM_MOVES) return most;
  uint64_t by_dim = dim * PROGRAM_PER_DIM, by_moves = particles * PROGRAM_MOVES;
  uint64_t wanted = by_dim > by_moves ? by_dim : by_moves;
  return wanted > PROGRAM_LEAST ? wanted : PROGRAM_LEAST;
}

/* Sets a limit for a run without any; for a swarm, of iterations, which its schedules depend on. */
static void limit(jx_run_parts *parts, uint64_t few)
{
  jx_limits *limits = &parts->limits;
  int moves_swarm = (parts->algorithm->traits & JX_ON_DEVICES) != 0;
  if (!moves_swarm)
    limits->evaluations = few != 0 ? few : DEFAULT_EVALUATIONS;
  else if (few != 0)
    limits->iterations = few / parts->particles > 1 ? few / parts->particles - 1 : 1;
  else
    limits->iterations = DEFAULT_ITERATIONS;
}

/* A user who leaves the choice to jato wants the answer, not all allowed evaluations: such a run
 * also ends at a known minimum. */
static void limit_by_minimum(jx_run_parts *parts)
{
  jx_limits *limits = &parts->limits;
  if (parts->options.maximize) return; /* no largest value is known */
  if (strcmp(parts->algorithm->name, "auto") != 0 || !isnan(limits->target)) return;
  limits->target = jato_problem_get_info(parts->problem)->minimum + SOLVED;
  limits->target_is_minimum = 1;
}

jato_status jx_budget_resolve(const jato_options *options, jx_run_parts *parts, jato_error *error)
{
  jx_limits *limits = &parts->limits;
  *limits = (jx_limits){.iterations = options->iterations,
                        .evaluations = options->evaluations,
                        .stall = options->stall,
                        .seconds = options->seconds,
                        .target = jx_shown_value(options->maximize, options->target),
                        .converges = !options->no_converge};
  if (!(options->seconds >= 0))
    return jx_fail(error, JATO_E_ARGUMENT, "seconds is %g; a limit of time is 0 (none) or more",
                   options->seconds);
  int is_limited = limits->iterations != 0 || limits->evaluations != 0 || limits->stall != 0 ||
                   limits->seconds > 0;
  uint64_t few = is_limited ? 0 : program_evaluations(parts, options->particles);
  uint64_t paid = limits->iterations == 0 && is_limited ? limits->evaluations : few;
  parts->particles = options->particles != 0 ? options->particles : particles_for(parts, paid);
  if (options->evaluations != 0 && options->evaluations < parts->particles)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%llu evaluations are too few to evaluate %llu particles once; allow more "
                   "evaluations or take fewer particles",
                   (unsigned long long)options->evaluations, (unsigned long long)parts->particles);
  if (!is_limited) {
    limit(parts, few);
    limit_by_minimum(parts);
  }
  parts->planned_iterations = limits->iterations;
  parts->planned_evaluations = limits->evaluations;
  return JATO_OK;
}
