#include "algorithm/cmaes/distribution.h"

#include <math.h>
#include <string.h>

#include "algorithm/cmaes/shape.h"
#include "math/vector.h"

#define JK_PRECISION 64
#include "kernel/normal.h"

#define PAIR_LAMBDA 6    /* of fewer points two must not be on one line */
#define PAIR_MEMORY 0.3  /* the paper's c_sigma */
#define PAIR_PATIENCE 50 /* generations without a smaller sigma, then it fits */

void jx_cmaes_round(jx_cmaes_distribution *m)
{
  memset(m->path_sigma, 0, m->n * sizeof *m->path_sigma);
  memset(m->path_c, 0, m->n * sizeof *m->path_c);
  memset(m->shift, 0, m->n * sizeof *m->shift);
  m->trend = 0;
  m->least = INFINITY;
  m->settled = 0;
  m->shape->round(m);
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

/* Whether the generation that is due has such points: not the first one, which has no shift. */
static int has_pair(const jx_cmaes_distribution *m)
{
  return m->by_pair && m->settled < PAIR_PATIENCE && m->generation > 0 &&
         m->lambda >= PAIR_LAMBDA && square_of_shift(m) > 0;
}

/* They take the place of the first two steps, as long as the first of them was. */
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

/* Two coordinates from one block of random words. */
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

/* The squared length of the normal vector behind a step that was not drawn as it is. */
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
    *square = c_mu * w; /* the length has served; this replaces it */
  }
  m->shape->adapt(m, keeps, squares, y);
}

/* Eq. 44, or line 18 of LM-MA-ES, which has no other length to compare with; and at most e times as
 * much at once. */
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
  int paired = has_pair(m); /* before the shift is another */
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
