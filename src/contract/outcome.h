/* What came of an evaluation, on its whole way: the evaluator that made it fills one, the run
 * judges and counts it, the journal writes it down. It is passed by pointer and copied by nothing
 * but ranks that send it to each other. */
#pragma once

#include "jato/jato.h"

typedef struct jx_outcome {
  uint64_t id; /* of the evaluation: jato_trial.id */
  jato_eval_status
      status;          /* as the evaluator reports it; judging finds values that are not finite */
  const double *f;     /* [objectives]: as the objective gave them; NULL: there is no value */
  const double *c;     /* [constraints]; NULL: there are none, or there is no value */
  const char *message; /* of one that failed; NULL otherwise */
  size_t worker;       /* which of those that work at a time, from 0 */
  double seconds;      /* that it took */

  /* Set by the run. */
  const double *values; /* [variables]: the point in the user's units */
  unsigned attempt;     /* 0, then 1, ... of one that was retried */
  unsigned step;        /* of an evaluation that reports while it runs; 0: a complete one */
  int is_last;          /* it is not retried after that */
  int is_given;         /* it was known before the run began */
  double start;         /* seconds from the beginning of the run */

  /* What the search makes of it: see jx_outcome_judge. NaN where there is no value. */
  double rank;      /* as the search compares outcomes */
  double value;     /* the objective as the search minimises it */
  double violation; /* of the constraints */
} jx_outcome;

/* The outcome that a device gives, which judges by itself: a value without constraints. */
static inline jx_outcome jx_outcome_of_value(double value)
{
  return (jx_outcome){.rank = value, .value = value};
}
