/* What a run file holds of a run, and how it is put back. */
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Arrays ---- */

#define TAIL "run_tail"

/* What the search was told of the best, where people were told more: see jato_run.guide. */
static void write_tail(const jato_run *run)
{
  double *tail = run->tail_state;
  tail[0] = run->guide.rank;
  tail[1] = run->guide.f;
  tail[2] = run->guide.violation;
  tail[3] = (double)run->tail;
  tail[4] = (double)run->tail_nonfinite;
  memcpy(tail + JX_TAIL_NUMBERS, run->guide.x, run->parts.problem->dim * sizeof *tail);
}

static jx_array tail_array(const jato_run *run)
{
  return (jx_array){.name = TAIL,
                    .kind = JX_DOUBLES,
                    .rows = 1,
                    .columns = JX_TAIL_NUMBERS + run->parts.problem->dim,
                    .data = run->tail_state};
}

static jx_array constraints_array(const jato_run *run)
{
  return (jx_array){.name = JX_RECORD_CONSTRAINTS,
                    .kind = JX_DOUBLES,
                    .rows = 1,
                    .columns = jx_problem_constraints(run->parts.problem),
                    .data = run->best.c};
}

static size_t list_arrays(jato_run *run, jx_array *arrays)
{
  const jx_algorithm_ops *ops = run->search->ops;
  size_t count = ops->state != NULL ? ops->state(run->search, arrays) : 0;
  if (jx_problem_constraints(run->parts.problem) > 0) arrays[count++] = constraints_array(run);
  if (run->best.rank == run->guide.rank && run->tail == 0) return count;
  write_tail(run);
  arrays[count] = tail_array(run);
  return count + 1;
}

static int is_alike(const jx_array *a, const jx_array *b)
{
  return strcmp(a->name, b->name) == 0 && a->kind == b->kind && a->rows == b->rows &&
         a->columns == b->columns;
}

static jato_status refuse(const jato_record_info *info, const char *what, jato_error *error)
{
  return jx_fail(error, JATO_E_FILE,
                 "%s: what %s keeps is not in it as it has to be: %s; it was written by jato %s",
                 info->path, info->options.algorithm, what, info->version);
}

static void load_tail(jato_run *run, const double *tail)
{
  run->guide.rank = tail[0];
  run->guide.f = tail[1];
  run->guide.violation = tail[2];
  run->tail = (uint64_t)tail[3];
  run->tail_nonfinite = (uint64_t)tail[4];
  memcpy(run->guide.x, tail + JX_TAIL_NUMBERS, run->parts.problem->dim * sizeof *tail);
}

/* The arrays of the search, in its own order, which is that of the file. */
static jato_status load_arrays(jato_run *run, const jato_record_info *info, size_t saved,
                               jato_error *error)
{
  jx_array own[JX_ARRAYS_MOST];
  const jx_algorithm_ops *ops = run->search->ops;
  size_t count = ops->state != NULL ? ops->state(run->search, own) : 0;
  int alike = count == saved;
  for (size_t i = 0; alike && i < count; i++) alike = is_alike(&own[i], &info->state[i]);
  if (!alike && ops->state != NULL && ops->resize != NULL) {
    JX_TRY(ops->resize(run->search, info->state, saved, error));
    count = ops->state(run->search, own);
  }
  if (count != saved) return refuse(info, "other arrays", error);
  for (size_t i = 0; i < count; i++) {
    if (!is_alike(&own[i], &info->state[i])) return refuse(info, info->state[i].name, error);
    memcpy(own[i].data, info->state[i].data, own[i].rows * own[i].columns * sizeof(double));
  }
  return JATO_OK;
}

/* The evaluations of a tail, which devices make again, are in no count from now on. */
jato_status jx_run_load_state(jato_run *run, const jato_record_info *info, jato_error *error)
{
  size_t saved = info->state_count;
  jx_array tail = tail_array(run);
  if (saved > 0 && strcmp(info->state[saved - 1].name, TAIL) == 0) {
    const jx_array *last = &info->state[--saved];
    if (!is_alike(last, &tail)) return refuse(info, TAIL, error);
    load_tail(run, last->data);
  }
  if (saved > 0 && strcmp(info->state[saved - 1].name, JX_RECORD_CONSTRAINTS) == 0) {
    jx_array own = constraints_array(run);
    const jx_array *last = &info->state[--saved];
    if (!is_alike(last, &own)) return refuse(info, JX_RECORD_CONSTRAINTS, error);
    memcpy(run->best.c, last->data, own.columns * sizeof *run->best.c);
  }
  return load_arrays(run, info, saved, error);
}

/* ---- All but the arrays ---- */

void jx_run_inform_of_problem(const jato_problem *problem, jato_record_info *info)
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

/* As they were asked for, but for what was resolved from them. */
static void inform_of_options(const jato_run *run, const jx_written *written, jato_options *options)
{
  const jx_run_parts *parts = &run->parts;
  *options = parts->options;
  options->algorithm = written->algorithm;
  options->device = parts->device;
  options->walls = parts->walls;
  options->precision = parts->precision;
  options->particles = parts->particles;
  options->seed = parts->seed;
  options->iterations = parts->limits.iterations;
  options->evaluations = parts->limits.evaluations;
  options->stall = parts->limits.stall;
  options->seconds = parts->limits.seconds;
  options->target = jx_shown_value(parts->options.maximize, parts->limits.target);
  options->no_converge = !parts->limits.converges;
  options->order = jx_run_by_pass(run) ? NULL : jx_apply_order_name(parts->evaluating.order);
  options->workers = (unsigned)parts->evaluating.workers;
  options->timeout = isfinite(parts->evaluating.timeout) ? parts->evaluating.timeout : 0;
  options->memory = parts->evaluating.limits.memory;
  options->cpu_seconds = parts->evaluating.limits.cpu_seconds;
  options->file_size = parts->evaluating.limits.file_size;
  options->sandbox = parts->evaluating.limits.sandbox;
  options->setuid = parts->evaluating.limits.setuid;
  options->retries = parts->evaluating.retries;
  options->stop_on_failure = parts->evaluating.stop_on_failure;
  options->frames = parts->checkpoints.frames;
}

void jx_run_inform(jato_run *run, jx_record_content *content, jx_written *written)
{
  jato_record_info *info = &content->info;
  const jx_run_parts *parts = &run->parts;
  *info = (jato_record_info){.planned_iterations = parts->planned_iterations,
                             .planned_evaluations = parts->planned_evaluations,
                             .x = run->best.x,
                             .improved_at = run->improved_at,
                             .finders =
                                 parts->algorithm->finders != NULL ? parts->algorithm->finders : "",
                             .state = written->arrays,
                             .state_count = list_arrays(run, written->arrays),
                             .state_version = parts->algorithm->state_version};
  jx_spec_write(parts->algorithm->name, parts->algorithm->parameters, &parts->algorithm_values,
                written->algorithm, sizeof written->algorithm);
  inform_of_options(run, written, &info->options);
  jx_run_inform_of_problem(parts->problem, info);
  info->signature = run->checkpoint.signature;
  memcpy(info->by_fate, run->tally.by_fate, sizeof info->by_fate);
  info->attempts = run->tally.attempts;
  info->waiting_nonfinite = jx_slots_waiting_nonfinite(&run->slots);
  content->outcomes = (jx_outcomes){0};
  jx_slots_inform(&run->slots, &content->outcomes);
  content->outcomes.failed_in_row = run->failing.applied;
  jx_run_describe(run, &info->result);
}
