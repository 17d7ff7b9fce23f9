/* Values of many points at once: by an evaluator that takes many, or by kernels on devices. */
#include "run/run.h"

#include <string.h>

jx_evaluator_config jx_evaluate_config(const jx_run_parts *parts)
{
  return (jx_evaluator_config){.problem = parts->problem,
                               .workers = parts->evaluating.workers,
                               .timeout = parts->evaluating.timeout,
                               .limits = parts->evaluating.limits,
                               .adopts = parts->evaluating.adopts,
                               .notice = parts->workshop.notice,
                               .notice_user = parts->workshop.notice_user,
                               .allocator = parts->allocator};
}

jato_status jx_evaluate_create_fleet(const jx_run_parts *parts, const jx_plan *plan,
                                     jx_fleet *fleet, jato_error *error)
{
  static const jx_plan still = {.motion = JK_MOTION_uniform};
  jx_fleet_config fleet_config = {parts->devices, parts->device_count, parts->particles};
  jx_swarm_config swarm_config = {.problem = parts->problem,
                                  .plan = plan != NULL ? plan : &still,
                                  .wall = parts->wall,
                                  .residuals = (parts->algorithm->traits & JX_RESIDUALS) != 0,
                                  .precision = parts->precision,
                                  .seed = parts->seed,
                                  .profile = parts->profile,
                                  .workshop = &parts->workshop,
                                  .allocator = parts->allocator};
  return jx_fleet_create(&fleet_config, &swarm_config, fleet, error);
}

static jato_status take_memory(jato_run *run, jato_error *error)
{
  const jx_run_parts *parts = &run->parts;
  const jato_allocator *memory = &parts->allocator;
  jx_batch *batch = &run->batch;
  size_t room = run->slots.room, constraints = jx_problem_constraints(parts->problem);
  batch->f = jx_allocate(memory, room, sizeof *batch->f);
  batch->c = constraints > 0 ? jx_allocate(memory, room * constraints, sizeof *batch->c) : NULL;
  batch->fate = jx_allocate(memory, room, sizeof *batch->fate);
  batch->room = room;
  batch->residual_room = run->slots.most;
  if (batch->residuals > 0 && batch->residual_room <= SIZE_MAX / 16 / batch->residuals)
    batch->residual =
        jx_allocate(memory, batch->residual_room * batch->residuals, sizeof *batch->residual);
  if (batch->residuals > 0 && batch->residual == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the residuals of %zu points",
                   batch->residual_room);
  if (batch->f == NULL || batch->fate == NULL || (constraints > 0 && batch->c == NULL))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the values of %zu points", room);
  return JATO_OK;
}

void jx_evaluate_destroy(jato_run *run)
{
  const jato_allocator *memory = &run->parts.allocator;
  jx_release(memory, run->batch.f);
  jx_release(memory, run->batch.c);
  jx_release(memory, run->batch.fate);
  jx_release(memory, run->batch.residual);
  run->batch = (jx_batch){.residuals = run->batch.residuals};
}

/* Values, and residuals where r is not NULL. */
static jato_status call_evaluator(jato_run *run, jato_points *points, double *r, jato_error *error)
{
  const jx_evaluator_ops *ops = run->parts.evaluating.ops;
  double began = jx_profile_begin(run->parts.profile);
  JX_TRY(r != NULL ? ops->residuals(run->evaluator, points, r, error)
                   : ops->evaluate(run->evaluator, points, error));
  jx_profile_end(run->parts.profile, JX_WORK_EVALUATE, began);
  return JATO_OK;
}

/* Points first..first + count - 1 of those in the slots' memory, the first of which is that of
 * `slot`. */
static jato_status evaluate(jato_run *run, size_t slot, size_t first, size_t count,
                            jato_error *error)
{
  const jato_problem *problem = run->parts.problem;
  jx_batch *batch = &run->batch;
  jato_points points = {.count = count,
                        .variables = jx_problem_variables(problem),
                        .constraints = jx_problem_constraints(problem)};
  const double *x = run->slots.x + first * problem->dim;
  double *r = batch->residuals > 0 ? batch->residual + slot * batch->residuals : NULL;
  memset(batch->fate + first, JATO_FATE_OK, count);
  if (run->evaluator == NULL && r != NULL) {
    jx_fleet_residuals(&run->fleet, x, count, batch->f + first, r);
    return JATO_OK;
  }
  if (run->evaluator == NULL)
    return jx_fleet_values(&run->fleet, x, count, batch->f + first, error);
  points.x = run->slots.values + first * points.variables;
  points.f = batch->f + first;
  points.c = batch->c != NULL ? batch->c + first * points.constraints : NULL;
  points.fate = batch->fate + first;
  return call_evaluator(run, &points, r, error);
}

static jx_verdict verdict_of(const jato_run *run, size_t i)
{
  const jx_batch *batch = &run->batch;
  const double *c =
      batch->c != NULL ? batch->c + i * jx_problem_constraints(run->parts.problem) : NULL;
  jato_fate fate = batch->fate[i] < JATO_FATES ? (jato_fate)batch->fate[i] : JATO_FATE_REFUSED;
  return jx_verdict_of(run->parts.problem->space, fate, batch->f[i], c);
}

static jato_status compute_piece(jato_run *run, size_t first, size_t count, jato_error *error)
{
  jx_points_read(run, first, count, run->slots.x);
  jx_slots_translate(&run->slots, 0, count);
  return evaluate(run, first, 0, count, error);
}

/* One that failed is tried again by itself. */
static jato_status settle_piece(jato_run *run, size_t first, size_t count, jato_error *error)
{
  JX_TRY(compute_piece(run, first, count, error));
  for (size_t i = 0; i < count; i++) {
    jx_verdict verdict = verdict_of(run, i);
    while (!jx_slots_settle(&run->slots, &run->tally, first + i, &verdict, NULL)) {
      JX_TRY(evaluate(run, first + i, i, 1, error));
      verdict = verdict_of(run, i);
    }
  }
  return JATO_OK;
}

typedef jato_status (*piece_fn)(jato_run *run, size_t first, size_t count, jato_error *error);

static jato_status for_pieces(jato_run *run, piece_fn fn, size_t first, size_t count,
                              jato_error *error)
{
  const jx_slots *slots = &run->slots;
  if (run->batch.room < slots->room || run->batch.residual_room < slots->most) {
    jx_evaluate_destroy(run);
    JX_TRY(take_memory(run, error));
  }
  for (size_t done = 0; done < count;) {
    size_t piece = count - done < slots->room ? count - done : slots->room;
    JX_TRY(fn(run, first + done, piece, error));
    done += piece;
  }
  return JATO_OK;
}

jato_status jx_evaluate_slots(jato_run *run, size_t first, size_t count, jato_error *error)
{
  JX_TRY(for_pieces(run, settle_piece, first, count, error));
  run->changes++;
  return JATO_OK;
}

jato_status jx_evaluate_residuals(jato_run *run, size_t count, jato_error *error)
{
  if (run->batch.residuals == 0) return JATO_OK;
  return for_pieces(run, compute_piece, 0, count, error);
}
