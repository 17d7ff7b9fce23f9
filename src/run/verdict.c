/* What becomes of evaluations: judged, counted, and remembered for who asks why. */
#include "run/generation.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>

static const char *const orders[] = {
    [JX_BY_ITERATION] = "iteration", [JX_BY_PARTICLE] = "particle", [JX_BY_ARRIVAL] = "arrival"};

const char *jx_apply_order_name(jx_apply_order order) { return orders[order]; }

jato_status jx_apply_order_read(const char *name, jx_apply_order *order, jato_error *error)
{
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  for (int i = JX_BY_ITERATION; i <= JX_BY_ARRIVAL; i++) {
    *order = (jx_apply_order)i;
    if (jx_text_equals(jx_text_of(name), orders[i])) return JATO_OK;
    jx_nearest_offer(&nearest, orders[i]);
  }
  return jx_fail(error, JATO_E_NAME, "unknown order \"%s\"; %s%s%s", name,
                 nearest.name != NULL ? "did you mean \"" : "take iteration, particle or arrival",
                 nearest.name != NULL ? nearest.name : "", nearest.name != NULL ? "\"?" : "");
}

static int is_finite(const double *c, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!isfinite(c[i])) return 0;
  return 1;
}

jx_verdict jx_verdict_of(const jx_space *space, const jato_outcome *outcome, int maximize)
{
  size_t constraints = space != NULL ? space->given.constraint_count : 0;
  jato_fate fate = outcome->fate;
  const double *c = outcome->c;
  double f = maximize ? -outcome->f : outcome->f;
  if (fate == JATO_FATE_OK && (!isfinite(f) || !is_finite(c, constraints)))
    fate = JATO_FATE_NONFINITE;
  if (fate != JATO_FATE_OK) return (jx_verdict){fate, NAN, NAN, NAN, NULL};
  if (constraints == 0) return (jx_verdict){fate, f, f, 0, NULL};
  double violation = jx_space_violation(space, c);
  return (jx_verdict){fate, jx_space_rank(space, f, violation), f, violation, c};
}

void jx_tally_end(jx_tally *tally, uint64_t id, jato_fate fate, const char *message)
{
  tally->by_fate[fate]++;
  if (message == NULL || fate == JATO_FATE_OK) return;
  size_t index = (size_t)(tally->messages++ % JATO_MESSAGES);
  tally->message[index].id = id;
  tally->message[index].fate = fate;
  (void)snprintf(tally->message[index].text, sizeof tally->message[index].text, "%s", message);
}

uint64_t jx_tally_failed(const jx_tally *tally)
{
  uint64_t failed = 0;
  for (int fate = JATO_FATE_NONFINITE + 1; fate < JATO_FATES; fate++)
    failed += tally->by_fate[fate];
  return failed;
}
