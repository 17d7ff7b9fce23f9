/* When a run ends, and how near it is to that. */
#include "run/run.h"

#include <math.h>

static int are_evaluations_used_up(const jato_run *run)
{
  uint64_t limit = run->parts.limits.evaluations;
  uint64_t made = run->evaluations + run->tail;
  if (run->parts.evaluating.order == JX_BY_ITERATION) made += run->slots.told;
  return limit != 0 && made >= limit;
}

/* Of the host's: one that failed for good, since this run was begun or resumed. */
static int has_failed(const jato_run *run)
{
  const jx_tally *tally = &run->tally;
  return run->parts.evaluating.stop_on_failure &&
         tally->by_fate[JATO_FATE_NONFINITE] + jx_tally_failed(tally) > tally->failed_before;
}

/* The method itself has nothing more to try, and says why. */
static int has_converged(const jato_run *run, const char **why)
{
  const jx_algorithm_ops *ops = run->search->ops;
  return ops->is_done != NULL && jx_slots_between(&run->slots) && ops->is_done(run->search, why);
}

const char *jx_limits_words(const jato_run *run)
{
  const char *why = "";
  if (run->stop == JATO_STOP_TARGET && run->parts.limits.target_is_minimum)
    return "the known minimum, to 1e-8";
  return run->stop == JATO_STOP_CONVERGED && has_converged(run, &why) ? why : "";
}

jato_stop jx_limits_reached(const jato_run *run)
{
  const jx_limits *limits = &run->parts.limits;
  const char *why = "";
  int apart = jx_run_by_pass(run) && jx_plan_is_apart(&run->search->plan, run->iteration + 1);
  if (has_failed(run)) return JATO_STOP_FAILURE;
  if (!apart && run->best.violation == 0 && run->best.f <= limits->target)
    return JATO_STOP_TARGET; /* never true for a NaN */
  if (limits->iterations != 0 && run->iteration >= limits->iterations) return JATO_STOP_ITERATIONS;
  if (are_evaluations_used_up(run)) return JATO_STOP_EVALUATIONS;
  if (!apart && limits->stall != 0 && run->iteration - run->improved_at >= limits->stall)
    return JATO_STOP_STALL;
  if (limits->seconds > 0 && run->seconds - run->seconds_before >= limits->seconds)
    return JATO_STOP_TIME;
  return has_converged(run, &why) ? JATO_STOP_CONVERGED : JATO_STOP_NONE;
}

/* One by one, an iteration beyond the last one is not begun; an order that is followed may want
 * another particle than those that are over already, and its end ends the run. */
uint64_t jx_limits_evaluations(const jato_run *run)
{
  const jx_limits *limits = &run->parts.limits;
  uint64_t count = run->parts.particles;
  if (run->parts.evaluating.script != NULL) return UINT64_MAX;
  uint64_t most = limits->evaluations != 0 ? limits->evaluations : UINT64_MAX;
  if (run->parts.evaluating.order == JX_BY_ITERATION) return most;
  if (limits->iterations != 0 && limits->iterations < UINT64_MAX / count - 1) {
    uint64_t by_iterations = (limits->iterations + 1) * count;
    most = by_iterations < most ? by_iterations : most;
  }
  return most;
}

double jx_limits_fraction(const jato_run *run)
{
  const jx_limits *limits = &run->parts.limits;
  double most = NAN;
  if (limits->iterations != 0)
    most = fmax(most, (double)run->iteration / (double)limits->iterations);
  if (limits->evaluations != 0)
    most = fmax(most, (double)run->evaluations / (double)limits->evaluations);
  if (limits->seconds > 0)
    most = fmax(most, (run->seconds - run->seconds_before) / limits->seconds);
  return most > 1 ? 1 : most; /* NaN without a limit: fmax passes over one NaN */
}
