/* Does it matter that values differ? Some points of a generation are evaluated a second time, and
 * the places of their second values among all others are compared with those of the first.
 *
 * Hansen, Niederberger, Guzzella, Koumoutsakos, "A method for handling uncertainty in evolutionary
 * optimization with an application to feedback control of combustion", IEEE Transactions on
 * Evolutionary Computation 13 (2009): equations 1 and 2. */
#pragma once

#include <stddef.h>

typedef struct jx_twice {
  const double *once; /* [count]: never NaN */
  size_t count;
  const double *again; /* [again_count]: of points first, first + 1, ..., wrapping around */
  size_t first, again_count;
} jx_twice;

/* The paper's s: above 0 if places change by more than `theta` of the change that meaningless
 * values would cause. Equal values have no order among each other. */
double jx_rank_change(const jx_twice *values, double theta);
