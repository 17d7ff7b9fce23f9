/* Neighbourhoods: who guides whom when it is not the best of all.
 *
 * Particle i looks at the own bests of particles i + offset, counted round the swarm's end, as the
 * previous pass left them. Inside a tile these are taken as a snapshot before anything moves;
 * beyond its edges they come from the edges that the tiles next to it saved at the end of the
 * previous pass. So tiles may run in any order and at the same time, and it is the same halo that
 * ranks will send each other. */
#include "device/cpu/swarm.h"

#include <string.h>

static double real_at(const jx_shape *shape, const void *array, size_t i)
{
  return shape->real_bytes == sizeof(float) ? (double)((const float *)array)[i]
                                            : ((const double *)array)[i];
}

static int is_fresh(const jx_shape *shape, const void *array, size_t lane)
{
  return shape->real_bytes == sizeof(float) ? ((const int32_t *)array)[lane] != 0
                                            : ((const int64_t *)array)[lane] != 0;
}

int jx_cpu_edges_create(jx_swarm *swarm)
{
  const jx_shape *shape = &swarm->shape;
  size_t slots = 2 * (size_t)shape->tiles * 2 * shape->reach;
  swarm->edges.slot_reals = shape->dim + 1;
  return jx_pages_create(&swarm->allocator, slots * swarm->edges.slot_reals * shape->real_bytes,
                         &swarm->edges.memory);
}

enum side { FIRST = 0, LAST = 1 };

/* Slot 0 of the edge that pass number `pass` leaves: [parity][tile][side][slot][value,
 * coordinates]. */
static char *edge_of(const jx_swarm *swarm, uint64_t pass, uint64_t tile, enum side side)
{
  const jx_shape *shape = &swarm->shape;
  size_t edge = ((size_t)(pass % 2) * (size_t)shape->tiles + (size_t)tile) * 2 + (size_t)side;
  return (char *)swarm->edges.memory.data +
         edge * shape->reach * swarm->edges.slot_reals * shape->real_bytes;
}

static void save_particle(const jx_shape *shape, const jx_cpu_group *group, size_t lane, char *slot)
{
  size_t real = shape->real_bytes;
  const char *own = is_fresh(shape, group->fresh, lane) ? group->x : group->own;
  memcpy(slot, (const char *)group->value + lane * real, real);
  for (size_t d = 0; d < shape->dim; d++)
    memcpy(slot + (d + 1) * real, own + (d * JK_LANES + lane) * real, real);
}

void jx_cpu_edges_save(jx_swarm *swarm, uint64_t tile_number, const jx_tile *tile)
{
  const jx_shape *shape = &swarm->shape;
  size_t slot_bytes = swarm->edges.slot_reals * shape->real_bytes;
  for (int side = FIRST; side <= LAST; side++) {
    char *edge = edge_of(swarm, swarm->passes, tile_number, (enum side)side);
    size_t start = side == FIRST ? 0 : tile->particles - shape->reach;
    for (size_t s = 0; s < shape->reach; s++) {
      jx_cpu_group group = jx_cpu_group_of(swarm, tile, (start + s) / JK_LANES);
      save_particle(shape, &group, (start + s) % JK_LANES, edge + s * slot_bytes);
    }
  }
}

/* Puts an edge into the snapshot, its slot 0 at place `at`, counted in lanes. */
static void load_edge(const jx_swarm *swarm, const char *edge, size_t at, jx_cpu_scratch *scratch)
{
  const jx_shape *shape = &swarm->shape;
  size_t real = shape->real_bytes;
  for (size_t s = 0; s < shape->reach; s++) {
    const char *slot = edge + s * swarm->edges.slot_reals * real;
    char *column = (char *)scratch->snapshot +
                   ((at + s) / JK_LANES * shape->dim * JK_LANES + (at + s) % JK_LANES) * real;
    scratch->values[at + s] = real_at(shape, slot, 0);
    for (size_t d = 0; d < shape->dim; d++)
      memcpy(column + d * JK_LANES * real, slot + (d + 1) * real, real);
  }
}

static void take_snapshot(jx_swarm *swarm, uint64_t tile_number, const jx_tile *tile,
                          jx_cpu_scratch *scratch)
{
  const jx_shape *shape = &swarm->shape;
  size_t start = swarm->halo_groups * JK_LANES;
  size_t group_bytes = shape->dim * shape->row_bytes;
  uint64_t before = (tile_number + shape->tiles - 1) % shape->tiles;
  uint64_t after = (tile_number + 1) % shape->tiles;
  for (size_t g = 0; g < tile->groups; g++) {
    jx_cpu_group group = jx_cpu_group_of(swarm, tile, g);
    char *to = (char *)scratch->snapshot + (swarm->halo_groups + g) * group_bytes;
    swarm->level.kernels->snapshot(&group, (int)shape->dim, to);
    for (size_t lane = 0; lane < JK_LANES; lane++)
      scratch->values[start + g * JK_LANES + lane] = real_at(shape, group.value, lane);
  }
  load_edge(swarm, edge_of(swarm, swarm->passes - 1, before, LAST), start - shape->reach, scratch);
  load_edge(swarm, edge_of(swarm, swarm->passes - 1, after, FIRST), start + tile->particles,
            scratch);
}

/* The particle's number, counted round the swarm's end. */
static uint64_t number_of(const jx_shape *shape, uint64_t particle, int64_t offset)
{
  if (offset < 0 && particle < (uint64_t)-offset)
    return particle + shape->particles - (uint64_t)-offset;
  uint64_t number = particle + (uint64_t)offset;
  return number >= shape->particles ? number - shape->particles : number;
}

/* The place in the snapshot of the best neighbour: smallest value, then lowest number. */
static size_t choose(const jx_swarm *swarm, const double *values, size_t place, uint64_t particle)
{
  const jx_plan *plan = swarm->plan;
  size_t best = place;
  uint64_t best_number = particle;
  for (size_t k = 0; k < plan->neighbours; k++) {
    size_t candidate = (size_t)((int64_t)place + plan->offset[k]);
    if (values[candidate] > values[best]) continue;
    uint64_t number = number_of(&swarm->shape, particle, plan->offset[k]);
    if (values[candidate] < values[best] || number < best_number) {
      best = candidate;
      best_number = number;
    }
  }
  return best;
}

void jx_cpu_guides_choose(jx_swarm *swarm, uint64_t tile_number, const jx_tile *tile,
                          jx_cpu_scratch *scratch)
{
  size_t start = swarm->halo_groups * JK_LANES;
  take_snapshot(swarm, tile_number, tile, scratch);
  for (size_t i = 0; i < tile->groups * JK_LANES; i++) {
    size_t place = start + i;
    if (i < tile->particles) place = choose(swarm, scratch->values, place, tile->first + i);
    scratch->from[i] = place / JK_LANES * swarm->shape.dim * JK_LANES + place % JK_LANES;
  }
}
