#include "math/cholesky.h"

#include <math.h>

#include "math/vector.h"

/* Computes U row by row; each row is subtracted from those below it at once, so that all loops run
 * over adjacent numbers. */
int jx_cholesky(size_t n, double *a)
{
  for (size_t k = 0; k < n; k++) {
    double *row = a + k * n;
    if (!(row[k] > 0 && row[k] < INFINITY)) return 0;
    double pivot = sqrt(row[k]);
    for (size_t j = k; j < n; j++) row[j] /= pivot;
    for (size_t i = k + 1; i < n; i++) jx_add(n - i, -row[i], row + i, a + i * n + i);
  }
  return 1;
}

void jx_cholesky_forward(size_t n, const double *u, double *y)
{
  for (size_t k = 0; k < n; k++) {
    y[k] /= u[k * n + k];
    jx_add(n - k - 1, -y[k], u + k * n + k + 1, y + k + 1);
  }
}

void jx_cholesky_solve(size_t n, const double *u, double *x)
{
  jx_cholesky_forward(n, u, x);
  for (size_t k = n; k-- > 0;) {
    double known = jx_product(n - k - 1, u + k * n + k + 1, x + k + 1);
    x[k] = (x[k] - known) / u[k * n + k];
  }
}
