/* Where the points of a generation come from, and where their values go: a swarm on devices that is
 * moved and judged, or a method that gives points and gets their ranks. */
#include "run/core/apply.h"
#include "run/ranks/ranks.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Until a finite value is seen the guide is the middle of the box. */
void jx_points_middle(const jato_problem *problem, double *x)
{
  for (size_t d = 0; d < problem->dim; d++)
    x[d] = problem->lower[d] + 0.5 * (problem->upper[d] - problem->lower[d]);
}

/* What the user would begin with, where the first particles are to stand. */
static void put_initial(jato_run *run)
{
  const jx_space *space = run->parts.problem->space;
  const jx_warm_start *given = &run->evaluated.warm_start;
  for (size_t i = 0; i < given->first; i++)
    jx_devices_set_position(&run->devices, i, given->x + i * run->parts.problem->dim);
  if (given->first > 0) return;
  if (space == NULL || !space->has_initial) return;
  jx_devices_read_points(&run->devices, 0, 1, run->candidate);
  jx_space_begin(space, run->candidate);
  jx_devices_set_position(&run->devices, 0, run->candidate);
}

static jato_status ask(jato_run *run, jx_generation *generation, jato_error *error)
{
  double began = jx_profile_begin(run->parts.profile);
  JX_TRY(run->search->ops->ask(run->search, generation, error));
  jx_profile_end(run->parts.profile, JX_WORK_METHOD, began);
  return JATO_OK;
}

/* How many iterations can be made as one pass, since nothing looks between them: the bits are the
 * same as one by one. A recorder wants to see each. */
static size_t count_together(const jato_run *run)
{
  const jx_limits *limits = &run->parts.limits;
  uint64_t exchange = run->search->plan.exchange, first = run->asked.number;
  if (exchange <= 1 || !jx_run_by_pass(run) || run->checkpoint.recorder != NULL) return 1;
  uint64_t count = exchange - first % exchange, made = run->evaluations;
  if (count > JX_STEPS_MOST) count = JX_STEPS_MOST;
  if (run->until - run->iteration < count) count = run->until - run->iteration;
  if (limits->iterations != 0 && limits->iterations - run->iteration < count)
    count = limits->iterations - run->iteration;
  while (count > 1 && limits->evaluations != 0 &&
         limits->evaluations - made < count * run->asked.count)
    count--;
  return count < 1 ? 1 : (size_t)count;
}

static jato_status ask_steps(jato_run *run, jato_error *error)
{
  jx_generation *asked = &run->asked;
  uint64_t first = asked->number;
  jx_pass_steps *together = &run->together;
  together->count = count_together(run);
  for (size_t k = 0; k < together->count; k++) {
    asked->number = first + k;
    asked->step = (jx_step){.iteration = asked->number};
    JX_TRY(ask(run, asked, error));
    together->step[k] = asked->step;
    if (k > 0) together->step[k - 1].then = &together->step[k];
  }
  return JATO_OK;
}

static jato_status move_swarm(jato_run *run, jx_pass_result *found, jato_error *error)
{
  jx_generation *asked = &run->asked;
  if (asked->number == 0) {
    JX_TRY(jx_devices_pass(&run->devices, NULL, run->guide.x, found, error));
    if (run->parts.evaluating.host_objective) put_initial(run);
    return JATO_OK;
  }
  JX_TRY(ask_steps(run, error));
  return jx_devices_pass(&run->devices, run->together.step, run->guide.x, found, error);
}

static void begin(jato_run *run)
{
  run->asked = (jx_generation){.number = run->evaluations == 0 ? 0 : run->iteration + 1,
                               .count = (size_t)run->parts.particles};
  run->together.count = 1;
}

static jato_status ask_for_points(jato_run *run, jato_error *error)
{
  JX_TRY(ask(run, &run->asked, error));
  return jx_ranks_check_points(run, error);
}

jato_status jx_points_open(jato_run *run, jx_pass_result *found, jato_error *error)
{
  begin(run);
  if (jx_run_has_swarm(run)) return move_swarm(run, found, error);
  return ask_for_points(run, error);
}

jato_status jx_points_peek(jato_run *run, uint64_t count, jx_pass_result *found, jato_error *error)
{
  begin(run);
  run->asked.step = (jx_step){.iteration = run->asked.number};
  JX_TRY(ask(run, &run->asked, error));
  jx_preview peek = {&run->asked.step, run->guide.x, count};
  return jx_devices_preview(&run->devices, &peek, found, run->candidate, error);
}

jato_status jx_points_reopen(jato_run *run, jato_error *error)
{
  begin(run);
  return jx_run_has_swarm(run) ? JATO_OK : ask_for_points(run, error);
}

/* Its slots, those that `saved` has as told among them; points where they are handed out one by
 * one, the one whose turn it is first. */
jato_status jx_points_hand_over(jato_run *run, const jx_outcomes *saved, jato_error *error)
{
  jx_slots *slots = &run->slots;
  size_t count = run->asked.count;
  size_t first = slots->order == JX_BY_ITERATION ? 0 : (size_t)(slots->applied % count);
  int by_batch = jx_run_by_batch(run);
  JX_TRY(jx_slots_reserve(slots, count, by_batch, error));
  jx_slots_open(slots, count, first, saved);
  if (by_batch) return JATO_OK;
  jx_points_read(run, 0, count, slots->x);
  jx_slots_translate(slots, 0, count);
  return JATO_OK;
}

/* A point as a device of the run's precision has it: inside the box whatever the rounding. */
static void round_point(const jato_run *run, double *x)
{
  const jato_problem *problem = run->parts.problem;
  if (!jx_run_in_float(&run->parts)) return;
  for (size_t d = 0; d < problem->dim; d++) {
    float near = (float)x[d];
    if ((double)near < problem->lower[d]) near = nextafterf(near, FLT_MAX);
    if ((double)near > problem->upper[d]) near = nextafterf(near, -FLT_MAX);
    x[d] = (double)near;
  }
}

void jx_points_read(jato_run *run, size_t first, size_t count, double *x)
{
  size_t dim = run->parts.problem->dim;
  if (jx_run_has_swarm(run)) {
    jx_devices_read_points(&run->devices, first, count, x);
    return;
  }
  memcpy(x, run->asked.x + first * dim, count * dim * sizeof *x);
  for (size_t i = 0; i < count; i++) round_point(run, x + i * dim);
}

jato_status jx_points_read_one(jato_run *run, uint64_t point, double *x, double *value,
                               jato_error *error)
{
  if (jx_run_has_swarm(run)) return jx_devices_read(&run->devices, point, x, value, error);
  if (run->asked.x == NULL || point >= run->asked.count)
    return jx_fail(error, JATO_E_ARGUMENT, "this run has no point %llu: its generation has %zu",
                   (unsigned long long)point, run->asked.x == NULL ? 0 : run->asked.count);
  if (x != NULL) jx_points_read(run, (size_t)point, 1, x);
  int known = !run->slots.open || run->slots.slot[point].state == JX_SLOT_REPORTED;
  if (value != NULL) *value = known ? run->slots.rank[point] : (double)INFINITY;
  return JATO_OK;
}

/* A rank as methods get it. */
static double clean_rank(double rank)
{
  return isfinite(rank) ? rank + 0.0 /* -0 is 0 */ : (double)INFINITY;
}

/* The smallest rank, and the lowest point of equal ones. */
jato_status jx_points_judge(jato_run *run, jx_pass_result *found, jato_error *error)
{
  jx_slots *slots = &run->slots;
  if (jx_run_has_swarm(run)) {
    JX_TRY(jx_devices_judge(&run->devices, slots->rank, found, error));
    found->nonfinite = 0; /* counted by status */
    return JATO_OK;
  }
  *found = (jx_pass_result){.value = INFINITY, .particle = UINT64_MAX};
  for (size_t i = 0; i < slots->count; i++) {
    slots->rank[i] = clean_rank(slots->rank[i]);
    if (slots->rank[i] < found->value) {
      found->value = slots->rank[i];
      found->particle = i;
    }
  }
  return JATO_OK;
}

jato_status jx_points_tell(jato_run *run, jato_error *error)
{
  const jx_algorithm_ops *ops = run->search->ops;
  int has_swarm = jx_run_has_swarm(run);
  if (ops->tell == NULL || (has_swarm && run->asked.number == 0)) return JATO_OK;
  if (!has_swarm && run->slots.order != JX_BY_ITERATION) return JATO_OK; /* one by one */
  run->asked.rank = has_swarm ? NULL : run->slots.rank;
  if (jx_problem_has_equalities(run->parts.problem) || ops->estimate != NULL) {
    run->asked.value = run->slots.f;
    run->asked.violation = run->slots.violation;
  }
  run->asked.best = run->guide.rank;
  run->asked.residual = run->batch.residual;
  run->asked.residuals = run->batch.residuals;
  jx_run_explain(run);
  double began = jx_profile_begin(run->parts.profile);
  JX_TRY(ops->tell(run->search, &run->asked, error));
  jx_profile_end(run->parts.profile, JX_WORK_METHOD, began);
  jx_run_explain(run);
  return JATO_OK;
}

/* ---- One by one ---- */

/* Whose best a particle is drawn to: that of the run, or of its neighbours as they stand now; the
 * smallest value, then the lowest particle, as in a pass. */
static const double *guide_of(jato_run *run, size_t particle)
{
  const jx_plan *plan = &run->search->plan;
  int64_t count = (int64_t)run->slots.count;
  uint64_t nearest = particle;
  double least = INFINITY;
  if (plan->neighbours == 0) return run->guide.x;
  jx_devices_read_own(&run->devices, particle, NULL, &least);
  for (size_t k = 0; k < plan->neighbours; k++) {
    double value = INFINITY;
    uint64_t other = (uint64_t)((((int64_t)particle + plan->offset[k]) % count + count) % count);
    jx_devices_read_own(&run->devices, other, NULL, &value);
    if (value < least || (value == least && other < nearest)) {
      least = value;
      nearest = other;
    }
  }
  jx_devices_read_own(&run->devices, nearest, run->candidate, NULL);
  return run->candidate;
}

static jato_status move_particle(jato_run *run, size_t particle, jato_error *error)
{
  jx_generation alone = {.number = run->slots.slot[particle].turn, .count = 1};
  alone.step.iteration = alone.number;
  JX_TRY(ask(run, &alone, error));
  jx_devices_move_one(&run->devices, particle, &alone.step, guide_of(run, particle));
  return JATO_OK;
}

static jato_status replace_point(jato_run *run, size_t point, jato_error *error)
{
  jx_run_explain(run);
  double began = jx_profile_begin(run->parts.profile);
  JX_TRY(run->search->ops->tell_one(run->search, point, clean_rank(run->slots.rank[point]), error));
  jx_profile_end(run->parts.profile, JX_WORK_METHOD, began);
  jx_run_explain(run);
  return JATO_OK;
}

jato_status jx_points_move_one(jato_run *run, size_t particle, jato_error *error)
{
  JX_TRY((jx_run_has_swarm(run) ? move_particle : replace_point)(run, particle, error));
  jx_points_read(run, particle, 1, run->slots.x + particle * run->parts.problem->dim);
  jx_slots_translate(&run->slots, particle, 1);
  jx_slots_push(&run->slots, particle);
  return JATO_OK;
}
