/* A batch: many independent swarms that one device runs in parallel, one work-group for each. Every
 * run has the same bits as outside a batch: its shape, its particles' numbers and its random words
 * are those of a swarm by itself.
 *
 * Only swarms that follow the best point of their run can be batched: motions with a velocity,
 * without neighbours and without independent tiles. Devices of this process have no batches: a
 * thread makes one run after the other there. */
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

/* The progress of one run. */
typedef struct jx_batch_standing {
  uint64_t iterations, improved, nonfinite;
  double best; /* +infinity while no value was finite */
} jx_batch_standing;

typedef struct jx_batched_runs jx_batched_runs;

/* How many runs of `particles` particles a device should hold at once; at least 1. */
size_t jx_batched_runs_limit(const jx_swarm_config *swarm_config, uint64_t particles);

/* swarm_config needs everything but seed, shape, tiles and profile. Fails as an engine's create
 * does. The pointers in both configs must outlive the batch. */
jato_status jx_batched_runs_create(const jx_batched_runs_config *config,
                                   const jx_swarm_config *swarm_config, jx_batched_runs **out,
                                   jato_error *error);
void jx_batched_runs_destroy(jx_batched_runs **batch);

/* Computes iterations first..first + steps - 1 of every run that is not over; iteration 0 places
 * the swarms. steps is at most JX_STEPS_MOST, weights is [count][steps][JK_WEIGHTS]. Returns when
 * the device has finished. */
jato_status jx_batched_runs_advance(jx_batched_runs *batch, uint64_t first, size_t steps,
                                    const double *weights, jato_error *error);

/* Copies the progress and the best points of all runs to the host. */
jato_status jx_batched_runs_collect(jx_batched_runs *batch, jato_error *error);

/* The progress of one run at the last collect; copies its best point to x[dim]. */
jx_batch_standing jx_batched_runs_read(const jx_batched_runs *batch, size_t member, double *x);

/* Adds the tiles of one run to the digest, as jx_devices_digest does. */
jato_status jx_batched_runs_digest(jx_batched_runs *batch, size_t member, jx_digest *digest,
                                   jato_error *error);

/* What all runs of the batch share: shape, device, how the source was compiled. */
const jx_swarm *jx_batched_runs_head(const jx_batched_runs *batch);
