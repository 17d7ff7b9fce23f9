/* Values of many points at once: by an evaluator that takes many, or by kernels on devices. */
#include "run/evaluations/evaluations.h"
#include "run/run.h"

#include "base/clock.h"
#include "run/ranks/ranks.h"

#include <string.h>

jato_status jx_evaluate_create_devices(const jx_run_parts *parts, const jx_plan *plan,
                                       jx_comm *comm, jx_device_set *devices, jato_error *error)
{
  static const jx_plan still = {.motion = JK_MOTION_uniform};
  jx_device_set_config set_config = {parts->devices, parts->device_count, parts->particles, comm};
  jx_swarm_config swarm_config = {.problem = parts->problem,
                                  .plan = plan != NULL ? plan : &still,
                                  .wall = parts->wall,
                                  .residuals = (parts->algorithm->traits & JX_RESIDUALS) != 0,
                                  .turned = plan != NULL && parts->options.maximize,
                                  .precision = parts->precision,
                                  .seed = parts->seed,
                                  .profile = parts->profile,
                                  .workshop = &parts->workshop,
                                  .allocator = parts->allocator};
  return jx_devices_create(&set_config, &swarm_config, devices, error);
}

static jato_status take_memory(jato_run *run, jato_error *error)
{
  const jato_problem *problem = run->parts.problem;
  jx_batch *batch = &run->batch;
  jx_pool *pool = &batch->pool;
  size_t room = run->slots.room, constraints = jx_problem_constraints(problem);
  pool->allocator = run->parts.allocator;
  batch->f = jx_pool_take(pool, room, sizeof *batch->f);
  if (constraints > 0) batch->c = jx_pool_take(pool, room * constraints, sizeof *batch->c);
  batch->status = jx_pool_take(pool, room, sizeof *batch->status);
  batch->room = room;
  if (run->evaluated.cache.room > 0) {
    batch->packed = jx_pool_take(pool, room * jx_problem_variables(problem), sizeof *batch->packed);
    batch->is_new = jx_pool_take(pool, room, sizeof *batch->is_new);
  }
  if (!jx_pool_is_whole(pool))
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the values of %zu points", room);
  batch->residual_room = run->slots.most;
  if (batch->residuals == 0) return JATO_OK;
  if (batch->residual_room <= SIZE_MAX / 16 / batch->residuals)
    batch->residual =
        jx_pool_take(pool, batch->residual_room * batch->residuals, sizeof *batch->residual);
  if (batch->residual != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for the residuals of %zu points",
                 batch->residual_room);
}

void jx_evaluate_destroy(jato_run *run)
{
  jx_pool_release(&run->batch.pool);
  run->batch = (jx_batch){.residuals = run->batch.residuals};
}

/* Values, and residuals where r is not NULL. */
static jato_status call_evaluator(jato_run *run, jato_points *points, double *r, jato_error *error)
{
  const jx_evaluator_ops *ops = run->parts.evaluating.ops;
  double began = jx_profile_begin(run->parts.profile), begin = jx_clock_seconds();
  JX_TRY(r != NULL ? ops->residuals(run->evaluator, points, r, error)
                   : ops->evaluate(run->evaluator, points, error));
  jx_profile_end(run->parts.profile, JX_WORK_EVALUATE, began);
  run->batch.seconds = (jx_clock_seconds() - begin) / (double)points->count;
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
  memset(batch->status + first, JATO_EVAL_OK, count);
  if (run->evaluator == NULL) return jx_ranks_values(run, x, count, batch->f + first, r, error);
  points.x = run->slots.values + first * points.variables;
  points.f = batch->f + first;
  points.c = batch->c != NULL ? batch->c + first * points.constraints : NULL;
  points.status = batch->status + first;
  return call_evaluator(run, &points, r, error);
}

/* ---- Points that come again ---- */

/* Packs those that are not known, and marks them. Returns how many. */
static size_t pack(jato_run *run, size_t count)
{
  int is_first = run->asked.number == 0;
  size_t dim = run->parts.problem->dim;
  jx_batch *batch = &run->batch;
  jx_value_cache *known = &run->evaluated.cache;
  size_t width = known->variables, packed = 0;
  for (size_t i = 0; i < count; i++) {
    const double *values = run->slots.values + i * width;
    if (is_first) jx_warm_start_recognise(run, run->slots.x + i * dim, values);
    batch->is_new[i] = jx_value_cache_find(known, values, NULL, NULL) == JX_VALUE_UNKNOWN;
    if (!batch->is_new[i]) continue;
    jx_value_cache_expect(known, values, (uint32_t)i);
    memcpy(batch->packed + packed++ * width, values, width * sizeof *values);
  }
  return packed;
}

static void copy_outcome(jato_run *run, size_t from, size_t to)
{
  jx_batch *batch = &run->batch;
  size_t constraints = run->evaluated.cache.constraints;
  batch->f[to] = batch->f[from];
  batch->status[to] = batch->status[from];
  if (constraints > 0)
    memmove(batch->c + to * constraints, batch->c + from * constraints,
            constraints * sizeof *batch->c);
}

/* From the first `packed` places to where they belong, which is never before that. */
static void unpack(jato_run *run, size_t count, size_t packed)
{
  for (size_t i = count; i-- > 0 && packed > 0;)
    if (run->batch.is_new[i]) copy_outcome(run, --packed, i);
}

/* What is known was retried when it was found out. */
static void take_known(jato_run *run, size_t slot, size_t i)
{
  jx_batch *batch = &run->batch;
  const jx_value_cache *known = &run->evaluated.cache;
  jx_outcome outcome;
  uint32_t by = 0;
  jx_value_state state =
      jx_value_cache_find(known, run->slots.values + i * known->variables, &by, &outcome);
  run->evaluated.reused++;
  if (state == JX_VALUE_EXPECTED) {
    copy_outcome(run, by, i);
    return;
  }
  run->slots.slot[slot].attempt = run->slots.retries;
  batch->f[i] = outcome.f[0];
  batch->status[i] = JATO_EVAL_OK;
  if (known->constraints > 0)
    memcpy(batch->c + i * known->constraints, outcome.c, known->constraints * sizeof *outcome.c);
}

/* The first `count` points of the slots' memory, those of the slots from `first` on; such as are
 * known are not evaluated. */
static jato_status evaluate_new(jato_run *run, size_t first, size_t count, jato_error *error)
{
  jx_batch *batch = &run->batch;
  size_t packed = pack(run, count);
  jato_points points = {.count = packed,
                        .variables = run->evaluated.cache.variables,
                        .constraints = run->evaluated.cache.constraints,
                        .x = batch->packed,
                        .f = batch->f,
                        .c = batch->c,
                        .status = batch->status};
  memset(batch->status, JATO_EVAL_OK, count);
  if (packed > 0) JX_TRY(call_evaluator(run, &points, NULL, error));
  unpack(run, count, packed);
  for (size_t i = 0; i < count; i++)
    if (!batch->is_new[i]) take_known(run, first + i, i);
  return JATO_OK;
}

/* ---- In pieces ---- */

/* What the evaluator found, judged; what only the journal and the value cache ask for is set where
 * there is one. */
static void take_outcome(jato_run *run, size_t slot, size_t i, jx_outcome *outcome)
{
  const jx_batch *batch = &run->batch;
  const jato_problem *problem = run->parts.problem;
  int has_value = batch->status[i] == JATO_EVAL_OK;
  outcome->status =
      batch->status[i] < JX_EVAL_STATUSES ? (jato_eval_status)batch->status[i] : JATO_EVAL_REFUSED;
  outcome->f = has_value ? batch->f + i : NULL;
  if (batch->c != NULL)
    outcome->c = has_value ? batch->c + i * jx_problem_constraints(problem) : NULL;
  jx_outcome_judge(outcome, problem->space, run->parts.options.maximize);
  if (run->evaluated.journal == NULL && run->evaluated.cache.room == 0) return;
  outcome->id = jx_slots_id(&run->slots, slot);
  outcome->values = run->slots.values + i * jx_problem_variables(problem);
  outcome->attempt = run->slots.slot[slot].attempt;
  outcome->seconds = batch->seconds;
  if (batch->is_new == NULL || batch->is_new[i]) jx_evaluations_note(run, outcome);
}

static jato_status compute_piece(jato_run *run, size_t first, size_t count, jato_error *error)
{
  jx_points_read(run, first, count, run->slots.x);
  jx_slots_translate(&run->slots, 0, count);
  if (run->batch.is_new != NULL && jx_value_cache_make_room(&run->evaluated.cache, count))
    return evaluate_new(run, first, count, error);
  if (run->batch.is_new != NULL) memset(run->batch.is_new, 1, count);
  return evaluate(run, first, 0, count, error);
}

/* One that failed is tried again by itself. */
static jato_status settle_piece(jato_run *run, size_t first, size_t count, jato_error *error)
{
  jx_outcome outcome = {0};
  JX_TRY(compute_piece(run, first, count, error));
  for (size_t i = 0; i < count; i++) {
    take_outcome(run, first + i, i, &outcome);
    while (!jx_slots_settle(&run->slots, &run->tally, first + i, &outcome)) {
      if (run->batch.is_new != NULL) run->batch.is_new[i] = 1;
      JX_TRY(evaluate(run, first + i, i, 1, error));
      take_outcome(run, first + i, i, &outcome);
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
