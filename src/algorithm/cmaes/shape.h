/* The three kinds of covariance matrices that a distribution may have, each in its own file. */
#pragma once

#include "algorithm/cmaes/distribution.h"

struct jx_shape {
  /* Rows of n numbers that it needs in `covariance` and in `axes`. */
  size_t (*covariance_rows)(size_t n);
  size_t (*axes_rows)(size_t n);

  /* Sets C to the unit matrix. */
  void (*reset)(jx_cmaes_distribution *distribution);

  /* y = C^(1/2) z; z may be overwritten. */
  void (*colour)(const jx_cmaes_distribution *distribution, double *z, double *y);

  /* z += factor C^(-1/2) y; y may be `white`, and no other array of the distribution. */
  void (*add_white)(const jx_cmaes_distribution *distribution, double factor, const double *y,
                    double *z);

  double (*deviation)(const jx_cmaes_distribution *distribution, size_t coordinate);

  /* C = keeps C + c_1 path_c path_c' + sum of factor[k] y_k y_k', over all lambda steps. NULL: it
   * learns by `follow` only, and no factors are computed. */
  void (*adapt)(jx_cmaes_distribution *distribution, double keeps, const double *factor,
                const double *y);

  /* Learns from `white`, which is C^(-1/2) times the shift of the mean. NULL: nothing to do. */
  void (*follow)(jx_cmaes_distribution *distribution);

  /* Shrinks steps that are larger than step_most; returns whether there were any. */
  int (*limit)(jx_cmaes_distribution *distribution);

  /* Computes axes and lengths from C. */
  void (*decompose)(jx_cmaes_distribution *distribution);
};

extern const jx_shape jx_full_shape, jx_separable_shape, jx_limited_shape;
