/* The minimum of a quadratic function in a ball. */
#pragma once

#include <stddef.h>

/* Sets u[n] to the minimum of g'u + u'H u / 2 among the u of length at most `radius`; if it lies on
 * the ball, its length is within a tenth of the radius. h[n][n] is symmetric and need not be
 * positive definite. work[n][n + 1]. */
void jx_trust_region_minimum(size_t n, const double *h, const double *g, double radius,
                             double *work, double *u);
