/* The statistics of a comparison: quantiles, ranks, the rank-sum test and its correction for
 * several tests. Plain numbers in and out; a value may be infinite, never NaN. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The quantile q, 0 to 1, of values[count] in rising order, count > 0: linear between the two that
 * it lies between, as numpy.quantile does by default. */
double cli_quantile(const double *values, size_t count, double q);

/* ranks[i]: the place of values[i] among all of them, from 1 on; equal ones share the mean of their
 * places. Returns false without memory. */
bool cli_ranks(const double *values, size_t count, double *ranks);

/* The test of Wilcoxon, Mann and Whitney: how likely two samples of one distribution differ at
 * least as much in their ranks as these do. */
typedef struct cli_rank_test {
  double p;   /* two-sided; 1 where a sample is empty */
  bool exact; /* by counting all ways to mix the samples; otherwise by the normal approximation,
                 with corrections for ties and for continuity */
} cli_rank_test;

/* Exact where no two values are equal and neither sample has more than this. */
enum { CLI_MOST_EXACT = 25 };

/* Returns false without memory. */
bool cli_rank_sum(const double *a, size_t a_count, const double *b, size_t b_count,
                  cli_rank_test *test);

/* Corrects p[count], which came from so many tests, in place by Holm's method. Returns false
 * without memory. */
bool cli_holm(double *p, size_t count);
