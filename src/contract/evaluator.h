/* What computes values outside of devices: functions of the caller's, programs, shared objects. The
 * run hands points over in the user's units and takes outcomes back; retries, counting and the
 * order in which outcomes are applied are the run's business. */
#pragma once

#include "contract/outcome.h"
#include "contract/problem.h"

/* What is evaluating for one run. Used by one thread. */
typedef struct jx_evaluator jx_evaluator;

/* What a program may use. 0: no limit. */
typedef struct jx_program_limits {
  uint64_t memory, file_size; /* bytes */
  double cpu_seconds;
  int sandbox; /* not 0: bubblewrap runs it */
  int setuid;  /* not 0: it may gain rights */
} jx_program_limits;

typedef struct jx_evaluator_config {
  const jato_problem *problem;
  size_t workers; /* evaluations at once; 0: as many as suit it */
  double timeout; /* seconds an evaluation may take; infinity: any */
  jx_program_limits limits;
  const char *key; /* file of the user's key, used while the evaluator is created: programs in a
                      sandbox cannot read it; NULL: there is none */
  int adopts;      /* children of children that lost their parents become those of this process
                      (PR_SET_CHILD_SUBREAPER), and this process has no others: they are ended when
                      an evaluation is over */
  jato_notice_fn notice; /* may be NULL */
  void *notice_user;
  jato_trace_fn trace; /* of what goes to programs and comes back; may be NULL */
  void *trace_user;
  jato_allocator allocator;
} jx_evaluator_config;

/* Every evaluator has capacity, submit, wait and cancel; one that takes many points at once also
 * has `evaluate`. */
typedef struct jx_evaluator_ops {
  const char *name;
  const char *state; /* "built"; otherwise why it cannot be used */

  /* Whether the problem's objective makes sense; called when a problem is made. NULL: always. Fails
   * with JATO_E_ARGUMENT, JATO_E_FILE, JATO_E_NOT_BUILT. */
  jato_status (*check)(const jato_problem *problem, jato_error *error);

  /* Takes all memory it needs; workers that stay may be started here or with their first point. */
  jato_status (*create)(const jx_evaluator_config *config, jx_evaluator **out, jato_error *error);

  /* Ends all that is still running, and waits for its end. */
  void (*destroy)(jx_evaluator **evaluator);

  /* Evaluates points at once. f, c and status are the run's memory. Fails with JATO_E_OBJECTIVE
   * where the function asks to end the run. */
  jato_status (*evaluate)(jx_evaluator *evaluator, const jato_points *points, jato_error *error);

  /* The same, and r[count][residual_count] of an objective that has residuals. NULL: it is given
   * none such. */
  jato_status (*residuals)(jx_evaluator *evaluator, const jato_points *points, double *r,
                           jato_error *error);

  /* How many points it can have at a time: as many are submitted, at most. */
  size_t (*capacity)(const jx_evaluator *evaluator);

  /* Takes a point in: values[variables], copied or used before it returns. Fails only where no
   * evaluation can succeed (a program that is not there): with JATO_E_OBJECTIVE. */
  jato_status (*submit)(jx_evaluator *evaluator, uint64_t id, const double *values,
                        jato_error *error);

  /* Waits for an evaluation to be over, for at most `seconds`; *over is NULL if none is. It is the
   * evaluator's, and valid until the next call on it. */
  jato_status (*wait)(jx_evaluator *evaluator, double seconds, jx_outcome **over,
                      jato_error *error);

  /* Ends all that is running; no outcome will come of it. Points may be submitted afterwards. */
  void (*cancel)(jx_evaluator *evaluator);
} jx_evaluator_ops;
