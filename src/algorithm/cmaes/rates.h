/* The constants of CMA-ES, made of the dimension and the size of a generation. Hansen, "The CMA
 * Evolution Strategy: A Tutorial", arXiv:1604.00772, table 1; names and equations are its. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct jx_cmaes_rates {
  size_t mu;                    /* points that the mean is made of */
  double mu_eff;                /* how many of equal weight would count as much */
  double c_sigma, d_sigma, c_c; /* of the path of steps, the step size, the other path */
  double c_1, c_mu;             /* of the covariance matrix, for that path and for points */
  double length;                /* expected, of a normal vector */
  uint64_t gap;                 /* generations from one decomposition to the next */
} jx_cmaes_rates;

enum { JX_COVARIANCE_FULL, JX_COVARIANCE_SEPARABLE, JX_COVARIANCE_LIMITED };

/* Fills weight[lambda], too: those of the better half are positive and sum to 1; of the others
 * negative, or 0 unless `active`. */
jx_cmaes_rates jx_cmaes_rates_make(size_t dim, size_t lambda, int covariance, int active,
                                   double *weight);
