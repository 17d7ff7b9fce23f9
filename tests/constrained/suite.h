/* What the problems of the suite are written with. */
#ifndef TESTS_CONSTRAINED_SUITE_H
#define TESTS_CONSTRAINED_SUITE_H

#include "problems.h"

#define BOX(low, high)              \
  {                                 \
    .lower = (low), .upper = (high) \
  }
#define BOX_5(low, high) \
  BOX(low, high), BOX(low, high), BOX(low, high), BOX(low, high), BOX(low, high)
#define BOX_10(low, high) BOX_5(low, high), BOX_5(low, high)
#define AT_MOST_0 \
  {               \
    .bound = 0    \
  }
#define AT_MOST_0_IN(unit) \
  {                        \
    .scale = (unit)        \
  }
#define EQUALS_0                               \
  {                                            \
    .relation = JATO_EQUALS, .tolerance = 1e-4 \
  }
#define EQUALS_0_IN(unit)                                       \
  {                                                             \
    .relation = JATO_EQUALS, .tolerance = 1e-4, .scale = (unit) \
  }

static inline double sum_of_squares(const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += square(x[i]);
  return sum;
}

#endif
