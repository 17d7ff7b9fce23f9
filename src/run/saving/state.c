/* What a run file holds of a run, and how it is put back. */
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Arrays ---- */

#define EXTRA "run_tail"

enum { EXTRA_RANK, EXTRA_F, EXTRA_VIOLATION, EXTRA_COUNT, EXTRA_NONFINITE };

static const jx_allowed extra_allowed[JX_EXTRA_NUMBERS] = {
    [EXTRA_RANK] = JX_RANK,
    [EXTRA_F] = JX_ANY_DOUBLE,
    [EXTRA_VIOLATION] = JX_ANY_DOUBLE,
    [EXTRA_COUNT] = JX_WHOLE_TALLY,
    [EXTRA_NONFINITE] = JX_WHOLE_TALLY,
};

/* The best as the search knows it, where users have been shown a better one: see jato_run.guide. */
static void write_extra(const jato_run *run)
{
  double *extra = run->resume_extra;
  extra[EXTRA_RANK] = run->guide.rank;
  extra[EXTRA_F] = run->guide.f;
  extra[EXTRA_VIOLATION] = run->guide.violation;
  extra[EXTRA_COUNT] = (double)run->extra;
  extra[EXTRA_NONFINITE] = (double)run->extra_nonfinite;
  memcpy(extra + JX_EXTRA_NUMBERS, run->guide.x, run->parts.problem->dim * sizeof *extra);
}

static jato_array extra_array(const jato_run *run)
{
  return (jato_array){.name = EXTRA,
                      .kind = JX_DOUBLES,
                      .rows = 1,
                      .columns = JX_EXTRA_NUMBERS + run->parts.problem->dim,
                      .data = run->resume_extra};
}

static jato_array constraints_array(const jato_run *run)
{
  return (jato_array){.name = JX_RECORD_CONSTRAINTS,
                      .kind = JX_DOUBLES,
                      .rows = 1,
                      .columns = jx_problem_constraints(run->parts.problem),
                      .data = run->best.c};
}

static size_t list_arrays(jato_run *run, jato_array *arrays)
{
  jx_array own[JX_ARRAYS_MOST];
  const jx_algorithm_ops *ops = run->search->ops;
  size_t count = ops->state != NULL ? ops->state(run->search, own) : 0;
  for (size_t i = 0; i < count; i++) arrays[i] = jx_array_saved(&own[i]);
  if (jx_problem_constraints(run->parts.problem) > 0) arrays[count++] = constraints_array(run);
  if (run->best.rank == run->guide.rank && run->extra == 0) return count;
  write_extra(run);
  arrays[count] = extra_array(run);
  return count + 1;
}

static int is_alike(const jato_array *a, const jato_array *b)
{
  return a->kind == b->kind && a->rows == b->rows && a->columns == b->columns;
}

static jato_status refuse(const jx_record_info *info, jato_status status, const char *what,
                          jato_error *error)
{
  if (status != JATO_E_FILE) return jx_fail(error, status, "%s", what);
  return jx_fail(error, status, "%s: %s; it was written by jato %s", info->path, what,
                 info->version);
}

/* The last array of the list, if it is of that name. */
static const jato_array *last_of(const jx_record_info *info, size_t *count, const char *name)
{
  if (*count == 0 || strcmp(info->state[*count - 1].name, name) != 0) return NULL;
  return &info->state[--*count];
}

static jato_status load_extra(jato_run *run, const jato_array *saved, jato_error *error)
{
  const jato_array own = extra_array(run);
  const jx_array head = {
      EXTRA, JX_DOUBLES, 1, JX_EXTRA_NUMBERS, run->resume_extra, JX_BY_COLUMN(extra_allowed)};
  const double *extra = saved->data;
  if (!is_alike(saved, &own))
    return jx_fail(error, JATO_E_FILE, "/state/" EXTRA " has another size or type");
  JX_TRY(jx_array_check(&head, saved, error));
  if (extra[EXTRA_COUNT] > (double)run->evaluations ||
      extra[EXTRA_NONFINITE] > (double)run->nonfinite)
    return jx_fail(error, JATO_E_FILE, "/state/" EXTRA " counts more evaluations than there were");
  run->guide.rank = extra[EXTRA_RANK];
  run->guide.f = extra[EXTRA_F];
  run->guide.violation = extra[EXTRA_VIOLATION];
  run->extra = (uint64_t)extra[EXTRA_COUNT];
  run->extra_nonfinite = (uint64_t)extra[EXTRA_NONFINITE];
  memcpy(run->guide.x, extra + JX_EXTRA_NUMBERS, run->parts.problem->dim * sizeof *extra);
  return JATO_OK;
}

static jato_status load_constraints(jato_run *run, const jato_array *saved, jato_error *error)
{
  const jato_array own = constraints_array(run);
  if (!is_alike(saved, &own))
    return jx_fail(error, JATO_E_FILE, "/state/" JX_RECORD_CONSTRAINTS " has another size or type");
  if (own.columns > 0) memcpy(run->best.c, saved->data, own.columns * sizeof *run->best.c);
  return JATO_OK;
}

/* The evaluations of a extra, which devices make again, are in no count from now on. */
jato_status jx_run_load_state(jato_run *run, const jx_record_info *info, jato_error *error)
{
  jato_error why = {JATO_OK, ""};
  jato_status status = JATO_OK;
  size_t count = info->state_count;
  const jato_array *extra = last_of(info, &count, EXTRA);
  const jato_array *constraints = last_of(info, &count, JX_RECORD_CONSTRAINTS);
  if (extra != NULL) status = load_extra(run, extra, &why);
  if (status == JATO_OK && constraints != NULL) status = load_constraints(run, constraints, &why);
  if (status == JATO_OK) status = jx_restore_search(run->search, info->state, count, &why);
  return status == JATO_OK ? JATO_OK : refuse(info, status, why.text, error);
}

/* ---- All but the arrays ---- */

void jx_run_inform_of_problem(const jato_problem *problem, jx_record_info *info)
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

void jx_run_inform_of_guards(const jx_run_parts *parts, jato_options *options)
{
  const jx_evaluating *evaluating = &parts->evaluating;
  options->timeout = isfinite(evaluating->timeout) ? evaluating->timeout : 0;
  options->memory = evaluating->limits.memory;
  options->cpu_seconds = evaluating->limits.cpu_seconds;
  options->file_size = evaluating->limits.file_size;
  options->sandbox = evaluating->limits.sandbox;
  options->setuid = evaluating->limits.setuid;
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
  jx_run_inform_of_guards(parts, options);
  options->retries = parts->evaluating.retries;
  options->stop_on_failure = parts->evaluating.stop_on_failure;
  options->record_frames = parts->checkpoints.frames;
}

void jx_run_inform(jato_run *run, jx_record_content *content, jx_written *written)
{
  jx_record_info *info = &content->info;
  const jx_run_parts *parts = &run->parts;
  *info = (jx_record_info){
      .planned_iterations = parts->planned_iterations,
      .planned_evaluations = parts->planned_evaluations,
      .x = run->best.x,
      .improved_at = run->improved_at,
      .submethods = parts->algorithm->submethods != NULL ? parts->algorithm->submethods : "",
      .state = written->arrays,
      .state_count = list_arrays(run, written->arrays),
      .state_version = parts->algorithm->state_version};
  jx_spec_write(parts->algorithm->name, parts->algorithm->parameters, &parts->algorithm_values,
                written->algorithm, sizeof written->algorithm);
  inform_of_options(run, written, &info->options);
  jx_run_inform_of_problem(parts->problem, info);
  info->signature = run->checkpoint.signature;
  memcpy(info->by_status, run->tally.by_status, sizeof info->by_status);
  info->attempts = run->tally.attempts;
  info->waiting_nonfinite = jx_slots_waiting_nonfinite(&run->slots);
  content->outcomes = (jx_outcomes){0};
  jx_slots_inform(&run->slots, &content->outcomes);
  content->outcomes.failed_in_row = run->failing.applied;
  jx_run_get_info(run, &info->result);
}
