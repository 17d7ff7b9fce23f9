/* Runs whose objective is the host's: which way they go, and what they begin with. */
#include "run/run.h"

/* A whole iteration in one call needs an evaluator that takes one, and the order that has them. */
int jx_run_by_batch(const jato_run *run)
{
  const jx_evaluating *evaluating = &run->parts.evaluating;
  return evaluating->ops != NULL && evaluating->ops->evaluate != NULL &&
         evaluating->order == JX_BY_ITERATION;
}

jx_evaluator_wish jx_run_evaluator_wish(const jato_run *run, size_t at_once)
{
  const jx_run_parts *parts = &run->parts;
  return (jx_evaluator_wish){.problem = parts->problem,
                             .workers = parts->evaluating.workers,
                             .timeout = parts->evaluating.timeout,
                             .at_once = at_once,
                             .adopts = parts->evaluating.adopts,
                             .notice = parts->workshop.notice,
                             .notice_user = parts->workshop.notice_user,
                             .allocator = parts->allocator};
}

static jato_status check_devices(const jato_run *run, jato_error *error)
{
  size_t i = 0;
  while (i < run->fleet.count && run->fleet.part[i].ops->host != NULL) i++;
  if (i == run->fleet.count) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "device %s: an objective that is no kernel or C source goes with the cpu device "
                 "alone; leave the device out, or take cpu",
                 run->parts.device);
}

static jato_status check_precision(const jato_run *run, jato_error *error)
{
  if (jx_problem_constraints(run->parts.problem) == 0 || run->parts.precision == JATO_DOUBLE)
    return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "constraints need double precision: leave --precision float out");
}

jato_status jx_run_host_create(jato_run *run, jato_error *error)
{
  const jx_evaluating *evaluating = &run->parts.evaluating;
  if (!evaluating->by_host) return JATO_OK;
  JX_TRY(check_devices(run, error));
  JX_TRY(check_precision(run, error));
  if (jx_run_by_batch(run)) return jx_run_batch_create(run, error);
  JX_TRY(jx_trials_create(run, error));
  if (evaluating->ops == NULL) return JATO_OK;
  jx_evaluator_wish wish = jx_run_evaluator_wish(run, 1);
  return evaluating->ops->create(&wish, &run->evaluator, error);
}

void jx_run_host_destroy(jato_run *run)
{
  if (run->evaluator != NULL) run->parts.evaluating.ops->destroy(&run->evaluator);
  jx_run_batch_destroy(run);
  jx_trials_destroy(run);
}

void jx_run_put_initial(jato_run *run)
{
  const jx_space *space = run->parts.problem->space;
  if (space == NULL || !space->has_initial) return;
  jx_fleet_read_points(&run->fleet, 0, 1, run->candidate);
  jx_space_begin(space, run->candidate);
  jx_fleet_put_one(&run->fleet, 0, run->candidate);
}
