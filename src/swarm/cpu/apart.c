/* Sub-swarms: tiles that are on their own for some iterations (jx_plan.exchange). */
#include "swarm/cpu/swarm.h"

#include <math.h>
#include <string.h>

#include "population/reals.h"

/* The lane of the tile, counted through its groups, with the smallest value: the first of equal
 * ones, and of all where none has a value yet. */
static size_t find_best(const jx_shape *shape, const jx_tile *tile)
{
  size_t best = 0;
  double least = INFINITY;
  for (size_t lane = 0; lane < tile->particles; lane++) {
    double value = jx_real_at(tile->field[JX_VALUE], lane, shape->real_bytes);
    if (!(value < least)) continue;
    least = value;
    best = lane;
  }
  return best;
}

const void *jx_cpu_guide_apart(const jx_cpu_swarm *swarm, const jx_tile *tile,
                               jx_cpu_scratch *scratch)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t best = find_best(shape, tile), real = shape->real_bytes;
  jx_cpu_group group = jx_cpu_group_of(swarm, tile, best / JK_LANES);
  size_t lane = best % JK_LANES;
  const char *own = jx_best_is_here(shape, group.best_is_here, lane) ? group.x : group.own;
  for (size_t d = 0; d < shape->dim; d++)
    memcpy((char *)scratch->guide + d * real, own + (d * JK_LANES + lane) * real, real);
  return scratch->guide;
}
