/* Whether a swarm has converged. Each particle is compared with the first; the first one that is
 * too far away ends the test, so that it reads only a few rows of memory while a swarm is spread.
 * Without sums the answer is the same on every device, whatever the order of tiles. */
#include "swarm/device_set.h"

#include "population/reals.h"

#include <math.h>

/* The first particle, whose position is in asked->work, and the tolerance. */
typedef struct centre {
  const jx_convergence *asked;
  double value;
} centre;

static const char *row_of(const jx_shape *shape, const jx_tile *tile, size_t group, size_t d)
{
  return tile->field[JX_POSITION] + group * shape->group_bytes[JX_POSITION] + d * shape->row_bytes;
}

static double value_at(const jx_shape *shape, const jx_tile *tile, size_t particle)
{
  return jx_real_at(tile->field[JX_VALUE], particle, shape->real_bytes);
}

static void read_first(const jx_shape *shape, const jx_tile *tile, centre *c)
{
  for (size_t d = 0; d < shape->dim; d++)
    c->asked->work[d] = jx_real_at(row_of(shape, tile, 0, d), 0, shape->real_bytes);
  c->value = value_at(shape, tile, 0);
}

static int is_group_near(const jx_shape *shape, const jx_tile *tile, size_t group, const centre *c)
{
  const jato_problem *problem = c->asked->problem;
  size_t first = group * JK_LANES, left = tile->particles - first;
  size_t lanes = left < JK_LANES ? left : JK_LANES;
  for (size_t lane = 0; lane < lanes; lane++)
    if (!jx_value_within_tolerance(value_at(shape, tile, first + lane), c->value, c->asked->near))
      return 0;
  for (size_t d = 0; d < shape->dim; d++) {
    double most = c->asked->near->share * (problem->upper[d] - problem->lower[d]);
    const char *row = row_of(shape, tile, group, d);
    for (size_t lane = 0; lane < lanes; lane++)
      if (!(fabs(jx_real_at(row, lane, shape->real_bytes) - c->asked->work[d]) <= most)) return 0;
  }
  return 1;
}

/* Compares the tiles held here; other ranks compare their own with the same first particle. */
static jato_status compare_tiles(jx_device_set *devices, const centre *c, int *is_together,
                                 jato_error *error)
{
  const jx_shape *shape = &devices->shape;
  *is_together = 0;
  for (uint64_t t = devices->first_tile; t < devices->first_tile + devices->tiles; t++) {
    jx_tile tile;
    JX_TRY(jx_devices_map(devices, t, JX_HAS(JX_POSITION) | JX_HAS(JX_VALUE), &tile, error));
    for (size_t group = 0; group < tile.groups; group++)
      if (!is_group_near(shape, &tile, group, c)) return JATO_OK;
  }
  *is_together = 1;
  return JATO_OK;
}

static jato_status find_first(jx_device_set *devices, centre *c, jato_error *error)
{
  jx_tile tile;
  if (devices->first_tile > 0) return JATO_OK; /* another rank has it */
  JX_TRY(jx_devices_map(devices, 0, JX_HAS(JX_POSITION) | JX_HAS(JX_VALUE), &tile, error));
  read_first(&devices->shape, &tile, c);
  return JATO_OK;
}

jato_status jx_devices_has_converged(jx_device_set *devices, const jx_convergence *asked,
                                     int *is_together, jato_error *error)
{
  centre c = {.asked = asked};
  unsigned apart = 0;
  jx_comm *comm = devices->comm;
  *is_together = 0;
  if (devices->shape.group_bytes[JX_VALUE] == 0) return JATO_OK;
  jato_status status = find_first(devices, &c, error);
  if (jx_devices_has_ranks(devices)) {
    JX_TRY(comm->ops->broadcast(comm, 0, &c.value, sizeof c.value, error));
    JX_TRY(comm->ops->broadcast(comm, 0, asked->work, devices->shape.dim * sizeof *asked->work,
                                error));
  }
  if (status == JATO_OK) status = compare_tiles(devices, &c, is_together, error);
  if (!jx_devices_has_ranks(devices)) return status;
  apart = !*is_together;
  JX_TRY(comm->ops->agree(comm, status, &apart, error));
  *is_together = !apart;
  return JATO_OK;
}
