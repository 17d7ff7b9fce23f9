/* What CMA-ES learns: a normal distribution, and the two paths that its changes leave. Hansen, "The
 * CMA Evolution Strategy: A Tutorial", arXiv:1604.00772; names and equations are its. */
#pragma once

#include "algorithm/cmaes/rates.h"
#include "algorithm/sort.h"

typedef struct jx_shape jx_shape; /* shape.h */

/* All memory is the owner's. The arrays of C are those of a full matrix; shape.h says how many rows
 * the other kinds have, and their files what is in them. */
typedef struct jx_cmaes_distribution {
  const jx_shape *shape;
  size_t n, lambda;
  jx_cmaes_rates rates;
  double *weight;   /* [lambda] */
  double step_most; /* largest standard deviation of a coordinate */
  int by_pair;      /* sigma is adapted by two points at first, then by the path */

  /* What decides the future. */
  uint64_t generation, decomposed; /* how many there were, and at which one C was decomposed */
  double sigma;
  double *mean, *path_sigma, *path_c; /* [n] */
  double *covariance;                 /* [n][n]: C */
  double *axes, *lengths;             /* [n][n], [n]: B, an eigenvector in each row, and D, of a C
                                         that may be some generations old */

  /* By a pair: what its order was like lately, the least sigma, generations since then; and the
   * last shift of the mean in the unit of sigma, which is scratch otherwise. */
  double trend, least;
  uint64_t settled;
  double *shift; /* [n] */

  double *white, *scratch; /* [n], [JX_EIGEN_WORK(n)] */
} jx_cmaes_distribution;

/* C is the unit matrix; paths and the shift are 0. */
void jx_cmaes_round(jx_cmaes_distribution *distribution);

/* Eq. 38 and 39: steps y[lambda][n] in the unit of sigma, and the squared length of the normal
 * vector behind each. They depend on the seed, the generation's number and the point alone. */
void jx_cmaes_draw(const jx_cmaes_distribution *distribution, uint64_t seed, uint64_t generation,
                   double *y, double *squares);

/* z += factor C^(-1/2) y, by the C that was decomposed last. */
void jx_cmaes_add_white(const jx_cmaes_distribution *distribution, double factor, const double *y,
                        double *z);

/* The standard deviation of a coordinate, in the unit of sigma. */
double jx_cmaes_deviation(const jx_cmaes_distribution *distribution, size_t coordinate);

/* The shortest and the longest axis, in the unit of sigma. */
void jx_cmaes_extremes(const jx_cmaes_distribution *distribution, double *least, double *most);

/* Learns from a generation: y[lambda][n], steps in the unit of sigma; squares[lambda], the squared
 * length of the normal vector behind each, which is spoilt, or less than 0 where it is not known;
 * and their order. Returns whether C was changed so much that its decomposition cannot wait. */
int jx_cmaes_learn(jx_cmaes_distribution *distribution, const double *y, double *squares,
                   const jx_ranked *order);

/* Counts the generation, and decomposes C when it is due, or now. */
void jx_cmaes_end_generation(jx_cmaes_distribution *distribution, int now);

/* Decomposes C, whatever C has become. */
void jx_cmaes_decompose(jx_cmaes_distribution *distribution);
