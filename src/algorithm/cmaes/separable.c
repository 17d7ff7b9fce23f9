/* A diagonal covariance matrix: n numbers, and n operations for a point. It learns scales of
 * coordinates (n + 2) / 3 times as fast as a full one, and no correlations. Ros and Hansen, "A
 * simple modification in CMA-ES achieving linear time and space complexity", PPSN X (2008), section
 * 3. */
#include <math.h>

#include "algorithm/cmaes/shape.h"
#include "math/vector.h"

static size_t one_row(size_t n)
{
  (void)n;
  return 1;
}

static size_t no_row(size_t n)
{
  (void)n;
  return 0;
}

static void separable_reset(jx_cmaes_distribution *m)
{
  for (size_t i = 0; i < m->n; i++) m->covariance[i] = m->lengths[i] = 1;
}

static void separable_colour(const jx_cmaes_distribution *m, double *z, double *y)
{
  for (size_t i = 0; i < m->n; i++) y[i] = m->lengths[i] * z[i];
}

static void separable_add_white(const jx_cmaes_distribution *m, double factor, const double *y,
                                double *z)
{
  for (size_t i = 0; i < m->n; i++) z[i] += factor * (y[i] / m->lengths[i]);
}

static double separable_deviation(const jx_cmaes_distribution *m, size_t coordinate)
{
  return sqrt(m->covariance[coordinate]);
}

static void separable_adapt(jx_cmaes_distribution *m, double keeps, const double *factor,
                            const double *y)
{
  size_t n = m->n;
  double *c = m->covariance;
  for (size_t i = 0; i < n; i++) c[i] = keeps * c[i] + m->rates.c_1 * m->path_c[i] * m->path_c[i];
  for (size_t k = 0; k < m->lambda; k++) {
    const double *step = y + k * n;
    if (factor[k] == 0) continue;
    for (size_t i = 0; i < n; i++) c[i] += factor[k] * step[i] * step[i];
  }
}

static int separable_limit(jx_cmaes_distribution *m)
{
  int any = 0;
  for (size_t i = 0; i < m->n; i++) {
    double step = m->sigma * sqrt(m->covariance[i]);
    if (!(step > m->step_most)) continue;
    double factor = m->step_most / step;
    m->covariance[i] *= factor * factor;
    m->path_c[i] *= factor;
    any = 1;
  }
  return any;
}

static void separable_decompose(jx_cmaes_distribution *m)
{
  for (size_t i = 0; i < m->n; i++) {
    m->lengths[i] = sqrt(m->covariance[i]);
    if (m->lengths[i] > 0 && m->lengths[i] < INFINITY) continue;
    jx_cmaes_reset(m);
    return;
  }
}

const jx_shape jx_separable_shape = {
    .covariance_rows = one_row,
    .axes_rows = no_row,
    .reset = separable_reset,
    .colour = separable_colour,
    .add_white = separable_add_white,
    .deviation = separable_deviation,
    .adapt = separable_adapt,
    .limit = separable_limit,
    .decompose = separable_decompose,
};
