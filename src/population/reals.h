/* Numbers in the precision of a run, for code that works with both precisions. */
#pragma once

#include "base/status.h"

/* array[i]; real_bytes is 4 or 8. */
double jx_real_at(const void *array, size_t i, size_t real_bytes);

/* to[i] = the nearest number to from[i]. */
void jx_reals_from(const double *from, size_t count, size_t real_bytes, void *to);

/* The range and the resolution of coordinates: lower and upper bounds, the least and largest
 * velocity, and the number that rounds a velocity when it is added and subtracted; [dim] reals
 * each, in this order: [5][dim]. */
enum { JX_LOWER, JX_UPPER, JX_LEAST_V, JX_MOST_V, JX_ROUNDER, JX_BOX_ROWS };

/* Fills box[5][dim] for the bounds of a problem, rounded inwards so that rounding never enlarges a
 * box, and velocities up to `limit` times its width. Fails with JATO_E_ARGUMENT if the box is too
 * narrow or too wide for the precision. */
typedef struct jx_bounds {
  size_t dim;
  const double *lower, *upper; /* [dim] */
  double limit;
} jx_bounds;
jato_status jx_box_round(const jx_bounds *bounds, size_t real_bytes, void *box, jato_error *error);
