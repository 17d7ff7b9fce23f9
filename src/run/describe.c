/* What a run says of itself. */
#include "run/run.h"

#include "base/float_mode.h"
#include "population/fingerprint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* With the rules of feasibility a point that breaks constraints has no value. */
double jx_run_best(const jato_run *run, const jx_best *best)
{
  const jx_space *space = run->parts.problem->space;
  int by_rules = space != NULL && space->given.penalty == 0;
  double value = by_rules && best->violation > 0 ? INFINITY : best->f;
  return jx_shown_value(run->parts.options.maximize, value);
}

int jx_run_estimate(const jato_run *run, jx_estimate *estimate)
{
  const jx_algorithm_ops *ops = run->search->ops;
  jx_estimate unasked;
  return ops->estimate != NULL &&
         ops->estimate(run->search, estimate != NULL ? estimate : &unasked);
}

uint64_t jx_run_nonfinite(const jato_run *run)
{
  return run->nonfinite + run->extra_nonfinite + run->overlap.nonfinite +
         run->tally.by_status[JATO_EVAL_NONFINITE];
}

uint64_t jx_run_evaluations(const jato_run *run)
{
  return run->evaluations + run->slots.reported + run->extra;
}

static void describe_estimate(const jato_run *run, jato_result *result)
{
  jx_estimate estimate;
  if (!jx_run_estimate(run, &estimate)) return;
  result->standard_error = isfinite(result->best) ? estimate.error : NAN;
  result->samples = estimate.samples;
}

void jx_run_get_info(const jato_run *run, jato_result *result)
{
  const jx_run_parts *parts = &run->parts;
  *result = (jato_result){.best = jx_run_best(run, &run->best),
                          .violation = run->best.violation,
                          .stop = run->stop,
                          .iterations = run->iteration,
                          .evaluations = jx_run_evaluations(run),
                          .nonfinite = jx_run_nonfinite(run),
                          .failed = jx_tally_failed(&run->tally),
                          .waiting = run->slots.reported,
                          .particles = parts->particles,
                          .seed = parts->seed,
                          .seconds = run->seconds,
                          .swarm_bytes = jx_shape_bytes(&run->devices.shape),
                          .standard_error = NAN,
                          .planned_iterations = parts->planned_iterations,
                          .planned_evaluations = parts->planned_evaluations};
  result->reused = run->evaluated.reused;
  result->given = run->evaluated.warm_start.count;
  describe_estimate(run, result);
  jx_spec_write(parts->algorithm->name, parts->algorithm->parameters, &parts->algorithm_values,
                result->algorithm, sizeof result->algorithm);
  for (size_t i = 0; i < run->devices.count; i++)
    result->build_seconds += run->devices.part[i].swarm->build_seconds;
  if (run->devices.count > 0)
    (void)snprintf(result->built, sizeof result->built, "%s", run->devices.part[0].swarm->built);
  (void)snprintf(result->device, sizeof result->device, "host"); /* where no device takes part */
  if (run->devices.count > 0)
    jx_devices_describe(&run->devices, result->device, sizeof result->device);
  (void)snprintf(result->walls, sizeof result->walls, "%s", parts->walls);
  (void)snprintf(result->why, sizeof result->why, "%s", jx_limits_words(run));
  (void)snprintf(result->explanation, sizeof result->explanation, "%s", run->explained);
}

int jx_run_profile(const jato_run *run, size_t index, jato_kernel_time *time)
{
  static const char *const names[JX_WORKS] = {[JX_WORK_PLACE] = "place",
                                              [JX_WORK_MOVE] = "move",
                                              [JX_WORK_EVALUATE] = "evaluate",
                                              [JX_WORK_JUDGE] = "judge",
                                              [JX_WORK_FIRST_PASS] = "place, evaluate, judge",
                                              [JX_WORK_PASS] = "move, evaluate, judge",
                                              [JX_WORK_OWN_BESTS] = "own bests, guides",
                                              [JX_WORK_BEST] = "best",
                                              [JX_WORK_HALO] = "edges",
                                              [JX_WORK_COPY] = "copies",
                                              [JX_WORK_METHOD] = "method",
                                              [JX_WORK_WAIT] = "wait for evaluations"};
  const jx_profile *profile = run->parts.profile;
  for (size_t work = 0; profile != NULL && work < JX_WORKS; work++) {
    if (profile->row[work].calls == 0 || index-- > 0) continue;
    *time = profile->row[work];
    time->name = names[work];
    return 1;
  }
  return 0;
}

jato_progress jx_run_progress(jato_run *run)
{
  return (jato_progress){.size = sizeof(jato_progress),
                         .iteration = run->iteration,
                         .evaluations = jx_run_evaluations(run),
                         .nonfinite = jx_run_nonfinite(run),
                         .failed = jx_tally_failed(&run->tally),
                         .best = jx_run_best(run, &run->best),
                         .violation = run->best.violation,
                         .seconds = run->seconds,
                         .fraction = jx_limits_fraction(run),
                         .run = run};
}

void jx_run_tell(jato_run *run, jato_event_kind kind, const char *text)
{
  if (run->parts.event == NULL) return;
  jato_progress progress = jx_run_progress(run);
  jato_event event = {.size = sizeof event, .kind = kind, .progress = &progress, .text = text};
  jx_float_mode mode = jx_float_mode_read();
  run->parts.event(&event, run->parts.event_user);
  jx_float_mode_restore(&mode);
}

void jx_run_explain(jato_run *run)
{
  const jx_algorithm_ops *ops = run->search->ops;
  if (ops->explain == NULL) return;
  unsigned now = ops->explain(run->search, NULL, 0);
  if (now == run->sentence) return;
  run->sentence = now;
  (void)ops->explain(run->search, run->explained, sizeof run->explained);
  jx_run_tell(run, JATO_EVENT_CHANGED, run->explained);
}

void jx_run_stop(jato_run *run, jato_stop why)
{
  if (run->stop != JATO_STOP_NONE || why == JATO_STOP_NONE) return;
  run->stop = why;
  jx_run_tell(run, JATO_EVENT_STOPPED, "");
}

void jx_run_report(jato_run *run)
{
  if (run->parts.progress == NULL) return;
  jato_progress progress = jx_run_progress(run);
  jx_float_mode mode = jx_float_mode_read();
  int stops = run->parts.progress(&progress, run->parts.progress_user) != 0;
  jx_float_mode_restore(&mode);
  if (stops) jx_run_stop(run, JATO_STOP_CALLBACK);
}

/* ---- The digest ---- */

void jx_run_digest_begin(jato_run *run, jx_digest *digest)
{
  jx_array arrays[JX_ARRAYS_MOST];
  const jx_algorithm_ops *ops = run->search->ops;
  size_t count = ops->state != NULL ? ops->state(run->search, arrays) : 0;
  jx_fingerprint_begin(digest, run->guide.rank, run->guide.x, run->parts.problem->dim);
  for (size_t i = 0; i < count; i++)
    jx_fingerprint_array(digest, arrays[i].data, arrays[i].rows * arrays[i].columns);
}

jato_status jx_run_digest(jato_run *run, uint64_t *out, jato_error *error)
{
  jx_digest digest;
  jx_run_digest_begin(run, &digest);
  if (jx_run_has_swarm(run)) JX_TRY(jx_devices_digest(&run->devices, &digest, error));
  *out = jx_digest_end(&digest);
  return JATO_OK;
}
