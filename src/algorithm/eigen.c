#include "algorithm/eigen.h"

#include <float.h>
#include <math.h>

#include "math/vector.h"

/* An eigenvalue takes two QR steps on average; after this many the method has failed. */
#define STEPS_MOST 100

/* Off-diagonal numbers below this, beside a diagonal of size 1, have no effect. */
#define TINY 1e-300

/* The largest absolute value; infinity if a number is not finite. */
static double largest(size_t n, const double *x)
{
  double most = 0;
  for (size_t i = 0; i < n; i++) {
    double size = fabs(x[i]);
    if (!(size <= DBL_MAX)) return INFINITY;
    if (size > most) most = size;
  }
  return most;
}

/* Replaces x by the u of I - tau u u', which reflects x to (beside, 0, ..., 0); returns tau. */
static double reflect(size_t n, double *x, double *beside)
{
  double most = largest(n - 1, x + 1);
  *beside = x[0];
  if (most < TINY) return 0;
  if (fabs(x[0]) > most) most = fabs(x[0]);
  jx_scale(n, 1 / most, x);
  double length = sqrt(jx_product(n, x, x));
  if (x[0] < 0) length = -length;
  x[0] += length;
  *beside = -length * most;
  return 1 / (length * x[0]);
}

/* a becomes H a H for the reflection H = I - tau u u', that is a - u q' - q u' with
 * q = tau a u - (tau^2 / 2) (u' a u) u. Rows of a are `stride` apart. */
static void reflect_both(size_t n, double *a, size_t stride, const double *restrict u, double tau,
                         double *restrict q)
{
  for (size_t i = 0; i < n; i++) q[i] = 0;
  for (size_t i = 0; i < n; i++) jx_add(n, tau * u[i], a + i * stride, q);
  jx_add(n, -0.5 * tau * jx_product(n, q, u), u, q);
  for (size_t i = 0; i < n; i++) {
    double *restrict row = a + i * stride;
    double ui = u[i], qi = q[i];
    for (size_t j = 0; j < n; j++) row[j] -= ui * q[j] + qi * u[j];
  }
}

/* a = Q T Q' with a tridiagonal T: writes its diagonal to d[n] and its off-diagonal to e[n - 1].
 * Row k of a keeps the u of reflection k, and tau[k] its factor. */
static void reduce_to_tridiagonal(size_t n, double *a, double *d, double *e, double *tau)
{
  for (size_t k = 0; k + 1 < n; k++) {
    size_t rest = n - k - 1;
    double *u = a + k * n + k + 1;
    d[k] = a[k * n + k];
    tau[k] = reflect(rest, u, &e[k]);
    /* The rest of d is not in use yet: it serves as scratch. */
    if (tau[k] != 0) reflect_both(rest, a + (k + 1) * n + k + 1, n, u, tau[k], d + k + 1);
  }
  d[n - 1] = a[n * n - 1];
}

/* Replaces a by Q', from the reflections that the reduction left in it: H_0 H_1 ... applied from
 * the last to the first, each to the rows and columns after it, then transposed. */
static void accumulate_reflections(size_t n, double *a, const double *tau, double *sum)
{
  a[n * n - 1] = 1;
  for (size_t k = n - 1; k-- > 0;) {
    size_t rest = n - k - 1;
    double *u = a + k * n + k + 1, *block = a + (k + 1) * n + k + 1;
    for (size_t j = 0; j < rest; j++) sum[j] = 0;
    for (size_t i = 0; i < rest; i++) jx_add(rest, tau[k] * u[i], block + i * n, sum);
    for (size_t i = 0; i < rest; i++) jx_add(rest, -u[i], sum, block + i * n);
    for (size_t j = 0; j < rest; j++) u[j] = a[(k + 1 + j) * n + k] = 0;
    a[k * n + k] = 1;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++) {
      double upper = a[j * n + i];
      a[j * n + i] = a[i * n + j];
      a[i * n + j] = upper;
    }
}

/* The cosine and sine of the Givens rotation of (x, z) to (r, 0), without overflow; returns r. */
static double find_rotation(double x, double z, double *c, double *s)
{
  double most = fabs(x) > fabs(z) ? fabs(x) : fabs(z);
  if (most == 0) {
    *c = 1;
    *s = 0;
    return 0;
  }
  double p = x / most, q = z / most, r = sqrt(p * p + q * q);
  *c = p / r;
  *s = q / r;
  return r * most;
}

static void rotate_rows(size_t n, double *restrict x, double *restrict y, double c, double s)
{
  for (size_t i = 0; i < n; i++) {
    double xi = x[i], yi = y[i];
    x[i] = c * xi + s * yi;
    y[i] = c * yi - s * xi;
  }
}

/* Wilkinson's shift: the eigenvalue of the last 2 x 2 block that is closer to its last number. */
static double shift_of(double before, double beside, double last)
{
  double half = 0.5 * (before - last), size = fabs(beside);
  double most = fabs(half) > size ? fabs(half) : size;
  if (most == 0) return last;
  double p = half / most, q = size / most, root = sqrt(p * p + q * q);
  return last - size * q / (p + (p < 0 ? -root : root));
}

/* One QR step on rows first..last of T, whose e are not 0: a rotation of the first two rows, and
 * rotations that chase the bulge to the end. The rows of v[n][n] are rotated with them. */
static void qr_step(size_t n, double *d, double *e, size_t first, size_t last, double *v)
{
  double x = d[first] - shift_of(d[last - 1], e[last - 1], d[last]), z = e[first];
  for (size_t k = first; k < last; k++) {
    double c, s, r = find_rotation(x, z, &c, &s);
    if (k > first) e[k - 1] = r;
    double p = d[k], b = e[k], q = d[k + 1];
    double across = s * (q - p) + 2 * c * b; /* how much d[k] grows is s times this */
    d[k] = p + s * across;
    d[k + 1] = q - s * across;
    e[k] = c * across - b;
    x = e[k];
    if (k + 1 < last) {
      z = s * e[k + 1];
      e[k + 1] *= c;
    }
    rotate_rows(n, v + k * n, v + (k + 1) * n, c, s);
  }
}

/* Writes T's eigenvalues, split off at its end, to d and rotates the rows of v to the eigenvectors.
 */
static int iterate(size_t n, double *d, double *e, double *v)
{
  size_t last = n - 1;
  int steps = 0;
  while (last > 0) {
    size_t first = last;
    while (first > 0 &&
           fabs(e[first - 1]) > DBL_EPSILON * (fabs(d[first - 1]) + fabs(d[first])) + TINY)
      first--;
    if (first > 0) e[first - 1] = 0;
    if (first == last) {
      last--;
      steps = 0;
    } else if (++steps > STEPS_MOST) {
      return 0;
    } else {
      qr_step(n, d, e, first, last, v);
    }
  }
  return 1;
}

static void swap_rows(size_t n, double *restrict x, double *restrict y)
{
  for (size_t i = 0; i < n; i++) {
    double kept = x[i];
    x[i] = y[i];
    y[i] = kept;
  }
}

/* Sorts by eigenvalue, the smallest first, and makes the largest component of each row positive. */
static void sort_eigenpairs(size_t n, double *d, double *v)
{
  for (size_t i = 0; i < n; i++) {
    size_t least = i, top = 0;
    for (size_t j = i + 1; j < n; j++)
      if (d[j] < d[least]) least = j;
    double *row = v + i * n;
    if (least != i) {
      double kept = d[i];
      d[i] = d[least];
      d[least] = kept;
      swap_rows(n, row, v + least * n);
    }
    for (size_t j = 1; j < n; j++)
      if (fabs(row[j]) > fabs(row[top])) top = j;
    if (row[top] < 0) jx_scale(n, -1, row);
  }
}

/* The power of two at or below a positive number: dividing by it rounds nothing. */
static double power_below(double size)
{
  int exponent;
  frexp(size, &exponent);
  return ldexp(1, exponent - 1 < -1000 ? -1000 : exponent - 1);
}

int jx_eigen(size_t n, double *a, double *values, double *work)
{
  double *e = work, *tau = work + n, *sum = work + 2 * n;
  double most = largest(n * n, a);
  if (!(most <= DBL_MAX)) return 0;
  double unit = most > 0 ? power_below(most) : 1;
  jx_scale(n * n, 1 / unit, a);
  reduce_to_tridiagonal(n, a, values, e, tau);
  accumulate_reflections(n, a, tau, sum);
  if (!iterate(n, values, e, a)) return 0;
  sort_eigenpairs(n, values, a);
  jx_scale(n, unit, values);
  return 1;
}
