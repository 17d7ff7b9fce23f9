/* A gradient by differences, as points that can be evaluated side by side. Forward differences need
 * one point for each coordinate, a backward one at the upper bound; central ones need two, where
 * both are in the box. If a point has no value, the one on the other side replaces it; a coordinate
 * with neither, or without room to move, has slope 0.
 *
 * Slopes are in units of the width of the box: g_i = df/dx_i (upper_i - lower_i). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "algorithm/local/digits.h"

/* All memory belongs to the owner. `slope`, `missing`, `pass` and `central` decide the future. */
typedef struct jx_gradient {
  size_t n;
  const double *lower, *upper, *width; /* [n] */
  jx_digits digits;
  double *slope;    /* [n] */
  double *missing;  /* [n]: 1 where the first point had no value */
  uint64_t central; /* 1: central differences; 0: forward ones */
  uint64_t pass;    /* 1: evaluates the other sides of those that are missing */
} jx_gradient;

/* Writes the points of this pass to x[count][n], unless NULL, and returns count, at most 2 n. */
size_t jx_gradient_points(const jx_gradient *gradient, const double *at, double *x);

/* Takes their ranks, in the same order, and the value at `at`. Returns 1 if another pass is needed,
 * as `pass` says, and 0 if the slopes are complete. */
int jx_gradient_tell(jx_gradient *gradient, const double *at, double value, const double *rank);
