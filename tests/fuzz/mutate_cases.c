#include <math.h>

#include "mutate_bed.h"

static double sphere(const double *x, size_t n)
{
  double sum = 0;
  for (size_t d = 0; d < n; d++) sum += (x[d] - 0.3) * (x[d] - 0.3);
  return sum;
}

static double rosenbrock(const double *x, size_t n)
{
  double sum = (1 - x[0]) * (1 - x[0]);
  for (size_t d = 1; d < n; d++) {
    double off = x[d] - x[d - 1] * x[d - 1];
    sum += 100 * off * off + (1 - x[d]) * (1 - x[d]);
  }
  return sum;
}

/* With products, so that it is no sum over coordinates. */
static double bumps(const double *x, size_t n)
{
  double sum = 0, turned = 0;
  for (size_t d = 0; d < n; d++) turned += x[d] * (d % 2 == 0 ? 0.6 : -0.8);
  for (size_t d = 0; d < n; d++) {
    double at = x[d] + 0.5 * turned;
    sum += at * at - 10 * cos(6.2831853 * at) + 10;
  }
  return sum;
}

/* As many as a line through the box can show, and a slope of its own at each. */
static double thorns(const double *x, size_t n)
{
  double sum = 1 + sphere(x, n), turned = 0;
  for (size_t d = 0; d < n; d++) turned += (0.7 + 0.2 * (double)d) * x[d];
  return sum * (1 + 0.9 * sin(15 * turned));
}

/* Many minima, on each axis by itself. */
static double waves(const double *x, size_t n)
{
  double sum = 0;
  for (size_t d = 0; d < n; d++) sum += x[d] * x[d] - 5 * cos(9 * x[d]);
  return sum;
}

static double holes(const double *x, size_t n) { return x[0] > 0.8 ? NAN : rosenbrock(x, n); }

static double stairs(const double *x, size_t n) { return floor(4 * sphere(x, n)); }

uint64_t bed_calls;

/* Values differ from call to call. */
static double noise(const double *x, size_t n)
{
  uint64_t z = ++bed_calls * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 32) * 0xd6e8feb86659fd93;
  return sphere(x, n) + (double)(z >> 11) * 0x1p-53;
}

const bed_case bed_cases[] = {
    {"auto.sum", "auto:batch=1", 3, waves, 0, 0, 0, 7},
    {"auto.smooth", "auto:batch=1", 4, rosenbrock, 0, 0, 0, 23},
    {"auto.smooth.late", "auto:batch=1", 4, rosenbrock, 0, 0, 200, 40},
    {"auto.bumps", "auto:batch=1", 4, bumps, 0, 0, 2, 9},
    {"auto.thorns", "auto:batch=1", 4, thorns, 0, 0, 0, 9},
    {"auto.long", "auto:batch=1", 10, rosenbrock, 0, 0, 0, 31},
    {"auto.holes", "auto:batch=1", 3, holes, 0, 0, 0, 13},
    {"auto.batch", "auto:batch=4", 3, rosenbrock, 0, 0, 0, 9},
    {"auto.whole", "auto:batch=1", 4, bumps, BED_CELLS, 0, 0, 9},
    {"auto.whole.limits", "auto:batch=1", 4, bumps, BED_CELLS | BED_LIMITS, 0, 0, 5},
    {"auto.large", "auto:batch=1", 40, rosenbrock, 0, 0, 0, 29},
    {"spso2011.random", "spso2011", 3, rosenbrock, 0, 0, 0, 3},
    {"spso2011.ring", "spso2011:topology=ring", 3, rosenbrock, BED_ONE_BY_ONE, 0, 0, 3},
    {"fips", "fips", 3, rosenbrock, 0, 0, 0, 3},
    {"bare_bones", "bare_bones:restart=3", 3, stairs, BED_ONE_BY_ONE, 0, 0, 3},
    {"aiwpso", "aiwpso", 3, rosenbrock, 0, 0, 0, 3},
    {"clpso", "clpso", 3, rosenbrock, BED_ONE_BY_ONE, 0, 0, 3},
    {"hclpso", "hclpso", 3, rosenbrock, BED_LIMITS, 0, 0, 3},
    {"dmspso", "dmspso", 3, rosenbrock, 0, 0, 0, 3},
    {"dmspso.limits", "dmspso:restart=2,refine=2,cap=20", 3, holes, BED_LIMITS, 0, 0, 3},
    {"cso", "cso", 3, rosenbrock, 0, 0, 0, 3},
    {"slpso", "slpso", 3, rosenbrock, 0, 0, 0, 3},
    {"cmaes.plain", "cmaes", 4, rosenbrock, 0, 0, 0, 9},
    {"cmaes.bipop", "cmaes:restarts=bipop", 3, bumps, 0, 0, 0, 29},
    {"cmaes.ipop", "cmaes:restarts=ipop,bounds=mirror", 3, stairs, 0, 0, 0, 29},
    {"cmaes.separable", "cmaes:restarts=bipop,covariance=separable", 4, waves, 0, 0, 0, 19},
    {"cmaes.limited", "cmaes:restarts=ipop,covariance=limited", 6, rosenbrock, 0, 0, 0, 19},
    {"cmaes.pair", "cmaes:covariance=separable", 300, sphere, 0, 0, 0, 3},
    {"cmaes.cells", "cmaes:restarts=bipop", 4, bumps, BED_CELLS, 0, 0, 9},
    {"cmaes.flight", "cmaes:restarts=ipop", 3, bumps, BED_ONE_BY_ONE, 0, 0, 9},
    {"lqcmaes.bipop", "lqcmaes", 3, bumps, 0, 0, 0, 19},
    {"lqcmaes.plain", "lqcmaes:restarts=none", 4, rosenbrock, 0, 0, 0, 5},
    {"lqcmaes.batch", "lqcmaes:batch=5,restarts=ipop", 3, holes, 0, 0, 0, 11},
    {"lqcmaes.flight", "lqcmaes", 3, rosenbrock, BED_ONE_BY_ONE, 0, 0, 9},
    {"kriging.plain", "kriging", 2, rosenbrock, 0, 0, 0, 2},
    {"kriging.batch", "kriging", 2, bumps, BED_CELLS, 6, 0, 1},
    {"kriging.flight", "kriging", 2, holes, BED_ONE_BY_ONE, 3, 0, 1},
    {"shade.plain", "shade", 3, rosenbrock, 0, 0, 0, 3},
    {"shade.limits", "shade:memory=3", 3, holes, BED_LIMITS, 0, 0, 1},
    {"shade.equalities", "shade", 3, sphere, BED_LIMITS | BED_EQUALITIES, 0, 0, 1},
    {"jde.rand", "jde", 3, rosenbrock, 0, 0, 0, 3},
    {"jde.best", "jde:mutation=best", 3, holes, 0, 0, 0, 3},
    {"jde.pbest", "jde:mutation=current_to_pbest", 3, waves, 0, 0, 0, 3},
    {"noisy.cmaes", "noisy", 3, noise, 0, 1, 0, 7},
    {"noisy.cmaes.limits", "noisy", 3, noise, BED_LIMITS, 1, 0, 2},
    {"noisy.still", "noisy", 3, rosenbrock, 0, 1, 0, 5},
    {"noisy.lqcmaes", "noisy:method=lqcmaes", 3, noise, 0, 1, 0, 5},
    {"noisy.jde", "noisy:method=jde", 3, noise, 0, 1, 0, 5},
    {"noisy.shade", "noisy:method=shade", 3, noise, BED_LIMITS, 1, 0, 1},
    {"noisy.slpso", "noisy:method=slpso", 3, noise, 0, 1, 0, 5},
    {"noisy.cso", "noisy:method=cso", 3, noise, 0, 1, 0, 5},
    {"noisy.spso2011", "noisy:method=spso2011", 3, noise, 0, 1, 0, 5},
    {"noisy.dmspso", "noisy:method=dmspso", 3, noise, 0, 1, 0, 5},
    {"noisy.hclpso", "noisy:method=hclpso", 3, noise, 0, 1, 0, 5},
    {"quasi_newton.random", "quasi_newton", 3, rosenbrock, 0, 0, 0, 5},
    {"quasi_newton.sampled", "quasi_newton:start=sampled,cap=30", 3, bumps, 0, 0, 0, 5},
    {"quasi_newton.holes", "quasi_newton:restarts=no", 3, holes, 0, 0, 0, 2},
    {"lines.sum", "lines", 3, waves, 0, 0, 0, 11},
    {"lines.force", "lines:force=yes", 3, rosenbrock, 0, 0, 0, 11},
    {"lines.holes", "lines:force=yes", 2, holes, 0, 0, 0, 5},
    {"bobyqa", "bobyqa", 3, rosenbrock, 0, 0, 0, 7},
    {"sbplx", "sbplx", 3, bumps, 0, 0, 0, 7},
    {"cobyla", "cobyla:restarts=no", 3, rosenbrock, 0, 0, 0, 3},
    {"lm", "lm", 3, rosenbrock, 0, 0, 0, 2},
    {NULL, NULL, 0, NULL, 0, 0, 0, 0},
};
