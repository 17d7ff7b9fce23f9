/* The public calls of ask and tell, and of failed evaluations. */
#include "run/evaluations/evaluations.h"
#include "run/saving/checkpoint.h"

#include "base/clock.h"

#include <stdio.h>

static jato_status check_asked(const jato_run *run, jato_error *error)
{
  if (run == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "run is NULL: create it with jato_run_create first");
  if (run->parts.problem->objective.kind != JX_OBJECTIVE_ASKED)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "this run evaluates by itself: step it with jato_run_step; asking and telling is "
        "for problems of jato_problem_for_ask");
  return jx_run_check_whole(run, error);
}

static jato_status ask(jato_run *run, jato_trial *trial, int *given, jato_error *error)
{
  jato_stop before = run->stop;
  JX_TRY(jx_run_ask(run, trial, given, error));
  return run->stop != before ? jx_checkpoint_stop(run, error) : JATO_OK;
}

jato_status jato_run_ask_sized(jato_run *run, jato_trial *trial, bool *given, jato_error *error)
{
  jato_trial own = {0};
  JX_TRY(check_asked(run, error));
  if (trial == NULL || given == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "trial and given are needed to hand a point out");
  JX_TRY(jx_sized_check("jato_trial", trial, error));
  JX_TRY(jx_run_enter(run, error));
  int found = 0;
  jato_status status = ask(run, &own, &found, error);
  jx_run_leave(run);
  *given = found != 0;
  if (status == JATO_OK && found) jx_sized_write(&own, sizeof own, trial);
  return status;
}

static jato_status tell(jato_run *run, uint64_t id, const jato_outcome *outcome, jato_error *error)
{
  size_t slot = 0;
  JX_TRY(jx_slots_find(&run->slots, id, &slot, error));
  int has_value = outcome->status == JATO_EVAL_OK;
  jx_outcome taken = {.id = id,
                      .status = outcome->status,
                      .f = has_value ? &outcome->f : NULL,
                      .c = has_value ? outcome->c : NULL,
                      .message = outcome->message,
                      .seconds = jx_clock_seconds() - run->slots.slot[slot].since};
  JX_TRY(jx_run_take(run, &taken, error));
  return run->stop != JATO_STOP_NONE ? jx_checkpoint_stop(run, error)
                                     : jx_checkpoint_look(run, error);
}

jato_status jato_run_tell(jato_run *run, uint64_t id, const jato_outcome *given, jato_stop *stop,
                          jato_error *error)
{
  jato_outcome own, *outcome = &own;
  JX_TRY(check_asked(run, error));
  if (given != NULL) JX_TRY(JX_SIZED_READ(jato_outcome, given, outcome, error));
  if (given == NULL || outcome->status < JATO_EVAL_OK || outcome->status >= JX_EVAL_STATUSES)
    return jx_fail(error, JATO_E_ARGUMENT, "an outcome with one of the statuses is needed");
  if (outcome->status == JATO_EVAL_OK && outcome->c == NULL &&
      jx_problem_constraints(run->parts.problem) > 0)
    return jx_fail(error, JATO_E_ARGUMENT, "the outcome's constraints c are missing");
  JX_TRY(jx_run_enter(run, error));
  jato_status status = tell(run, id, outcome, error);
  jx_run_leave(run);
  if (stop != NULL) *stop = run->stop;
  return status;
}

jato_status jato_run_check_trial(const jato_run *run, uint64_t id, jato_error *error)
{
  size_t slot = 0;
  JX_TRY(check_asked(run, error));
  return jx_slots_find(&run->slots, id, &slot, error);
}

void jato_run_recall(jato_run *run)
{
  if (run == NULL || run->is_in_call) return;
  jx_evaluations_recall(run);
  jx_slots_recall(&run->slots);
}

static void count_failures(const jato_run *run, jato_failures *failures)
{
  const jx_tally *tally = &run->tally;
  uint64_t all = jx_run_evaluations(run), others = 0;
  for (int status = JATO_EVAL_NONFINITE; status < JX_EVAL_STATUSES; status++) {
    failures->by_status[status] = tally->by_status[status];
    if (status == JATO_EVAL_NONFINITE)
      failures->by_status[status] += run->nonfinite + run->extra_nonfinite;
    others += failures->by_status[status];
  }
  failures->by_status[JATO_EVAL_OK] = all - others;
  failures->attempts = jx_run_by_pass(run) ? all : tally->attempts;
  for (uint64_t k = 0; k < JATO_MESSAGES && k < tally->messages; k++) {
    size_t index = (size_t)((tally->messages - 1 - k) % JATO_MESSAGES);
    failures->messages[k].id = tally->message[index].id;
    failures->messages[k].status = tally->message[index].status;
    (void)snprintf(failures->messages[k].text, sizeof failures->messages[k].text, "%s",
                   tally->message[index].text);
    failures->message_count++;
  }
}

void jato_run_failures_sized(const jato_run *run, jato_failures *failures)
{
  jato_failures own = {0};
  if (failures == NULL) return;
  if (run != NULL) count_failures(run, &own);
  jx_sized_write(&own, sizeof own, failures);
}
