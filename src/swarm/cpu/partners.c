/* Partners: the three others whose own bests a particle's trial is made of, wherever in the swarm
 * they are. Own bests are flushed before anything moves and only read then, so tiles may run in
 * any order and at the same time. */
#include "swarm/cpu/swarm.h"

/* Where coordinate 0 of a particle's own best is, in reals from the first tile's start. */
static size_t own_start(const jx_cpu_swarm *swarm, uint64_t particle)
{
  const jx_shape *shape = &swarm->head.shape;
  jx_location location = jx_shape_find(shape, particle);
  size_t bytes = (size_t)(location.tile - swarm->head.first_tile) * shape->tile_bytes +
                 shape->field_start[JX_OWN] + location.group * shape->group_bytes[JX_OWN];
  return bytes / shape->real_bytes + location.lane;
}

static void flush_group_of(const jx_cpu_swarm *swarm, uint64_t particle)
{
  jx_location location = jx_shape_find(&swarm->head.shape, particle);
  jx_tile tile = jx_cpu_tile(swarm, location.tile);
  jx_cpu_group group = jx_cpu_group_of(swarm, &tile, location.group);
  swarm->level.kernels->flush_bests(&group, (int)swarm->head.shape.dim);
}

static void flush_share(void *work, int thread, uint64_t first, uint64_t end)
{
  const jx_cpu_swarm *swarm = work;
  (void)thread;
  for (uint64_t i = first; i < end; i++) {
    jx_tile tile = jx_cpu_tile(swarm, swarm->head.first_tile + i);
    jx_cpu_flush_bests(swarm, &tile);
  }
}

void jx_cpu_flush_all_bests(jx_cpu_swarm *swarm) { jx_cpu_share_tiles(swarm, flush_share, swarm); }

void jx_cpu_partners_gather(const jx_cpu_swarm *swarm, uint64_t first, jx_cpu_scratch *scratch,
                            jx_cpu_push *push)
{
  const jx_shape *shape = &swarm->head.shape;
  const jx_cpu_kernels *kernels = swarm->level.kernels;
  kernels->draw_partners(push, first, (uint32_t)(shape->particles - 1), swarm->box.dim,
                         scratch->drawn);
  for (int k = 0; k < JX_CPU_PARTNERS; k++) {
    size_t from[JK_LANES];
    for (int lane = 0; lane < JK_LANES; lane++)
      from[lane] = own_start(swarm, scratch->drawn[k][lane]);
    kernels->gather(swarm->tiles.data, from, swarm->box.dim,
                    (char *)scratch->partners + (size_t)k * shape->group_bytes[JX_OWN]);
  }
  push->partners = scratch->partners;
  push->forced = scratch->drawn[JX_CPU_FORCED];
}

void jx_cpu_partners_of_one(const jx_cpu_swarm *swarm, uint64_t particle, jx_cpu_push *push)
{
  uint64_t first = particle / JK_LANES * JK_LANES;
  uint32_t others = (uint32_t)(swarm->head.shape.particles - 1);
  jx_cpu_scratch scratch;
  (void)jx_cpu_scratch_lay(swarm, swarm->scratch.data, &scratch);
  swarm->level.kernels->draw_partners(push, first, others, swarm->box.dim, scratch.drawn);
  flush_group_of(swarm, particle);
  for (int k = 0; k < JX_CPU_PARTNERS; k++)
    flush_group_of(swarm, scratch.drawn[k][particle % JK_LANES]);
  jx_cpu_partners_gather(swarm, first, &scratch, push);
}
