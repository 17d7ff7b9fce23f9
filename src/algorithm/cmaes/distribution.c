#include "algorithm/cmaes/distribution.h"

#include <math.h>
#include <string.h>

#include "algorithm/cmaes/shape.h"
#include "math/vector.h"

#define JK_PRECISION 64
#include "kernel/normal.h"

#define PAIR_LAMBDA 6    /* with fewer points two of them must not lie on one line */
#define PAIR_MEMORY 0.3  /* c_sigma of the paper */
#define PAIR_PATIENCE 50 /* generations without a smaller sigma after which sigma fits */

/* ---- Constants ---- */

/* Eq. 49 and 53, with negative weights that sum to -1; returns mu_eff of the negative ones. */
static double set_weights(jx_cmaes_rates *rates, size_t lambda, double *weight)
{
  double sums[2] = {0, 0}, squares[2] = {0, 0};
  for (size_t i = 0; i < lambda; i++) {
    double w = jk_log(((double)lambda + 1) / 2) - jk_log((double)(i + 1));
    int bad = 2 * (i + 1) >= lambda + 1;
    if (!bad) rates->mu = i + 1;
    sums[bad] += w;
    squares[bad] += w * w;
    weight[i] = w;
  }
  for (size_t i = 0; i < lambda; i++)
    weight[i] /= i < rates->mu ? sums[0] : (sums[1] < 0 ? -sums[1] : 1);
  rates->mu_eff = sums[0] * sums[0] / squares[0];
  return squares[1] > 0 ? sums[1] * sums[1] / squares[1] : 0;
}

/* Eq. 50 to 53: the sum of the negative weights. The last bound keeps C positive definite. */
static double sum_of_bad(const jx_cmaes_rates *rates, double n, double mu_eff_bad)
{
  double sum = jk_min(1 + rates->c_1 / rates->c_mu, 1 + 2 * mu_eff_bad / (rates->mu_eff + 2));
  return jk_max(0, jk_min(sum, (1 - rates->c_1 - rates->c_mu) / (n * rates->c_mu)));
}

/* The expected length of a normal vector of n numbers: L(n) = sqrt 2 Gamma((n + 1) / 2) / Gamma(n /
 * 2), as L(1) = sqrt(2 / pi) and L(k) L(k + 1) = k. */
static double length_of(size_t n)
{
  double length = 0.79788456080286535588;
  for (size_t k = 1; k < n; k++) length = (double)k / length;
  return length;
}

/* Ros and Hansen 2008: with fewer numbers to learn, it learns faster. The rates sum to at most 1.
 */
static void quicken(jx_cmaes_rates *rates, double factor)
{
  factor = jk_min(factor, 1 / (rates->c_1 + rates->c_mu));
  rates->c_1 *= factor;
  rates->c_mu *= factor;
}

/* Eq. 55 to 58. Three constants are those of pycma 4, the program by the author of the tutorial:
 * c_sigma; d_sigma, which is larger for large generations, as functions with many minima need it;
 * and c_1 for generations of fewer than 6. C is decomposed so rarely that this costs n^2 for each
 * point: the ellipsoid of 100 coordinates takes as many evaluations, in a fifth of the time. */
jx_cmaes_rates jx_cmaes_rates_make(size_t dim, size_t lambda, int covariance, int active,
                                   double *weight)
{
  jx_cmaes_rates rates = {0};
  double mu_eff_bad = set_weights(&rates, lambda, weight), mu_eff = rates.mu_eff, n = (double)dim;
  double few = lambda < 6 ? (double)lambda / 6 : 1;
  rates.c_1 = few * 2 / ((n + 1.3) * (n + 1.3) + mu_eff);
  rates.c_mu = 2 * (0.25 + mu_eff + 1 / mu_eff - 2) / ((n + 2) * (n + 2) + mu_eff);
  rates.c_mu = jk_min(1 - rates.c_1, rates.c_mu);
  if (covariance == JX_COVARIANCE_SEPARABLE) quicken(&rates, (n + 2) / 3);
  rates.c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n);

  double slower = jk_max(1, 3 * (1 - jk_exp(-n / 9 * jk_log(2))));
  rates.c_sigma = jk_min(0.5, (mu_eff + 2) / (n + mu_eff + 3));
  rates.d_sigma = 1 + 2 * jk_max(0, slower * jk_sqrt((mu_eff - 1) / (n + 1)) - 1) + rates.c_sigma;
  if (covariance == JX_COVARIANCE_LIMITED) rates.c_sigma = jk_min(0.5, 2 * (double)lambda / n);
  rates.length = length_of(dim);

  double bad = active ? sum_of_bad(&rates, n, mu_eff_bad) : 0;
  for (size_t i = rates.mu; i < lambda; i++) weight[i] *= bad;
  rates.gap = (uint64_t)jk_max(1, 0.5 / ((rates.c_1 + rates.c_mu) * n));
  if (covariance != JX_COVARIANCE_FULL) rates.gap = 1;
  return rates;
}

/* ---- Reset ---- */

void jx_cmaes_reset(jx_cmaes_distribution *m)
{
  memset(m->path_sigma, 0, m->n * sizeof *m->path_sigma);
  memset(m->path_c, 0, m->n * sizeof *m->path_c);
  memset(m->shift, 0, m->n * sizeof *m->shift);
  m->trend = 0;
  m->least = INFINITY;
  m->settled = 0;
  m->shape->reset(m);
}

/* ---- The first step size by two points ----
 *
 * By the path a step size that is far too large shrinks over a number of generations that grows
 * with n: among n random numbers the path sees one that is not. Here the first two points of a
 * generation lie ahead of the mean and behind it, on the line of its last shift; where the one
 * behind is the better of the two the shift was too long. Hansen, Atamna and Auger, "How to assess
 * step-size adaptation mechanisms in randomised search", PPSN XIII (2014), section 3, TPA; its
 * damping and the square root are those of pycma 4.
 *
 * When sigma has not been smaller for some generations it fits, and the path takes over: on the
 * ellipsoid of 1,000 coordinates it learns the scales sooner. */

/* The squared length of the normal vector behind the last shift of the mean. */
static double square_of_shift(const jx_cmaes_distribution *m)
{
  memset(m->white, 0, m->n * sizeof *m->white);
  jx_cmaes_add_white(m, 1, m->shift, m->white);
  return jx_wide_product(m->n, m->white, m->white);
}

/* Whether the next generation has such points; the first one has none, as it has no shift. */
static int has_pair(const jx_cmaes_distribution *m)
{
  return m->by_pair && m->settled < PAIR_PATIENCE && m->generation > 0 &&
         m->lambda >= PAIR_LAMBDA && square_of_shift(m) > 0;
}

/* They replace the first two steps, and are as long as the first of them was. */
static void draw_pair(const jx_cmaes_distribution *m, double *y, double *squares)
{
  double factor = sqrt(squares[0] / square_of_shift(m));
  for (size_t i = 0; i < m->n; i++) {
    y[i] = factor * m->shift[i];
    y[m->n + i] = -y[i];
  }
  squares[1] = squares[0];
}

/* How many points are better than one of the pair. */
static double place_of(const jx_ranked *order, size_t point)
{
  size_t at = 0;
  while (order[at].index != point) at++;
  while (at > 0 && order[at - 1].rank == order[at].rank) at--;
  return (double)at;
}

static void adapt_sigma_by_pair(jx_cmaes_distribution *m, const jx_ranked *order)
{
  double lead = (place_of(order, 1) - place_of(order, 0)) / (double)(m->lambda - 1);
  double damping = 0.7 + 2 * jk_log((double)m->n);
  double signed_root = lead < 0 ? -sqrt(-lead) : sqrt(lead);
  m->trend += PAIR_MEMORY * (signed_root - m->trend);
  m->sigma *= jk_exp(m->trend / damping);
  m->settled = m->sigma < m->least ? 0 : m->settled + 1;
  m->least = jk_min(m->least, m->sigma);
}

/* ---- A generation ---- */

/* A block of random words gives two coordinates. */
static void draw_normals(size_t n, jk_key key, size_t point, double *z)
{
  for (size_t k = 0; k < n; k += 2) {
    jk_normals pair = jk_normals_of(jk_draw(key, point, (jk_word1)(k / 2), JK_DRAW_NORMAL));
    z[k] = pair.a;
    if (k + 1 < n) z[k + 1] = pair.b;
  }
}

void jx_cmaes_draw(const jx_cmaes_distribution *m, uint64_t seed, uint64_t generation, double *y,
                   double *squares)
{
  jk_key key = jk_key_make(seed, generation);
  for (size_t i = 0; i < m->lambda; i++) {
    draw_normals(m->n, key, i, m->white);
    squares[i] = jx_wide_product(m->n, m->white, m->white);
    m->shape->colour(m, m->white, y + i * m->n);
  }
  if (has_pair(m)) draw_pair(m, y, squares);
}

void jx_cmaes_add_white(const jx_cmaes_distribution *m, double factor, const double *y, double *z)
{
  m->shape->add_white(m, factor, y, z);
}

double jx_cmaes_deviation(const jx_cmaes_distribution *m, size_t coordinate)
{
  return m->shape->deviation(m, coordinate);
}

void jx_cmaes_extremes(const jx_cmaes_distribution *m, double *least, double *most)
{
  *least = *most = m->lengths[0];
  for (size_t i = 1; i < m->n; i++) {
    *least = jk_min(*least, m->lengths[i]);
    *most = jk_max(*most, m->lengths[i]);
  }
}

/* Eq. 41 and 42: the mean moves to the weighted mean of the better half. */
static void move_mean(jx_cmaes_distribution *m, const double *y, const jx_ranked *order)
{
  memset(m->shift, 0, m->n * sizeof *m->shift);
  for (size_t i = 0; i < m->rates.mu; i++)
    jx_add(m->n, m->weight[i], y + order[i].index * m->n, m->shift);
  jx_add(m->n, m->sigma, m->shift, m->mean);
}

/* Eq. 43 and 45. Returns h_sigma: 0 if the path of the steps is so long that the step size will
 * grow; the other path then waits. */
static double move_paths(jx_cmaes_distribution *m)
{
  size_t n = m->n;
  double c_s = m->rates.c_sigma, c_c = m->rates.c_c;
  double factor = sqrt(c_s * (2 - c_s) * m->rates.mu_eff);
  memset(m->white, 0, n * sizeof *m->white);
  jx_cmaes_add_white(m, 1, m->shift, m->white);
  jx_scale(n, 1 - c_s, m->path_sigma);
  jx_add(n, factor, m->white, m->path_sigma);
  double past = 1 - jk_exp(2 * ((double)m->generation + 1) * jk_log(1 - c_s));
  double allowed = (1.4 + 2 / ((double)n + 1)) * m->rates.length;
  double h = jx_product(n, m->path_sigma, m->path_sigma) < allowed * allowed * past;
  jx_scale(n, 1 - c_c, m->path_c);
  jx_add(n, h * sqrt(c_c * (2 - c_c) * m->rates.mu_eff), m->shift, m->path_c);
  return h;
}

/* The squared length of the normal vector of a step that was changed after it was drawn. */
static double square_behind(jx_cmaes_distribution *m, const double *y)
{
  memset(m->white, 0, m->n * sizeof *m->white);
  jx_cmaes_add_white(m, 1, y, m->white);
  return jx_product(m->n, m->white, m->white);
}

/* Eq. 46 and 47. */
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
    *square = c_mu * w; /* the length is no longer needed; the factor replaces it */
  }
  m->shape->adapt(m, keeps, squares, y);
}

/* Eq. 44, or line 18 of LM-MA-ES, which has no other length to compare with; at most by e at once.
 */
static void adapt_sigma(jx_cmaes_distribution *m)
{
  double square = jx_product(m->n, m->path_sigma, m->path_sigma);
  double rate = m->rates.c_sigma / m->rates.d_sigma;
  double growth = rate * (sqrt(square) / m->rates.length - 1);
  if (m->shape->adapt == NULL) growth = m->rates.c_sigma / 2 * (square / (double)m->n - 1);
  m->sigma *= jk_exp(jk_min(1, growth));
}

int jx_cmaes_learn(jx_cmaes_distribution *m, const double *y, double *squares,
                   const jx_ranked *order)
{
  int paired = has_pair(m); /* before the shift changes */
  move_mean(m, y, order);
  double h = move_paths(m);
  if (m->shape->follow != NULL) m->shape->follow(m);
  if (m->shape->adapt != NULL) adapt_covariance(m, y, squares, order, h);
  if (paired)
    adapt_sigma_by_pair(m, order);
  else
    adapt_sigma(m);
  return m->shape->limit(m);
}

void jx_cmaes_decompose(jx_cmaes_distribution *m)
{
  m->decomposed = m->generation;
  m->shape->decompose(m);
}

void jx_cmaes_end_generation(jx_cmaes_distribution *m, int now)
{
  m->generation++;
  if (now || m->generation - m->decomposed >= m->rates.gap) jx_cmaes_decompose(m);
}
