/* L-BFGS in a box: Nocedal's quasi-Newton steps with limited memory ("Updating quasi-Newton
 * matrices with limited storage", 1980), projected to the box. */
#pragma once

#include <stddef.h>

#define JX_LBFGS_MEMORY 6
#define JX_LBFGS_WORK(n) ((n) * (4 + 2 * JX_LBFGS_MEMORY))

/* Returns the value at x[n] and sets its gradient [n]. An infinite or NaN value is a bad one. */
typedef double jx_slope_function(void *user, const double *x, double *gradient);

typedef struct jx_lbfgs {
  size_t n;
  const double *lower, *upper; /* [n]; equal for a coordinate that must not move */
  jx_slope_function *function;
  void *user;
  size_t evaluations; /* at most, approximately */
  double first;       /* the length of the first step, at most */
  double enough;      /* stops after a decrease below this */
  double *work;       /* [JX_LBFGS_WORK(n)] */
} jx_lbfgs;

/* Moves x[n], which is in the box, to a point that is better or the same. Returns its value. */
double jx_lbfgs_minimize(const jx_lbfgs *d, double *x);
