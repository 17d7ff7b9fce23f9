/* The expected improvement over the best known value. */
#pragma once

/* log of E max(best - Y, 0) for a normal Y, accurate also for tiny values, and its derivatives. */
typedef struct jx_improvement {
  double log, by_mean, by_deviation;
} jx_improvement;

jx_improvement jx_expected_improvement(double best, double mean, double deviation);
