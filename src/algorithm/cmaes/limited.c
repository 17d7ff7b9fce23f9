/* A covariance matrix represented by a few vectors: about 3 ln n of them, n ln n numbers and
 * operations for a point, for a thousand coordinates and more.
 *
 * LM-MA-ES: Loshchilov, Glasmachers and Beyer, "Large scale black-box optimization by
 * limited-memory matrix adaptation", IEEE Transactions on Evolutionary Computation 23 (2019),
 * arXiv:1705.06693, algorithm 3; line numbers are those of the paper. LM-CMA (Loshchilov 2014)
 * needs a Cholesky factor that is rebuilt from selected directions; here the vectors are paths with
 * memories of different length, each updated on its own, and the inverse, which injected and
 * mirrored points need, costs as little as the factor.
 *
 * With A_j = (1 - c_d,j) I + c_d,j m_j m_j', a step is y = A_m ... A_2 A_1 z (line 8). */
#include <string.h>

#include "algorithm/cmaes/shape.h"
#include "math/vector.h"

#define JK_PRECISION 64
#include "kernel/math.h"

static size_t vectors(size_t n) { return 4 + (size_t)jk_floor(3 * jk_log((double)n)); }

static size_t no_row(size_t n)
{
  (void)n;
  return 0;
}

/* The vectors in use: in the first generations the last ones are still 0. */
static size_t in_use(const jx_cmaes_distribution *m)
{
  size_t all = vectors(m->n);
  return m->generation < all ? (size_t)m->generation : all;
}

static void limited_reset(jx_cmaes_distribution *m)
{
  memset(m->axes, 0, vectors(m->n) * m->n * sizeof *m->axes);
  for (size_t i = 0; i < m->n; i++) m->lengths[i] = 1;
}

/* c_d,j = 1 / (1.5^(j-1) n), line 1; A_j of a single coordinate must not lose its rank. */
static double first_mix(size_t n) { return jk_min(0.5, 1 / (double)n); }

static void limited_colour(const jx_cmaes_distribution *m, double *z, double *y)
{
  size_t n = m->n, count = in_use(m);
  double mix = first_mix(n);
  memcpy(y, z, n * sizeof *y);
  for (size_t j = 0; j < count; j++) {
    const double *vector = m->axes + j * n;
    double along = mix * jx_wide_product(n, vector, y);
    jx_scale(n, 1 - mix, y);
    jx_add(n, along, vector, y);
    mix /= 1.5;
  }
}

/* A_j^-1 = (I - c m m' / (1 - c + c m'm)) / (1 - c), from the last to the first. */
static void limited_add_white(const jx_cmaes_distribution *m, double factor, const double *y,
                              double *z)
{
  size_t n = m->n, count = in_use(m);
  double mix = first_mix(n), *white = m->scratch;
  for (size_t j = 0; j < count; j++) mix /= 1.5;
  memcpy(white, y, n * sizeof *white);
  for (size_t j = count; j-- > 0;) {
    const double *vector = m->axes + j * n;
    mix *= 1.5;
    double along = mix * jx_wide_product(n, vector, white) /
                   (1 - mix + mix * jx_wide_product(n, vector, vector));
    jx_add(n, -along, vector, white);
    jx_scale(n, 1 / (1 - mix), white);
  }
  jx_add(n, factor, white, z);
}

static double limited_deviation(const jx_cmaes_distribution *m, size_t coordinate)
{
  (void)m;
  (void)coordinate;
  return 1;
}

/* Line 17, c_c,j = lambda / (4^(j-1) n). */
static void limited_follow(jx_cmaes_distribution *m)
{
  size_t n = m->n, all = vectors(n);
  double rate = (double)m->lambda / (double)n;
  for (size_t j = 0; j < all; j++) {
    double c = jk_min(1, rate), *vector = m->axes + j * n;
    jx_scale(n, 1 - c, vector);
    jx_add(n, jk_sqrt(m->rates.mu_eff * c * (2 - c)), m->white, vector);
    rate /= 4;
  }
}

static int limited_limit(jx_cmaes_distribution *m)
{
  m->sigma = jk_min(m->sigma, m->step_most);
  return 0;
}

static void limited_decompose(jx_cmaes_distribution *m) { (void)m; }

const jx_shape jx_limited_shape = {
    .covariance_rows = no_row,
    .axes_rows = vectors,
    .reset = limited_reset,
    .colour = limited_colour,
    .add_white = limited_add_white,
    .deviation = limited_deviation,
    .follow = limited_follow,
    .limit = limited_limit,
    .decompose = limited_decompose,
};
