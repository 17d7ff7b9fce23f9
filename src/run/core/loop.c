/* The loop: asks the search for points, has them evaluated, and reports the outcomes. */
#include "run/evaluations/evaluations.h"
#include "run/core/apply.h"
#include "run/saving/checkpoint.h"
#include "run/ranks/ranks.h"

#include "base/clock.h"

/* How often progress is reported to the caller while the run waits for evaluations. */
#define LOOK_SECONDS 0.1

/* Points that are answered by what is known before the caller and the clock are looked at. */
#define MOST_ANSWERED 256

/* ---- By an evaluator: as many points as it can take ---- */

static int is_done(const jato_run *run)
{
  const jx_slots *slots = &run->slots;
  uint64_t first = slots->order == JX_BY_ITERATION ? 1 : slots->count;
  return run->stop != JATO_STOP_NONE || (slots->applied >= first && run->iteration >= run->until);
}

/* A point that is known is answered at once. *more: there may be points left to hand out. */
static jato_status hand_out(jato_run *run, int *more, jato_error *error)
{
  const jx_evaluator_ops *ops = run->parts.evaluating.ops;
  size_t room = ops->capacity(run->evaluator), answered = 0;
  *more = 1;
  while (run->evaluated.submitted < room && answered < MOST_ANSWERED && !is_done(run)) {
    jato_trial trial;
    jx_outcome known;
    int waits = 0;
    JX_TRY(jx_run_next(run, &trial, more, error));
    if (!*more) return JATO_OK;
    if (jx_evaluations_is_new(run, &trial, &known, &waits)) {
      JX_TRY(ops->submit(run->evaluator, trial.id, trial.values, error));
      run->evaluated.submitted++;
    } else if (!waits) {
      JX_TRY(jx_apply_known(run, (size_t)trial.particle, &known, error));
      answered++;
    }
  }
  return JATO_OK;
}

static jato_status take_in(jato_run *run, jato_error *error)
{
  jx_outcome *outcome = NULL;
  double began = jx_profile_begin(run->parts.profile);
  JX_TRY(run->parts.evaluating.ops->wait(run->evaluator, LOOK_SECONDS, &outcome, error));
  jx_profile_end(run->parts.profile, JX_WORK_WAIT, began);
  if (outcome == NULL) return JATO_OK;
  run->evaluated.submitted--;
  return jx_run_take(run, outcome, error);
}

/* Between iterations: the caller, the clock, the checkpoints; of all ranks at once. */
static jato_status look(jato_run *run, double *looked, jato_error *error)
{
  double now = jx_ranks_clock(run);
  if (run->stop != JATO_STOP_NONE || now - *looked < LOOK_SECONDS) return JATO_OK;
  *looked = now;
  run->seconds = jx_clock_seconds() - run->began;
  jx_run_report(run);
  jato_stop limit = jx_limits_is_time_over(run) ? JATO_STOP_TIME : JATO_STOP_NONE;
  JX_TRY(jx_ranks_agree(run, jx_evaluations_look(run, error), &limit, error));
  jx_run_stop(run, limit);
  return jx_checkpoint_look(run, error);
}

static jato_status drive_evaluator(jato_run *run, jato_error *error)
{
  double looked = jx_ranks_clock(run);
  JX_TRY(jx_apply_waiting(run, error));
  while (!is_done(run)) {
    int more = 1;
    JX_TRY(hand_out(run, &more, error));
    if (!more && run->slots.out == 0 && run->stop == JATO_STOP_NONE) {
      jx_apply_cut_short(run);
      break;
    }
    int is_full = run->evaluated.submitted == run->parts.evaluating.ops->capacity(run->evaluator);
    if (run->evaluated.submitted > 0 && (!more || is_full)) JX_TRY(take_in(run, error));
    JX_TRY(look(run, &looked, error));
  }
  return JATO_OK;
}

/* What an evaluator could not do leaves the swarm whole: the run is saved as it stands. Several
 * ranks save only what all of them know: one cannot save alone. */
static jato_status step_by_points(jato_run *run, jato_error *error)
{
  jato_status status = drive_evaluator(run, error);
  if (status == JATO_OK && run->stop == JATO_STOP_NONE) return JATO_OK;
  run->parts.evaluating.ops->cancel(run->evaluator);
  jx_evaluations_recall(run);
  jx_slots_recall(&run->slots);
  if (status != JATO_OK && status != JATO_E_OBJECTIVE && run->comm->size > 1) return status;
  jato_status saved = jx_checkpoint_stop(run, status == JATO_OK ? error : NULL);
  return status != JATO_OK ? status : saved;
}

/* ---- By the caller ---- */

/* A point that is known is answered here, and the caller gets another one. */
jato_status jx_run_ask(jato_run *run, jato_trial *trial, int *given, jato_error *error)
{
  jx_outcome known;
  int waits = 0;
  for (;;) {
    JX_TRY(jx_run_next(run, trial, given, error));
    if (!*given || jx_evaluations_is_new(run, trial, &known, &waits)) return JATO_OK;
    if (!waits) JX_TRY(jx_apply_known(run, (size_t)trial->particle, &known, error));
  }
}

/* ---- Steps ---- */

jato_status jx_run_enter(jato_run *run, jato_error *error)
{
  if (run->is_in_call)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "this run is in the middle of another call, whose callbacks may look at it "
        "(jato_run_get_info) but not step, save or end it; return from the callback first");
  run->is_in_call = 1;
  return JATO_OK;
}

void jx_run_leave(jato_run *run) { run->is_in_call = 0; }

jato_status jx_run_check_whole(const jato_run *run, jato_error *error)
{
  if (run->broken == NULL) return JATO_OK;
  return jx_fail(error, run->broken_by != JATO_OK ? run->broken_by : JATO_E_ARGUMENT,
                 "this run cannot continue and has no digest: %s", run->broken);
}

jato_status jx_run_advance(jato_run *run, uint64_t iterations, jato_error *error)
{
  uint64_t left = UINT64_MAX - run->iteration;
  JX_TRY(jx_run_check_whole(run, error));
  run->until = run->iteration + (iterations < left ? iterations : left);
  if (jx_run_by_pass(run) || jx_run_by_batch(run)) {
    while (run->stop == JATO_STOP_NONE && (run->iteration < run->until || run->evaluations == 0))
      JX_TRY(jx_apply_make(run, error));
    JX_TRY(jx_overlap_end(run, error));
    return run->stop != JATO_STOP_NONE ? jx_checkpoint_stop(run, error) : JATO_OK;
  }
  if (run->evaluator != NULL) return step_by_points(run, error);
  return jx_fail(error, JATO_E_ARGUMENT,
                 "this run has no objective to step with: take jato_run_ask and jato_run_tell");
}

/* A run computed again ends as the one it repeats was saved: perhaps moved already. */
jato_status jx_run_end_as_saved(jato_run *run, jato_error *error)
{
  const jx_run_parts *parts = &run->parts;
  if (!parts->ends_moved || run->iteration != parts->ends_at || run->slots.open) return JATO_OK;
  return jx_apply_open(run, error);
}

jato_status jx_run_create(const jx_run_parts *parts, jato_run **out, jato_error *error)
{
  jato_run *run = NULL;
  *out = NULL;
  jato_status status = jx_run_prepare(parts, &run, error);
  if (run == NULL) return status;
  JX_TRY_DONE(jx_checkpoint_begin(run, NULL, error));
  JX_TRY_DONE(jx_evaluations_begin(run, NULL, error));
  if (jx_run_by_pass(run) || jx_run_by_batch(run))
    JX_TRY_DONE(jx_apply_make(run, error));
  else
    JX_TRY_DONE(jx_apply_open(run, error));
  if (!jx_run_by_batch(run) && run->evaluator != NULL) JX_TRY_DONE(jx_run_advance(run, 0, error));
  jx_run_leave(run);
  *out = run;
  run = NULL; /* handed over */
done:
  jx_run_destroy(&run);
  return status;
}
