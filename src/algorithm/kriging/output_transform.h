/* Transforms objective values for a Gaussian process. */
#pragma once

#include "algorithm/sort.h"

/* The share of the values, the best ones, that stay as they are: the others are compressed by
 * logarithms of the distance from the best. */
enum jx_transform { JX_TRANSFORM_NONE, JX_TRANSFORM_HALF, JX_TRANSFORM_FIFTH, JX_TRANSFORMS };

/* Sets y[count] from rank[count], with mean 0 and deviation 1, in the same order. Points without a
 * value count as the worst value; if fewer than two have one, places in the order are used. Returns
 * the log of the density of the ranks for a density of 1 of y, up to a constant, which makes
 * likelihoods under different transforms comparable. */
double jx_transform_values(enum jx_transform transform, const double *rank, size_t count,
                           jx_ranked *order, double *y);
