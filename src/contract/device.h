/* What a device supplies: it holds a swarm and runs iterations over it. It knows motions and
 * objectives as kernels by name, and no algorithm and no problem. */
#ifndef JX_DEVICE_H
#define JX_DEVICE_H

#include "base/spec.h"
#include "base/status.h"
#include "contract/algorithm.h"
#include "contract/problem.h"
#include "population/shape.h"

/* A swarm on a device. Each device has its own. */
typedef struct jx_swarm jx_swarm;

/* Everything a swarm is made from. All pointers outlive the swarm. */
typedef struct jx_order {
  const jato_problem *problem;
  const jx_plan *plan;
  const jx_values *values; /* the device's own parameters */
  const char *walls;       /* row of kernel/wall_list.h */
  jato_precision precision;
  uint64_t particles;
  uint64_t seed;
  jato_allocator allocator;
} jx_order;

/* What one pass over the swarm found. */
typedef struct jx_found {
  double value;       /* smallest finite value of this pass; +infinity without one */
  uint64_t particle;  /* the lowest particle that has it */
  uint64_t nonfinite; /* values that were NaN or infinite */
} jx_found;

typedef struct jx_device_ops {
  const char *name;
  const char *summary;
  const char *state; /* "built"; otherwise why it cannot be used */
  int deterministic; /* gives the bits of every other deterministic device */
  jx_parameter_table parameters;

  /* Takes all memory the swarm will need. NULL for a device that is not in this build. */
  jato_status (*create)(const jx_order *order, jx_swarm **out, jato_error *error);
  void (*destroy)(jx_swarm **swarm);

  /* Places and evaluates every particle: iteration 0. */
  jato_status (*start)(jx_swarm *swarm, jx_found *found, jato_error *error);

  /* Draw, move, walls, evaluate, own bests and best, in one pass. guide[dim] is the best position
   * of the run so far; it is not looked at when the plan has neighbours. Allocates nothing. */
  jato_status (*step)(jx_swarm *swarm, const jx_step *step, const double *guide, jx_found *found,
                      jato_error *error);

  /* The present position of a particle, and the best value it has seen. */
  void (*read_particle)(jx_swarm *swarm, uint64_t particle, double *x, double *value);

  /* A tile as host memory with its own bests copied (no lane fresh), valid until the next call. */
  jx_tile (*map_tile)(jx_swarm *swarm, uint64_t tile);
  const jx_shape *(*shape)(const jx_swarm *swarm);

  /* One bare pass over the same memory, for `jato bench`; it spoils the swarm. */
  jato_status (*bare_pass)(jx_swarm *swarm, uint64_t *bytes, jato_error *error);

  /* "cpu:threads=2,level=v4": the device as it was resolved. */
  void (*describe)(const jx_swarm *swarm, char *out, size_t size);
} jx_device_ops;

#endif
