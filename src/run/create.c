/* What a run is made of, taken and given back: search, swarm, slots, evaluator. */
#include "run/evaluations/evaluations.h"
#include "run/saving/checkpoint.h"

#include "base/clock.h"
#include "options/saved.h"
#include "run/ranks/ranks.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static jato_status create_search(jato_run *run, jato_error *error)
{
  const jx_run_parts *parts = &run->parts;
  const jato_problem *problem = parts->problem;
  const jx_warm_start *given = &run->evaluated.warm_start;
  int starts = problem->space != NULL && problem->space->has_initial;
  jx_search_setup setup = {.particles = parts->particles,
                           .dim = problem->dim,
                           .lower = problem->lower,
                           .upper = problem->upper,
                           .cells = problem->space != NULL ? problem->space->cells : NULL,
                           .initial = given->first > 0 ? given->x
                                      : starts         ? run->candidate
                                                       : NULL,
                           .initial_count = given->first > 0 ? given->first : 1,
                           .seed = parts->seed,
                           .iterations = parts->planned_iterations,
                           .evaluations = parts->planned_evaluations,
                           .has_equalities = jx_problem_has_equalities(problem),
                           .one_by_one = parts->evaluating.order != JX_BY_ITERATION,
                           .wall = parts->wall,
                           .epsilon = jx_run_in_float(parts) ? FLT_EPSILON : DBL_EPSILON,
                           .values = &parts->algorithm_values,
                           .method = parts->method,
                           .allocator = parts->allocator,
                           .make = parts->make_search};
  jx_points_middle(problem, run->candidate);
  if (starts) jx_space_begin(problem->space, run->candidate);
  (void)snprintf(run->explained, sizeof run->explained, "%s", parts->chosen);
  return parts->algorithm->create(&setup, &run->search, error);
}

/* The communicator the swarm is distributed over. Where points are handed out, by a method or to
 * evaluators of the host, every rank has all of them, and evaluates its part. */
static jx_comm *comm_of_swarm(const jato_run *run)
{
  return jx_run_by_pass(run) ? run->comm : NULL;
}

/* A device finds partners in the memory it holds, or those of other ranks where they were fetched.
 */
static jato_status check_partners(const jato_run *run, jato_error *error)
{
  if (!JX_HAS_PARTNERS(&run->search->plan)) return JATO_OK;
  if (run->parts.device_count < 2) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s looks at particles of the whole swarm, which one device has to hold; take one "
                 "device",
                 run->parts.algorithm->name);
}

/* A best that comes late is one of a pass: other values are not waited for. */
static jato_status check_lag(const jato_run *run, jato_error *error)
{
  if (!run->search->plan.lag || jx_run_by_pass(run)) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "%s: lag is for objectives that devices evaluate, the gallery and C source; take "
                 "lag=0",
                 run->parts.algorithm->name);
}

static jato_status create_swarm(jato_run *run, jato_error *error)
{
  int has_swarm = jx_run_has_swarm(run);
  if (run->parts.in_batch) return JATO_OK;
  if (!has_swarm && run->parts.evaluating.host_objective) return JATO_OK;
  return jx_evaluate_create_devices(&run->parts, has_swarm ? &run->search->plan : NULL,
                                    comm_of_swarm(run), &run->devices, error);
}

static jato_status check_devices(const jato_run *run, jato_error *error)
{
  size_t i = 0;
  while (i < run->devices.count && run->devices.part[i].ops->host != NULL) i++;
  if (i == run->devices.count) return JATO_OK;
  return jx_fail(
      error, JATO_E_ARGUMENT,
      "device %s: an objective that is no kernel or C source works only with the cpu device "
      "alone; omit the device, or use cpu",
      run->parts.device);
}

/* Whether the objective gives what the method needs; before anything is made. */
static jato_status check_residuals(const jx_run_parts *parts, jato_error *error)
{
  const char *name = parts->algorithm->name;
  if (!(parts->algorithm->traits & JX_RESIDUALS)) return JATO_OK;
  if (!parts->problem->objective.has_residuals)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: this objective gives one number; %s needs the parts of a sum of squares: "
                   "write JATO_RESIDUALS(x, n, k, count) in a C source, or give a function of "
                   "residuals",
                   name, name);
  if (parts->precision != JATO_DOUBLE)
    return jx_fail(error, JATO_E_ARGUMENT, "%s needs double precision: omit --precision float",
                   name);
  return JATO_OK;
}

static jato_status count_residuals(jato_run *run, jato_error *error)
{
  const jx_objective *objective = &run->parts.problem->objective;
  if (!(run->parts.algorithm->traits & JX_RESIDUALS)) return JATO_OK;
  run->batch.residuals = run->parts.evaluating.host_objective
                             ? objective->residual_count
                             : jx_devices_residual_count(&run->devices);
  if (run->batch.residuals > 0) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "device %s: residuals come from the cpu device alone; omit the device, or use "
                 "cpu",
                 run->parts.device);
}

static jato_status check_precision(const jato_run *run, jato_error *error)
{
  if (jx_problem_constraints(run->parts.problem) == 0 || run->parts.precision == JATO_DOUBLE)
    return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "constraints need double precision: omit --precision float");
}

/* Slots and evaluator, where a pass does not evaluate. */
static jato_status create_slots(jato_run *run, jato_error *error)
{
  const jx_evaluating *evaluating = &run->parts.evaluating;
  int by_batch = jx_run_by_batch(run);
  run->slots = (jx_slots){.pool.allocator = run->parts.allocator,
                          .problem = run->parts.problem,
                          .order = evaluating->order,
                          .retries = evaluating->retries,
                          .script = evaluating->script,
                          .script_count = evaluating->script_count};
  if (jx_run_by_pass(run)) return JATO_OK;
  if (evaluating->host_objective) JX_TRY(check_devices(run, error));
  JX_TRY(check_precision(run, error));
  JX_TRY(jx_slots_reserve(&run->slots, (size_t)run->parts.particles, by_batch, error));
  if (evaluating->ops == NULL) return JATO_OK;
  return jx_ranks_create_evaluator(run, error);
}

static jato_status take_memory(jato_run *run, jato_error *error)
{
  jx_pool *pool = &run->pool;
  size_t dim = run->parts.problem->dim;
  run->best = run->guide = (jx_best){.rank = INFINITY, .f = INFINITY};
  size_t constraints = jx_problem_constraints(run->parts.problem);
  if (run->parts.options.profile) run->parts.profile = jx_pool_take(pool, 1, sizeof(jx_profile));
  run->best.x = jx_pool_take(pool, dim, sizeof(double));
  run->best.c = jx_pool_take(pool, constraints + 1, sizeof(double));
  run->guide.x = jx_pool_take(pool, dim, sizeof(double));
  run->candidate = jx_pool_take(pool, dim, sizeof(double));
  run->overlap.x = jx_pool_take(pool, dim, sizeof(double));
  run->spread = jx_pool_take(pool, JX_DEVICES_SPREAD(dim), sizeof(double));
  run->resume_extra = jx_pool_take(pool, JX_EXTRA_NUMBERS + dim, sizeof(double));
  if (!jx_pool_is_whole(pool))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for positions of %zu dimensions", dim);
  for (size_t i = 0; i < constraints; i++) run->best.c[i] = NAN;
  jx_points_middle(run->parts.problem, run->best.x);
  jx_points_middle(run->parts.problem, run->guide.x);
  return JATO_OK;
}

/* The caller's texts are gone when the run is saved. */
static jato_status keep_options(const jato_options *asked, jato_run *run, jato_error *error)
{
  size_t bytes = jx_saved_options_copy(asked, &run->parts.options, NULL);
  char *texts = jx_pool_take(&run->pool, bytes + 1, 1);
  if (texts == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a run");
  (void)jx_saved_options_copy(asked, &run->parts.options, texts);
  return JATO_OK;
}

/* All that a rank makes by itself. */
static jato_status allocate_parts(jato_run *run, const jx_run_parts *parts, jato_error *error)
{
  JX_TRY(jx_checkpoint_lock(run, error));
  jx_checkpoint_sign(run);
  JX_TRY(take_memory(run, error));
  JX_TRY(keep_options(&parts->options, run, error));
  JX_TRY(check_residuals(parts, error));
  JX_TRY(jx_warm_start_load(run, error));
  JX_TRY(create_search(run, error));
  if (jx_run_has_swarm(run)) JX_TRY(check_partners(run, error));
  JX_TRY(check_lag(run, error));
  JX_TRY(create_swarm(run, error));
  JX_TRY(count_residuals(run, error));
  return create_slots(run, error);
}

jato_status jx_run_prepare(const jx_run_parts *parts, jato_run **out, jato_error *error)
{
  jato_status status = JATO_OK;
  unsigned flags = 0;
  *out = NULL;
  jato_run *run = jx_allocate(&parts->allocator, 1, sizeof *run);
  if (run == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a run");
  run->parts = *parts;
  run->parts.profile = NULL;
  run->pool.allocator = parts->allocator;
  run->began = jx_clock_seconds();
  run->until = UINT64_MAX;
  run->is_in_call = 1;
  run->diversity = NAN;
  JX_TRY_DONE(parts->comm->create(&parts->allocator, parts->patience, &run->comm, error));
  status = jx_ranks_begin(run, error);
  if (status == JATO_OK) status = allocate_parts(run, parts, error);
  JX_TRY_DONE(run->comm->ops->agree(run->comm, status, &flags, error));
  JX_TRY_DONE(jx_ranks_meet(run, error));
  *out = run;
  run = NULL; /* handed over */
done:
  jx_run_destroy(&run);
  return status;
}

void jx_run_destroy(jato_run **address)
{
  jato_run *run = *address;
  if (run == NULL) return;
  jato_allocator allocator = run->parts.allocator;
  jx_evaluations_end(run);
  jx_checkpoint_end(run);
  if (run->evaluator != NULL) run->parts.evaluating.ops->destroy(&run->evaluator);
  jx_evaluate_destroy(run);
  if (run->slots.problem != NULL) jx_slots_release(&run->slots);
  jx_devices_destroy(&run->devices);
  run->parts.comm->destroy(&run->comm);
  if (run->search != NULL) run->search->ops->destroy(&run->search);
  jx_pool_release(&run->pool);
  jx_release(&allocator, run);
  *address = NULL;
}
