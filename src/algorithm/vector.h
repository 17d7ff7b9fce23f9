/* Sums over neighbouring numbers, in the written order: compilers vectorise jx_add and jx_scale
 * without changing a bit, jx_product not at all. */
#ifndef JX_VECTOR_H
#define JX_VECTOR_H

#include <stddef.h>

/* y += factor x */
static inline void jx_add(size_t n, double factor, const double *restrict x, double *restrict y)
{
  for (size_t i = 0; i < n; i++) y[i] += factor * x[i];
}

static inline void jx_scale(size_t n, double factor, double *x)
{
  for (size_t i = 0; i < n; i++) x[i] *= factor;
}

static inline double jx_product(size_t n, const double *x, const double *y)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

#endif
