#include "run/run.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>

/* Takes over what a pass found: counts it, and keeps its best when that is better. */
static jato_status take(jato_run *run, jx_found *found, jato_error *error)
{
  size_t dim = run->parts.problem->dim;
  if (found->value < run->best)
    JX_TRY(jx_fleet_read(&run->fleet, found->particle, run->candidate, NULL, error));
  JX_TRY(run->parts.comm->share(found, run->candidate, dim, error));
  run->evaluations += run->parts.particles;
  run->nonfinite += found->nonfinite;
  int better = found->value < run->best;
  if (better) {
    run->best = found->value;
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
  run->iteration++;
  return take(run, &found, error);
}

/* Tells the caller how the run stands; returns what it answers. */
static int report(jato_run *run)
{
  if (run->parts.progress == NULL) return 0;
  jato_progress progress = jx_run_progress(run);
  return run->parts.progress(&progress, run->parts.progress_user);
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
  for (uint64_t made = 0; made < iterations && run->stop == JATO_STOP_NONE; made++) {
    run->broken_by = advance_once(run, error);
    if (run->broken_by != JATO_OK) {
      run->broken = "a step of it failed, or the objective asked to end it";
      return run->broken_by;
    }
    run->stop = jx_run_limit_reached(run);
    if (report(run) != 0 && run->stop == JATO_STOP_NONE) run->stop = JATO_STOP_CALLBACK;
    JX_TRY(jx_run_keep_note(run, error));
    if (run->stop != JATO_STOP_NONE) jx_run_tell(run, JATO_EVENT_STOPPED, "");
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
  run->began = jx_clock_seconds();
  JX_TRY_DONE(set_up_algorithm(run, error));
  JX_TRY_DONE(create_swarm(run, error));
  guide_to_middle(run);
  *out = run;
  run = NULL; /* handed over */
done:
  jx_run_destroy(&run);
  return status;
}

jato_status jx_run_create(const jx_run_parts *parts, jato_run **out, jato_error *error)
{
  jato_run *run = NULL;
  jx_found found;
  *out = NULL;
  jato_status status = jx_run_prepare(parts, &run, error);
  if (run == NULL) return status;
  JX_TRY_DONE(jx_run_keep_begin(run, NULL, error));
  JX_TRY_DONE(jx_fleet_pass(&run->fleet, NULL, run->best_x, &found, error));
  JX_TRY_DONE(take(run, &found, error));
  run->stop = jx_run_limit_reached(run);
  JX_TRY_DONE(jx_run_keep_note(run, error));
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
  jx_fleet_destroy(&run->fleet);
  jx_release(&allocator, run->best_x);
  jx_release(&allocator, run->candidate);
  jx_release(&allocator, run->spread);
  jx_release(&allocator, run);
  *address = NULL;
}
