/* The caller's own functions: a tile is turned into rows of doubles, one point after the other. */
#include "device/cpu/swarm.h"
#include "population/reals.h"

static void tile_to_points(const jx_cpu_swarm *swarm, const jx_tile *tile, double *points)
{
  const jx_shape *shape = &swarm->head.shape;
  for (size_t i = 0; i < tile->particles; i++) {
    const char *column = tile->field[JX_POSITION] + i / JK_LANES * shape->group_bytes[JX_POSITION] +
                         i % JK_LANES * shape->real_bytes;
    swarm->level.kernels->read_column(column, (int)shape->dim, points + i * shape->dim);
  }
}

int jx_cpu_call_objective(const jx_cpu_swarm *swarm, const jx_tile *tile, jx_cpu_scratch *scratch)
{
  const jx_objective *objective = &swarm->problem->objective;
  size_t dim = swarm->head.shape.dim;
  tile_to_points(swarm, tile, scratch->points);
  if (objective->kind == JX_OBJECTIVE_BATCH) {
    if (objective->batch(scratch->points, tile->particles, dim, scratch->results,
                         objective->user) != 0)
      return 0;
  } else {
    for (size_t i = 0; i < tile->particles; i++)
      scratch->results[i] = objective->point(scratch->points + i * dim, dim, objective->user);
  }
  jx_reals_from(scratch->results, tile->particles, swarm->head.shape.real_bytes, scratch->f);
  return 1;
}
