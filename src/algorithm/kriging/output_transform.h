/* Transforms objective values for a Gaussian process. */
#pragma once

#include "algorithm/sort.h"

/* How many of the values, the best ones, are left as they are: the rest is drawn closer, by
 * logarithms of the distance from the best. */
enum jx_transform { JX_TRANSFORM_NONE, JX_TRANSFORM_HALF, JX_TRANSFORM_FIFTH, JX_TRANSFORMS };

/* y[count] of rank[count]: with the mean 0 and the deviation 1, in the same order. Points without a
 * value become as bad as the worst; if none has one, places in the order take their place. Returns
 * the logarithm of the density of ranks where that of y is 1, up to a constant: likelihoods of
 * different transforms can be compared with it. */
double jx_transform_values(enum jx_transform transform, const double *rank, size_t count,
                           jx_ranked *order, double *y);
