/* Slots whose points are evaluated together: handed out as many as one call takes, by an evaluator
 * that takes many or by kernels on devices, and settled when it returns. */
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
                                  .toolchain = &parts->toolchain,
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
  size_t places = room + 1;
  batch->f = jx_pool_take(pool, places, sizeof *batch->f);
  if (constraints > 0) batch->c = jx_pool_take(pool, places * constraints, sizeof *batch->c);
  batch->status = jx_pool_take(pool, places, sizeof *batch->status);
  batch->room = room;
  if (run->evaluated.cache.room > 0) {
    batch->packed = jx_pool_take(pool, room * jx_problem_variables(problem), sizeof *batch->packed);
    batch->place = jx_pool_take(pool, room, sizeof *batch->place);
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

/* ---- One call ---- */

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

/* Evaluates points x[count], the same in the user's units, whose outcomes go to the places from
 * `place` on, and their residuals, where the method needs them, to r. */
/* NOLINTNEXTLINE(readability-function-size): points, their values, their places, their residuals */
static jato_status evaluate(jato_run *run, const double *x, const double *values, size_t place,
                            size_t count, double *r, jato_error *error)
{
  const jato_problem *problem = run->parts.problem;
  jx_batch *batch = &run->batch;
  jato_points points = {.size = sizeof points,
                        .count = count,
                        .variables = jx_problem_variables(problem),
                        .constraints = jx_problem_constraints(problem),
                        .x = values,
                        .f = batch->f + place,
                        .status = batch->status + place};
  if (batch->c != NULL) points.c = batch->c + place * points.constraints;
  memset(points.status, JATO_EVAL_OK, count);
  if (run->evaluator == NULL) return jx_ranks_values(run, x, count, points.f, r, error);
  return call_evaluator(run, &points, r, error);
}

static double *residuals_of(const jato_run *run, size_t slot)
{
  const jx_batch *batch = &run->batch;
  return batch->residuals > 0 ? batch->residual + slot * batch->residuals : NULL;
}

/* ---- Points that come again ---- */

/* Packs the points that are new, and writes down for all of them where their outcomes will be.
 * Returns how many are new. */
static size_t pack(jato_run *run, size_t count)
{
  int is_first = run->asked.number == 0;
  size_t dim = run->parts.problem->dim, packed = 0;
  jx_batch *batch = &run->batch;
  jx_value_cache *cache = &run->evaluated.cache;
  for (size_t i = 0; i < count; i++) {
    const double *values = run->slots.values + i * cache->variables;
    uint32_t by = 0;
    if (is_first) jx_warm_start_recognise(run, run->slots.x + i * dim, values);
    jx_value_state state = jx_value_cache_find(cache, values, &by, NULL);
    if (state != JX_VALUE_UNKNOWN) {
      batch->place[i] = state == JX_VALUE_EXPECTED ? by : JX_IN_CACHE;
      run->evaluated.reused++;
      continue;
    }
    jx_value_cache_expect(cache, values, (uint32_t)packed);
    memcpy(batch->packed + packed * cache->variables, values, cache->variables * sizeof *values);
    batch->place[i] = (uint32_t)packed++;
  }
  return packed;
}

/* ---- Outcomes ---- */

/* What the evaluator left at a place, judged. */
static void read_place(const jato_run *run, size_t place, jx_outcome *outcome)
{
  const jx_batch *batch = &run->batch;
  const jato_problem *problem = run->parts.problem;
  int has_value = batch->status[place] == JATO_EVAL_OK;
  outcome->status = batch->status[place] < JX_EVAL_STATUSES ? (jato_eval_status)batch->status[place]
                                                            : JATO_EVAL_REFUSED;
  outcome->f = has_value ? batch->f + place : NULL;
  if (batch->c != NULL)
    outcome->c = has_value ? batch->c + place * jx_problem_constraints(problem) : NULL;
  jx_outcome_judge(outcome, problem->space, run->parts.options.maximize);
}

/* Whether outcomes go to a journal or the value cache. */
static int is_noting(const jato_run *run)
{
  return run->evaluated.journal != NULL || run->evaluated.cache.room > 0;
}

static void note(jato_run *run, size_t slot, size_t i, jx_outcome *outcome)
{
  outcome->id = jx_slots_id(&run->slots, slot);
  outcome->values = run->slots.values + i * jx_problem_variables(run->parts.problem);
  outcome->attempt = run->slots.slot[slot].attempt;
  outcome->seconds = run->batch.seconds;
  jx_evaluations_note(run, outcome);
}

/* A point that was evaluated in an earlier call, and retried there. */
static void read_known(jato_run *run, size_t slot, size_t i, jx_outcome *outcome)
{
  const jato_problem *problem = run->parts.problem;
  const double *values = run->slots.values + i * jx_problem_variables(problem);
  (void)jx_value_cache_find(&run->evaluated.cache, values, NULL, outcome);
  run->slots.slot[slot].attempt = run->slots.retries;
  jx_outcome_judge(outcome, problem->space, run->parts.options.maximize);
}

/* A point that failed is evaluated again, by itself. */
static jato_status retry(jato_run *run, size_t slot, size_t i, jx_outcome *outcome,
                         jato_error *error)
{
  const jato_problem *problem = run->parts.problem;
  const double *x = run->slots.x + i * problem->dim;
  const double *values = run->slots.values + i * jx_problem_variables(problem);
  JX_TRY(evaluate(run, x, values, run->batch.room, 1, residuals_of(run, slot), error));
  read_place(run, run->batch.room, outcome);
  if (is_noting(run)) note(run, slot, i, outcome);
  return JATO_OK;
}

/* ---- In pieces ---- */

/* The points of `count` slots from `first` on are evaluated, but for those that are known. */
static jato_status compute_piece(jato_run *run, size_t first, size_t count, jato_error *error)
{
  jx_slots *slots = &run->slots;
  jx_batch *batch = &run->batch;
  jx_points_read(run, first, count, slots->x);
  jx_slots_translate(slots, 0, count);
  if (batch->place != NULL && jx_value_cache_make_room(&run->evaluated.cache, count)) {
    size_t packed = pack(run, count);
    return packed > 0 ? evaluate(run, NULL, batch->packed, 0, packed, NULL, error) : JATO_OK;
  }
  for (size_t i = 0; batch->place != NULL && i < count; i++) batch->place[i] = (uint32_t)i;
  return evaluate(run, slots->x, slots->values, 0, count, residuals_of(run, first), error);
}

static jato_status settle_piece(jato_run *run, size_t first, size_t count, jato_error *error)
{
  const uint32_t *place = run->batch.place;
  jx_outcome outcome = {0};
  size_t new_ones = 0; /* their places are in order */
  int notes = is_noting(run);
  JX_TRY(compute_piece(run, first, count, error));
  for (size_t i = 0; i < count; i++) {
    size_t at = place != NULL ? place[i] : i;
    int is_new = at == new_ones;
    new_ones += (size_t)is_new;
    if (at == JX_IN_CACHE)
      read_known(run, first + i, i, &outcome);
    else
      read_place(run, at, &outcome);
    if (is_new && notes) note(run, first + i, i, &outcome);
    while (!jx_slots_settle(&run->slots, &run->tally, first + i, &outcome))
      JX_TRY(retry(run, first + i, i, &outcome, error));
  }
  run->slots.out -= count;
  return JATO_OK;
}

static jato_status make_room(jato_run *run, jato_error *error)
{
  const jx_batch *batch = &run->batch;
  if (batch->room >= run->slots.room && batch->residual_room >= run->slots.most) return JATO_OK;
  jx_evaluate_destroy(run);
  return take_memory(run, error);
}

jato_status jx_evaluate_ready(jato_run *run, uint64_t most, jato_error *error)
{
  jx_slots *slots = &run->slots;
  size_t first = 0, count = 0;
  JX_TRY(make_room(run, error));
  for (; most > 0; most -= count) {
    count = jx_slots_next_many(slots, most < slots->room ? (size_t)most : slots->room, &first);
    if (count == 0) break;
    JX_TRY(settle_piece(run, first, count, error));
  }
  run->changes++;
  return JATO_OK;
}

jato_status jx_evaluate_residuals(jato_run *run, size_t count, jato_error *error)
{
  const jx_slots *slots = &run->slots;
  if (run->batch.residuals == 0) return JATO_OK;
  JX_TRY(make_room(run, error));
  for (size_t done = 0, piece = 0; done < count; done += piece) {
    piece = count - done < slots->room ? count - done : slots->room;
    JX_TRY(compute_piece(run, done, piece, error));
  }
  return JATO_OK;
}
