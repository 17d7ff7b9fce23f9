/* What a run keeps of single evaluations outside of devices: evaluations.h. */
#pragma once

#include "record/journal/journal.h"
#include "run/evaluations/points_table.h"
#include "run/evaluations/value_cache.h"

/* Points whose values were known before the run began (jato_options.warm_start): from the journal
 * of another run, or from a table. They count as evaluated, and the best of them are where the
 * search begins. A run keeps them in its own journal, and takes them from there when it is resumed.
 */
typedef struct jx_warm_start {
  uint64_t count;      /* points in all */
  jx_points_table all; /* until the run has begun */
  size_t first;        /* those with a place in the first generation, the best first */
  double *x;           /* [first][dim] */
  double *numbers;     /* [first][width]: their rows */
} jx_warm_start;

/* What a run keeps of single evaluations. */
typedef struct jx_evaluations {
  jx_journal *journal;      /* NULL: there is none */
  int failing;              /* it cannot be written, and the caller knows */
  int taken_up;             /* it was left by this run, which had no checkpoint yet */
  jx_value_cache cache;     /* without room: points are evaluated as often as they come */
  size_t submitted;         /* points that are with the evaluator */
  jx_warm_start warm_start; /* points that were known before the run began */
  uint64_t reused;          /* evaluations that were answered by an earlier one */
} jx_evaluations;
