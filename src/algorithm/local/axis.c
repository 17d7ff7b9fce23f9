#include "algorithm/local/axis.h"

#include <math.h>
#include <string.h>

#define GOLDEN 0.3819660112501051 /* (3 - sqrt 5) / 2 */
#define NARROWEST 1e-6            /* narrowest interval that STEP divides, as a share of the axis */
#define LEAST_GAIN 1e-8           /* gain that STEP looks for, at least, */
#define GAIN 1e-3                 /* or this share of the median's distance from the best */

void jx_axis_add(const jx_axis *axis, double t, double g)
{
  size_t count = (size_t)axis->count->samples, k = count;
  while (k > 0 && axis->t[k - 1] >= t) k--;
  if (k < count && axis->t[k] == t) return;
  memmove(axis->t + k + 1, axis->t + k, (count - k) * sizeof *axis->t);
  memmove(axis->g + k + 1, axis->g + k, (count - k) * sizeof *axis->g);
  axis->t[k] = t;
  axis->g[k] = g;
  axis->count->samples++;
}

void jx_axis_shift(const jx_axis *axis, double by)
{
  for (size_t k = 0; k < axis->count->samples; k++) axis->g[k] -= by;
  axis->brent->fx -= by;
  axis->brent->fw -= by;
  axis->brent->fv -= by;
}

size_t jx_axis_best(const jx_axis *axis)
{
  size_t best = 0;
  for (size_t k = 1; k < axis->count->samples; k++)
    if (axis->g[k] < axis->g[best]) best = k;
  return best;
}

int jx_axis_has_several_minima(const jx_axis *axis, double tolerance)
{
  const double *g = axis->g;
  size_t best = jx_axis_best(axis);
  double most = g[best];
  for (size_t k = 0; k < axis->count->samples; k++)
    if (g[k] > most && g[k] < INFINITY) most = g[k];
  double margin = tolerance * (most - g[best]) + 1e-12;
  for (size_t k = 1; k <= best; k++)
    if (g[k] > g[k - 1] + margin) return 1;
  for (size_t k = best + 1; k < axis->count->samples; k++)
    if (g[k] < g[k - 1] - margin) return 1;
  return 0;
}

/* ---- Brent ---- */

/* Sets the bracket around the lowest sample; its neighbours are the points before it. */
static void set_bracket(const jx_axis *axis)
{
  jx_brent *s = axis->brent;
  size_t k = jx_axis_best(axis), last = (size_t)axis->count->samples - 1;
  size_t left = k > 0 ? k - 1 : k + 1, right = k < last ? k + 1 : left;
  if (left > last) left = right = k;
  int is_left = axis->g[left] < axis->g[right] || axis->g[left] == axis->g[right];
  size_t second = is_left ? left : right, third = is_left ? right : left;
  *s = (jx_brent){.a = axis->t[k > 0 ? k - 1 : k], .b = axis->t[k < last ? k + 1 : k]};
  s->x = axis->t[k], s->fx = axis->g[k];
  s->w = axis->t[second], s->fw = axis->g[second];
  s->v = axis->t[third], s->fv = axis->g[third];
  s->e = s->d = s->b - s->a;
  axis->count->is_converged = 0;
  axis->count->is_stale = 0;
}

/* Steps to the minimum of a parabola through x, w and v; returns 0 if it cannot be trusted. */
static int interpolate(jx_brent *s, double tolerance)
{
  double x = s->x, middle = 0.5 * (s->a + s->b);
  if (!(fabs(s->e) > tolerance)) return 0;
  double r = (x - s->w) * (s->fx - s->fv), q = (x - s->v) * (s->fx - s->fw);
  double p = (x - s->v) * q - (x - s->w) * r;
  q = 2 * (q - r);
  if (q > 0) p = -p;
  q = fabs(q);
  double before = s->e;
  s->e = s->d;
  if (!(fabs(p) < fabs(0.5 * q * before) && p > q * (s->a - x) && p < q * (s->b - x))) return 0;
  s->d = p / q;
  double u = x + s->d;
  if (u - s->a < 2 * tolerance || s->b - u < 2 * tolerance) s->d = copysign(tolerance, middle - x);
  return 1;
}

int jx_axis_local(const jx_axis *axis, double tolerance, double *u)
{
  jx_brent *s = axis->brent;
  if (axis->count->is_stale) set_bracket(axis);
  double middle = 0.5 * (s->a + s->b);
  double width = axis->upper - axis->lower;
  double near = tolerance * width + tolerance * fabs(s->x);
  if (fabs(s->x - middle) <= 2 * near - 0.5 * (s->b - s->a)) {
    axis->count->is_converged = 1;
    return 0;
  }
  if (!interpolate(s, near)) {
    s->e = (s->x < middle ? s->b : s->a) - s->x;
    s->d = GOLDEN * s->e;
  }
  *u = s->x + (fabs(s->d) >= near ? s->d : copysign(near, s->d));
  return 1;
}

void jx_axis_tell_local(const jx_axis *axis, double u, double g)
{
  jx_brent *s = axis->brent;
  jx_axis_add(axis, u, g);
  if (g <= s->fx) {
    *(u >= s->x ? &s->a : &s->b) = s->x;
    s->v = s->w, s->fv = s->fw;
    s->w = s->x, s->fw = s->fx;
    s->x = u, s->fx = g;
    return;
  }
  *(u < s->x ? &s->a : &s->b) = u;
  if (g <= s->fw || s->w == s->x) {
    s->v = s->w, s->fv = s->fw;
    s->w = u, s->fw = g;
  } else if (g <= s->fv || s->v == s->x || s->v == s->w) {
    s->v = u, s->fv = g;
  }
}

/* ---- STEP ---- */

/* The gain that STEP looks for: a little more where values are far apart. */
static double wanted_gain(const jx_axis *axis, double best, jx_ranked *scratch)
{
  size_t count = (size_t)axis->count->samples;
  jx_sort_by_rank(scratch, axis->g, count);
  while (count > 0 && !(scratch[count - 1].rank < INFINITY)) count--;
  if (count == 0) return LEAST_GAIN;
  return fmax(LEAST_GAIN, GAIN * (scratch[count / 2].rank - best));
}

int jx_axis_step(const jx_axis *axis, jx_ranked *scratch, double *u)
{
  const double *t = axis->t, *g = axis->g;
  size_t count = (size_t)axis->count->samples, interval = count;
  double best = g[jx_axis_best(axis)], least = INFINITY;
  *u = t[0] > axis->lower ? axis->lower : axis->upper;
  if (t[0] > axis->lower || t[count - 1] < axis->upper) return 1;
  double goal = best - wanted_gain(axis, best, scratch);
  for (size_t k = 0; k + 1 < count; k++) {
    double width = t[k + 1] - t[k];
    if (width < NARROWEST * (axis->upper - axis->lower)) continue;
    double root = sqrt(g[k] - goal) + sqrt(g[k + 1] - goal);
    double difficulty = root * root / (width * width);
    if (difficulty < least) {
      least = difficulty;
      interval = k;
    }
  }
  if (interval == count) return 0;
  *u = 0.5 * (t[interval] + t[interval + 1]);
  return 1;
}
