/* When a run ends, and how near it is to that. */
#include "run/run.h"

#include <math.h>

/* Limits on work count what the next iteration would make of it, so that they are never passed. */
static int next_passes_evaluations(const jato_run *run)
{
  uint64_t limit = run->parts.limits.evaluations;
  uint64_t next = run->parts.evaluating.order == JX_BY_ITERATION ? run->parts.particles : 1;
  return limit != 0 && (run->evaluations >= limit || next > limit - run->evaluations);
}

/* Of the host's: one that failed for good, since this run was begun or resumed. */
static int has_failed(const jato_run *run)
{
  const jx_tally *tally = &run->tally;
  return run->parts.evaluating.stop_on_failure &&
         tally->by_fate[JATO_FATE_NONFINITE] + jx_tally_failed(tally) > tally->failed_before;
}

jato_stop jx_run_limit_reached(const jato_run *run)
{
  const jx_limits *limits = &run->parts.limits;
  if (has_failed(run)) return JATO_STOP_FAILURE;
  if (run->best_violation == 0 && run->best_f <= limits->target)
    return JATO_STOP_TARGET; /* never true for a NaN */
  if (limits->iterations != 0 && run->iteration >= limits->iterations) return JATO_STOP_ITERATIONS;
  if (next_passes_evaluations(run)) return JATO_STOP_EVALUATIONS;
  if (limits->stall != 0 && run->iteration - run->improved_at >= limits->stall)
    return JATO_STOP_STALL;
  if (limits->seconds > 0 && run->seconds - run->seconds_before >= limits->seconds)
    return JATO_STOP_TIME;
  return JATO_STOP_NONE;
}

double jx_run_fraction(const jato_run *run)
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
