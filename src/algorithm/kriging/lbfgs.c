#include "algorithm/kriging/lbfgs.h"

#include <math.h>
#include <string.h>

#include "math/vector.h"

#define SUFFICIENT 1e-4 /* share of the decrease that the slope predicts */
#define TRIES 10

typedef struct memory {
  size_t count;
  double *step, *bend; /* [JX_LBFGS_MEMORY][n], the oldest first: steps, and changes of the
                          gradient */
} memory;

static int is_stuck(const jx_lbfgs *d, const double *x, const double *gradient, size_t i)
{
  return (x[i] <= d->lower[i] && gradient[i] >= 0) || (x[i] >= d->upper[i] && gradient[i] <= 0);
}

/* direction = - H gradient, by the two-loop recursion of the paper. */
static void turn(const memory *m, size_t n, double *direction)
{
  double share[JX_LBFGS_MEMORY];
  for (size_t k = m->count; k-- > 0;) {
    const double *s = m->step + k * n, *y = m->bend + k * n;
    share[k] = jx_product(n, s, direction) / jx_product(n, s, y);
    jx_add(n, -share[k], y, direction);
  }
  if (m->count > 0) {
    const double *s = m->step + (m->count - 1) * n, *y = m->bend + (m->count - 1) * n;
    jx_scale(n, jx_product(n, s, y) / jx_product(n, y, y), direction);
  }
  for (size_t k = 0; k < m->count; k++) {
    const double *s = m->step + k * n, *y = m->bend + k * n;
    jx_add(n, share[k] - jx_product(n, y, direction) / jx_product(n, s, y), s, direction);
  }
}

/* Finds a direction and returns the slope along it, which is below 0 if it leads down. */
static double direct(const jx_lbfgs *d, memory *m, const double *x, const double *gradient,
                     double *direction)
{
  size_t n = d->n;
  for (int attempt = 0; attempt < 2; attempt++) {
    for (size_t i = 0; i < n; i++) direction[i] = is_stuck(d, x, gradient, i) ? 0 : -gradient[i];
    turn(m, n, direction);
    for (size_t i = 0; i < n; i++)
      if (is_stuck(d, x, gradient, i)) direction[i] = 0;
    double slope = jx_product(n, direction, gradient);
    if (slope < 0 || m->count == 0) return slope;
    m->count = 0;
  }
  return 0;
}

static void remember(memory *m, size_t n, const double *x, const double *gradient,
                     const double *next, const double *next_gradient)
{
  size_t bytes = n * sizeof *x;
  if (m->count == JX_LBFGS_MEMORY) {
    memmove(m->step, m->step + n, (JX_LBFGS_MEMORY - 1) * bytes);
    memmove(m->bend, m->bend + n, (JX_LBFGS_MEMORY - 1) * bytes);
    m->count--;
  }
  double *s = m->step + m->count * n, *y = m->bend + m->count * n;
  for (size_t i = 0; i < n; i++) {
    s[i] = next[i] - x[i];
    y[i] = next_gradient[i] - gradient[i];
  }
  if (jx_product(n, s, y) > 1e-12 * jx_product(n, y, y)) m->count++;
}

static void step(const jx_lbfgs *d, const double *x, double t, const double *direction,
                 double *next)
{
  for (size_t i = 0; i < d->n; i++) {
    double to = x[i] + t * direction[i];
    next[i] = to < d->lower[i] ? d->lower[i] : to > d->upper[i] ? d->upper[i] : to;
  }
}

/* Backtracks along the direction until the decrease is sufficient. `next` is the last point. */
static double search(const jx_lbfgs *d, const double *x, double value, double slope, double t,
                     size_t *used)
{
  double *direction = d->work + d->n, *next = direction + d->n, *gradient = next + d->n;
  double found = value;
  for (int k = 0; k < TRIES; k++) {
    step(d, x, t, direction, next);
    found = d->function(d->user, next, gradient);
    ++*used;
    if (found <= value + SUFFICIENT * t * slope) break;
    t /= 4;
  }
  return found;
}

double jx_lbfgs_minimize(const jx_lbfgs *d, double *x)
{
  size_t n = d->n, used = 1, bytes = n * sizeof *x;
  double *gradient = d->work, *direction = gradient + n, *next = direction + n,
         *next_gradient = next + n;
  memory m = {0, next_gradient + n, next_gradient + (1 + JX_LBFGS_MEMORY) * n};
  double value = d->function(d->user, x, gradient), gain = (double)INFINITY;
  while (used < d->evaluations && gain >= d->enough) {
    double slope = direct(d, &m, x, gradient, direction), t = 1;
    if (!(slope < 0)) break;
    if (m.count == 0) t = fmin(1, d->first / sqrt(jx_product(n, direction, direction)));
    double found = search(d, x, value, slope, t, &used);
    if (!(found < value)) break;
    gain = value - found;
    remember(&m, n, x, gradient, next, next_gradient);
    memcpy(x, next, bytes);
    memcpy(gradient, next_gradient, bytes);
    value = found;
  }
  return value;
}
