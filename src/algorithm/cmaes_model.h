/* What CMA-ES learns: a normal distribution, and the two paths that its changes leave. Hansen, "The
 * CMA Evolution Strategy: A Tutorial", arXiv:1604.00772; names and equations are its. */
#ifndef JX_CMAES_MODEL_H
#define JX_CMAES_MODEL_H

#include "algorithm/cmaes_rates.h"
#include "algorithm/sort.h"

/* All memory is the owner's. */
typedef struct jx_cmaes_model {
  size_t n, lambda;
  jx_cmaes_rates rates;
  double *weight;   /* [lambda] */
  double step_most; /* largest standard deviation of a coordinate */

  /* What decides the future. */
  uint64_t generation, decomposed; /* how many there were, and at which one C was decomposed */
  double sigma;
  double *mean, *path_sigma, *path_c; /* [n] */
  double *covariance;                 /* [n][n]: C */
  double *axes, *lengths;             /* [n][n], [n]: B, an eigenvector in each row, and D, of a C
                                         that may be some generations old */

  double *shift, *scratch; /* [n], [JX_EIGEN_WORK(n)] */
} jx_cmaes_model;

/* C is the unit matrix, and the paths are 0. */
void jx_cmaes_round(jx_cmaes_model *model);

/* Learns from a generation: y[lambda][n], steps in the unit of sigma; squares[lambda], the squared
 * length of the normal vector behind each, which is spoilt; and their order. Returns whether C was
 * changed so much that its decomposition cannot wait. */
int jx_cmaes_learn(jx_cmaes_model *model, const double *y, double *squares, const jx_ranked *order);

/* Counts the generation, and decomposes C when it is due, or now. */
void jx_cmaes_end_generation(jx_cmaes_model *model, int now);

/* Decomposes C, whatever C has become. */
void jx_cmaes_decompose(jx_cmaes_model *model);

#endif
