/* When a run ends, and how near it is to that. */
#include "run/core/apply.h"
#include "run/core/spread.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Failures in a row that end a run by default. */
#define FAILURES_IN_ROW 50

/* Evaluations of a program without one finite value that end a run: where values are to be found in
 * a fiftieth of the box, one run of 50 goes wrong by it. */
#define VALUELESS 200

/* Points of a first generation that say something when all of them fail: three may do so by chance
 * where half of the box has no values. */
#define FIRST_POINTS 10

/* ---- Failures in a row ---- */

/* NaN and infinity are answers: how many objectives say "not here". Where a program never gave
 * another one, in a whole first generation and more, it is no answer to anything. */
static void count_valueless(jato_run *run, jato_eval_status status)
{
  jx_failing *failing = &run->failing;
  uint64_t asked = run->parts.evaluating.failures_in_row, generation = run->slots.count;
  uint64_t most = asked > 0 ? asked : VALUELESS > generation ? VALUELESS : generation;
  failing->has_value |= status == JATO_EVAL_OK;
  if (run->parts.problem->objective.command == NULL || failing->has_value) return;
  if (++failing->valueless < most || failing->too_many) return;
  failing->too_many = 1;
  (void)snprintf(failing->words, sizeof failing->words,
                 "none of the first %" PRIu64 " evaluations had a finite value",
                 failing->valueless);
}

static void count_outcome(jato_run *run, jato_eval_status status)
{
  jx_failing *failing = &run->failing;
  uint64_t asked = run->parts.evaluating.failures_in_row;
  int failed = status != JATO_EVAL_OK && status != JATO_EVAL_NONFINITE;
  uint64_t most = asked > 0 ? asked : FAILURES_IN_ROW;
  failing->count = failed ? failing->count + 1 : 0;
  if (failing->count < most) count_valueless(run, status);
  if (failing->too_many || failing->count < most) return;
  failing->too_many = 1;
  (void)snprintf(failing->words, sizeof failing->words, "%" PRIu64 " evaluations in a row failed",
                 failing->count);
}

static void look_at_first_generation(jato_run *run, uint64_t generation)
{
  jx_failing *failing = &run->failing;
  int is_whole = generation >= FIRST_POINTS && failing->count == generation;
  if (failing->too_many || !is_whole || run->parts.evaluating.failures_in_row > 0) return;
  failing->too_many = 1;
  (void)snprintf(failing->words, sizeof failing->words,
                 "all %" PRIu64 " evaluations of the first generation failed", generation);
}

void jx_limits_count_one(jato_run *run, jato_eval_status status)
{
  const jx_slots *slots = &run->slots;
  count_outcome(run, status);
  if (slots->applied == slots->count) look_at_first_generation(run, slots->count);
  run->failing.applied = run->failing.count;
}

void jx_limits_count_reported(jato_run *run)
{
  const jx_slots *slots = &run->slots;
  jx_failing *failing = &run->failing;
  if (!run->parts.evaluating.host_objective || slots->order != JX_BY_ITERATION) return;
  for (; failing->counted < slots->count; failing->counted++) {
    if (slots->slot[failing->counted].state != JX_SLOT_REPORTED) return;
    count_outcome(run, (jato_eval_status)slots->slot[failing->counted].status);
  }
  if (slots->applied == 0) look_at_first_generation(run, slots->count);
}

void jx_limits_count_applied(jato_run *run)
{
  run->failing.applied = run->failing.count;
  run->failing.counted = 0;
}

/* ---- Points that have come together ---- */

#define NEAR_SHARE 1e-6  /* of the range: nearer, values no longer tell points apart */
#define NEAR_ROUNDINGS 4 /* of a value */
#define FEWEST_POINTS 4  /* of fewer there is no telling */

/* Iterations at which it is looked at. Programs are worth a look early. On devices a look is dear
 * beside an iteration of a large swarm, and runs of a batch do not look (suits_batch): none of up
 * to 1000 iterations, as runs have by default, needs to. */
enum { HOST_EVERY = 16, DEVICE_EVERY = 64, DEVICE_FIRST = JX_LOOKS_FROM };

/* Methods that begin again, or know their end themselves, go through this on their way. Tiles that
 * are apart make passes of several iterations, which another step would cut elsewhere. */
static int may_come_together(const jato_run *run)
{
  const jx_algorithm_ops *ops = run->search->ops;
  return run->parts.limits.converges && ops->is_done == NULL && ops->descents == NULL &&
         run->parts.particles >= FEWEST_POINTS && run->search->plan.exchange <= 1 &&
         run->parts.evaluating.order == JX_BY_ITERATION;
}

static int is_due(const jato_run *run)
{
  uint64_t now = run->iteration;
  if (run->parts.evaluating.host_objective) return now > 0 && now % HOST_EVERY == 0;
  return now >= DEVICE_FIRST && now % DEVICE_EVERY == 0;
}

jato_status jx_limits_look(jato_run *run, jato_error *error)
{
  int in_float = jx_run_in_float(&run->parts);
  jx_tolerance near = {NEAR_SHARE, NEAR_ROUNDINGS * (in_float ? FLT_EPSILON : DBL_EPSILON)};
  run->is_together = 0;
  if (!may_come_together(run) || !is_due(run)) return JATO_OK;
  return jx_spread_is_small(run, &near, &run->is_together, error);
}

/* A file does not hold the points of a method once they are applied, but that they ended the run.
 */
jato_status jx_limits_look_again(jato_run *run, jato_stop saved, jato_error *error)
{
  if (run->slots.open) return JATO_OK; /* it has gone on from there */
  if (jx_run_has_swarm(run)) return jx_limits_look(run, error);
  run->is_together = may_come_together(run) && saved == JATO_STOP_CONVERGED;
  return JATO_OK;
}

/* ---- Limits ---- */

static int are_evaluations_used_up(const jato_run *run)
{
  uint64_t limit = run->parts.limits.evaluations;
  uint64_t made = run->evaluations + run->extra;
  if (run->parts.evaluating.order == JX_BY_ITERATION) made += run->slots.reported;
  return limit != 0 && made >= limit;
}

/* Evaluations of the host: too many failed, or one that failed for good since this run was begun or
 * resumed. */
static int has_failed(const jato_run *run)
{
  const jx_tally *tally = &run->tally;
  if (run->failing.too_many) return 1;
  return run->parts.evaluating.stop_on_failure &&
         tally->by_status[JATO_EVAL_NONFINITE] + jx_tally_failed(tally) > tally->failed_before;
}

/* The method itself has nothing more to try, and says why; or its points have come together. */
static int has_converged(const jato_run *run, const char **why)
{
  if (run->is_together) {
    *why = "all points lie within 1e-6 of the range, and their values within rounding";
    return 1;
  }
  const jx_algorithm_ops *ops = run->search->ops;
  return ops->is_done != NULL && jx_slots_between(&run->slots) && ops->is_done(run->search, why);
}

const char *jx_limits_words(const jato_run *run)
{
  const char *why = "";
  if (run->stop == JATO_STOP_FAILURE) return run->failing.words;
  if (run->stop == JATO_STOP_TARGET && run->parts.limits.target_is_minimum)
    return "the known minimum, to 1e-8";
  return run->stop == JATO_STOP_CONVERGED && has_converged(run, &why) ? why : "";
}

int jx_limits_is_time_over(const jato_run *run)
{
  const jx_limits *limits = &run->parts.limits;
  return limits->seconds > 0 && run->seconds - run->seconds_before >= limits->seconds;
}

/* by_clock: not 0: the clock counts, too. */
static jato_stop reached(const jato_run *run, int by_clock)
{
  const jx_limits *limits = &run->parts.limits;
  const char *why = "";
  int apart = jx_run_by_pass(run) && jx_plan_isolates_tiles(&run->search->plan, run->iteration + 1);
  if (has_failed(run)) return JATO_STOP_FAILURE;
  const jx_best *best = run->search->plan.lag ? &run->guide : &run->best;
  if (!apart && best->violation == 0 && best->f <= limits->target)
    return JATO_STOP_TARGET; /* never true for a NaN */
  if (limits->iterations != 0 && run->iteration >= limits->iterations) return JATO_STOP_ITERATIONS;
  if (are_evaluations_used_up(run)) return JATO_STOP_EVALUATIONS;
  if (!apart && limits->stall != 0 && run->iteration - run->improved_at >= limits->stall)
    return JATO_STOP_STALL;
  if (by_clock && jx_limits_is_time_over(run)) return JATO_STOP_TIME;
  return has_converged(run, &why) ? JATO_STOP_CONVERGED : JATO_STOP_NONE;
}

jato_stop jx_limits_reached(const jato_run *run) { return reached(run, 1); }
jato_stop jx_limits_reached_by_work(const jato_run *run) { return reached(run, 0); }

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
