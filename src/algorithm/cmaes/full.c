/* A full covariance matrix with its eigenvectors: n^2 numbers, n^2 operations for a point, and n^3
 * for a decomposition now and then. Hansen, arXiv:1604.00772. */
#include <math.h>
#include <string.h>

#include "algorithm/cmaes/shape.h"
#include "algorithm/eigen.h"
#include "math/vector.h"

#define CONDITION_AGAIN 1e13 /* given to a matrix that is not positive definite */

/* Points whose steps are added to C together: they stay in the cache for all rows of C. */
#define POINTS 64

static size_t rows(size_t n) { return n; }

static void full_reset(jx_cmaes_distribution *m)
{
  size_t n = m->n;
  memset(m->covariance, 0, n * n * sizeof *m->covariance);
  memset(m->axes, 0, n * n * sizeof *m->axes);
  for (size_t i = 0; i < n; i++) m->covariance[i * n + i] = m->axes[i * n + i] = m->lengths[i] = 1;
}

/* y = B D z. */
static void full_colour(const jx_cmaes_distribution *m, double *z, double *y)
{
  size_t n = m->n;
  for (size_t k = 0; k < n; k++) z[k] *= m->lengths[k];
  memset(y, 0, n * sizeof *y);
  jx_add_rows(n, n, z, m->axes, n, y);
}

/* z += factor B D^-1 B' y. */
static void full_add_white(const jx_cmaes_distribution *m, double factor, const double *y,
                           double *z)
{
  for (size_t k = 0; k < m->n; k++) {
    const double *axis = m->axes + k * m->n;
    jx_add(m->n, factor * (jx_product(m->n, axis, y) / m->lengths[k]), axis, z);
  }
}

static double full_deviation(const jx_cmaes_distribution *m, size_t coordinate)
{
  return sqrt(m->covariance[coordinate * m->n + coordinate]);
}

/* Computes the lower half and copies it to the upper one. */
static void full_adapt(jx_cmaes_distribution *m, double keeps, const double *factor,
                       const double *y)
{
  size_t n = m->n;
  double along[POINTS];
  for (size_t i = 0; i < n; i++) {
    double *row = m->covariance + i * n;
    jx_scale(i + 1, keeps, row);
    jx_add(i + 1, m->rates.c_1 * m->path_c[i], m->path_c, row);
  }
  for (size_t first = 0; first < m->lambda; first += POINTS) {
    size_t count = m->lambda - first < POINTS ? m->lambda - first : POINTS;
    const double *steps = y + first * n;
    for (size_t i = 0; i < n; i++) {
      for (size_t k = 0; k < count; k++) along[k] = factor[first + k] * steps[k * n + i];
      jx_add_rows(i + 1, count, along, steps, n, m->covariance + i * n);
    }
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++) m->covariance[j * n + i] = m->covariance[i * n + j];
}

/* Coordinates whose steps have grown too large are shrunk, each on its own: they may be those that
 * do not affect the value. */
static int full_limit(jx_cmaes_distribution *m)
{
  size_t n = m->n;
  int any = 0;
  for (size_t i = 0; i < n; i++) {
    double step = m->sigma * sqrt(m->covariance[i * n + i]);
    if (!(step > m->step_most)) continue;
    double factor = m->step_most / step;
    jx_scale(n, factor, m->covariance + i * n);
    for (size_t j = 0; j < n; j++) m->covariance[j * n + i] *= factor;
    m->path_c[i] *= factor;
    any = 1;
  }
  return any;
}

/* C = B D^2 B'. A C that is no longer positive definite because of rounding gets a multiple of the
 * unit matrix added, which moves all eigenvalues and changes no eigenvector. */
static void full_decompose(jx_cmaes_distribution *m)
{
  size_t n = m->n;
  memcpy(m->axes, m->covariance, n * n * sizeof *m->axes);
  if (!jx_eigen(n, m->axes, m->lengths, m->scratch) || !(m->lengths[n - 1] > 0)) {
    jx_cmaes_reset(m);
    return;
  }
  double lift = m->lengths[0] > 0 ? 0 : m->lengths[n - 1] / CONDITION_AGAIN - m->lengths[0];
  for (size_t i = 0; i < n; i++) {
    m->covariance[i * n + i] += lift;
    m->lengths[i] = sqrt(m->lengths[i] + lift);
  }
}

const jx_shape jx_full_shape = {
    .covariance_rows = rows,
    .axes_rows = rows,
    .reset = full_reset,
    .colour = full_colour,
    .add_white = full_add_white,
    .deviation = full_deviation,
    .adapt = full_adapt,
    .limit = full_limit,
    .decompose = full_decompose,
};
