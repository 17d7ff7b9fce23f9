/* What follows when a descent has ended: nothing, or another one from a random point.
 *
 * ipop: each descent has twice as many points in a generation as the one before (Auger and Hansen,
 * "A restart CMA evolution strategy with increasing population size", CEC 2005).
 *
 * bipop: large descents as in ipop alternate with small ones, which have few points and often small
 * steps; the kind that has used fewer evaluations is next (Hansen, "Benchmarking a BI-population
 * CMA-ES on the BBOB-2009 function testbed", GECCO 2009). */
#pragma once

#include "contract/algorithm.h"

enum { JX_RESTARTS_NONE, JX_RESTARTS_IPOP, JX_RESTARTS_BIPOP };

typedef struct jx_restarts {
  int policy; /* JX_RESTARTS_... */
  size_t n, lambda;
  double sigma;                /* lambda and sigma: of the first descent */
  const double *lower, *upper; /* [n]: the box; they must outlive it */
  uint64_t seed;

  /* What decides the future. */
  uint64_t doublings;    /* large descents begun after the first descent */
  uint64_t is_small;     /* whether the descent under way is small */
  uint64_t large, small; /* evaluations by ended descents of either kind */
  uint64_t ended;        /* descents that have ended */
} jx_restarts;

/* How a descent begins. */
typedef struct jx_start {
  size_t lambda;
  double sigma;
  uint64_t most; /* evaluations; UINT64_MAX without a limit */
} jx_start;

/* The numbers of the descent that follows one that has ended after `used` evaluations, and a start
 * for it, x[n], uniform in the middle 80 % of the box. The draws depend on the seed and on
 * `generation`, the number of the first generation to come. */
jx_start jx_restarts_next(jx_restarts *restarts, uint64_t used, uint64_t generation, double *x);

/* Whether a descent with this lambda can be one of those that have begun. */
int jx_restarts_can_have(const jx_restarts *restarts, uint64_t lambda);

/* Lists the arrays that decide the future; returns how many. */
size_t jx_restarts_state(jx_restarts *restarts, jx_array *arrays);
