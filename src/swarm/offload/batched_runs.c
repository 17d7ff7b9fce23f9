/* A batch of runs on a device: the buffers of many swarms, and one kernel. */
#include "swarm/offload/swarm.h"

#include "population/fingerprint.h"
#include "population/reals.h"
#include "swarm/device_set.h"

#include <math.h>
#include <string.h>

/* Bytes of tiles on a device at once: more work-groups than any device has cores. */
#define MOST_BYTES ((size_t)256 << 20)

struct jx_batched_runs {
  jx_shape shape; /* of each swarm */
  jx_batched_runs_config config;
  jx_offload *swarm;
  jx_pool pool;                   /* of the arrays below */
  char *weights;                  /* [count][JX_STEPS_MOST][JK_WEIGHTS] reals */
  char *guides;                   /* [count][dim] reals */
  char *tiles;                    /* of one run */
  jx_offload_standing *standings; /* [count] */
};

size_t jx_batched_runs_limit(const jx_swarm_config *swarm_config, uint64_t particles)
{
  jx_shape shape;
  if (jx_devices_shape(swarm_config, particles, &shape, NULL) != JATO_OK) return 1;
  size_t most = MOST_BYTES / jx_shape_bytes(&shape);
  return most > 1 ? most : 1;
}

const jx_swarm *jx_batched_runs_head(const jx_batched_runs *batch) { return &batch->swarm->head; }

void jx_batched_runs_destroy(jx_batched_runs **address)
{
  jx_batched_runs *batch = *address;
  if (batch == NULL) return;
  jato_allocator allocator = batch->pool.allocator;
  jx_swarm *swarm = (jx_swarm *)batch->swarm;
  if (swarm != NULL) jx_offload_swarm_ops.destroy(&swarm);
  jx_pool_release(&batch->pool);
  jx_release(&allocator, batch);
  *address = NULL;
}

static jato_status take_memory(jx_batched_runs *batch, jato_error *error)
{
  jx_pool *pool = &batch->pool;
  const jx_shape *shape = &batch->shape;
  size_t count = batch->config.count;
  batch->weights = jx_pool_take(pool, count, JX_STEPS_MOST * JK_WEIGHTS * shape->real_bytes);
  batch->guides = jx_pool_take(pool, count, shape->dim * shape->real_bytes);
  batch->tiles = jx_pool_take(pool, jx_shape_bytes(shape), 1);
  batch->standings = jx_pool_take(pool, count, sizeof *batch->standings);
  if (jx_pool_is_whole(pool)) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu swarms", count);
}

/* As in any run, the guide is the middle of the box until a value is finite. */
static jato_status write_first_guides(jx_batched_runs *batch, jato_error *error)
{
  const jx_shape *shape = &batch->shape;
  size_t real = shape->real_bytes;
  for (size_t i = 0; i < batch->config.count; i++) {
    const jato_problem *problem = batch->config.problems[batch->config.members[i].problem];
    for (size_t d = 0; d < shape->dim; d++) {
      double middle = problem->lower[d] + 0.5 * (problem->upper[d] - problem->lower[d]);
      jx_reals_from(&middle, 1, real, batch->guides + (i * shape->dim + d) * real);
    }
  }
  return jx_offload_write(batch->swarm, JX_BUFFER_GUIDES, 0,
                          batch->config.count * shape->dim * real, batch->guides, error);
}

jato_status jx_batched_runs_create(const jx_batched_runs_config *config,
                                   const jx_swarm_config *asked, jx_batched_runs **out,
                                   jato_error *error)
{
  jato_status status = JATO_OK;
  jx_swarm_config swarm_config = *asked;
  jx_swarm *swarm = NULL;
  jx_batched_runs *batch = jx_allocate(&asked->allocator, 1, sizeof *batch);
  *out = NULL;
  if (batch == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a batch of runs");
  *batch = (jx_batched_runs){.config = *config, .pool = {.allocator = asked->allocator}};
  JX_TRY_DONE(jx_devices_shape(asked, config->particles, &batch->shape, error));
  swarm_config.shape = &batch->shape;
  swarm_config.first_tile = 0;
  swarm_config.tiles = batch->shape.tiles;
  swarm_config.batch = &batch->config;
  swarm_config.profile = NULL;
  JX_TRY_DONE(jx_offload_swarm_ops.create(&swarm_config, &swarm, error));
  batch->swarm = (jx_offload *)swarm;
  JX_TRY_DONE(take_memory(batch, error));
  JX_TRY_DONE(jx_offload_write(batch->swarm, JX_BUFFER_MEMBERS, 0,
                               config->count * sizeof *config->members, config->members, error));
  JX_TRY_DONE(write_first_guides(batch, error));
  *out = batch;
  batch = NULL; /* handed over */
done:
  jx_batched_runs_destroy(&batch);
  return status;
}

/* Rounds the target down to the run's precision: comparing a best with it gives the same answer as
 * with the target itself. */
static void write_target(const jx_batched_runs *batch, jx_number *target)
{
  double wanted = batch->config.target;
  *target = jx_offload_number(batch->swarm, wanted);
  if (batch->shape.real_bytes == sizeof(float) && (double)target->f > wanted)
    target->f = nextafterf(target->f, -INFINITY);
}

static jato_status launch(jx_batched_runs *batch, uint64_t first, int32_t steps, jato_error *error)
{
  jx_scalars scalars = jx_offload_scalars(batch->swarm);
  scalars.iteration = first;
  scalars.stall = batch->config.stall;
  scalars.steps = steps;
  write_target(batch, &scalars.target);
  return jx_offload_launch_kernel(batch->swarm, JX_KERNEL_BATCH, batch->config.count, &scalars,
                                  error);
}

jato_status jx_batched_runs_advance(jx_batched_runs *batch, uint64_t first, size_t steps,
                                    const double *weights, jato_error *error)
{
  size_t numbers = batch->config.count * steps * JK_WEIGHTS, real = batch->shape.real_bytes;
  double seconds = 0;
  jx_reals_from(weights, numbers, real, batch->weights);
  JX_TRY(
      jx_offload_write(batch->swarm, JX_BUFFER_WEIGHTS, 0, numbers * real, batch->weights, error));
  JX_TRY(launch(batch, first, (int32_t)steps, error));
  return batch->swarm->ops->wait(batch->swarm->device, &seconds, error);
}

jato_status jx_batched_runs_collect(jx_batched_runs *batch, jato_error *error)
{
  size_t count = batch->config.count;
  JX_TRY(jx_offload_read(batch->swarm, JX_BUFFER_RECORDS, 0, count * sizeof *batch->standings,
                         batch->standings, error));
  return jx_offload_read(batch->swarm, JX_BUFFER_GUIDES, 0,
                         count * batch->shape.dim * batch->shape.real_bytes, batch->guides, error);
}

jx_batch_standing jx_batched_runs_read(const jx_batched_runs *batch, size_t member, double *x)
{
  const jx_offload_standing *standing = &batch->standings[member];
  size_t dim = batch->shape.dim, real = batch->shape.real_bytes;
  for (size_t d = 0; d < dim; d++) x[d] = jx_real_at(batch->guides, member * dim + d, real);
  return (jx_batch_standing){standing->iterations, standing->improved, standing->nonfinite,
                             jx_real_at(standing->best, 0, real)};
}

jato_status jx_batched_runs_digest(jx_batched_runs *batch, size_t member, jx_digest *digest,
                                   jato_error *error)
{
  const jx_shape *shape = &batch->shape;
  size_t bytes = jx_shape_bytes(shape);
  JX_TRY(
      jx_offload_read(batch->swarm, JX_BUFFER_TILES, member * bytes, bytes, batch->tiles, error));
  for (uint64_t t = 0; t < shape->tiles; t++) {
    jx_tile tile = jx_shape_tile(shape, batch->tiles, t);
    jx_offload_flush_bests(shape, &tile);
    jx_fingerprint_tile(digest, shape, &tile);
  }
  return JATO_OK;
}
