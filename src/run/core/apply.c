/* Outcomes change the run: a generation whole, or point by point. */
#include "run/evaluations/evaluations.h"
#include "run/core/apply.h"

#include "run/saving/checkpoint.h"

#include "base/clock.h"
#include "run/core/best.h"
#include "run/ranks/ranks.h"

#include <math.h>
#include <string.h>

/* ---- A whole generation ---- */

/* The first generation is reported where it took its time, point by point; others are made whole
 * before the caller has a run to look at. status: of what came before, on this rank. */
static jato_status close_iteration(jato_run *run, jato_status status, jato_error *error)
{
  JX_TRY(jx_limits_look(run, error));
  jato_stop limit = jx_limits_reached(run);
  int made_whole = jx_run_by_pass(run) || jx_run_by_batch(run);
  if (run->iteration > 0 || !made_whole) jx_run_report(run);
  JX_TRY(jx_ranks_agree(run, status, &limit, error));
  jx_run_stop(run, limit);
  return jx_checkpoint_note(run, error);
}

/* Where the best of a pass was found: after further steps of the pass it is the particle's own
 * best, and elsewhere than the particle. */
static jato_status read_found(jato_run *run, uint64_t particle, jato_error *error)
{
  if (run->together.count == 1)
    return jx_points_read_one(run, particle, run->candidate, NULL, error);
  return jx_devices_read_found(&run->devices, particle, run->candidate, error);
}

/* Its best becomes that of all ranks, with run->candidate as its position where it is better than
 * any before; a rank that failed brings that. Halos are exchanged at the same time. */
static jato_status reduce_best(jato_run *run, jato_status status, double known,
                               jx_pass_result *found, jato_error *error)
{
  jx_comm *comm = run->comm;
  jx_best_reduction reduction = jx_ranks_reduction(run, status, found, known, run->candidate);
  JX_TRY(comm->ops->begin_best(comm, &reduction, error));
  JX_TRY(jx_devices_exchange_halos(&run->devices, error));
  JX_TRY(comm->ops->end_best(comm, &reduction, error));
  *found = reduction.found;
  return JATO_OK;
}

/* Reports to the search; what this rank alone may fail at. */
static jato_status tell(jato_run *run, const jx_outcome *best, jato_error *error)
{
  JX_TRY(jx_devices_write_halo(&run->devices, error));
  if (!jx_run_estimate(run, NULL)) jx_best_apply(run, best, run->candidate);
  JX_TRY(jx_points_tell(run, error));
  jx_run_take_estimate(run);
  return JATO_OK;
}

/* The same where ranks compare bests while they make the next iteration. What a rank has to say
 * after a failure it says with its best. */
static jato_status close_late(jato_run *run, jato_status status, const jx_pass_result *found,
                              jato_error *error)
{
  run->iteration += run->together.count;
  JX_TRY(jx_overlap_follow(run, error));
  if (status == JATO_OK && found->value < run->best.rank)
    status = read_found(run, found->particle, error);
  run->evaluations += run->together.count * run->asked.count;
  run->changes++;
  run->seconds = jx_clock_seconds() - run->began;
  JX_TRY(jx_limits_look(run, status == JATO_OK ? error : NULL));
  jato_stop limit = jx_limits_reached(run);
  if (status == JATO_OK) jx_run_report(run);
  JX_TRY(jx_overlap_begin(run, status, found, &limit, error));
  if (status != JATO_OK || jx_checkpoint_is_due(run)) JX_TRY(jx_overlap_end(run, error));
  jx_run_stop(run, limit);
  return jx_checkpoint_note(run, error);
}

/* Its values are there, unless status says otherwise, and *found is the best of them. */
static jato_status close_generation(jato_run *run, jato_status status, jx_pass_result *found,
                                    jato_error *error)
{
  double known = run->guide.rank;
  if (jx_overlap_is_due(run)) return close_late(run, status, found, error);
  if (run->asked.number > 0) run->iteration += run->together.count;
  if (status == JATO_OK && found->value < known) status = read_found(run, found->particle, error);
  JX_TRY(reduce_best(run, status, known, found, error));
  jx_outcome best = jx_outcome_of_value(found->value);
  if (found->value < known && jx_problem_constraints(run->parts.problem) > 0)
    best = jx_slots_outcome(&run->slots, (size_t)found->particle);
  run->evaluations += run->together.count * run->asked.count;
  run->nonfinite += found->nonfinite;
  run->changes++;
  run->seconds = jx_clock_seconds() - run->began;
  return close_iteration(run, tell(run, &best, error), error);
}

jato_status jx_apply_open(jato_run *run, jato_error *error)
{
  jx_pass_result ignored;
  JX_TRY(jx_points_open(run, &ignored, error));
  return jx_points_hand_over(run, NULL, error);
}

static jato_status apply_generation(jato_run *run, jato_error *error)
{
  jx_pass_result found;
  JX_TRY(jx_points_judge(run, &found, error));
  jx_slots_apply_all(&run->slots);
  jx_limits_count_applied(run);
  return close_generation(run, JATO_OK, &found, error);
}

void jx_apply_cut_short(jato_run *run)
{
  jx_slots *slots = &run->slots;
  int is_open = slots->open && slots->reported > 0 && !jx_run_estimate(run, NULL);
  for (size_t i = 0; is_open && i < slots->count; i++) {
    if (slots->slot[i].state != JX_SLOT_REPORTED || !(slots->rank[i] < run->best.rank)) continue;
    jx_outcome outcome = jx_slots_outcome(slots, i);
    jx_points_read(run, i, 1, run->candidate);
    jx_best_offer(run, &outcome, run->candidate);
  }
  jato_stop limit = jx_limits_reached(run);
  int is_other = limit == JATO_STOP_TARGET || limit == JATO_STOP_FAILURE;
  jx_run_stop(run, is_other ? limit : JATO_STOP_EVALUATIONS);
}

static uint64_t left_of(const jato_run *run)
{
  uint64_t most = jx_limits_evaluations(run), made = jx_run_evaluations(run);
  return most > made ? most - made : 0;
}

/* The last pass, where fewer evaluations are left than there are particles. The swarm stays as it
 * is: if the run goes on, these are made again. */
static jato_status make_last_pass(jato_run *run, uint64_t left, jato_error *error)
{
  jx_pass_result found = JX_FOUND_NOTHING;
  jato_status status = jx_points_peek(run, left, &found, error);
  JX_TRY(reduce_best(run, status, run->best.rank, &found, error));
  run->extra = left;
  run->extra_nonfinite = found.nonfinite;
  run->changes++;
  run->seconds = jx_clock_seconds() - run->began;
  jx_outcome best = jx_outcome_of_value(found.value);
  jx_best_offer(run, &best, run->candidate);
  jx_apply_cut_short(run);
  return JATO_OK;
}

/* A pass moves, evaluates and judges at once. */
static jato_status make_pass(jato_run *run, jato_error *error)
{
  jx_pass_result found = JX_FOUND_NOTHING;
  uint64_t left = left_of(run);
  if (left < run->parts.particles && run->search->plan.lag) {
    jx_run_stop(run, JATO_STOP_EVALUATIONS); /* what is found late cannot be made again */
    return JATO_OK;
  }
  if (left < run->parts.particles) return make_last_pass(run, left, error);
  jato_status status = jx_points_open(run, &found, error);
  return close_generation(run, status, &found, error);
}

/* ---- Point by point ---- */

/* One outcome: the particle is judged and moves at once, or another point takes its place. */
static jato_status apply_one(jato_run *run, size_t slot, jato_error *error)
{
  jx_slots *slots = &run->slots;
  jx_outcome outcome = jx_slots_outcome(slots, slot);
  JX_TRY(jx_slots_apply_one(slots, slot, error));
  jx_limits_count_one(run, outcome.status);
  if (jx_run_has_swarm(run)) jx_devices_judge_one(&run->devices, slot, outcome.rank);
  run->evaluations++;
  run->seconds = jx_clock_seconds() - run->began;
  jx_best_apply(run, &outcome, slots->x + slot * run->parts.problem->dim);
  int closes = slots->applied % slots->count == 0;
  if (closes && slots->applied > slots->count) run->asked.number = ++run->iteration;
  if (closes) JX_TRY(jx_points_tell(run, error));
  JX_TRY(jx_points_move_one(run, slot, error));
  if (closes) return close_iteration(run, JATO_OK, error);
  jx_run_stop(run, jx_ranks_limit(run));
  return JATO_OK;
}

/* Steps end where iterations do. */
static int is_at_end(const jato_run *run)
{
  const jx_slots *slots = &run->slots;
  return slots->applied >= slots->count && slots->applied % slots->count == 0 &&
         run->iteration >= run->until;
}

jato_status jx_apply_waiting(jato_run *run, jato_error *error)
{
  const jx_slots *slots = &run->slots;
  if (slots->order == JX_BY_ITERATION) return JATO_OK;
  while (run->stop == JATO_STOP_NONE && !is_at_end(run)) {
    size_t due = jx_slots_due(slots);
    if (due == slots->count || slots->slot[due].state != JX_SLOT_REPORTED) break;
    JX_TRY(apply_one(run, due, error));
  }
  return JATO_OK;
}

static jato_status apply_due(jato_run *run, size_t slot, jato_error *error)
{
  const jx_slots *slots = &run->slots;
  if (slots->order == JX_BY_ITERATION)
    return slots->reported == slots->count ? apply_generation(run, error) : JATO_OK;
  if (jx_slots_due(slots) == slots->count) return apply_one(run, slot, error);
  return jx_apply_waiting(run, error);
}

jato_status jx_run_next(jato_run *run, jato_trial *trial, int *given, jato_error *error)
{
  *given = 0;
  if (run->stop != JATO_STOP_NONE) return JATO_OK;
  if (!run->slots.open) JX_TRY(jx_apply_open(run, error));
  jx_slots_next(&run->slots, jx_limits_evaluations(run), trial, given);
  return JATO_OK;
}

/* What was handed out is here: one slot, or all of a batch. Applies what is due, and stops a run
 * that fails or has no evaluations left. */
static jato_status apply_settled(jato_run *run, size_t slot, int is_fatal, jato_error *error)
{
  const jx_slots *slots = &run->slots;
  jx_limits_count_reported(run);
  JX_TRY(apply_due(run, slot, error));
  if (run->failing.too_many) jx_apply_cut_short(run);
  if (is_fatal) jx_run_stop(run, JATO_STOP_FAILURE);
  if (slots->order == JX_BY_ITERATION && slots->out == 0 && slots->reported > 0 &&
      left_of(run) == 0)
    jx_apply_cut_short(run);
  return JATO_OK;
}

/* The outcome of a slot that is out. */
static jato_status take(jato_run *run, size_t slot, const jx_outcome *outcome, jato_error *error)
{
  jx_slots *slots = &run->slots;
  slots->out--;
  int too_late = run->stop != JATO_STOP_NONE; /* to count: it will be asked for again */
  if (!too_late) run->changes++;
  if (too_late || !jx_slots_settle(slots, &run->tally, slot, outcome)) {
    jx_slots_push_front(slots, slot);
    return JATO_OK;
  }
  int is_fatal = outcome->status != JATO_EVAL_OK && run->parts.evaluating.stop_on_failure;
  return apply_settled(run, slot, is_fatal, error);
}

static void judge(const jato_run *run, jx_outcome *outcome)
{
  jx_outcome_judge(outcome, run->parts.problem->space, run->parts.options.maximize);
}

/* What was found out for another slot, and was retried there. */
static jato_status take_again(jato_run *run, size_t slot, const jx_outcome *outcome,
                              jato_error *error)
{
  run->slots.slot[slot].attempt = run->slots.retries;
  return take(run, slot, outcome, error);
}

jato_status jx_apply_known(jato_run *run, size_t slot, jx_outcome *known, jato_error *error)
{
  judge(run, known);
  return take_again(run, slot, known, error);
}

/* Those that waited for this one's outcome have the same; of one that failed each tries itself. */
static jato_status take_followers(jato_run *run, size_t slot, jx_outcome *outcome,
                                  jato_error *error)
{
  int has_value = outcome->status == JATO_EVAL_OK || outcome->status == JATO_EVAL_NONFINITE;
  size_t next;
  outcome->message = NULL; /* kept once */
  while ((next = jx_slots_next_follower(&run->slots, slot)) < run->slots.count) {
    if (has_value) {
      run->evaluated.reused++;
      JX_TRY(take_again(run, next, outcome, error));
    } else {
      run->slots.out--;
      jx_slots_push_front(&run->slots, next);
    }
  }
  return JATO_OK;
}

jato_status jx_run_take(jato_run *run, jx_outcome *outcome, jato_error *error)
{
  const jx_slots *slots = &run->slots;
  size_t slot = 0;
  JX_TRY(jx_slots_find(slots, outcome->id, &slot, error));
  outcome->attempt = slots->slot[slot].attempt;
  outcome->values = slots->values + slot * jx_problem_variables(run->parts.problem);
  judge(run, outcome);
  jx_evaluations_note(run, outcome);
  JX_TRY(take(run, slot, outcome, error));
  return outcome->is_last ? take_followers(run, slot, outcome, error) : JATO_OK;
}

/* ---- As a batch ---- */

/* Slots with room for all points: the outcomes of a generation come at once, and none of them ends
 * the run before the others are counted. */
static jato_status make_batch(jato_run *run, jato_error *error)
{
  uint64_t left = left_of(run);
  if (!run->slots.open) JX_TRY(jx_apply_open(run, error));
  JX_TRY(jx_evaluate_ready(run, left, error));
  JX_TRY(apply_settled(run, 0, 0, error));
  if (left == 0) jx_apply_cut_short(run);
  return JATO_OK;
}

jato_status jx_apply_make(jato_run *run, jato_error *error)
{
  run->broken_by = jx_run_by_pass(run) ? make_pass(run, error) : make_batch(run, error);
  if (run->broken_by != JATO_OK)
    run->broken = "a step of it failed, or the objective asked to end it";
  return run->broken_by;
}
