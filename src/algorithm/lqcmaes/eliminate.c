#include "algorithm/lqcmaes/eliminate.h"

#include <math.h>

#include "math/vector.h"

static void swap(double *x, double *y)
{
  double kept = *x;
  *x = *y;
  *y = kept;
}

/* Swaps the largest number of column k, at row k or below it, into row k. */
static void bring_pivot(size_t n, double *a, double *b, size_t k)
{
  size_t pivot = k;
  for (size_t i = k + 1; i < n; i++)
    if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) pivot = i;
  if (pivot == k) return;
  for (size_t j = k; j < n; j++) swap(&a[k * n + j], &a[pivot * n + j]);
  swap(&b[k], &b[pivot]);
}

int jx_eliminate(size_t n, double *a, double *b)
{
  for (size_t k = 0; k < n; k++) {
    bring_pivot(n, a, b, k);
    double pivot = a[k * n + k];
    if (!(fabs(pivot) > 0)) return 0;
    for (size_t i = k + 1; i < n; i++) {
      double factor = a[i * n + k] / pivot;
      jx_add(n - k - 1, -factor, a + k * n + k + 1, a + i * n + k + 1);
      b[i] -= factor * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    b[k] -= jx_product(n - k - 1, a + k * n + k + 1, b + k + 1);
    b[k] /= a[k * n + k];
  }
  return 1;
}
