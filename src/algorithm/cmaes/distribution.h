/* What CMA-ES learns: a normal distribution, and the two evolution paths. Hansen, "The CMA
 * Evolution Strategy: A Tutorial", arXiv:1604.00772; names and equations are from there. */
#pragma once

#include <stdint.h>

#include "algorithm/sort.h"

typedef struct jx_shape jx_shape; /* shape.h */

enum { JX_COVARIANCE_FULL, JX_COVARIANCE_SEPARABLE, JX_COVARIANCE_LIMITED };

/* The constants of table 1, from the dimension and the size of a generation. */
typedef struct jx_cmaes_rates {
  size_t mu;                    /* points whose weighted mean is the new mean */
  double mu_eff;                /* the number of points of equal weight with the same effect */
  double c_sigma, d_sigma, c_c; /* for the path of steps, the step size, the other path */
  double c_1, c_mu;             /* for the covariance matrix: by the other path, by points */
  double length;                /* expected length of a normal vector */
  uint64_t gap;                 /* generations from one decomposition to the next */
} jx_cmaes_rates;

/* All memory belongs to the owner. The arrays of C are those of a full matrix; shape.h says how
 * many rows the other kinds have, and their files what the rows hold. */
typedef struct jx_cmaes_distribution {
  const jx_shape *shape;
  size_t n, lambda;
  jx_cmaes_rates rates;
  double *weight;   /* [lambda] */
  double step_most; /* largest standard deviation of a coordinate */
  int by_pair;      /* sigma is adapted by two points at first, then by the path */

  /* What decides the future. */
  uint64_t generation, decomposed; /* generations so far, and when C was decomposed last */
  double sigma;
  double *mean, *path_sigma, *path_c; /* [n] */
  double *covariance;                 /* [n][n]: C */
  double *axes, *lengths;             /* [n][n], [n]: B, an eigenvector in each row, and D, of
                                         the C that was decomposed last */

  /* For adaptation by a pair: the average of its recent order, the least sigma, and the generations
   * since then; and the last shift of the mean in units of sigma, which is scratch otherwise. */
  double trend, least;
  uint64_t settled;
  double *shift; /* [n] */

  double *white, *scratch; /* [n], [JX_EIGEN_WORK(n)] */
} jx_cmaes_distribution;

/* Computes the constants. Also fills weight[lambda]: the weights of the better half are positive
 * and sum to 1; the others are negative, or 0 unless `active`. */
jx_cmaes_rates jx_cmaes_rates_make(size_t dim, size_t lambda, int covariance, int active,
                                   double *weight);

/* Sets C to the unit matrix, and the paths and the shift to 0. */
void jx_cmaes_reset(jx_cmaes_distribution *distribution);

/* Eq. 38 and 39: draws steps y[lambda][n] in units of sigma, and the squared length of the normal
 * vector of each. They depend on the seed, the number of the generation and the point only. */
void jx_cmaes_draw(const jx_cmaes_distribution *distribution, uint64_t seed, uint64_t generation,
                   double *y, double *squares);

/* z += factor C^(-1/2) y, with the C that was decomposed last. */
void jx_cmaes_add_white(const jx_cmaes_distribution *distribution, double factor, const double *y,
                        double *z);

/* The standard deviation of a coordinate, in units of sigma. */
double jx_cmaes_deviation(const jx_cmaes_distribution *distribution, size_t coordinate);

/* The shortest and the longest axis, in units of sigma. */
void jx_cmaes_extremes(const jx_cmaes_distribution *distribution, double *least, double *most);

/* Learns from a generation: y[lambda][n], steps in units of sigma; squares[lambda], the squared
 * length of the normal vector of each, negative if it is not known, which is overwritten; and their
 * order. Returns whether C has changed so much that it must be decomposed at once. */
int jx_cmaes_learn(jx_cmaes_distribution *distribution, const double *y, double *squares,
                   const jx_ranked *order);

/* Counts the generation, and decomposes C if it is due or `now` is set. */
void jx_cmaes_end_generation(jx_cmaes_distribution *distribution, int now);

/* Decomposes C. */
void jx_cmaes_decompose(jx_cmaes_distribution *distribution);
