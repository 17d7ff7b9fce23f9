#include "algorithm/lqcmaes/quadratic.h"

#include <math.h>
#include <string.h>

#include "algorithm/lqcmaes/trust_region.h"
#include "algorithm/lqcmaes/eliminate.h"
#include "math/vector.h"

#define SHARE_FITTED 0.75
#define POINTS_PER_TERM 1.1
#define WEIGHT_MOST 20.0
#define WEIGHT_LEAST 1.0
#define RIDGE 1e-13      /* of the mean of the diagonal */
#define RIDGE_GROWTH 100 /* of the ridge, until the equations are positive definite */
#define NOTHING 1e-300   /* avoids a scale of 0 */
#define SWEEPS 5         /* over all coordinates */

/* A full archive is fitted again after (terms / 70)^2 new points, and sooner while it grows. */
#define TERMS_PER_NEW 70

size_t jx_quadratic_terms(enum jx_quadratic_kind kind, size_t n)
{
  switch (kind) {
  case JX_NO_MODEL: return 0;
  case JX_LINEAR: return n + 1;
  case JX_SQUARES: return 2 * n + 1;
  case JX_PRODUCTS: break;
  }
  return n * (n + 3) / 2 + 1;
}

static enum jx_quadratic_kind kind_most(size_t n)
{
  return n <= JX_QUADRATIC_DIM_MOST ? JX_PRODUCTS : JX_SQUARES;
}

size_t jx_quadratic_coefficients(size_t n)
{
  return JX_PANEL * JX_PANELS_FOR(jx_quadratic_terms(kind_most(n), n));
}

static int take_memory(jx_quadratic *q, size_t room, size_t panels)
{
  jx_pool *pool = q->pool;
  size_t n = q->n, size = sizeof(double), terms = panels * JX_PANEL;
  q->x = jx_pool_retake(pool, q->x, room, n * size);
  q->f = jx_pool_retake(pool, q->f, room, size);
  q->whiten = jx_pool_retake(pool, q->whiten, n, n * size);
  q->centre = jx_pool_retake(pool, q->centre, n, size);
  q->scale = jx_pool_retake(pool, q->scale, n, size);
  q->coefficient = jx_pool_retake(pool, q->coefficient, terms, size);
  q->rows.z = jx_pool_retake(pool, q->rows.z, room, terms * size);
  q->lower = jx_pool_retake(pool, q->lower, JX_LOWER(panels), size);
  q->ridged = jx_pool_retake(pool, q->ridged, JX_LOWER(panels), size);
  q->t = jx_pool_retake(pool, q->t, room, n * size);
  q->target = jx_pool_retake(pool, q->target, room, size);
  q->residual = jx_pool_retake(pool, q->residual, room, size);
  q->right = jx_pool_retake(pool, q->right, terms, size);
  q->solving = jx_pool_retake(pool, q->solving, 2 * n + 2, n * size);
  q->slot = jx_pool_retake(pool, q->slot, room, sizeof *q->slot);
  q->order = jx_pool_retake(pool, q->order, room, sizeof *q->order);
  q->rows.room = room;
  q->rows.panels = panels;
  q->room = jx_pool_is_whole(pool) ? room : 0;
  return q->room > 0;
}

int jx_quadratic_begin(jx_quadratic *q, size_t lambda)
{
  size_t terms = jx_quadratic_terms(kind_most(q->n), q->n);
  size_t capacity = lambda > 2 * terms ? lambda : 2 * terms;
  if (capacity > q->room && !take_memory(q, capacity, JX_PANELS_FOR(terms))) return 0;
  q->capacity = capacity;
  memset(q->counts, 0, sizeof q->counts);
  return 1;
}

/* ---- The archive ---- */

void jx_quadratic_add(jx_quadratic *q, const double *x, double f)
{
  uint64_t *points = &q->counts[JX_QUADRATIC_POINTS];
  uint64_t slot = *points < q->capacity ? (*points)++ : q->slot[q->capacity - 1];
  memmove(q->slot + 1, q->slot, ((size_t)*points - 1) * sizeof *q->slot);
  q->slot[0] = slot;
  q->f[slot] = f;
  memcpy(q->x + slot * q->n, x, q->n * sizeof *x);
  q->counts[JX_QUADRATIC_NEW]++;
}

int jx_quadratic_is_sound(const jx_quadratic *q)
{
  uint64_t points = q->counts[JX_QUADRATIC_POINTS];
  if (points > q->capacity || q->counts[JX_QUADRATIC_KIND] > kind_most(q->n)) return 0;
  for (uint64_t i = 0; i < points; i++)
    if (q->slot[i] >= points) return 0;
  return 1;
}

/* Insertion sort: all but the points just added are in order. */
void jx_quadratic_sort_newest(jx_quadratic *q, size_t count)
{
  for (size_t i = count; i-- > 0;) {
    uint64_t moving = q->slot[i];
    size_t at = i;
    for (; at + 1 < count && q->f[q->slot[at + 1]] < q->f[moving]; at++)
      q->slot[at] = q->slot[at + 1];
    q->slot[at] = moving;
  }
}

/* ---- The fit ---- */

static enum jx_quadratic_kind choose_kind(const jx_quadratic *q)
{
  double fitted = SHARE_FITTED * (double)jx_quadratic_points(q);
  for (enum jx_quadratic_kind kind = kind_most(q->n); kind > JX_LINEAR; kind--)
    if (fitted >= POINTS_PER_TERM * (double)jx_quadratic_terms(kind, q->n)) return kind;
  return JX_LINEAR;
}

int jx_quadratic_is_stale(const jx_quadratic *q)
{
  enum jx_quadratic_kind kind = choose_kind(q);
  double full = (double)jx_quadratic_points(q) / (double)q->capacity;
  double share = full * (double)jx_quadratic_terms(kind, q->n) / TERMS_PER_NEW;
  uint64_t every = (uint64_t)(share * share);
  return kind != q->counts[JX_QUADRATIC_KIND] ||
         q->counts[JX_QUADRATIC_NEW] >= (every > 1 ? every : 1);
}

/* Writes the best points to q->order, and returns their number. */
static size_t choose_points(jx_quadratic *q, enum jx_quadratic_kind kind)
{
  size_t points = jx_quadratic_points(q), least = jx_quadratic_terms(kind, q->n) + 2;
  for (size_t i = 0; i < points; i++) q->target[i] = q->f[q->slot[i]];
  jx_sort_by_rank(q->order, q->target, points);
  size_t count = (size_t)(SHARE_FITTED * (double)(points + 1));
  if (count < least) count = least;
  return count < points ? count : points;
}

/* t[n] = W (x - centre); W is symmetric. */
static void whiten(const jx_quadratic *q, const double *x, double *t)
{
  size_t n = q->n;
  memset(t, 0, n * sizeof *t);
  for (size_t i = 0; i < n; i++) jx_add(n, x[i] - q->centre[i], q->whiten + i * n, t);
}

/* Writes the points of the fit to q->t, scaled to a mean square of 1. */
static void scale_points(jx_quadratic *q, size_t count)
{
  size_t n = q->n;
  memset(q->scale, 0, n * sizeof *q->scale);
  for (size_t k = 0; k < count; k++) {
    double *t = q->t + k * n;
    whiten(q, q->x + q->slot[q->order[k].index] * n, t);
    for (size_t i = 0; i < n; i++) q->scale[i] += t[i] * t[i];
  }
  for (size_t i = 0; i < n; i++) q->scale[i] = sqrt(q->scale[i] / (double)count) + NOTHING;
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < n; i++) q->t[k * n + i] /= q->scale[i];
}

/* Writes row k of the equations: the weighted terms. */
static void set_row(jx_quadratic *q, size_t k, double weight, enum jx_quadratic_kind kind)
{
  size_t n = q->n, column = 0, apart = q->rows.room * JX_PANEL;
  const double *t = q->t + k * n;
  double *row = q->rows.z + k * JX_PANEL;
#define PUT_TERM(value) row[column / JX_PANEL * apart + column % JX_PANEL] = (value), column++
  PUT_TERM(weight);
  for (size_t i = 0; i < n; i++) PUT_TERM(weight * t[i]);
  for (size_t i = 0; i < n && kind >= JX_SQUARES; i++) PUT_TERM(weight * (t[i] * t[i]));
  for (size_t i = 0; i < n && kind == JX_PRODUCTS; i++)
    for (size_t j = i + 1; j < n; j++) PUT_TERM(weight * (t[i] * t[j]));
  while (column % JX_PANEL != 0) PUT_TERM(0);
#undef PUT_TERM
}

static void set_equations(jx_quadratic *q, size_t count, enum jx_quadratic_kind kind)
{
  double fall = count > 1 ? (WEIGHT_LEAST - WEIGHT_MOST) / (double)(count - 1) : 0;
  q->rows.rows = count;
  q->rows.panels = JX_PANELS_FOR(jx_quadratic_terms(kind, q->n));
  for (size_t k = 0; k < count; k++) {
    double weight = WEIGHT_MOST + (double)k * fall;
    set_row(q, k, weight, kind);
    q->target[k] = weight * (q->order[k].rank - q->order[0].rank);
  }
}

/* The index of number i of the diagonal. */
static size_t diagonal_at(size_t i) { return JX_LOWER(i / JX_PANEL) + i * JX_PANEL + i % JX_PANEL; }

/* Factors the equations with the smallest sufficient ridge; returns 0 if no ridge suffices. Columns
 * that only fill up the last panel get a 1 on the diagonal. */
static int factor(jx_quadratic *q, size_t terms)
{
  size_t panels = q->rows.panels;
  double mean = 0, ridge = RIDGE;
  for (size_t i = 0; i < terms; i++) mean += q->lower[diagonal_at(i)];
  mean /= (double)terms;
  while (ridge < 1) {
    memcpy(q->ridged, q->lower, JX_LOWER(panels) * sizeof *q->ridged);
    for (size_t i = 0; i < terms; i++) q->ridged[diagonal_at(i)] += ridge * mean;
    for (size_t i = terms; i < panels * JX_PANEL; i++) q->ridged[diagonal_at(i)] = 1;
    if (jx_panels_factor(panels, q->ridged)) return 1;
    ridge *= RIDGE_GROWTH;
  }
  return 0;
}

/* Solves for the coefficients, with one refinement by the residuals. */
static void solve(jx_quadratic *q)
{
  size_t panels = q->rows.panels;
  jx_panels_gather(&q->rows, q->target, q->coefficient);
  jx_panels_solve(panels, q->ridged, q->coefficient);
  jx_panels_times(&q->rows, q->coefficient, q->residual);
  for (size_t k = 0; k < q->rows.rows; k++) q->residual[k] = q->target[k] - q->residual[k];
  jx_panels_gather(&q->rows, q->residual, q->right);
  jx_panels_solve(panels, q->ridged, q->right);
  jx_add(panels * JX_PANEL, 1, q->right, q->coefficient);
}

void jx_quadratic_fit(jx_quadratic *q, const double *centre, const double *whitening)
{
  enum jx_quadratic_kind kind = choose_kind(q);
  size_t n = q->n, terms = jx_quadratic_terms(kind, n), count = choose_points(q, kind);
  memcpy(q->centre, centre, n * sizeof *centre);
  memcpy(q->whiten, whitening, n * n * sizeof *whitening);
  scale_points(q, count);
  set_equations(q, count, kind);
  jx_panels_gram(&q->rows, q->lower);
  int solved = factor(q, terms);
  if (solved) solve(q);
  for (size_t i = 0; solved && i < terms; i++) solved = fabs(q->coefficient[i]) < (double)INFINITY;
  if (!solved) memset(q->coefficient, 0, terms * sizeof *q->coefficient);
  q->counts[JX_QUADRATIC_KIND] = kind;
  q->counts[JX_QUADRATIC_NEW] = 0;
  q->counts[JX_QUADRATIC_FITS]++;
}

/* ---- The model ---- */

double jx_quadratic_value(const jx_quadratic *q, const double *x, double *t)
{
  size_t n = q->n;
  const double *linear = q->coefficient + 1, *square = linear + n, *product = square + n;
  uint64_t kind = q->counts[JX_QUADRATIC_KIND];
  double value = q->coefficient[0];
  whiten(q, x, t);
  for (size_t i = 0; i < n; i++) t[i] /= q->scale[i];
  for (size_t i = 0; i < n; i++) {
    double slope = linear[i];
    if (kind >= JX_SQUARES) slope += square[i] * t[i];
    if (kind == JX_PRODUCTS) slope += jx_product(n - i - 1, product, t + i + 1);
    product += n - i - 1;
    value += slope * t[i];
  }
  return value;
}

double jx_kendall(size_t count, const double *a, const double *b)
{
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < i; j++) {
      int first = (a[i] > a[j]) - (a[i] < a[j]), second = (b[i] > b[j]) - (b[i] < b[j]);
      sum += first * second;
    }
  return count < 2 ? 0 : sum / (0.5 * (double)count * (double)(count - 1));
}

double jx_quadratic_agreement(jx_quadratic *q, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    q->target[i] = q->f[q->slot[i]];
    q->residual[i] = jx_quadratic_value(q, q->x + q->slot[i] * q->n, q->t);
  }
  return jx_kendall(count, q->target, q->residual);
}

/* The slope g[n] and the curvature h[n][n] of the model at the centre, without scale. */
static void differentiate(const jx_quadratic *q, double *g, double *h)
{
  size_t n = q->n;
  const double *linear = q->coefficient + 1, *square = linear + n, *product = square + n;
  uint64_t kind = q->counts[JX_QUADRATIC_KIND];
  memset(h, 0, n * n * sizeof *h);
  for (size_t i = 0; i < n; i++) {
    g[i] = linear[i] / q->scale[i];
    if (kind >= JX_SQUARES) h[i * n + i] = 2 * square[i] / (q->scale[i] * q->scale[i]);
    for (size_t j = i + 1; j < n && kind == JX_PRODUCTS; j++)
      h[i * n + j] = h[j * n + i] = *product++ / (q->scale[i] * q->scale[j]);
  }
}

static double into(const jx_quadratic *q, double x)
{
  if (x < q->low) return q->low;
  return x > q->high ? q->high : x;
}

/* h = W h W for symmetric matrices, with scratch work[n][n]; g = W g, with its first row. */
static void turn_back(const jx_quadratic *q, double *h, double *g, double *work)
{
  size_t n = q->n;
  for (int side = 0; side < 2; side++) { /* (h W)' is W h */
    memset(work, 0, n * n * sizeof *work);
    for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < n; k++) jx_add(n, h[i * n + k], q->whiten + k * n, work + i * n);
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) h[j * n + i] = work[i * n + j];
  }
  memset(work, 0, n * sizeof *work);
  for (size_t k = 0; k < n; k++) jx_add(n, g[k], q->whiten + k * n, work);
  memcpy(g, work, n * sizeof *g);
}

/* Coordinate descent from x to the minimum of g'd + d'h d / 2, d = x - centre, in the box. */
static void descend_in_box(const jx_quadratic *q, const double *h, const double *g, double *x)
{
  size_t n = q->n;
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (size_t i = 0; i < n; i++) {
      double slope = g[i], curvature = h[i * n + i];
      for (size_t j = 0; j < n; j++) slope += h[i * n + j] * (x[j] - q->centre[j]);
      if (curvature > 0) {
        x[i] = into(q, x[i] - slope / curvature);
        continue;
      }
      double down = q->low - x[i], up = q->high - x[i];
      double below = down * (slope + 0.5 * curvature * down);
      double above = up * (slope + 0.5 * curvature * up);
      x[i] = below < above ? q->low : q->high;
    }
}

int jx_quadratic_optimum(jx_quadratic *q, double radius, double *x)
{
  size_t n = q->n;
  double *h = q->solving, *work = h + n * n, *g = work + n * (n + 1);
  int outside = 0;
  if (q->counts[JX_QUADRATIC_KIND] == JX_NO_MODEL) return 0;
  differentiate(q, g, h);
  jx_trust_region_minimum(n, h, g, radius, work, x);
  memcpy(work, q->whiten, n * n * sizeof *work);
  if (!jx_eliminate(n, work, x)) return 0;
  for (size_t i = 0; i < n; i++) {
    x[i] += q->centre[i];
    if (!(fabs(x[i]) < (double)INFINITY)) return 0;
    outside += into(q, x[i]) != x[i];
    x[i] = into(q, x[i]);
  }
  if (!outside) return 1;
  turn_back(q, h, g, work);
  descend_in_box(q, h, g, x);
  return 1;
}
