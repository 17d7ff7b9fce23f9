/* One evaluation by itself, to look at. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "registry/registry.h"

static void take_outcome(const jato_problem *problem, const jx_finished *finished,
                         jato_rehearsal *rehearsal)
{
  size_t constraints = jx_problem_constraints(problem);
  rehearsal->fate = finished->fate;
  if (finished->fate != JATO_FATE_OK) {
    (void)snprintf(rehearsal->message, sizeof rehearsal->message, "%s",
                   finished->message != NULL ? finished->message : "");
    return;
  }
  rehearsal->f = finished->f;
  rehearsal->violation = constraints == 0 ? 0 : jx_space_violation(problem->space, finished->c);
  if (constraints > 0 && rehearsal->c != NULL && finished->c != NULL)
    memmove(rehearsal->c, finished->c, constraints * sizeof *rehearsal->c);
  if (isfinite(finished->f) && isfinite(rehearsal->violation)) return;
  rehearsal->fate = JATO_FATE_NONFINITE;
  (void)snprintf(rehearsal->message, sizeof rehearsal->message,
                 "the value or a constraint's number is not finite");
}

static jato_status evaluate_one(const jx_evaluator_ops *ops, jx_evaluator *evaluator,
                                const jato_problem *problem, const double *values,
                                jato_rehearsal *rehearsal, jato_error *error)
{
  jx_finished finished = {.fate = JATO_FATE_WORKER};
  JX_TRY(ops->submit(evaluator, 0, values, error));
  for (int got = 0; !got;) JX_TRY(ops->wait(evaluator, 1, &finished, &got, error));
  take_outcome(problem, &finished, rehearsal);
  return JATO_OK;
}

static jato_status rehearse_outside(const jx_evaluator_ops *ops, const jato_problem *problem,
                                    const double *values, const jato_options *options,
                                    jato_rehearsal *rehearsal, jato_error *error)
{
  jx_evaluator *evaluator = NULL;
  jx_evaluator_wish wish = {.problem = problem,
                            .workers = 1,
                            .timeout = options->timeout > 0 ? options->timeout : INFINITY,
                            .at_once = 1,
                            .adopts = options->adopt_children,
                            .notice = options->notice,
                            .notice_user = options->notice_user,
                            .witness = rehearsal->witness,
                            .witness_user = rehearsal->witness_user,
                            .allocator = problem->allocator};
  JX_TRY(ops->create(&wish, &evaluator, error));
  double began = jx_clock_seconds();
  jato_status status = evaluate_one(ops, evaluator, problem, values, rehearsal, error);
  rehearsal->seconds = jx_clock_seconds() - began;
  ops->destroy(&evaluator);
  return status;
}

/* On a device places are values. */
static jato_status rehearse_on_device(const jato_problem *problem, const double *values,
                                      const jato_options *options, jato_rehearsal *rehearsal,
                                      jato_error *error)
{
  double f = NAN, began = jx_clock_seconds();
  JX_TRY(jato_problem_evaluate(problem, values, 1, &f, options, error));
  rehearsal->seconds = jx_clock_seconds() - began;
  jx_finished finished = {.fate = JATO_FATE_OK, .f = f};
  take_outcome(problem, &finished, rehearsal);
  return JATO_OK;
}

jato_status jato_problem_rehearse(const jato_problem *problem, const double *values,
                                  const jato_options *options, jato_rehearsal *rehearsal,
                                  jato_error *error)
{
  jato_options usual = jato_options_default();
  if (problem == NULL || values == NULL || rehearsal == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a problem, values and a rehearsal are needed");
  if (problem->objective.kind == JX_OBJECTIVE_ASKED)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "this problem has no objective: its caller asks and tells");
  if (jx_problem_constraints(problem) > 0 && rehearsal->c == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "c is NULL: there is no room for the constraints");
  if (options == NULL) options = &usual;
  rehearsal->fate = JATO_FATE_OK;
  rehearsal->f = rehearsal->violation = NAN;
  rehearsal->seconds = 0;
  rehearsal->message[0] = '\0';
  const jx_evaluator_ops *ops = jx_registry_evaluator(problem->objective.kind);
  return ops == NULL ? rehearse_on_device(problem, values, options, rehearsal, error)
                     : rehearse_outside(ops, problem, values, options, rehearsal, error);
}
