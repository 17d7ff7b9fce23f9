#include "algorithm/cmaes/distribution.h"

#include <math.h>
#include <string.h>

#include "algorithm/eigen.h"
#include "algorithm/vector.h"

#define JK_PRECISION 64
#include "kernel/normal.h"

#define CONDITION_AGAIN 1e13 /* what a matrix that is not positive definite is brought to */

void jx_cmaes_round(jx_cmaes_distribution *m)
{
  size_t n = m->n;
  memset(m->covariance, 0, n * n * sizeof *m->covariance);
  memset(m->axes, 0, n * n * sizeof *m->axes);
  memset(m->path_sigma, 0, n * sizeof *m->path_sigma);
  memset(m->path_c, 0, n * sizeof *m->path_c);
  for (size_t i = 0; i < n; i++) m->covariance[i * n + i] = m->axes[i * n + i] = m->lengths[i] = 1;
}

/* y = B D z, axis by axis; returns the square of z's length. */
static double draw_step(const jx_cmaes_distribution *m, jk_key key, size_t point, double *y)
{
  size_t n = m->n;
  double square = 0;
  memset(y, 0, n * sizeof *y);
  for (size_t k = 0; k < n; k += 2) {
    jk_normals z = jk_normals_of(jk_draw(key, point, (jk_word1)(k / 2), JK_DRAW_NORMAL));
    square += z.a * z.a;
    jx_add(n, m->lengths[k] * z.a, m->axes + k * n, y);
    if (k + 1 == n) break;
    square += z.b * z.b;
    jx_add(n, m->lengths[k + 1] * z.b, m->axes + (k + 1) * n, y);
  }
  return square;
}

void jx_cmaes_draw(const jx_cmaes_distribution *m, uint64_t seed, uint64_t generation, size_t first,
                   size_t count, double *y, double *squares)
{
  jk_key key = jk_key_make(seed, generation);
  for (size_t i = 0; i < count; i++) squares[i] = draw_step(m, key, first + i, y + i * m->n);
}

void jx_cmaes_add_white(const jx_cmaes_distribution *m, double factor, const double *y, double *z)
{
  for (size_t k = 0; k < m->n; k++) {
    const double *axis = m->axes + k * m->n;
    jx_add(m->n, factor * (jx_product(m->n, axis, y) / m->lengths[k]), axis, z);
  }
}

double jx_cmaes_deviation(const jx_cmaes_distribution *m, size_t coordinate)
{
  return sqrt(m->covariance[coordinate * m->n + coordinate]);
}

/* Eq. 41 and 42: the mean goes to the better half's. */
static void move_mean(jx_cmaes_distribution *m, const double *y, const jx_ranked *order)
{
  memset(m->shift, 0, m->n * sizeof *m->shift);
  for (size_t i = 0; i < m->rates.mu; i++)
    jx_add(m->n, m->weight[i], y + order[i].index * m->n, m->shift);
  jx_add(m->n, m->sigma, m->shift, m->mean);
}

/* Eq. 43 and 45. Returns h_sigma: 0 when the path of steps is so long that the step size will grow,
 * and the other path waits for that. */
static double move_paths(jx_cmaes_distribution *m)
{
  size_t n = m->n;
  double c_s = m->rates.c_sigma, c_c = m->rates.c_c;
  double factor = sqrt(c_s * (2 - c_s) * m->rates.mu_eff);
  jx_scale(n, 1 - c_s, m->path_sigma);
  jx_cmaes_add_white(m, factor, m->shift, m->path_sigma);
  double past = 1 - jk_exp(2 * ((double)m->generation + 1) * jk_log(1 - c_s));
  double allowed = (1.4 + 2 / ((double)n + 1)) * m->rates.length;
  double h = jx_product(n, m->path_sigma, m->path_sigma) < allowed * allowed * past;
  jx_scale(n, 1 - c_c, m->path_c);
  jx_add(n, h * sqrt(c_c * (2 - c_c) * m->rates.mu_eff), m->shift, m->path_c);
  return h;
}

/* The squared length of the normal vector behind a step that was not drawn as it is. */
static double square_behind(jx_cmaes_distribution *m, const double *y)
{
  memset(m->white, 0, m->n * sizeof *m->white);
  jx_cmaes_add_white(m, 1, y, m->white);
  return jx_product(m->n, m->white, m->white);
}

/* Eq. 46 and 47. The lower half is computed, and copied to the upper. */
static void adapt_covariance(jx_cmaes_distribution *m, const double *y, double *squares,
                             const jx_ranked *order, double h)
{
  size_t n = m->n;
  double c_1 = m->rates.c_1, c_mu = m->rates.c_mu, c_c = m->rates.c_c;
  double keeps = 1 + c_1 * (1 - h) * c_c * (2 - c_c) - c_1;
  for (size_t k = 0; k < m->lambda; k++) {
    double w = m->weight[k], *square = &squares[order[k].index];
    keeps -= c_mu * w;
    if (w < 0 && *square < 0) *square = square_behind(m, y + order[k].index * n);
    if (w < 0) w *= *square > 0 ? (double)n / *square : 0;
    *square = c_mu * w; /* the length has served; this replaces it */
  }
  for (size_t i = 0; i < n; i++) {
    double *row = m->covariance + i * n;
    jx_scale(i + 1, keeps, row);
    jx_add(i + 1, c_1 * m->path_c[i], m->path_c, row);
    for (size_t k = 0; k < m->lambda; k++) {
      const double *step = y + k * n;
      if (squares[k] != 0) jx_add(i + 1, squares[k] * step[i], step, row);
    }
    for (size_t j = 0; j < i; j++) m->covariance[j * n + i] = row[j];
  }
}

/* Eq. 44, and at most e times as much at once. */
static void adapt_sigma(jx_cmaes_distribution *m)
{
  double length = sqrt(jx_product(m->n, m->path_sigma, m->path_sigma));
  double growth = m->rates.c_sigma / m->rates.d_sigma * (length / m->rates.length - 1);
  m->sigma *= jk_exp(jk_min(1, growth));
}

/* Coordinates whose steps have grown larger than a third of the box are shrunk, each for itself:
 * they may be those that do not matter. Returns whether there were any. */
static int limit_steps(jx_cmaes_distribution *m)
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

/* C = B D^2 B'. A C that rounding has robbed of positive definiteness gets a multiple of the unit
 * matrix added, which moves all eigenvalues and no eigenvector. */
void jx_cmaes_decompose(jx_cmaes_distribution *m)
{
  size_t n = m->n;
  memcpy(m->axes, m->covariance, n * n * sizeof *m->axes);
  m->decomposed = m->generation;
  if (!jx_eigen(n, m->axes, m->lengths, m->scratch) || !(m->lengths[n - 1] > 0)) {
    jx_cmaes_round(m);
    return;
  }
  double lift = m->lengths[0] > 0 ? 0 : m->lengths[n - 1] / CONDITION_AGAIN - m->lengths[0];
  for (size_t i = 0; i < n; i++) {
    m->covariance[i * n + i] += lift;
    m->lengths[i] = sqrt(m->lengths[i] + lift);
  }
}

int jx_cmaes_learn(jx_cmaes_distribution *m, const double *y, double *squares,
                   const jx_ranked *order)
{
  move_mean(m, y, order);
  adapt_covariance(m, y, squares, order, move_paths(m));
  adapt_sigma(m);
  return limit_steps(m);
}

void jx_cmaes_end_generation(jx_cmaes_distribution *m, int now)
{
  m->generation++;
  if (now || m->generation - m->decomposed >= m->rates.gap) jx_cmaes_decompose(m);
}
