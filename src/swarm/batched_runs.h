/* A batch: many swarms that know nothing of each other, on one device that makes them side by side,
 * one work-group for each. Every run keeps the bits that it has alone: its shape, its particles'
 * numbers and its random words are those of a swarm by itself.
 *
 * For swarms that follow the best point of their run: motions with a velocity, without neighbours
 * and without tiles apart. Devices of this process have no batches: there a thread takes a run. */
#pragma once

#include "base/digest.h"
#include "swarm/engine.h"

/* One of the runs. */
typedef struct jx_batch_member {
  uint64_t seed;
  uint64_t problem; /* number of its problem among those of the batch */
} jx_batch_member;

typedef struct jx_batched_runs_config {
  const jato_problem *const *problems; /* [problem_count]: the same objective with data, boxes and
                                          parameters of their own */
  size_t problem_count;
  const jx_batch_member *members; /* [count] */
  size_t count;
  uint64_t particles; /* of each run */
  uint64_t stall;     /* iterations without improvement that end a run; 0: none */
  double target;      /* a best that ends a run; NaN: none */
} jx_batched_runs_config;

/* How a run stands. */
typedef struct jx_batch_standing {
  uint64_t iterations, improved, nonfinite;
  double best; /* +infinity while no value was finite */
} jx_batch_standing;

typedef struct jx_batched_runs jx_batched_runs;

/* The largest batch that a device should hold at once: of runs of so many particles, one at least.
 */
size_t jx_batched_runs_limit(const jx_swarm_config *swarm_config, uint64_t particles);

/* swarm_config: everything but seed, shape, tiles and profile. Fails as an engine's create does.
 * Both configs' pointers outlive the batch. */
jato_status jx_batched_runs_create(const jx_batched_runs_config *config,
                                   const jx_swarm_config *swarm_config, jx_batched_runs **out,
                                   jato_error *error);
void jx_batched_runs_destroy(jx_batched_runs **batch);

/* Makes iterations first..first + steps - 1 of every run that is not over, of which number 0 places
 * the swarms; steps is at most JX_STEPS_MOST. weights is [count][steps][JK_WEIGHTS]. Returns when
 * they are made. */
jato_status jx_batched_runs_advance(jx_batched_runs *batch, uint64_t first, size_t steps,
                                    const double *weights, jato_error *error);

/* Brings the standings and best points of all runs to the host. */
jato_status jx_batched_runs_collect(jx_batched_runs *batch, jato_error *error);

/* The standing of one run at the last collect: x[dim] is its best point. */
jx_batch_standing jx_batched_runs_read(const jx_batched_runs *batch, size_t member, double *x);

/* Adds the tiles of one run, as jx_devices_digest does. */
jato_status jx_batched_runs_digest(jx_batched_runs *batch, size_t member, jx_digest *digest,
                                   jato_error *error);

/* What the runs have in common: shape, device, how the source was compiled. */
const jx_swarm *jx_batched_runs_head(const jx_batched_runs *batch);
