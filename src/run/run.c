#include "run/run.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>

/* The value behind the rank of a particle whose value was found on the host. */
static void unrank(jato_run *run, uint64_t particle)
{
  int by_trials = run->trials.count > 0, by_batch = run->batch.value != NULL;
  run->best_f = by_trials  ? run->trials.f[particle]
                : by_batch ? run->batch.value[particle]
                           : run->best;
  run->best_violation = by_trials  ? run->trials.violation[particle]
                        : by_batch ? run->batch.violation[particle]
                                   : 0;
}

/* Takes over what a pass found: counts it, and keeps its best when that is better. */
jato_status jx_run_take(jato_run *run, jx_found *found, jato_error *error)
{
  size_t dim = run->parts.problem->dim;
  if (found->value < run->best)
    JX_TRY(jx_fleet_read(&run->fleet, found->particle, run->candidate, NULL, error));
  JX_TRY(run->parts.comm->share(found, run->candidate, dim, error));
  run->evaluations += run->parts.particles;
  run->changes++;
  run->nonfinite += found->nonfinite;
  int better = found->value < run->best;
  if (better) {
    run->best = found->value;
    unrank(run, found->particle);
    run->improved_at = run->iteration;
    memcpy(run->best_x, run->candidate, dim * sizeof *run->best_x);
  }
  run->seconds = jx_clock_seconds() - run->began;
  if (run->parts.algorithm->tell != NULL) run->parts.algorithm->tell(run->state.bytes, run->best);
  if (better) jx_run_tell(run, JATO_EVENT_IMPROVED, "");
  return JATO_OK;
}

static jato_status advance_once(jato_run *run, jato_error *error)
{
  jx_found found;
  jx_step step = {.iteration = run->iteration + 1};
  run->parts.algorithm->ask(run->state.bytes, &step);
  JX_TRY(jx_fleet_pass(&run->fleet, &step, run->best_x, &found, error));
  if (jx_run_by_batch(run)) JX_TRY(jx_run_batch_evaluate(run, &found, error));
  run->iteration++;
  JX_TRY(jx_run_take(run, &found, error));
  return jx_run_close_iteration(run, error);
}

void jx_run_stop(jato_run *run, jato_stop why)
{
  if (run->stop != JATO_STOP_NONE || why == JATO_STOP_NONE) return;
  run->stop = why;
  jx_run_tell(run, JATO_EVENT_STOPPED, "");
}

/* Tells the caller how the run stands. */
void jx_run_report(jato_run *run)
{
  if (run->parts.progress == NULL) return;
  jato_progress progress = jx_run_progress(run);
  if (run->parts.progress(&progress, run->parts.progress_user) != 0)
    jx_run_stop(run, JATO_STOP_CALLBACK);
}

jato_status jx_run_close_iteration(jato_run *run, jato_error *error)
{
  jato_stop limit = jx_run_limit_reached(run);
  jx_run_report(run);
  jx_run_stop(run, limit);
  return jx_run_keep_note(run, error);
}

jato_status jx_run_check_whole(const jato_run *run, jato_error *error)
{
  if (run->broken == NULL) return JATO_OK;
  return jx_fail(error, run->broken_by != JATO_OK ? run->broken_by : JATO_E_ARGUMENT,
                 "this run cannot go on and has no digest: %s", run->broken);
}

jato_status jx_run_advance(jato_run *run, uint64_t iterations, jato_error *error)
{
  JX_TRY(jx_run_check_whole(run, error));
  if (run->trials.count > 0 && run->evaluator != NULL)
    return jx_run_conduct(run, iterations, error);
  if (run->trials.count > 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "this run has no objective to step with: take jato_run_ask and jato_run_tell");
  for (uint64_t made = 0; made < iterations && run->stop == JATO_STOP_NONE; made++) {
    run->broken_by = advance_once(run, error);
    if (run->broken_by != JATO_OK) {
      run->broken = "a step of it failed, or the objective asked to end it";
      return run->broken_by;
    }
  }
  return run->stop != JATO_STOP_NONE ? jx_run_keep_stop(run, error) : JATO_OK;
}

static jato_status set_up_algorithm(jato_run *run, jato_error *error)
{
  jx_setup setup = {.particles = run->parts.particles,
                    .dim = run->parts.problem->dim,
                    .seed = run->parts.seed,
                    .iterations = run->parts.planned_iterations,
                    .values = &run->parts.algorithm_values};
  return run->parts.algorithm->setup(run->state.bytes, &setup, &run->plan, error);
}

static jato_status create_swarm(jato_run *run, jato_error *error)
{
  jx_muster muster = {run->parts.crew, run->parts.crew_count, run->parts.particles};
  jx_order order = {.problem = run->parts.problem,
                    .plan = &run->plan,
                    .wall = run->parts.wall,
                    .precision = run->parts.precision,
                    .seed = run->parts.seed,
                    .workshop = &run->parts.workshop,
                    .allocator = run->parts.allocator};
  size_t dim = run->parts.problem->dim;
  run->best_x = jx_allocate(&run->parts.allocator, dim, sizeof *run->best_x);
  run->candidate = jx_allocate(&run->parts.allocator, dim, sizeof *run->candidate);
  run->spread = jx_allocate(&run->parts.allocator, 3 * dim, sizeof *run->spread);
  if (run->best_x == NULL || run->candidate == NULL || run->spread == NULL)
    return jx_fail(error, JATO_E_MEMORY, "no memory for positions of %zu dimensions", dim);
  return jx_fleet_create(&muster, &order, &run->fleet, error);
}

/* Until a finite value is seen the guide is the middle of the box. */
static void guide_to_middle(jato_run *run)
{
  const jato_problem *problem = run->parts.problem;
  for (size_t d = 0; d < problem->dim; d++)
    run->best_x[d] = problem->lower[d] + 0.5 * (problem->upper[d] - problem->lower[d]);
}

jato_status jx_run_prepare(const jx_run_parts *parts, jato_run **out, jato_error *error)
{
  jato_status status = JATO_OK;
  *out = NULL;
  jato_run *run = jx_allocate(&parts->allocator, 1, sizeof *run);
  if (run == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for a run");
  run->parts = *parts;
  run->best = INFINITY;
  run->best_f = INFINITY;
  run->began = jx_clock_seconds();
  JX_TRY_DONE(set_up_algorithm(run, error));
  JX_TRY_DONE(create_swarm(run, error));
  JX_TRY_DONE(jx_run_host_create(run, error));
  guide_to_middle(run);
  *out = run;
  run = NULL; /* handed over */
done:
  jx_run_destroy(&run);
  return status;
}

/* Places the swarm and evaluates it; what the caller is to evaluate is left to be asked for. */
static jato_status evaluate_first(jato_run *run, jato_error *error)
{
  jx_found found;
  JX_TRY(jx_fleet_pass(&run->fleet, NULL, run->best_x, &found, error));
  if (run->parts.evaluating.by_host) jx_run_put_initial(run);
  if (run->trials.count > 0) {
    jx_trials_begin(run);
    return run->evaluator != NULL ? jx_run_conduct(run, 0, error) : JATO_OK;
  }
  if (jx_run_by_batch(run)) JX_TRY(jx_run_batch_evaluate(run, &found, error));
  JX_TRY(jx_run_take(run, &found, error));
  run->stop = jx_run_limit_reached(run);
  return jx_run_keep_note(run, error);
}

jato_status jx_run_create(const jx_run_parts *parts, jato_run **out, jato_error *error)
{
  jato_run *run = NULL;
  *out = NULL;
  jato_status status = jx_run_prepare(parts, &run, error);
  if (run == NULL) return status;
  JX_TRY_DONE(jx_run_keep_begin(run, NULL, error));
  JX_TRY_DONE(evaluate_first(run, error));
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
  jx_run_keep_end(run);
  jx_run_host_destroy(run);
  jx_fleet_destroy(&run->fleet);
  jx_release(&allocator, run->best_x);
  jx_release(&allocator, run->candidate);
  jx_release(&allocator, run->spread);
  jx_release(&allocator, run);
  *address = NULL;
}
