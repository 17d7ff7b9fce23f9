/* Formulas as printed, one function each; i counts from 1 as in the papers, so x_i is x[i - 1]. */
#include "reference_gallery.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const long double pi = 3.14159265358979323846264338327950288L;

static long double square(long double t) { return t * t; }

static reference_value sphere(const long double *x, int n, long double a)
{
  (void)a;
  long double f = 0;
  for (int i = 1; i <= n; i++) f += powl(x[i - 1], 2);
  return (reference_value){f, f};
}

static reference_value rosenbrock(const long double *x, int n, long double a)
{
  (void)a;
  reference_value v = {0, 0};
  for (int i = 1; i < n; i++) {
    long double here = x[i - 1], next = x[i];
    v.f += 100 * square(next - here * here) + square(1 - here);
    v.scale += 100 * square(fabsl(next) + here * here) + square(1 + fabsl(here));
  }
  return v;
}

static reference_value ellipsoid(const long double *x, int n, long double a)
{
  (void)a;
  long double f = 0;
  for (int i = 1; i <= n; i++) f += powl(1e6L, (long double)(i - 1) / (n - 1)) * square(x[i - 1]);
  return (reference_value){f, logl(1e6L) * f};
}

static reference_value rastrigin(const long double *x, int n, long double a)
{
  (void)a;
  reference_value v = {10.0L * n, 0};
  for (int i = 1; i <= n; i++) {
    v.f += square(x[i - 1]) - 10 * cosl(2 * pi * x[i - 1]);
    v.scale += square(x[i - 1]) + 20;
  }
  return v;
}

static reference_value ackley(const long double *x, int n, long double a)
{
  (void)a;
  long double squares = 0, cosines = 0;
  for (int i = 1; i <= n; i++) {
    squares += square(x[i - 1]);
    cosines += cosl(2 * pi * x[i - 1]);
  }
  long double f = -20 * expl(-0.2L * sqrtl(squares / n)) - expl(cosines / n) + 20 + expl(1);
  return (reference_value){f, 20 + expl(1)};
}

static reference_value griewank(const long double *x, int n, long double a)
{
  (void)a;
  long double sum = 0, product = 1, angles = 0;
  for (int i = 1; i <= n; i++) {
    long double angle = x[i - 1] / sqrtl(i);
    sum += square(x[i - 1]) / 4000;
    product *= cosl(angle);
    angles += fabsl(angle);
  }
  return (reference_value){1 + sum - product, sum + 2 + angles};
}

/* The constant is the sine's part at the best coordinate, 420.968...: found here by Newton's
 * method on the derivative, sin r + r cos r / 2 with r = sqrt(x), whose own derivative is 3/2 cos
 * r - r sin r / 2. */
static long double schwefel_constant(void)
{
  long double r = 20.5L;
  for (int k = 0; k < 20; k++)
    r -= (sinl(r) + r * cosl(r) / 2) / (1.5L * cosl(r) - r * sinl(r) / 2);
  return r * r * sinl(r);
}

static reference_value schwefel(const long double *x, int n, long double a)
{
  (void)a;
  reference_value v = {schwefel_constant() * n, schwefel_constant() * n};
  for (int i = 1; i <= n; i++) {
    long double root = sqrtl(fabsl(x[i - 1]));
    v.f -= x[i - 1] * sinl(root);
    v.scale += fabsl(x[i - 1]) * (1 + root);
  }
  return v;
}

static reference_value levy(const long double *x, int n, long double a)
{
  (void)a;
  reference_value v = {square(sinl(pi * (1 + (x[0] - 1) / 4))), 1};
  for (int i = 1; i <= n; i++) {
    long double w = 1 + (x[i - 1] - 1) / 4;
    long double size = 1 + fabsl(w - 1);
    long double wave = i < n ? 10 * square(sinl(pi * w + 1)) : square(sinl(2 * pi * w));
    v.f += square(w - 1) * (1 + wave);
    v.scale += size * size * (1 + 10 * pi * size);
  }
  return v;
}

static reference_value zakharov(const long double *x, int n, long double a)
{
  (void)a;
  long double squares = 0, weighted = 0, size = 0;
  for (int i = 1; i <= n; i++) {
    squares += square(x[i - 1]);
    weighted += 0.5L * i * x[i - 1];
    size += 0.5L * i * fabsl(x[i - 1]);
  }
  return (reference_value){squares + powl(weighted, 2) + powl(weighted, 4),
                           squares + 2 * powl(size, 2) + 4 * size * powl(fabsl(weighted), 3)};
}

static reference_value styblinski_tang(const long double *x, int n, long double a)
{
  (void)a;
  reference_value v = {0, 0};
  for (int i = 1; i <= n; i++) {
    long double fourth = powl(x[i - 1], 4), second = 16 * powl(x[i - 1], 2), first = 5 * x[i - 1];
    v.f += (fourth - second + first) / 2;
    v.scale += (fourth + second + fabsl(first)) / 2;
  }
  return v;
}

static reference_value michalewicz(const long double *x, int n, long double a)
{
  (void)a;
  reference_value v = {0, 0};
  for (int i = 1; i <= n; i++) {
    long double angle = i * square(x[i - 1]) / pi;
    v.f -= sinl(x[i - 1]) * powl(sinl(angle), 20);
    v.scale += 1 + 20 * powl(fabsl(sinl(angle)), 19) * angle;
  }
  return v;
}

static reference_value schaffer_f7(const long double *x, int n, long double a)
{
  (void)a;
  long double sum = 0, size = 0;
  for (int i = 1; i < n; i++) {
    long double s = hypotl(x[i - 1], x[i]);
    long double angle = 50 * powl(s, 0.2L);
    sum += sqrtl(s) * (1 + square(sinl(angle)));
    size += sqrtl(s) * (2 + angle);
  }
  return (reference_value){square(sum / (n - 1)), 2 * sum * size / square(n - 1)};
}

static reference_value target(const long double *x, int n, long double a)
{
  long double off = 0, size = 0, most = 0;
  for (int i = 1; i <= n; i++) {
    off += square(x[i - 1] - a);
    most += square(fabsl(x[i - 1]) + fabsl(a));
    size += square(x[i - 1]);
  }
  return (reference_value){off * (100 * size + 1) / 10, most * (100 * size + 1) / 10};
}

/* The integral of t^m ln t is -1/(m + 1)^2; x holds five weights, then five nodes. */
static reference_value quadrature(const long double *x, int n, long double a)
{
  (void)n;
  int m_max = (int)a;
  reference_value v = {0, 0};
  for (int m = 1; m <= m_max; m++) {
    long double rule = 0, size = 0;
    for (int k = 0; k < 5; k++) {
      long double w = x[k], t = x[5 + k];
      rule += t == 0 ? 0 : w * powl(t, m) * logl(t);
      size += t == 0 ? 0 : fabsl(w * powl(t, m) * logl(t)) * (m + 2);
    }
    v.f += fabsl(1 / square(m + 1) + rule) * square(m + 1) / m_max;
    v.scale += (1 + size * square(m + 1)) / m_max;
  }
  return v;
}

static const struct {
  const char *name;
  reference_function f;
} table[] = {
    {"sphere", sphere},
    {"rosenbrock", rosenbrock},
    {"ellipsoid", ellipsoid},
    {"rastrigin", rastrigin},
    {"ackley", ackley},
    {"griewank", griewank},
    {"schwefel", schwefel},
    {"levy", levy},
    {"zakharov", zakharov},
    {"styblinski_tang", styblinski_tang},
    {"michalewicz", michalewicz},
    {"schaffer_f7", schaffer_f7},
    {"target", target},
    {"quadrature", quadrature},
    {"figure_eight", reference_figure_eight},
    {"thomson", reference_thomson},
    {"lennard_jones", reference_lennard_jones},
};
enum { table_rows = sizeof table / sizeof table[0] };

const char *reference_gallery_name(int index)
{
  return index >= 0 && index < table_rows ? table[index].name : NULL;
}

reference_function reference_gallery_find(const char *name)
{
  for (int k = 0; k < table_rows; k++)
    if (strcmp(table[k].name, name) == 0) return table[k].f;
  return NULL;
}
