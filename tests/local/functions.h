/* The functions of make_traces.py, with the same bits: + - * only, sums in the same order. */
#ifndef TESTS_LOCAL_FUNCTIONS_H
#define TESTS_LOCAL_FUNCTIONS_H

#include <stddef.h>
#include <string.h>

typedef double function(const double *x, size_t n);

static inline double rosenbrock(const double *x, size_t n)
{
  double total = 0;
  for (size_t i = 0; i + 1 < n; i++) {
    double off = x[i + 1] - x[i] * x[i];
    total += 100.0 * off * off + (1.0 - x[i]) * (1.0 - x[i]);
  }
  return total;
}

static inline double rotated(const double *x, size_t n)
{
  double dot = 0, size = (double)n, total = 0, weight = 1;
  for (size_t i = 0; i < n; i++) dot += ((double)i + 1.0) * (x[i] - 0.5);
  double share = 2.0 * dot / (size * (size + 1.0) * (2.0 * size + 1.0) / 6.0);
  for (size_t i = 0; i < n; i++) {
    double y = (x[i] - 0.5) - share * ((double)i + 1.0);
    total += weight * y * y;
    weight *= 4.0;
  }
  return total;
}

static inline double bounded(const double *x, size_t n)
{
  double total = 0;
  for (size_t i = 0; i < n; i++) {
    double off = x[i] - (i % 2 == 0 ? 1.5 : 0.25);
    total += ((double)i + 1.0) * off * off;
    if (i > 0) total += x[i] * x[i - 1];
  }
  return total;
}

static inline double styblinski(const double *x, size_t n)
{
  double total = 0;
  for (size_t i = 0; i < n; i++) {
    double s = x[i] * x[i];
    total += s * s - 16.0 * s + 5.0 * x[i];
  }
  return 0.5 * total;
}

static inline double bumps(const double *x, size_t n)
{
  double total = 0, weight = 1;
  for (size_t i = 0; i < n; i++) {
    double s = x[i] * x[i];
    total += weight * (s * (s - 4.0) * (s - 4.0) + 0.5 * x[i]);
    weight *= 10.0;
  }
  return total;
}

static inline function *find_function(const char *name)
{
  static const struct {
    const char *name;
    function *f;
  } rows[] = {{"rosenbrock", rosenbrock},
              {"rotated", rotated},
              {"bounded", bounded},
              {"styblinski", styblinski},
              {"bumps", bumps}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(rows[i].name, name) == 0) return rows[i].f;
  return NULL;
}

#endif
