/* The approximate minimum of a quadratic model in a box: solves for the free coordinates, moves
 * those that leave the box to its bound, where they stay, and repeats until none leaves. A
 * coordinate is never released again, so the result is exact only if none had to be; it always
 * leads downhill in the end, since the caller tries it. */
#pragma once

#include <stddef.h>

typedef struct jx_box_qp {
  size_t n;
  const double *model;         /* [n][n]: B, positive definite */
  const double *slope;         /* [n]: g */
  const double *lower, *upper; /* [n]: of the step; 0 is inside */
  double *factor, *right;      /* [n][n], [n]: scratch */
  size_t *free;                /* [n]: scratch */
} jx_box_qp;

/* Sets step[n] to minimise g d + d B d / 2. Returns 0 if B is not positive definite. */
int jx_box_qp_solve(const jx_box_qp *problem, double *step);

/* g d + d B d / 2 */
double jx_box_qp_value(const jx_box_qp *problem, const double *step);
