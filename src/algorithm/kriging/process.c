#include "algorithm/kriging/process.h"

#include <math.h>
#include <string.h>

#include "math/vector.h"

#define JK_PRECISION 64
#include "kernel/math.h"

#define LOG_TWO_PI 1.8378770664093454836

void jx_process_create(jx_process *p, jx_pool *pool, size_t room)
{
  room = JX_PANELS_FOR(room) * JX_PANEL;
  size_t n = p->n, half = JX_LOWER(room / JX_PANEL), size = sizeof(double);
  p->room = room;
  p->u = jx_pool_take(pool, room, n * size);
  p->y = jx_pool_take(pool, room, size);
  p->alpha = jx_pool_take(pool, room, size);
  p->near = jx_pool_take(pool, room, size);
  p->slope = jx_pool_take(pool, room, size);
  p->dot = jx_pool_take(pool, room, size);
  p->square = jx_pool_take(pool, room, size);
  p->norm = jx_pool_take(pool, room, size);
  p->solved = jx_pool_take(pool, room, size);
  p->eights = jx_pool_take(pool, room, 8 * size);
  p->lower = jx_pool_take(pool, half, size);
  p->inverse = jx_pool_take(pool, half, size);
  p->work = jx_pool_take(pool, room, room * size);
  p->length = jx_pool_take(pool, n, size);
  p->theta = jx_pool_take(pool, n + JX_PROCESS_VARIANCES, size);
}

void jx_process_clear(jx_process *p) { p->points = p->panels = 0; }

void jx_process_add(jx_process *p, const double *u, double y)
{
  size_t i = p->points++;
  if (i == p->panels * JX_PANEL) { /* begin an empty panel */
    p->panels++;
    for (size_t d = 0; d < p->n; d++) memset(p->u + d * p->room + i, 0, JX_PANEL * sizeof *p->u);
    memset(p->y + i, 0, JX_PANEL * sizeof *p->y);
  }
  for (size_t d = 0; d < p->n; d++) p->u[d * p->room + i] = u[d];
  p->norm[i] = jx_product(p->n, u, u);
  p->y[i] = y;
}

/* ---- Covariances ---- */

/* Relates the point u[0], u[stride] ... to the points from `from` to the end of the last panel:
 * near = rough (1 + s + s^2/3) e^-s, slope = rough 5/3 (1 + s) e^-s, dot = u'v, square = sum of
 * u_d^2 v_d^2. */
static inline __attribute__((always_inline)) void relate_body(jx_process *p, const double *u,
                                                              size_t stride, size_t from)
{
  size_t to = p->panels * JX_PANEL;
  double rough = p->variance[JX_PROCESS_ROUGH], *near = p->near, *slope = p->slope, *dot = p->dot,
         *square = p->square;
  for (size_t i = from; i < to; i++) near[i] = dot[i] = square[i] = 0;
  for (size_t d = 0; d < p->n; d++) {
    const double *column = p->u + d * p->room;
    double here = u[d * stride], scale = p->length[d];
#pragma omp simd
    for (size_t i = from; i < to; i++) {
      double apart = column[i] - here, product = column[i] * here;
      near[i] += scale * (apart * apart);
      dot[i] += product;
      square[i] += product * product;
    }
  }
#pragma omp simd
  for (size_t i = from; i < to; i++) {
    double s = sqrt(5 * near[i]), fall = rough * jk_exp(-s);
    near[i] = (1 + s + s * s / 3) * fall;
    slope[i] = 5.0 / 3 * (1 + s) * fall;
  }
}

/* Vectors of any length give the same bits. */
#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static void relate_256(jx_process *p, const double *u,
                                                       size_t stride, size_t from)
{
  relate_body(p, u, stride, from);
}

__attribute__((target("avx512f,avx512dq"))) static void relate_512(jx_process *p, const double *u,
                                                                   size_t stride, size_t from)
{
  relate_body(p, u, stride, from);
}

static void relate(jx_process *p, const double *u, size_t stride, size_t from)
{
  if (__builtin_cpu_supports("avx512dq"))
    relate_512(p, u, stride, from);
  else if (__builtin_cpu_supports("avx2"))
    relate_256(p, u, stride, from);
  else
    relate_body(p, u, stride, from);
}
#else
static void relate(jx_process *p, const double *u, size_t stride, size_t from)
{
  relate_body(p, u, stride, from);
}
#endif

/* The covariance of the quadratic part; `norms` is the product of the squared norms. */
static double quadratic_part(const jx_process *p, double dot, double square, double norms)
{
  const double *v = p->variance;
  return v[JX_PROCESS_LINEAR] * (1 + dot) + v[JX_PROCESS_ROUND] * norms +
         v[JX_PROCESS_SQUARES] * square + v[JX_PROCESS_PRODUCTS] * (dot * dot);
}

static double own_variance(const jx_process *p, const double *u)
{
  double dot = 0, square = 0;
  for (size_t d = 0; d < p->n; d++) {
    dot += u[d] * u[d];
    square += (u[d] * u[d]) * (u[d] * u[d]);
  }
  return p->variance[JX_PROCESS_ROUGH] + quadratic_part(p, dot, square, dot * dot);
}

/* Adds the quadratic part to `near`, and sets it to 0 behind the last point. */
static void complete(jx_process *p, double norm, size_t from)
{
  for (size_t i = from; i < p->points; i++)
    p->near[i] += quadratic_part(p, p->dot[i], p->square[i], p->norm[i] * norm);
  for (size_t i = p->points; i < p->panels * JX_PANEL; i++) p->near[i] = 0;
}

static double *lower_at(double *half, size_t row, size_t column)
{
  return half + JX_LOWER(row / JX_PANEL) + column * JX_PANEL + row % JX_PANEL;
}

static void read_theta(jx_process *p)
{
  const double *variances = p->theta + p->n;
  for (size_t d = 0; d < p->n; d++) p->length[d] = jk_exp(-2 * p->theta[d]);
  for (size_t v = 0; v < JX_PROCESS_VARIANCES; v++) p->variance[v] = jk_exp(variances[v]);
}

static void find_alpha(jx_process *p)
{
  memcpy(p->alpha, p->y, p->panels * JX_PANEL * sizeof *p->y);
  jx_panels_solve(p->panels, p->lower, p->alpha);
}

int jx_process_factor(jx_process *p)
{
  read_theta(p);
  for (size_t j = 0; j < p->panels * JX_PANEL; j++) {
    size_t from = j / JX_PANEL * JX_PANEL;
    relate(p, p->u + j, p->room, from);
    complete(p, p->norm[j], from);
    for (size_t i = from; i < p->panels * JX_PANEL; i += JX_PANEL)
      memcpy(lower_at(p->lower, i, j), p->near + i, JX_PANEL * sizeof *p->near);
    double *diagonal = lower_at(p->lower, j, j);
    if (j < p->points)
      *diagonal += p->variance[JX_PROCESS_NOISE];
    else
      for (size_t i = from; i < p->panels * JX_PANEL; i++) *lower_at(p->lower, i, j) = i == j;
  }
  if (!jx_panels_factor(p->panels, p->lower)) return 0;
  find_alpha(p);
  return 1;
}

int jx_process_append(jx_process *p, const double *u, double y)
{
  size_t row = p->points;
  if (row == p->room) return 0;
  relate(p, u, 1, 0);
  complete(p, jx_product(p->n, u, u), 0);
  memcpy(p->solved, p->near, p->panels * JX_PANEL * sizeof *p->near);
  jx_panels_forward(p->panels, p->lower, p->solved);
  double known = jx_wide_product(row, p->solved, p->solved);
  double rest = own_variance(p, u) + p->variance[JX_PROCESS_NOISE] - known;
  if (!(rest > 1e-3 * p->variance[JX_PROCESS_NOISE])) return 0;
  jx_process_add(p, u, y);
  if (row % JX_PANEL == 0) { /* begin a new panel of the factor */
    memset(p->lower + JX_LOWER(row / JX_PANEL), 0, (row + JX_PANEL) * JX_PANEL * sizeof *p->lower);
    for (size_t i = row; i < row + JX_PANEL; i++) *lower_at(p->lower, i, i) = 1;
  }
  for (size_t j = 0; j < row; j++) *lower_at(p->lower, row, j) = p->solved[j];
  *lower_at(p->lower, row, row) = sqrt(rest);
  find_alpha(p);
  return 1;
}

/* ---- Likelihood ---- */

/* Sets the weights of column j in the gradient: alpha alpha' - K^-1, doubled off the diagonal. */
static void weigh(jx_process *p, size_t j, size_t from, double *weight)
{
  for (size_t i = from; i < p->panels * JX_PANEL; i++) {
    double w = p->alpha[i] * p->alpha[j] - *lower_at(p->inverse, i, j);
    weight[i] = i < j || i >= p->points ? 0 : i == j ? w : 2 * w;
  }
}

/* Adds the contribution of column j to the gradient, without the factor 1/2. */
static void add_column(jx_process *p, size_t j, double *gradient)
{
  size_t from = j / JX_PANEL * JX_PANEL, count = p->panels * JX_PANEL - from, n = p->n;
  double *weight = p->solved, *part = p->work, *variances = gradient + n, linear = 0, products = 0;
  relate(p, p->u + j, p->room, from);
  weigh(p, j, from, weight);
  variances[JX_PROCESS_ROUGH] += jx_wide_product(count, weight + from, p->near + from);
  for (size_t i = from; i < from + count; i++) {
    linear += weight[i] * (1 + p->dot[i]);
    products += weight[i] * (p->dot[i] * p->dot[i]);
  }
  variances[JX_PROCESS_LINEAR] += p->variance[JX_PROCESS_LINEAR] * linear;
  variances[JX_PROCESS_ROUND] += p->variance[JX_PROCESS_ROUND] * p->norm[j] *
                                 jx_wide_product(count, weight + from, p->norm + from);
  variances[JX_PROCESS_SQUARES] +=
      p->variance[JX_PROCESS_SQUARES] * jx_wide_product(count, weight + from, p->square + from);
  variances[JX_PROCESS_PRODUCTS] += p->variance[JX_PROCESS_PRODUCTS] * products;
  variances[JX_PROCESS_NOISE] += weight[j] * p->variance[JX_PROCESS_NOISE];
  for (size_t i = from; i < from + count; i++) weight[i] *= p->slope[i];
  for (size_t d = 0; d < n; d++) {
    const double *column = p->u + d * p->room;
    double here = column[j];
#pragma omp simd
    for (size_t i = from; i < from + count; i++) part[i] = (column[i] - here) * (column[i] - here);
    gradient[d] += p->length[d] * jx_wide_product(count, weight + from, part + from);
  }
}

double jx_process_likelihood(jx_process *p, double *gradient)
{
  double sum = -0.5 * (jx_product(p->points, p->y, p->alpha) + (double)p->points * LOG_TWO_PI);
  for (size_t i = 0; i < p->points; i++) sum -= jk_log(*lower_at(p->lower, i, i));
  if (gradient == NULL) return sum;
  size_t count = p->n + JX_PROCESS_VARIANCES;
  for (size_t d = 0; d < count; d++) gradient[d] = 0;
  jx_panels_invert(p->panels, p->lower, p->work, p->inverse);
  for (size_t j = 0; j < p->points; j++) add_column(p, j, gradient);
  jx_scale(count, 0.5, gradient);
  return sum;
}

/* ---- Predictions ---- */

/* The variance, with a lower bound against cancellation. */
static double variance_of(double own, double known) { return jk_max(own - known, 1e-14 * own); }

/* The slope of the sum over i of factor[i] times the covariance with point i. */
static void find_slope(jx_process *p, const double *u, const double *factor, double *slope)
{
  size_t count = p->points;
  const double *v = p->variance;
  double *bent = p->eights, *steep = p->eights + p->room, *own = p->eights + 2 * p->room;
  double all = 0, round = 0;
  for (size_t i = 0; i < count; i++) {
    bent[i] = factor[i] * (v[JX_PROCESS_LINEAR] + 2 * v[JX_PROCESS_PRODUCTS] * p->dot[i]);
    steep[i] = factor[i] * p->slope[i];
    all += steep[i];
    round += factor[i] * p->norm[i];
  }
  for (size_t d = 0; d < p->n; d++) {
    const double *column = p->u + d * p->room;
    for (size_t i = 0; i < count; i++) own[i] = column[i] * column[i];
    slope[d] = jx_wide_product(count, bent, column) +
               2 * u[d] *
                   (v[JX_PROCESS_ROUND] * round +
                    v[JX_PROCESS_SQUARES] * jx_wide_product(count, factor, own)) +
               p->length[d] * (jx_wide_product(count, steep, column) - all * u[d]);
  }
}

jx_forecast jx_process_predict(jx_process *p, const double *u, double *mean_slope,
                               double *variance_slope)
{
  size_t padded = p->panels * JX_PANEL;
  double own = own_variance(p, u);
  relate(p, u, 1, 0);
  complete(p, jx_product(p->n, u, u), 0);
  memcpy(p->solved, p->near, padded * sizeof *p->near);
  jx_panels_forward(p->panels, p->lower, p->solved);
  jx_forecast found = {jx_wide_product(p->points, p->near, p->alpha),
                       variance_of(own, jx_wide_product(padded, p->solved, p->solved))};
  if (mean_slope == NULL) return found;
  jx_panels_backward(p->panels, p->lower, p->solved);
  find_slope(p, u, p->alpha, mean_slope);
  find_slope(p, u, p->solved, variance_slope);
  const double *v = p->variance;
  double round = 4 * (v[JX_PROCESS_ROUND] + v[JX_PROCESS_PRODUCTS]) * jx_product(p->n, u, u);
  for (size_t d = 0; d < p->n; d++)
    variance_slope[d] =
        u[d] * (2 * v[JX_PROCESS_LINEAR] + round + 4 * v[JX_PROCESS_SQUARES] * (u[d] * u[d])) -
        2 * variance_slope[d];
  return found;
}

void jx_process_predict_eight(jx_process *p, const double *u, jx_forecast *out)
{
  size_t padded = p->panels * JX_PANEL;
  for (size_t k = 0; k < 8; k++) {
    relate(p, u + k * p->n, 1, 0);
    complete(p, jx_product(p->n, u + k * p->n, u + k * p->n), 0);
    out[k].mean = jx_wide_product(p->points, p->near, p->alpha);
    for (size_t i = 0; i < padded; i++) p->eights[8 * i + k] = p->near[i];
  }
  jx_panels_forward_eight(p->panels, p->lower, 0, p->eights);
  double known[8] = {0};
  for (size_t i = 0; i < padded; i++)
    for (size_t k = 0; k < 8; k++) known[k] += p->eights[8 * i + k] * p->eights[8 * i + k];
  for (size_t k = 0; k < 8; k++)
    out[k].variance = variance_of(own_variance(p, u + k * p->n), known[k]);
}
