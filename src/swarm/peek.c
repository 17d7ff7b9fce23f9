/* What a pass would find among the first particles, with the swarm left as it is: the last
 * evaluations of a run, where they are fewer than a swarm has particles. If the run goes on it
 * makes that pass whole. Some tiles at a time are copied, passed over and put back. */
#include "swarm/fleet.h"

#include <math.h>
#include <string.h>

/* Bytes that are copied at a time, unless a single tile is larger. */
#define MOST_BYTES ((size_t)64 << 20)

typedef struct peeked {
  jx_fleet *fleet;
  char *copy;           /* [tiles] as they were */
  uint64_t tile, tiles; /* of the piece in work */
} peeked;

static jato_status copy_tiles(const peeked *p, jato_error *error)
{
  size_t bytes = p->fleet->shape.tile_bytes;
  for (uint64_t i = 0; i < p->tiles; i++) {
    jx_tile tile;
    JX_TRY(jx_fleet_map(p->fleet, p->tile + i, JX_HAS_ALL, &tile, error));
    memcpy(p->copy + i * bytes, tile.field[JX_POSITION], bytes);
  }
  return JATO_OK;
}

static jato_status put_back(const peeked *p, jato_error *error)
{
  size_t bytes = p->fleet->shape.tile_bytes;
  for (uint64_t i = 0; i < p->tiles; i++) {
    jx_tile tile;
    JX_TRY(jx_fleet_map(p->fleet, p->tile + i, 0, &tile, error));
    memcpy(tile.field[JX_POSITION], p->copy + i * bytes, bytes);
    JX_TRY(jx_fleet_unmap(p->fleet, p->tile + i, JX_HAS_ALL, error));
  }
  return JATO_OK;
}

/* One piece: what is better than *found replaces it, with its position x. */
static jato_status peek_piece(const peeked *p, const jx_peek *peek, jx_pass_result *found,
                              double *x, jato_error *error)
{
  const jx_shape *shape = &p->fleet->shape;
  uint64_t end = jx_shape_first(shape, p->tile + p->tiles);
  jx_pass_result one;
  jato_status status = copy_tiles(p, error);
  if (status != JATO_OK) return jx_fleet_decline(p->fleet, status, error);
  jx_fleet_take_part(p->fleet, jx_shape_first(shape, p->tile),
                     end < peek->count ? end : peek->count);
  status = jx_fleet_pass(p->fleet, peek->step, peek->guide, &one, error);
  jx_fleet_take_part(p->fleet, 0, 0);
  JX_TRY(status);
  if (one.value < found->value) JX_TRY(jx_fleet_read(p->fleet, one.particle, x, NULL, error));
  jx_pass_result_join(found, &one);
  return put_back(p, error);
}

/* Ranks that look at particles of each other fail together. */
static jato_status join(const jx_fleet *fleet, jato_status own, jato_error *error)
{
  unsigned flags = 0;
  return fleet->fetch != NULL ? fleet->comm->ops->agree(fleet->comm, own, &flags, error) : own;
}

jato_status jx_fleet_peek(jx_fleet *fleet, const jx_peek *peek, jx_pass_result *found, double *x,
                          jato_error *error)
{
  const jx_shape *shape = &fleet->shape;
  uint64_t end = jx_shape_find(shape, peek->count - 1).tile + 1, held = fleet->first_tile;
  uint64_t all = end < held + fleet->tiles ? end : held + fleet->tiles;
  uint64_t left = all > held ? all - held : 0; /* or other ranks have them */
  uint64_t most = MOST_BYTES / shape->tile_bytes + 1;
  uint64_t pieces = ((fleet->fetch != NULL ? jx_fleet_most_tiles(fleet) : left) + most - 1) / most;
  peeked p = {.fleet = fleet, .tile = held};
  *found = JX_FOUND_NOTHING;
  if (pieces == 0) return JATO_OK;
  p.copy =
      jx_allocate(&fleet->allocator, (size_t)(left < most ? left : most) + 1, shape->tile_bytes);
  jato_status status =
      p.copy != NULL ? JATO_OK
                     : jx_fail(error, JATO_E_MEMORY, "not enough memory for a copy of %llu tiles",
                               (unsigned long long)most);
  status = join(fleet, status, error);
  for (; pieces > 0 && status == JATO_OK; pieces--) {
    p.tiles = left < most ? left : most;
    status = join(fleet, peek_piece(&p, peek, found, x, error), error);
    p.tile += p.tiles;
    left -= p.tiles;
  }
  jx_release(&fleet->allocator, p.copy);
  return status;
}
