/* What a pass would find among the first particles, without changing the swarm: for the last
 * evaluations of a run, when fewer are left than the swarm has particles. A run that continues
 * makes the whole pass. Copies a few tiles at a time, moves them and restores them. */
#include "swarm/device_set.h"

#include <math.h>
#include <string.h>

/* Bytes copied at a time, unless a single tile is larger. */
#define MOST_BYTES ((size_t)64 << 20)

typedef struct piece {
  jx_device_set *devices;
  char *copy;           /* [tiles] before the pass */
  uint64_t tile, tiles; /* of the current piece */
} piece;

static jato_status copy_tiles(const piece *p, jato_error *error)
{
  size_t bytes = p->devices->shape.tile_bytes;
  for (uint64_t i = 0; i < p->tiles; i++) {
    jx_tile tile;
    JX_TRY(jx_devices_map(p->devices, p->tile + i, JX_HAS_ALL, &tile, error));
    memcpy(p->copy + i * bytes, tile.field[JX_POSITION], bytes);
  }
  return JATO_OK;
}

static jato_status restore_tiles(const piece *p, jato_error *error)
{
  size_t bytes = p->devices->shape.tile_bytes;
  for (uint64_t i = 0; i < p->tiles; i++) {
    jx_tile tile;
    JX_TRY(jx_devices_map(p->devices, p->tile + i, 0, &tile, error));
    memcpy(tile.field[JX_POSITION], p->copy + i * bytes, bytes);
    JX_TRY(jx_devices_unmap(p->devices, p->tile + i, JX_HAS_ALL, error));
  }
  return JATO_OK;
}

/* Previews one piece; a better value replaces *found, with its position x. */
static jato_status preview_piece(const piece *p, const jx_preview *preview, jx_pass_result *found,
                                 double *x, jato_error *error)
{
  const jx_shape *shape = &p->devices->shape;
  uint64_t end = jx_shape_first(shape, p->tile + p->tiles);
  jx_pass_result one;
  jato_status status = copy_tiles(p, error);
  if (status != JATO_OK) return jx_devices_skip_pass(p->devices, status, error);
  jx_devices_limit_particles(p->devices, jx_shape_first(shape, p->tile),
                             end < preview->count ? end : preview->count);
  status = jx_devices_pass(p->devices, preview->step, preview->guide, &one, error);
  jx_devices_limit_particles(p->devices, 0, 0);
  JX_TRY(status);
  if (one.value < found->value) JX_TRY(jx_devices_read(p->devices, one.particle, x, NULL, error));
  jx_pass_result_join(found, &one);
  return restore_tiles(p, error);
}

/* Ranks that exchange partners fail together. */
static jato_status join(const jx_device_set *devices, jato_status own, jato_error *error)
{
  unsigned flags = 0;
  return devices->fetch != NULL ? devices->comm->ops->agree(devices->comm, own, &flags, error)
                                : own;
}

jato_status jx_devices_preview(jx_device_set *devices, const jx_preview *preview,
                               jx_pass_result *found, double *x, jato_error *error)
{
  const jx_shape *shape = &devices->shape;
  uint64_t end = jx_shape_find(shape, preview->count - 1).tile + 1, held = devices->first_tile;
  uint64_t all = end < held + devices->tiles ? end : held + devices->tiles;
  uint64_t left = all > held ? all - held : 0; /* or other ranks have them */
  uint64_t most = MOST_BYTES / shape->tile_bytes + 1;
  uint64_t pieces =
      ((devices->fetch != NULL ? jx_devices_most_tiles(devices) : left) + most - 1) / most;
  piece p = {.devices = devices, .tile = held};
  *found = JX_FOUND_NOTHING;
  if (pieces == 0) return JATO_OK;
  p.copy =
      jx_allocate(&devices->allocator, (size_t)(left < most ? left : most) + 1, shape->tile_bytes);
  jato_status status =
      p.copy != NULL ? JATO_OK
                     : jx_fail(error, JATO_E_MEMORY, "not enough memory for a copy of %llu tiles",
                               (unsigned long long)most);
  status = join(devices, status, error);
  for (; pieces > 0 && status == JATO_OK; pieces--) {
    p.tiles = left < most ? left : most;
    status = join(devices, preview_piece(&p, preview, found, x, error), error);
    p.tile += p.tiles;
    left -= p.tiles;
  }
  jx_release(&devices->allocator, p.copy);
  return status;
}
