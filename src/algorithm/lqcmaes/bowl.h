/* Where a quadratic function is least in a ball. */
#pragma once

#include <stddef.h>

/* u[n] becomes the u of g'u + u'H u / 2's minimum among those of length at most `radius`, which is
 * met to a tenth where the minimum lies on it. h[n][n] is symmetric, and need not be positive
 * definite. work[n][n + 1]. */
void jx_bowl_bottom(size_t n, const double *h, const double *g, double radius, double *work,
                    double *u);
