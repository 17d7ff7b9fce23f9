/* A Gaussian process: predicts values from the values at some points.
 *
 * Rasmussen and Williams, "Gaussian processes for machine learning", 2006, algorithm 2.1 and
 * equation 5.9. Values of two points u and v have the covariance
 *
 *   rough (1 + s + s^2/3) e^-s,   s^2 = 5 sum of ((u_d - v_d) / length_d)^2
 *   + linear (1 + u'v) + round (u'u) (v'v) + squares (sum of u_d^2 v_d^2) + products (u'v)^2
 *
 * which is a Matern covariance with nu = 5/2 and a length for each coordinate, plus that of a
 * quadratic function with random coefficients; `noise` is added to the variance of a value. The
 * quadratic part lets the process follow a bowl far beyond its points, like a quadratic regression.
 * The mean is 0.
 *
 * Sums are in a fixed order (algorithm/lqcmaes/panels.h), and functions are those of kernel/, so
 * the bits are the same on every machine. */
#pragma once

#include "algorithm/lqcmaes/panels.h"
#include "base/memory.h"

/* Indices of the logarithms of the variances, which follow those of the lengths. */
enum {
  JX_PROCESS_ROUGH,
  JX_PROCESS_LINEAR,
  JX_PROCESS_ROUND,
  JX_PROCESS_SQUARES,
  JX_PROCESS_PRODUCTS,
  JX_PROCESS_NOISE,
  JX_PROCESS_VARIANCES
};

typedef struct jx_process {
  size_t n, room;        /* coordinates; points that fit, a multiple of 8 */
  size_t points, panels; /* panels: of 8 points; the rest of the last panel has no effect */
  double *u;             /* [n][room]: the points */
  double *y;             /* [room]: their values */
  double *theta;         /* [n + JX_PROCESS_VARIANCES]: logarithms of the lengths and variances */

  /* Results of the last jx_process_factor. */
  double *lower;  /* [JX_LOWER]: the Cholesky factor of the covariances */
  double *alpha;  /* [room]: their inverse times the values */
  double *length; /* [n]: 1 / length^2 */
  double variance[JX_PROCESS_VARIANCES];

  double *inverse, *work;  /* for gradients: [JX_LOWER], [room][room] */
  double *norm;            /* [room]: u'u */
  double *near, *slope;    /* [room]: the covariances of a point with all others */
  double *dot, *square;    /* [room] */
  double *solved, *eights; /* [room], [room][8] */
} jx_process;

/* Allocates memory for `room` points; the caller checks the pool. Only n must be set before. */
void jx_process_create(jx_process *p, jx_pool *pool, size_t room);

/* clear removes all points; add appends one. */
void jx_process_clear(jx_process *p);
void jx_process_add(jx_process *p, const double *u, double y);

/* Factors the covariances by theta. Returns 0 if they are not positive definite. */
int jx_process_factor(jx_process *p);

/* Appends a point and extends the factor: jx_process_add and jx_process_factor, but faster. Returns
 * 0, without appending it, if its value is practically known or there is no room. */
int jx_process_append(jx_process *p, const double *u, double y);

/* The log likelihood of the values, by the last factor; sets gradient[n + JX_PROCESS_VARIANCES] by
 * theta, unless it is NULL. */
double jx_process_likelihood(jx_process *p, double *gradient);

/* The prediction at u[n]: mean, variance without the noise, and, unless NULL, their slopes [n]. */
typedef struct jx_forecast {
  double mean, variance;
} jx_forecast;
jx_forecast jx_process_predict(jx_process *p, const double *u, double *mean_slope,
                               double *variance_slope);

/* Predicts eight points u[8][n], without slopes; the last bits may differ. */
void jx_process_predict_eight(jx_process *p, const double *u, jx_forecast *out);
