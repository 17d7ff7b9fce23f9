/* A Gaussian process: what values at some points say about values elsewhere.
 *
 * Rasmussen and Williams, "Gaussian processes for machine learning", 2006, algorithm 2.1 and
 * equation 5.9. Values of two points u and v have the covariance
 *
 *   rough (1 + s + s^2/3) e^-s,   s^2 = 5 sum of ((u_d - v_d) / length_d)^2
 *   + linear (1 + u'v) + round (u'u) (v'v) + squares (sum of u_d^2 v_d^2) + products (u'v)^2
 *
 * which is Matern's with nu = 5/2 and a length for each coordinate, and that of a quadratic
 * function whose coefficients are drawn; `noise` is added to the variance of a value. The quadratic
 * part lets the process follow a bowl far beyond its points, as a model of quadratic regression
 * does. The mean is 0.
 *
 * Sums are in a fixed order (algorithm/lqcmaes/panels.h), and functions those of kernel/: the same
 * bits on every machine. */
#pragma once

#include "algorithm/lqcmaes/panels.h"
#include "base/memory.h"

/* Where the logarithms of the covariance's numbers are, behind those of the lengths. */
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
  size_t n, room;        /* coordinates; points that there is memory for, a multiple of 8 */
  size_t points, panels; /* panels: of 8 points; those behind the last are as if there were none */
  double *u;             /* [n][room]: the points */
  double *y;             /* [room]: their values */
  double *theta;         /* [n + JX_PROCESS_VARIANCES]: logarithms of the numbers above */

  /* Results of the last jx_process_factor. */
  double *lower;  /* [JX_LOWER]: the factor of the covariances */
  double *alpha;  /* [room]: their inverse, times the values */
  double *length; /* [n]: 1 / length^2 */
  double variance[JX_PROCESS_VARIANCES];

  double *inverse, *work;  /* for gradients: [JX_LOWER], [room][room] */
  double *norm;            /* [room]: u'u */
  double *near, *slope;    /* [room]: a point's covariances with all others */
  double *dot, *square;    /* [room] */
  double *solved, *eights; /* [room], [room][8] */
} jx_process;

/* Takes memory for so many points; the caller asks whether the pool is whole. Only n must be set
 * before. */
void jx_process_create(jx_process *p, jx_pool *pool, size_t room);

/* No points; then one after the other. */
void jx_process_clear(jx_process *p);
void jx_process_add(jx_process *p, const double *u, double y);

/* Makes ready to predict, by theta. 0 when the covariances are not positive definite. */
int jx_process_factor(jx_process *p);

/* One more point behind the factor: as jx_process_add and jx_process_factor, quicker. 0 if it is as
 * good as known, or there is no room; then it is left out. */
int jx_process_append(jx_process *p, const double *u, double y);

/* The logarithm of the likelihood of the values, of the last factor; gradient[n +
 * JX_PROCESS_VARIANCES] is by theta, unless NULL. */
double jx_process_likelihood(jx_process *p, double *gradient);

/* What is expected at u[n]: the mean, and the variance without the noise. The slopes [n] of both
 * may be NULL together. */
typedef struct jx_forecast {
  double mean, variance;
} jx_forecast;
jx_forecast jx_process_predict(jx_process *p, const double *u, double *mean_slope,
                               double *variance_slope);

/* Of eight points u[8][n], without slopes; the last bits may differ. */
void jx_process_predict_eight(jx_process *p, const double *u, jx_forecast *out);
