/* What a run says of itself: to its caller, and to a run file. */
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* With the rules of feasibility a place that breaks constraints has no value to speak of. */
double jx_run_best(const jato_run *run)
{
  const jx_space *space = run->parts.problem->space;
  int by_rules = space != NULL && space->given.penalty == 0;
  return by_rules && run->best_violation > 0 ? INFINITY : run->best_f;
}

uint64_t jx_run_nonfinite(const jato_run *run)
{
  return run->nonfinite + run->tally.by_fate[JATO_FATE_NONFINITE];
}

void jx_run_describe(const jato_run *run, jato_result *result)
{
  const jx_run_parts *parts = &run->parts;
  *result = (jato_result){.best = jx_run_best(run),
                          .violation = run->best_violation,
                          .stop = run->stop,
                          .iterations = run->iteration,
                          .evaluations = run->evaluations + run->trials.told,
                          .nonfinite = jx_run_nonfinite(run),
                          .failed = jx_tally_failed(&run->tally),
                          .waiting = run->trials.told,
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

static void inform_of_problem(const jato_problem *problem, jato_record_info *info)
{
  const jx_objective *objective = &problem->objective;
  info->kind = objective->kind == JX_OBJECTIVE_KERNEL   ? JATO_RECORD_GALLERY
               : objective->kind == JX_OBJECTIVE_SOURCE ? JATO_RECORD_SOURCE
               : objective->study == NULL               ? JATO_RECORD_FUNCTION
               : objective->kind == JX_OBJECTIVE_ASKED  ? JATO_RECORD_FUNCTION
                                                        : JATO_RECORD_STUDY;
  info->problem = objective->kind == JX_OBJECTIVE_SOURCE ? objective->name : problem->name;
  info->dim = problem->dim;
  info->lower = problem->lower;
  info->upper = problem->upper;
  info->source = objective->source != NULL  ? objective->source
                 : objective->study != NULL ? objective->study
                                            : "";
  info->data = objective->data;
  info->data_count = objective->data_count;
}

/* Everything that is not the recorder's. Texts and arrays are the run's; the algorithm's spec,
 * which may be longer than that of a result, is written to algorithm[size]. */
void jx_run_inform(const jato_run *run, jato_record_info *info, char *algorithm, size_t size)
{
  const jx_run_parts *parts = &run->parts;
  *info = (jato_record_info){.planned_iterations = parts->planned_iterations,
                             .x = run->best_x,
                             .improved_at = run->improved_at,
                             .state = run->state.bytes,
                             .state_bytes = sizeof run->state.bytes,
                             .state_version = parts->algorithm->state_version};
  jx_spec_write(parts->algorithm->name, parts->algorithm->parameters, &parts->algorithm_values,
                algorithm, size);
  info->options = (jato_options){
      .algorithm = algorithm,
      .device = parts->device,
      .walls = parts->walls,
      .precision = parts->precision,
      .particles = parts->particles,
      .seed = parts->seed,
      .iterations = parts->limits.iterations,
      .evaluations = parts->limits.evaluations,
      .stall = parts->limits.stall,
      .seconds = parts->limits.seconds,
      .target = parts->limits.target,
      .order = parts->evaluating.by_host ? jx_applying_name(parts->evaluating.order) : NULL,
      .workers = (unsigned)parts->evaluating.workers,
      .timeout = isfinite(parts->evaluating.timeout) ? parts->evaluating.timeout : 0,
      .retries = parts->evaluating.retries,
      .stop_on_failure = parts->evaluating.stop_on_failure,
      .frames = parts->keeping.frames};
  inform_of_problem(parts->problem, info);
  memcpy(info->by_fate, run->tally.by_fate, sizeof info->by_fate);
  info->attempts = run->tally.attempts;
  jx_trials_inform(run, info);
  jx_run_describe(run, &info->result);
}

jato_progress jx_run_progress(jato_run *run)
{
  return (jato_progress){.iteration = run->iteration,
                         .evaluations = run->evaluations + run->trials.told,
                         .nonfinite = jx_run_nonfinite(run),
                         .failed = jx_tally_failed(&run->tally),
                         .best = jx_run_best(run),
                         .violation = run->best_violation,
                         .seconds = run->seconds,
                         .fraction = jx_run_fraction(run),
                         .run = run};
}

void jx_run_tell(jato_run *run, jato_event_kind kind, const char *text)
{
  if (run->parts.event == NULL) return;
  jato_event event = {.kind = kind, .progress = jx_run_progress(run), .text = text};
  run->parts.event(&event, run->parts.event_user);
}
