/* Ask and tell: the caller evaluates. Points go out, values come back in any order, from anywhere:
 * threads, processes, a cluster, a person at a lab bench. */
#ifndef JATO_ASK_H
#define JATO_ASK_H

#include "objective.h"
#include "run.h"

JATO_C_BEGIN

/* ---- Ask and tell -------------------------------------------------------------------------------
 */

/* A point to evaluate. Pointers are valid until it is told or the run is destroyed. */
typedef struct jato_trial {
  size_t size;          /* of this struct, as that of jato_result */
  uint64_t id;          /* of the evaluation: k x particles + particle for the particle's k-th one,
                           k from 0; the same for a retry */
  uint64_t particle;    /* whose position it is */
  unsigned attempt;     /* 0, then 1, ... if it failed and is retried */
  const double *x;      /* [dim]: the point in the search's box */
  const double *values; /* [variable_count]: in the user's units */
} jato_trial;

/* The outcome of an evaluation. */
typedef struct jato_outcome {
  size_t size;             /* JATO_OUTCOME_INIT */
  jato_eval_status status; /* JATO_EVAL_OK: there is a value; NaN and infinity are detected */
  double f;                /* used for JATO_EVAL_OK only */
  const double *c;         /* [constraint_count]; NULL without constraints */
  const char *message;     /* why it failed, for people; may be NULL */
} jato_outcome;
#define JATO_OUTCOME_INIT .size = sizeof(jato_outcome)

/* Returns the next point and sets *given to true; or sets it to false, and of *trial only the
 * size, if there is none until more results are reported, or if the run has ended. Only for a run
 * of jato_problem_for_ask. */
JATO_API jato_status jato_run_ask_sized(jato_run *run, jato_trial *trial, bool *given,
                                        jato_error *error);
static inline jato_status jato_run_ask(jato_run *run, jato_trial *trial, bool *given,
                                       jato_error *error)
{
  if (trial != NULL) trial->size = sizeof *trial;
  return jato_run_ask_sized(run, trial, given, error);
}

/* Takes an outcome, applies what is due in the run's order, and moves the particles whose turn it
 * is. *stop (may be NULL) is set as by jato_run_step. Fails with JATO_E_ARGUMENT for a trial
 * that is not out, and as jato_run_step does. */
JATO_API jato_status jato_run_tell(jato_run *run, uint64_t id, const jato_outcome *outcome,
                                   jato_stop *stop, jato_error *error);

/* Whether jato_run_tell would take this trial: JATO_OK if it is out, otherwise it fails as
 * jato_run_tell does. Changes nothing: for a caller that has several outcomes and tells all of them
 * or none. */
JATO_API jato_status jato_run_check_trial(const jato_run *run, uint64_t id, jato_error *error);

/* Takes back every trial that is out, to be asked for again: for a caller whose workers are gone.
 * After a run is resumed nothing is out. */
JATO_API void jato_run_recall(jato_run *run);

/* ---- Outcomes of all evaluations ---------------------------------------------------------------
 */

#define JATO_MESSAGES 8

typedef struct jato_failures {
  size_t size;                               /* of this struct, as that of jato_result */
  uint64_t by_status[JATO_EVAL_STATUS_ROOM]; /* evaluations that are done; they add up to those of
                                   the result. Kernels and C sources have only ok and nonfinite */
  uint64_t attempts;                         /* their sum, including retries */
  size_t message_count;                      /* the last ones, newest first; from this process */
  struct {
    uint64_t id;
    jato_eval_status status;
    char text[256];
  } messages[JATO_MESSAGES];
} jato_failures;

JATO_API void jato_run_failures_sized(const jato_run *run, jato_failures *failures);
static inline void jato_run_failures(const jato_run *run, jato_failures *failures)
{
  if (failures != NULL) failures->size = sizeof *failures;
  jato_run_failures_sized(run, failures);
}

JATO_C_END
#endif
