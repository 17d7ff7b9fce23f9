/* A minimum of a function with slopes in a box: Nocedal's quasi-Newton steps with a short memory
 * ("Updating quasi-Newton matrices with limited storage", 1980), projected to the box. */
#pragma once

#include <stddef.h>

#define JX_DESCEND_MEMORY 6
#define JX_DESCEND_WORK(n) ((n) * (4 + 2 * JX_DESCEND_MEMORY))

/* The value at x[n], with its gradient [n]; one that is not finite is taken for a bad one. */
typedef double jx_slope_function(void *user, const double *x, double *gradient);

typedef struct jx_descend {
  size_t n;
  const double *lower, *upper; /* [n]; equal where a coordinate is to stay */
  jx_slope_function *function;
  void *user;
  size_t evaluations; /* at most, about */
  double first;       /* the length of the first step, at most */
  double enough;      /* a gain that is not worth another step */
  double *work;       /* [JX_DESCEND_WORK(n)] */
} jx_descend;

/* From x[n], in the box, to a better place or the same. Returns its value. */
double jx_descend_to(const jx_descend *d, double *x);
