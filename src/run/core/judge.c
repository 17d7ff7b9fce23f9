#include "run/core/judge.h"

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

static int are_finite(const double *c, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!isfinite(c[i])) return 0;
  return 1;
}

void jx_outcome_judge(jx_outcome *outcome, const jx_space *space, int maximize)
{
  size_t constraints = space != NULL ? space->given.constraint_count : 0;
  if (outcome->status == JATO_EVAL_OK &&
      (!isfinite(outcome->f[0]) || !are_finite(outcome->c, constraints)))
    outcome->status = JATO_EVAL_NONFINITE;
  if (outcome->status != JATO_EVAL_OK) {
    outcome->rank = outcome->value = outcome->violation = NAN;
    return;
  }
  outcome->value = maximize ? -outcome->f[0] : outcome->f[0];
  outcome->violation = 0;
  outcome->rank = outcome->value;
  if (constraints == 0) return;
  outcome->violation = jx_space_violation(space, outcome->c);
  outcome->rank = jx_space_rank(space, outcome->value, outcome->violation);
}

void jx_tally_end(jx_tally *tally, uint64_t id, jato_eval_status status, const char *message)
{
  tally->by_status[status]++;
  if (message == NULL || status == JATO_EVAL_OK) return;
  size_t index = (size_t)(tally->messages++ % JATO_MESSAGES);
  tally->message[index].id = id;
  tally->message[index].status = status;
  (void)snprintf(tally->message[index].text, sizeof tally->message[index].text, "%s", message);
}

uint64_t jx_tally_failed(const jx_tally *tally)
{
  uint64_t failed = 0;
  for (int status = JATO_EVAL_NONFINITE + 1; status < JX_EVAL_STATUSES; status++)
    failed += tally->by_status[status];
  return failed;
}
