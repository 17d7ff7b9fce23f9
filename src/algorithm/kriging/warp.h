/* Values as a Gaussian process likes them. */
#pragma once

#include "algorithm/sort.h"

/* How many of the values, the best ones, are left as they are: the rest is drawn closer, by
 * logarithms of the distance from the best. */
enum jx_warp { JX_WARP_NONE, JX_WARP_HALF, JX_WARP_FIFTH, JX_WARPS };

/* y[count] of rank[count]: with the mean 0 and the deviation 1, in the same order. Points without a
 * value become as bad as the worst; if none has one, places in the order take their place. Returns
 * the logarithm of the density of ranks where that of y is 1, up to a constant: likelihoods of
 * different warps can be compared with it. */
double jx_warp_values(enum jx_warp warp, const double *rank, size_t count, jx_ranked *order,
                      double *y);
