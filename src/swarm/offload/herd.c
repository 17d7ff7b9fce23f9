/* A herd on a device: a swarm's buffers, many times, and one kernel. */
#include "swarm/offload/swarm.h"

#include "population/fingerprint.h"
#include "population/reals.h"
#include "swarm/fleet.h"

#include <math.h>
#include <string.h>

/* Bytes of tiles on a device at once: more work-groups than any device has cores. */
#define MOST_BYTES ((size_t)256 << 20)

struct jx_herd {
  jx_shape shape; /* of each swarm */
  jx_herd_config config;
  jx_offload *swarm;
  jato_allocator allocator;
  char *weights;                  /* [count][JX_STEPS_MOST][JK_WEIGHTS] reals */
  char *guides;                   /* [count][dim] reals */
  char *tiles;                    /* of one run */
  jx_offload_standing *standings; /* [count] */
};

size_t jx_herd_most(const jx_swarm_config *swarm_config, uint64_t particles)
{
  jx_shape shape;
  if (jx_fleet_shape(swarm_config, particles, &shape, NULL) != JATO_OK) return 1;
  size_t most = MOST_BYTES / jx_shape_bytes(&shape);
  return most > 1 ? most : 1;
}

const jx_swarm *jx_herd_head(const jx_herd *herd) { return &herd->swarm->head; }

void jx_herd_destroy(jx_herd **address)
{
  jx_herd *herd = *address;
  if (herd == NULL) return;
  jato_allocator allocator = herd->allocator;
  jx_swarm *swarm = (jx_swarm *)herd->swarm;
  if (swarm != NULL) jx_offload_swarm_ops.destroy(&swarm);
  void *const pieces[] = {herd->weights, herd->guides, herd->tiles, herd->standings};
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) jx_release(&allocator, pieces[i]);
  jx_release(&allocator, herd);
  *address = NULL;
}

static jato_status take_memory(jx_herd *herd, jato_error *error)
{
  const jato_allocator *memory = &herd->allocator;
  const jx_shape *shape = &herd->shape;
  size_t count = herd->config.count;
  herd->weights = jx_allocate(memory, count, JX_STEPS_MOST * JK_WEIGHTS * shape->real_bytes);
  herd->guides = jx_allocate(memory, count, shape->dim * shape->real_bytes);
  herd->tiles = jx_allocate(memory, jx_shape_bytes(shape), 1);
  herd->standings = jx_allocate(memory, count, sizeof *herd->standings);
  if (herd->weights != NULL && herd->guides != NULL && herd->tiles != NULL &&
      herd->standings != NULL)
    return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu swarms", count);
}

/* Until a finite value is seen the guide is the middle of the box, as of any run. */
static jato_status write_first_guides(jx_herd *herd, jato_error *error)
{
  const jx_shape *shape = &herd->shape;
  size_t real = shape->real_bytes;
  for (size_t i = 0; i < herd->config.count; i++) {
    const jato_problem *problem = herd->config.problems[herd->config.members[i].problem];
    for (size_t d = 0; d < shape->dim; d++) {
      double middle = problem->lower[d] + 0.5 * (problem->upper[d] - problem->lower[d]);
      jx_reals_from(&middle, 1, real, herd->guides + (i * shape->dim + d) * real);
    }
  }
  return jx_offload_write(herd->swarm, JX_BUFFER_GUIDES, 0, herd->config.count * shape->dim * real,
                          herd->guides, error);
}

jato_status jx_herd_create(const jx_herd_config *config, const jx_swarm_config *asked,
                           jx_herd **out, jato_error *error)
{
  jato_status status = JATO_OK;
  jx_swarm_config swarm_config = *asked;
  jx_swarm *swarm = NULL;
  jx_herd *herd = jx_allocate(&asked->allocator, 1, sizeof *herd);
  *out = NULL;
  if (herd == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a herd");
  *herd = (jx_herd){.config = *config, .allocator = asked->allocator};
  JX_TRY_DONE(jx_fleet_shape(asked, config->particles, &herd->shape, error));
  swarm_config.shape = &herd->shape;
  swarm_config.first_tile = 0;
  swarm_config.tiles = herd->shape.tiles;
  swarm_config.herd = &herd->config;
  swarm_config.profile = NULL;
  JX_TRY_DONE(jx_offload_swarm_ops.create(&swarm_config, &swarm, error));
  herd->swarm = (jx_offload *)swarm;
  JX_TRY_DONE(take_memory(herd, error));
  JX_TRY_DONE(jx_offload_write(herd->swarm, JX_BUFFER_MEMBERS, 0,
                               config->count * sizeof *config->members, config->members, error));
  JX_TRY_DONE(write_first_guides(herd, error));
  *out = herd;
  herd = NULL; /* handed over */
done:
  jx_herd_destroy(&herd);
  return status;
}

/* The largest number of the precision that is not above the target: a best is compared with it as
 * with the target itself. */
static void write_target(const jx_herd *herd, void *target)
{
  double wanted = herd->config.target;
  if (herd->shape.real_bytes == sizeof(float)) {
    float below = (float)wanted;
    if ((double)below > wanted) below = nextafterf(below, -INFINITY);
    memcpy(target, &below, sizeof below);
  } else {
    memcpy(target, &wanted, sizeof wanted);
  }
}

static jato_status launch(jx_herd *herd, uint64_t first, int32_t steps, jato_error *error)
{
  jx_offload *swarm = herd->swarm;
  double target; /* or a float in its place */
  uint32_t tiles = (uint32_t)herd->shape.tiles;
  int32_t data_count = (int32_t)swarm->problem->objective.data_count;
  write_target(herd, &target);
  static const jx_buffer buffers[] = {JX_BUFFER_TILES,  JX_BUFFER_TABLE,      JX_BUFFER_BOX,
                                      JX_BUFFER_DATA,   JX_BUFFER_PARAMETERS, JX_BUFFER_MEMBERS,
                                      JX_BUFFER_GUIDES, JX_BUFFER_WEIGHTS,    JX_BUFFER_RECORDS};
  enum { BUFFERS = sizeof buffers / sizeof buffers[0], SCALARS = 6 };
  jx_device_argument arguments[BUFFERS + SCALARS] = {
      [BUFFERS] = {.scalar = &first, .bytes = sizeof first},
      [BUFFERS + 1] = {.scalar = &herd->config.stall, .bytes = sizeof herd->config.stall},
      [BUFFERS + 2] = {.scalar = &target, .bytes = herd->shape.real_bytes},
      [BUFFERS + 3] = {.scalar = &tiles, .bytes = sizeof tiles},
      [BUFFERS + 4] = {.scalar = &steps, .bytes = sizeof steps},
      [BUFFERS + 5] = {.scalar = &data_count, .bytes = sizeof data_count}};
  for (size_t i = 0; i < BUFFERS; i++) {
    jx_device_memory own = swarm->buffer[buffers[i]];
    arguments[i].memory = own != NULL ? own : swarm->buffer[JX_BUFFER_GUIDE];
  }
  jx_device_launch work = {.kernel = swarm->kernel_index[JX_KERNEL_PASS],
                           .groups = herd->config.count,
                           .local = swarm->local,
                           .arguments = arguments,
                           .count = BUFFERS + SCALARS};
  return swarm->ops->launch(swarm->device, &work, error);
}

jato_status jx_herd_advance(jx_herd *herd, uint64_t first, size_t steps, const double *weights,
                            jato_error *error)
{
  size_t numbers = herd->config.count * steps * JK_WEIGHTS, real = herd->shape.real_bytes;
  double seconds = 0;
  jx_reals_from(weights, numbers, real, herd->weights);
  JX_TRY(jx_offload_write(herd->swarm, JX_BUFFER_WEIGHTS, 0, numbers * real, herd->weights, error));
  JX_TRY(launch(herd, first, (int32_t)steps, error));
  return herd->swarm->ops->wait(herd->swarm->device, &seconds, error);
}

jato_status jx_herd_collect(jx_herd *herd, jato_error *error)
{
  size_t count = herd->config.count;
  JX_TRY(jx_offload_read(herd->swarm, JX_BUFFER_RECORDS, 0, count * sizeof *herd->standings,
                         herd->standings, error));
  return jx_offload_read(herd->swarm, JX_BUFFER_GUIDES, 0,
                         count * herd->shape.dim * herd->shape.real_bytes, herd->guides, error);
}

jx_herd_standing jx_herd_read(const jx_herd *herd, size_t member, double *x)
{
  const jx_offload_standing *standing = &herd->standings[member];
  size_t dim = herd->shape.dim, real = herd->shape.real_bytes;
  for (size_t d = 0; d < dim; d++) x[d] = jx_real_at(herd->guides, member * dim + d, real);
  return (jx_herd_standing){standing->iterations, standing->improved, standing->nonfinite,
                            jx_real_at(standing->best, 0, real)};
}

jato_status jx_herd_digest(jx_herd *herd, size_t member, jx_digest *digest, jato_error *error)
{
  const jx_shape *shape = &herd->shape;
  size_t bytes = jx_shape_bytes(shape);
  JX_TRY(jx_offload_read(herd->swarm, JX_BUFFER_TILES, member * bytes, bytes, herd->tiles, error));
  for (uint64_t t = 0; t < shape->tiles; t++) {
    jx_tile tile = jx_shape_tile(shape, herd->tiles, t);
    jx_offload_flush_bests(shape, &tile);
    jx_fingerprint_tile(digest, shape, &tile);
  }
  return JATO_OK;
}
