#include "timing/passes.h"

#include "base/clock.h"
#include "run/run.h"

static jato_status check_swarm(const jato_run *run, jato_error *error)
{
  if (jx_run_has_swarm(run)) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT, "%s gives points and has no swarm to be timed; take pso",
                 run->parts.algorithm->name);
}

jato_status jx_time_bare_pass(jato_run *run, double *seconds, uint64_t *bytes, jato_error *error)
{
  uint64_t moved = 0;
  JX_TRY(check_swarm(run, error));
  double began = jx_clock_seconds();
  JX_TRY(jx_devices_time(&run->devices, JX_TIME_BARE, &moved, error));
  run->broken = "a bare pass overwrote its swarm";
  if (seconds != NULL) *seconds = jx_clock_seconds() - began;
  if (bytes != NULL) *bytes = moved;
  return JATO_OK;
}

jato_status jx_time_evaluate_pass(jato_run *run, double *seconds, jato_error *error)
{
  uint64_t moved = 0;
  JX_TRY(check_swarm(run, error));
  double began = jx_clock_seconds();
  JX_TRY(jx_devices_time(&run->devices, JX_TIME_EVALUATE, &moved, error));
  if (seconds != NULL) *seconds = jx_clock_seconds() - began;
  return JATO_OK;
}
