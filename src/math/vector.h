/* Sums over adjacent numbers, in the written order: compilers vectorise jx_add, jx_add_rows,
 * jx_scale and jx_wide_product without changing a bit, and do not vectorise jx_product. */
#pragma once

#include <stddef.h>

/* y += factor x */
static inline void jx_add(size_t n, double factor, const double *restrict x, double *restrict y)
{
#pragma omp simd
  for (size_t i = 0; i < n; i++) y[i] += factor * x[i];
}

/* y += sum of factor[k] x_k, over rows x_k of n numbers that are `stride` apart, with the bits of
 * successive jx_add; y is read and written once for four rows. */
static inline void jx_add_rows(size_t n, size_t rows, const double *factor,
                               const double *restrict x, size_t stride, double *restrict y)
{
  size_t k = 0;
  for (; k + 4 <= rows; k += 4) {
    const double *restrict a = x + k * stride, *restrict b = a + stride, *restrict c = b + stride,
                           *restrict d = c + stride;
    double fa = factor[k], fb = factor[k + 1], fc = factor[k + 2], fd = factor[k + 3];
#pragma omp simd
    for (size_t i = 0; i < n; i++)
      y[i] = (((y[i] + fa * a[i]) + fb * b[i]) + fc * c[i]) + fd * d[i];
  }
  for (; k < rows; k++) jx_add(n, factor[k], x + k * stride, y);
}

static inline void jx_scale(size_t n, double factor, double *x)
{
#pragma omp simd
  for (size_t i = 0; i < n; i++) x[i] *= factor;
}

static inline double jx_product(size_t n, const double *x, const double *y)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

/* The same in another order: eight sums over every eighth number, added in pairs. */
static inline double jx_wide_product(size_t n, const double *restrict x, const double *restrict y)
{
  double sum[8] = {0};
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
#pragma omp simd
    for (size_t k = 0; k < 8; k++) sum[k] += x[i + k] * y[i + k];
  }
  for (size_t k = 0; i < n; i++, k++) sum[k] += x[i] * y[i];
  return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}
