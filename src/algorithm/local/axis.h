/* The search along one axis: its samples, sorted, and the next place to try.
 *
 * There are two ways. `local`: Brent's minimiser without derivatives (Algorithms for Minimization
 * without Derivatives, 1973, chapter 5), in the bracket around the best sample. `step`: STEP
 * (Langerman, Seront, Bersini, "S.T.E.P.: the easiest way to optimize a function", 1994): the
 * middle of the interval in which a parabola through its ends needs the least curvature to fall
 * below the best value. axes.c alternates between them (Baudis and Posik, "Online black-box
 * algorithm portfolios", 2014). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "algorithm/sort.h"

/* Names are Brent's. */
typedef struct jx_brent {
  double a, b;       /* bracket */
  double x, w, v;    /* the best point, the second, the one before that */
  double fx, fw, fv; /* their values */
  double d, e;       /* the last step, and the one before */
} jx_brent;

typedef struct jx_axis_count {
  uint64_t samples;
  uint64_t since;        /* STEPs since the last gain */
  uint64_t is_stale;     /* the bracket is not around the best sample any more, or not set yet */
  uint64_t is_converged; /* Brent's search has converged */
} jx_axis_count;

typedef struct jx_axis {
  double lower, upper;
  double *t, *g; /* [room]: places in rising order, and their values; +infinity without one. The
                    best is 0, or what the last shift has made of it */
  jx_brent *brent;
  jx_axis_count *count;
} jx_axis;

/* Adds a sample, for which there must be room. A known place is not added again. */
void jx_axis_add(const jx_axis *axis, double t, double g);

/* Subtracts `by` from all values, so that those near the best keep their digits. */
void jx_axis_shift(const jx_axis *axis, double by);

/* The lowest sample; the first of equal ones. */
size_t jx_axis_best(const jx_axis *axis);

/* Whether values fall and rise again more than once; `tolerance` is relative to their range. */
int jx_axis_has_several_minima(const jx_axis *axis, double tolerance);

/* Sets *u to Brent's next place and returns 1, or 0 when the search has converged; `tolerance` is
 * relative to the sum of the length of the axis and |x|. */
int jx_axis_local(const jx_axis *axis, double tolerance, double *u);
void jx_axis_tell_local(const jx_axis *axis, double u, double g);

/* Sets *u to a bound, or later to STEP's next place, and returns 1; returns 0 when no interval is
 * wider than a millionth of the axis. scratch[samples]. */
int jx_axis_step(const jx_axis *axis, jx_ranked *scratch, double *u);
