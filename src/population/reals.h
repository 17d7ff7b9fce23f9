/* Numbers in the precision of a run, for code that does not know which it is. */
#pragma once

#include "base/status.h"

/* array[i]; real_bytes is 4 or 8. */
double jx_real_at(const void *array, size_t i, size_t real_bytes);

/* to[i] = the nearest number to from[i]. */
void jx_reals_from(const double *from, size_t count, size_t real_bytes, void *to);

/* How far coordinates reach, and how fine they are: lower and upper bounds, the least and largest
 * velocity, and the number whose addition and subtraction rounds a velocity, each [dim] reals, one
 * after the other: [5][dim]. */
enum { JX_LOWER, JX_UPPER, JX_LEAST_V, JX_MOST_V, JX_ROUNDER, JX_BOX_ROWS };

/* Fills box[5][dim] for a problem's bounds, rounded inwards, so that a box never grows by rounding,
 * and velocities up to `limit` times its width. Fails with JATO_E_ARGUMENT when the precision
 * leaves nothing of a very narrow box, or cannot hold the width of a very wide one. */
typedef struct jx_bounds {
  size_t dim;
  const double *lower, *upper; /* [dim] */
  double limit;
} jx_bounds;
jato_status jx_box_round(const jx_bounds *bounds, size_t real_bytes, void *box, jato_error *error);
