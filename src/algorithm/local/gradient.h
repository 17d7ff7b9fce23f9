/* A gradient by differences, as points that can be evaluated side by side. Forward differences take
 * one point for each coordinate, backward ones at the upper bound; central ones two, where both are
 * in the box. A point without a value is made up for by the one on the other side; a coordinate
 * with neither, or without room to move, has slope 0.
 *
 * Slopes are by widths of the box: g_i = df/dx_i (upper_i - lower_i). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "algorithm/local/digits.h"

/* Memory is the owner's. `slope`, `missing` and `pass` decide the future, with `central`. */
typedef struct jx_gradient {
  size_t n;
  const double *lower, *upper, *width; /* [n] */
  jx_digits digits;
  double *slope;    /* [n] */
  double *missing;  /* [n]: 1 where the first point had no value */
  uint64_t central; /* which differences */
  uint64_t pass;    /* 1: the other sides are evaluated for those that are missing */
} jx_gradient;

/* The points of this pass: x[count][n], at most 2 n, around `at`. Returns count; x may be NULL. */
size_t jx_gradient_points(const jx_gradient *gradient, const double *at, double *x);

/* Their ranks, in that order, and the value at `at`. Returns 1 when another pass is needed, 0 when
 * the slopes are there; `pass` says so. */
int jx_gradient_tell(jx_gradient *gradient, const double *at, double value, const double *rank);
