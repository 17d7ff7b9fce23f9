#include "algorithm/cmaes/rates.h"

#define JK_PRECISION 64
#include "kernel/math.h"

/* Eq. 49 and 53, with negative weights that sum to -1; returns mu_eff of those. */
static double set_weights(jx_cmaes_rates *rates, size_t lambda, double *weight)
{
  double sums[2] = {0, 0}, squares[2] = {0, 0};
  for (size_t i = 0; i < lambda; i++) {
    double w = jk_log(((double)lambda + 1) / 2) - jk_log((double)(i + 1));
    int bad = 2 * (i + 1) >= lambda + 1;
    if (!bad) rates->mu = i + 1;
    sums[bad] += w;
    squares[bad] += w * w;
    weight[i] = w;
  }
  for (size_t i = 0; i < lambda; i++)
    weight[i] /= i < rates->mu ? sums[0] : (sums[1] < 0 ? -sums[1] : 1);
  rates->mu_eff = sums[0] * sums[0] / squares[0];
  return squares[1] > 0 ? sums[1] * sums[1] / squares[1] : 0;
}

/* Eq. 50 to 53: what negative weights sum to. The last bound keeps C positive definite. */
static double sum_of_bad(const jx_cmaes_rates *rates, double n, double mu_eff_bad)
{
  double sum = jk_min(1 + rates->c_1 / rates->c_mu, 1 + 2 * mu_eff_bad / (rates->mu_eff + 2));
  return jk_max(0, jk_min(sum, (1 - rates->c_1 - rates->c_mu) / (n * rates->c_mu)));
}

/* The expected length of a normal vector of n numbers: L(n) = sqrt 2 Gamma((n + 1) / 2) / Gamma(n /
 * 2), as L(1) = sqrt(2 / pi) and L(k) L(k + 1) = k. */
static double length_of(size_t n)
{
  double length = 0.79788456080286535588;
  for (size_t k = 1; k < n; k++) length = (double)k / length;
  return length;
}

/* Ros and Hansen 2008: there is that much less to learn. The two sum to at most 1. */
static void quicken(jx_cmaes_rates *rates, double factor)
{
  factor = jk_min(factor, 1 / (rates->c_1 + rates->c_mu));
  rates->c_1 *= factor;
  rates->c_mu *= factor;
}

/* Eq. 55 to 58. Three constants are those of pycma 4, the program of the tutorial's author:
 * c_sigma; d_sigma, which is larger for large generations, as functions with many minima need it;
 * and c_1 of generations of less than 6. C is decomposed so rarely that it costs n^2 a point; on
 * the ellipsoid of 100 coordinates evaluations stay the same, and take a fifth of the time. */
jx_cmaes_rates jx_cmaes_rates_make(size_t dim, size_t lambda, int covariance, int active,
                                   double *weight)
{
  jx_cmaes_rates rates = {0};
  double mu_eff_bad = set_weights(&rates, lambda, weight), mu_eff = rates.mu_eff, n = (double)dim;
  double few = lambda < 6 ? (double)lambda / 6 : 1;
  rates.c_1 = few * 2 / ((n + 1.3) * (n + 1.3) + mu_eff);
  rates.c_mu = 2 * (0.25 + mu_eff + 1 / mu_eff - 2) / ((n + 2) * (n + 2) + mu_eff);
  rates.c_mu = jk_min(1 - rates.c_1, rates.c_mu);
  if (covariance == JX_COVARIANCE_SEPARABLE) quicken(&rates, (n + 2) / 3);
  rates.c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n);

  double slower = jk_max(1, 3 * (1 - jk_exp(-n / 9 * jk_log(2))));
  rates.c_sigma = jk_min(0.5, (mu_eff + 2) / (n + mu_eff + 3));
  rates.d_sigma = 1 + 2 * jk_max(0, slower * jk_sqrt((mu_eff - 1) / (n + 1)) - 1) + rates.c_sigma;
  if (covariance == JX_COVARIANCE_LIMITED) rates.c_sigma = jk_min(0.5, 2 * (double)lambda / n);
  rates.length = length_of(dim);

  double bad = active ? sum_of_bad(&rates, n, mu_eff_bad) : 0;
  for (size_t i = rates.mu; i < lambda; i++) weight[i] *= bad;
  rates.gap = (uint64_t)jk_max(1, 0.5 / ((rates.c_1 + rates.c_mu) * n));
  if (covariance != JX_COVARIANCE_FULL) rates.gap = 1;
  return rates;
}
