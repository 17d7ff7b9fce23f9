/* Particle swarms and differential evolution a second time: plain, scalar, one particle after the
 * other, with Random123's own generator and without a line of src. What the library's engine of
 * lanes, tiles and halos computes must have these bits.
 *
 * reference_swarm.c is compiled once for each precision, as reference_float_create and so on. */
#ifndef REFERENCE_SWARM_H
#define REFERENCE_SWARM_H

#include <stddef.h>
#include <stdint.h>

enum reference_topology { GLOBAL, RING, VONNEUMANN };
enum reference_inertia { CONSTANT, LINEAR, RANDOM, CONSTRICTION };
enum reference_wall { CLAMP, REFLECT, PERIODIC, ABSORB, RESAMPLE, NONE };

typedef struct reference_options {
  uint64_t particles, seed;
  size_t dim;
  const double *lower, *upper; /* [dim] */
  double (*f)(const double *x, size_t dim);
  enum reference_topology topology;
  enum reference_inertia inertia;
  enum reference_wall wall;
  int radius, columns;   /* of the ring; of the grid, 0: the square root of the swarm, at most 32 */
  int draws_by_particle; /* two random weights for a particle, not for each coordinate */
  double w, w_end, c1, c2, vmax;
  uint64_t span; /* iterations over which linear inertia falls */

  int evolves; /* by differential evolution, with scale and cr, and none of the above */
  double scale, cr;
  int to_best;   /* rand/1/bin, or: */
  double lambda; /* current-to-best/1/bin with this share of the way; best/1/bin with all of it */

  int alone; /* each particle is evaluated and moves at once, one after the other; create leaves the
                first evaluation to the first step */
} reference_options;

typedef struct reference_swarm reference_swarm;

/* The table of one precision. */
typedef struct reference_ops {
  reference_swarm *(*create)(const reference_options *options);
  void (*step)(reference_swarm *swarm);
  void (*destroy)(reference_swarm *swarm);

  /* Position of a particle, and the best value it has seen. */
  double (*particle)(const reference_swarm *swarm, uint64_t i, double *x);

  /* Best value of the run, its position, and how many values were not finite. */
  double (*best)(const reference_swarm *swarm, double *x, uint64_t *nonfinite);
} reference_ops;

extern const reference_ops reference_float, reference_double;

#endif
