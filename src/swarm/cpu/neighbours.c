/* Guides other than the best of all: neighbourhoods, and independent tiles.
 *
 * With a neighbourhood, particle i looks at the own bests of particles i + offset (modulo the
 * swarm) as the previous pass left them. Inside a tile a snapshot is copied before anything moves;
 * beyond its ends they come from the halos that the adjacent tiles saved at the end of the previous
 * pass. So tiles can be moved in any order and in parallel; ranks send each other the same halos.
 */
#include "swarm/cpu/swarm.h"
#include "population/reals.h"

#include <math.h>
#include <string.h>

int jx_cpu_halos_create(jx_cpu_swarm *swarm)
{
  size_t halos = 2 * (size_t)swarm->head.tiles * 2;
  if (!jx_pages_create(&swarm->allocator, halos * jx_shape_halo_bytes(&swarm->head.shape),
                       &swarm->halos.memory) ||
      !jx_pages_create(&swarm->allocator, 2 * jx_shape_halo_bytes(&swarm->head.shape),
                       &swarm->halos.outer))
    return 0;
  memset(swarm->halos.outer.data, 0, 2 * jx_shape_halo_bytes(&swarm->head.shape));
  return 1;
}

/* Slot 0 of the halo that pass number `pass` saves: [parity][tile held][side][slot][value,
 * coordinates]. */
static char *halo_of(const jx_cpu_swarm *swarm, uint64_t pass, uint64_t tile, jx_side side)
{
  size_t held = (size_t)(tile - swarm->head.first_tile);
  size_t halo = ((size_t)(pass % 2) * (size_t)swarm->head.tiles + held) * 2 + (size_t)side;
  return (char *)swarm->halos.memory.data + halo * jx_shape_halo_bytes(&swarm->head.shape);
}

/* The halo beyond one side of a tile: the near halo of the adjacent tile (the first and the last
 * tile are adjacent), or the one received from the device that holds that tile. */
static const char *halo_beyond(const jx_cpu_swarm *swarm, uint64_t tile, jx_side side)
{
  uint64_t all = swarm->head.shape.tiles;
  uint64_t next = side == JX_FIRST ? (tile + all - 1) % all : (tile + 1) % all;
  uint64_t end =
      side == JX_FIRST ? swarm->head.first_tile : swarm->head.first_tile + swarm->head.tiles - 1;
  if (swarm->head.tiles < all && tile == end)
    return (char *)swarm->halos.outer.data + (size_t)side * jx_shape_halo_bytes(&swarm->head.shape);
  return halo_of(swarm, swarm->passes - 1, next, side == JX_FIRST ? JX_LAST : JX_FIRST);
}

jato_status jx_cpu_halo(jx_swarm *head, jx_side side, int incoming, void *halo, jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  uint64_t end = side == JX_FIRST ? head->first_tile : head->first_tile + head->tiles - 1;
  (void)error;
  if (incoming)
    memcpy((char *)swarm->halos.outer.data + (size_t)side * jx_shape_halo_bytes(&swarm->head.shape),
           halo, jx_shape_halo_bytes(&swarm->head.shape));
  else
    memcpy(halo, halo_of(swarm, swarm->passes - 1, end, side),
           jx_shape_halo_bytes(&swarm->head.shape));
  return JATO_OK;
}

static void save_particle(const jx_shape *shape, const jx_cpu_group *group, size_t lane, char *slot)
{
  size_t real = shape->real_bytes;
  const char *own = jx_best_is_here(shape, group->best_is_here, lane) ? group->x : group->own;
  memcpy(slot, (const char *)group->value + lane * real, real);
  for (size_t d = 0; d < shape->dim; d++)
    memcpy(slot + (d + 1) * real, own + (d * JK_LANES + lane) * real, real);
}

void jx_cpu_halos_save(jx_cpu_swarm *swarm, uint64_t pass, uint64_t tile_number,
                       const jx_tile *tile)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t slot_bytes = (1 + shape->dim) * shape->real_bytes;
  for (int side = JX_FIRST; side <= JX_LAST; side++) {
    char *halo = halo_of(swarm, pass, tile_number, (jx_side)side);
    size_t start = side == JX_FIRST ? 0 : tile->particles - shape->reach;
    for (size_t s = 0; s < shape->reach; s++) {
      jx_cpu_group group = jx_cpu_group_of(swarm, tile, (start + s) / JK_LANES);
      save_particle(shape, &group, (start + s) % JK_LANES, halo + s * slot_bytes);
    }
  }
}

/* Copies a halo into the snapshot, slot 0 to lane number `at`. */
static void load_halo(const jx_cpu_swarm *swarm, const char *halo, size_t at,
                      jx_cpu_scratch *scratch)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t real = shape->real_bytes;
  for (size_t s = 0; s < shape->reach; s++) {
    const char *slot = halo + s * (1 + shape->dim) * real;
    char *column = (char *)scratch->snapshot +
                   ((at + s) / JK_LANES * shape->dim * JK_LANES + (at + s) % JK_LANES) * real;
    scratch->values[at + s] = jx_real_at(slot, 0, real);
    for (size_t d = 0; d < shape->dim; d++)
      memcpy(column + d * JK_LANES * real, slot + (d + 1) * real, real);
  }
}

static void take_snapshot(jx_cpu_swarm *swarm, uint64_t tile_number, const jx_tile *tile,
                          jx_cpu_scratch *scratch)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t start = swarm->halo_groups * JK_LANES;
  size_t group_bytes = shape->dim * shape->row_bytes;
  for (size_t g = 0; g < tile->groups; g++) {
    jx_cpu_group group = jx_cpu_group_of(swarm, tile, g);
    char *to = (char *)scratch->snapshot + (swarm->halo_groups + g) * group_bytes;
    swarm->level.kernels->snapshot(&group, (int)shape->dim, to);
    for (size_t lane = 0; lane < JK_LANES; lane++)
      scratch->values[start + g * JK_LANES + lane] =
          jx_real_at(group.value, lane, shape->real_bytes);
  }
  load_halo(swarm, halo_beyond(swarm, tile_number, JX_FIRST), start - shape->reach, scratch);
  load_halo(swarm, halo_beyond(swarm, tile_number, JX_LAST), start + tile->particles, scratch);
}

/* particle + offset, modulo the size of the swarm. */
static uint64_t number_of(const jx_shape *shape, uint64_t particle, int64_t offset)
{
  if (offset < 0 && particle < (uint64_t)-offset)
    return particle + shape->particles - (uint64_t)-offset;
  uint64_t number = particle + (uint64_t)offset;
  return number >= shape->particles ? number - shape->particles : number;
}

/* The index in the snapshot of the best neighbour: smallest value, then lowest number. */
static size_t choose(const jx_cpu_swarm *swarm, const double *values, size_t index,
                     uint64_t particle)
{
  const jx_plan *plan = swarm->plan;
  size_t best = index;
  uint64_t best_number = particle;
  for (size_t k = 0; k < plan->neighbours; k++) {
    size_t candidate = (size_t)((int64_t)index + plan->offset[k]);
    if (values[candidate] > values[best]) continue;
    uint64_t number = number_of(&swarm->head.shape, particle, plan->offset[k]);
    if (values[candidate] < values[best] || number < best_number) {
      best = candidate;
      best_number = number;
    }
  }
  return best;
}

void jx_cpu_guides_choose(jx_cpu_swarm *swarm, uint64_t tile_number, const jx_tile *tile,
                          jx_cpu_scratch *scratch)
{
  size_t start = swarm->halo_groups * JK_LANES;
  take_snapshot(swarm, tile_number, tile, scratch);
  for (size_t i = 0; i < tile->groups * JK_LANES; i++) {
    size_t index = start + i;
    if (i < tile->particles) index = choose(swarm, scratch->values, index, tile->first + i);
    scratch->from[i] = index / JK_LANES * swarm->head.shape.dim * JK_LANES + index % JK_LANES;
  }
}

/* ---- Independent tiles (jx_plan.exchange): each follows its own best particle ---- */

/* The lane of the tile, over all its groups, with the smallest value: the first of equal ones; lane
 * 0 if none has a value. */
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

const void *jx_cpu_guide_independent_tile(const jx_cpu_swarm *swarm, const jx_tile *tile,
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
