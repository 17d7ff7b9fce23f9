/* More and Sorensen, "Computing a trust region step", SIAM J. Sci. Stat. Comput. 4 (1983): finds
 * the multiplier m for which H + m I is positive definite and its step has the radius of the ball,
 * by Newton's method on the inverse length, safeguarded by bounds. */
#include "algorithm/lqcmaes/trust_region.h"

#include <math.h>
#include <string.h>

#include "math/vector.h"

#define TRIES_MOST 20
#define CLOSE 0.1 /* of the radius */

/* Sets l[n][n] to L of H + m I = L L'; returns 0 if that is not positive definite. */
static int factor(size_t n, const double *h, double m, double *l)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      double left = h[i * n + j] + (i == j ? m : 0) - jx_product(j, l + i * n, l + j * n);
      if (i == j && !(left > 0 && left < (double)INFINITY)) return 0;
      l[i * n + j] = i == j ? sqrt(left) : left / l[j * n + j];
    }
  return 1;
}

/* L w = b. */
static void forward(size_t n, const double *l, const double *b, double *w)
{
  for (size_t i = 0; i < n; i++) w[i] = (b[i] - jx_product(i, l + i * n, w)) / l[i * n + i];
}

/* L'u = w, in place. */
static void backward(size_t n, const double *l, double *w)
{
  for (size_t i = n; i-- > 0;) {
    w[i] /= l[i * n + i];
    jx_add(i, -w[i], l + i * n, w);
  }
}

static double length_of(size_t n, const double *u) { return sqrt(jx_product(n, u, u)); }

/* An upper bound of the eigenvalues of H: the largest row sum. */
static double largest_row(size_t n, const double *h)
{
  double most = 0;
  for (size_t i = 0; i < n; i++) {
    double sum = 0;
    for (size_t j = 0; j < n; j++) sum += fabs(h[i * n + j]);
    if (sum > most) most = sum;
  }
  return most;
}

static double between(double low, double high)
{
  double middle = sqrt(low * high), least = low + 0.01 * (high - low);
  return middle > least ? middle : least;
}

/* Solves for the step u with the factor l; returns its length. */
static double step(size_t n, const double *g, const double *l, double *u)
{
  forward(n, l, g, u);
  backward(n, l, u);
  jx_scale(n, -1, u);
  return length_of(n, u);
}

/* One step of Newton's method from the multiplier m, whose step is u. */
static double better(size_t n, double m, double radius, const double *l, const double *u, double *w)
{
  double length = length_of(n, u);
  forward(n, l, u, w);
  double slope = jx_product(n, w, w);
  return m + length * length / slope * (length - radius) / radius;
}

void jx_trust_region_minimum(size_t n, const double *h, const double *g, double radius,
                             double *work, double *u)
{
  double *l = work, *w = work + n * n, m = 0, length = 0;
  double low = 0, high = length_of(n, g) / radius + largest_row(n, h);
  memset(u, 0, n * sizeof *u);
  for (int i = 0; i < TRIES_MOST && high > 0; i++) {
    double next = -1;
    if (!factor(n, h, m, l)) {
      low = m;
    } else {
      length = step(n, g, l, u);
      next = better(n, m, radius, l, u, w);
      if ((m == 0 && length <= radius) || fabs(length - radius) <= CLOSE * radius) break;
      if (length > radius)
        low = m;
      else
        high = m;
    }
    m = next > low && next < high ? next : between(low, high);
  }
  if (length > radius) jx_scale(n, radius / length, u);
}
