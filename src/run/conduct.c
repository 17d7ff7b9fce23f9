/* Steps a run whose trials an evaluator computes: hands out as many as it can take, waits, applies.
 * While it waits the caller is told ten times a second how things stand, and can stop. */
#include "run/run.h"

#include "base/clock.h"

#include <math.h>

#define LOOK_SECONDS 0.1

static jato_status hand_out(jato_run *run, jato_error *error)
{
  const jx_evaluator_ops *ops = run->parts.evaluating.ops;
  for (int given = 1; given && run->trials.out < ops->capacity(run->evaluator);) {
    jato_trial trial;
    JX_TRY(jx_trials_next(run, &trial, &given, error));
    if (given) JX_TRY(ops->submit(run->evaluator, trial.id, trial.values, error));
  }
  return JATO_OK;
}

static jato_status take_in(jato_run *run, jato_error *error)
{
  jx_finished finished;
  int got = 0;
  JX_TRY(run->parts.evaluating.ops->wait(run->evaluator, LOOK_SECONDS, &finished, &got, error));
  if (!got) return JATO_OK;
  jato_outcome outcome = {finished.fate, finished.f, finished.c, finished.message};
  return jx_trials_tell(run, finished.id, &outcome, error);
}

/* Between iterations: the caller, the clock, the checkpoints. */
static jato_status look(jato_run *run, double *looked, jato_error *error)
{
  const jx_limits *limits = &run->parts.limits;
  double now = jx_clock_seconds();
  if (run->stop != JATO_STOP_NONE || now - *looked < LOOK_SECONDS) return JATO_OK;
  *looked = now;
  run->seconds = now - run->began;
  jx_run_report(run);
  if (limits->seconds > 0 && run->seconds - run->seconds_before >= limits->seconds)
    jx_run_stop(run, JATO_STOP_TIME);
  return jx_run_keep_look(run, error);
}

static int is_done(const jato_run *run, uint64_t until)
{
  return run->stop != JATO_STOP_NONE ||
         (run->trials.applied >= run->trials.count && run->iteration >= until);
}

static jato_status go(jato_run *run, uint64_t until, jato_error *error)
{
  double looked = jx_clock_seconds();
  run->trials.until = until;
  JX_TRY(jx_trials_apply(run, error));
  while (!is_done(run, until)) {
    JX_TRY(hand_out(run, error));
    if (run->trials.out == 0) jx_run_stop(run, JATO_STOP_EVALUATIONS); /* no more may be begun */
    JX_TRY(take_in(run, error));
    JX_TRY(look(run, &looked, error));
  }
  return JATO_OK;
}

/* A run computed again ends as the one it repeats was saved: perhaps moved already. */
jato_status jx_run_end_as_saved(jato_run *run, jato_error *error)
{
  const jx_run_parts *parts = &run->parts;
  if (!parts->ends_moved || run->iteration != parts->ends_at || run->trials.count == 0 ||
      run->trials.moved)
    return JATO_OK;
  return jx_trials_move(run, error);
}

/* What an evaluator could not do leaves the swarm whole: the run is saved as it stands. */
jato_status jx_run_conduct(jato_run *run, uint64_t iterations, jato_error *error)
{
  uint64_t left = UINT64_MAX - run->iteration;
  uint64_t until = run->iteration + (iterations < left ? iterations : left);
  jato_status status = go(run, until, error);
  if (status == JATO_OK && run->stop == JATO_STOP_NONE) return JATO_OK;
  run->parts.evaluating.ops->cancel(run->evaluator);
  jx_trials_recall(run);
  jato_status saved = jx_run_keep_stop(run, status == JATO_OK ? error : NULL);
  return status != JATO_OK ? status : saved;
}
