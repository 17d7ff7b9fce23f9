/* A single evaluation outside of a run, for inspection. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/options.h"
#include "base/clock.h"
#include "options/settings.h"
#include "registry/registry.h"

static void copy_outcome(const jato_problem *problem, const jx_outcome *outcome,
                         jato_single_evaluation *single)
{
  size_t constraints = jx_problem_constraints(problem);
  single->status = outcome->status;
  if (outcome->status != JATO_EVAL_OK) {
    (void)snprintf(single->message, sizeof single->message, "%s",
                   outcome->message != NULL ? outcome->message : "");
    return;
  }
  single->f = outcome->f[0];
  single->violation = constraints == 0 ? 0 : jx_space_violation(problem->space, outcome->c);
  if (constraints > 0 && single->c != NULL && outcome->c != NULL)
    memmove(single->c, outcome->c, constraints * sizeof *single->c);
  if (isfinite(single->f) && isfinite(single->violation)) return;
  single->status = JATO_EVAL_NONFINITE;
  (void)snprintf(single->message, sizeof single->message,
                 "the value or a constraint's number is not finite");
}

static jato_status evaluate_one(const jx_evaluator_ops *ops, jx_evaluator *evaluator,
                                const jato_problem *problem, const double *values,
                                jato_single_evaluation *single, jato_error *error)
{
  jx_outcome *outcome = NULL;
  JX_TRY(ops->submit(evaluator, 0, values, error));
  while (outcome == NULL) JX_TRY(ops->wait(evaluator, 1, &outcome, error));
  copy_outcome(problem, outcome, single);
  return JATO_OK;
}

static jato_status try_evaluator(const jx_evaluator_ops *ops, const jato_problem *problem,
                                 const double *values, const jato_options *options,
                                 jato_single_evaluation *single, jato_error *error)
{
  jx_evaluator *evaluator = NULL;
  jx_evaluator_config config = {.problem = problem,
                                .workers = 1,
                                .timeout = options->timeout > 0 ? options->timeout : INFINITY,
                                .limits = jx_options_limits(options),
                                .key = options->key,
                                .adopts = options->adopt_children,
                                .notice = options->notice,
                                .notice_user = options->notice_user,
                                .trace = single->trace,
                                .trace_user = single->trace_user,
                                .allocator = problem->allocator};
  JX_TRY(ops->create(&config, &evaluator, error));
  double began = jx_clock_seconds();
  jato_status status = evaluate_one(ops, evaluator, problem, values, single, error);
  single->seconds = jx_clock_seconds() - began;
  ops->destroy(&evaluator);
  return status;
}

/* Evaluates on a device, where values are coordinates. */
static jato_status try_on_device(const jato_problem *problem, const double *values,
                                 const jato_options *options, jato_single_evaluation *single,
                                 jato_error *error)
{
  double f = NAN, began = jx_clock_seconds();
  JX_TRY(jato_problem_evaluate(problem, values, 1, &f, options, error));
  single->seconds = jx_clock_seconds() - began;
  jx_outcome outcome = {.f = &f};
  copy_outcome(problem, &outcome, single);
  return JATO_OK;
}

jato_status jato_problem_try(const jato_problem *problem, const double *values,
                             const jato_options *options, jato_single_evaluation *given,
                             jato_error *error)
{
  jato_options own;
  jato_single_evaluation all, *single = &all;
  if (problem == NULL || values == NULL || given == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a problem, values and a jato_single_evaluation are needed");
  JX_TRY(JX_SIZED_READ(jato_single_evaluation, given, single, error));
  if (problem->objective.kind == JX_OBJECTIVE_ASKED)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "this problem has no objective: its caller asks and tells");
  if (jx_problem_constraints(problem) > 0 && single->c == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "c is NULL: there is no room for the constraints");
  JX_TRY(jx_options_read(options, &own, error));
  single->status = JATO_EVAL_OK;
  single->f = single->violation = NAN;
  single->seconds = 0;
  single->message[0] = '\0';
  const jx_evaluator_ops *ops = jx_registry_evaluator(problem->objective.kind);
  jato_status status = ops == NULL ? try_on_device(problem, values, &own, single, error)
                                   : try_evaluator(ops, problem, values, &own, single, error);
  jx_sized_write(single, sizeof *single, given);
  return status;
}
