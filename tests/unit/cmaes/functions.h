/* Functions to minimise that several tests of cmaes share. */
#ifndef CMAES_FUNCTIONS_H
#define CMAES_FUNCTIONS_H

#include <math.h>
#include <stddef.h>

static inline double sphere(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
  return sum;
}

static inline double ellipsoid(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += pow(10, 6 * (double)i / (double)(n - 1)) * x[i] * x[i];
  return sum;
}

static inline double rosenbrock(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i + 1 < n; i++) {
    double off = x[i + 1] - x[i] * x[i];
    sum += 100 * off * off + (1 - x[i]) * (1 - x[i]);
  }
  return sum;
}

static inline double nowhere(const double *x, size_t n)
{
  (void)x;
  (void)n;
  return INFINITY;
}

#endif
