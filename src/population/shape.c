#include "population/shape.h"

#define TILE_GROUPS (JX_TILE_PARTICLES / JK_LANES)

/* A small swarm gets small tiles, so that there are enough of them for all threads. */
#define WANTED_TILES 32

static uint64_t first_group(const jx_shape *shape, uint64_t tile)
{
  return tile * shape->tile_groups + (tile < shape->larger_tiles ? tile : shape->larger_tiles);
}

/* The smallest number of particles in a tile: groups are distributed evenly, and the very last
 * group may hold only one particle. */
static uint64_t smallest_tile(uint64_t groups, uint64_t tiles)
{
  return (groups / tiles - 1) * JK_LANES + 1;
}

static uint64_t count_tiles(uint64_t groups, size_t reach)
{
  uint64_t per_tile = groups / WANTED_TILES;
  if (per_tile < 1) per_tile = 1;
  if (per_tile > TILE_GROUPS) per_tile = TILE_GROUPS;
  uint64_t tiles = (groups + per_tile - 1) / per_tile;
  while (tiles > 1 && smallest_tile(groups, tiles) < reach) tiles = (tiles + 1) / 2;
  return tiles;
}

/* Lays out the fields of a tile; each field of the largest tile starts on the boundary of a row. */
static void lay_out_fields(jx_shape *shape, unsigned fields)
{
  uint64_t largest = (shape->groups + shape->tiles - 1) / shape->tiles;
  size_t start = 0;
  for (int f = 0; f < JX_FIELDS; f++) {
    size_t rows = f == JX_VALUE || f == JX_BEST_IS_HERE ? 1 : shape->dim;
    shape->group_bytes[f] = fields & JX_HAS(f) ? rows * shape->row_bytes : 0;
    shape->field_start[f] = start;
    start += (size_t)largest * shape->group_bytes[f];
  }
  shape->tile_bytes = start;
}

jato_status jx_shape_make(const jx_shape_config *config, jx_shape *shape, jato_error *error)
{
  *shape = (jx_shape){.particles = config->particles, .dim = config->dim, .reach = config->reach};
  shape->real_bytes = config->precision == JATO_FLOAT ? sizeof(float) : sizeof(double);
  shape->row_bytes = JK_LANES * shape->real_bytes;
  shape->groups = config->particles / JK_LANES + (config->particles % JK_LANES != 0);
  shape->tiles = count_tiles(shape->groups, config->reach);
  shape->tile_groups = shape->groups / shape->tiles;
  shape->larger_tiles = shape->groups % shape->tiles;

  double bytes = 4.0 * (double)shape->groups * (double)config->dim * (double)shape->row_bytes;
  if (bytes > (double)(SIZE_MAX / 4))
    return jx_fail(error, JATO_E_MEMORY,
                   "%llu particles in %zu dimensions need more memory than a machine can address",
                   (unsigned long long)config->particles, config->dim);
  lay_out_fields(shape, config->fields);
  return JATO_OK;
}

size_t jx_shape_bytes(const jx_shape *shape) { return (size_t)shape->tiles * shape->tile_bytes; }

jx_tile jx_shape_tile(const jx_shape *shape, void *memory, uint64_t tile)
{
  return jx_shape_tile_at(shape, (char *)memory + tile * shape->tile_bytes, tile);
}

jx_tile jx_shape_tile_at(const jx_shape *shape, void *tile_start, uint64_t tile)
{
  jx_tile view;
  uint64_t start = first_group(shape, tile);
  view.groups = (size_t)(first_group(shape, tile + 1) - start);
  view.first = start * JK_LANES;
  uint64_t left = shape->particles - view.first;
  view.particles = left < view.groups * JK_LANES ? (size_t)left : view.groups * JK_LANES;
  for (int f = 0; f < JX_FIELDS; f++) view.field[f] = (char *)tile_start + shape->field_start[f];
  return view;
}

uint64_t jx_shape_first(const jx_shape *shape, uint64_t tile)
{
  uint64_t first = first_group(shape, tile) * JK_LANES;
  return first < shape->particles ? first : shape->particles;
}

jx_location jx_shape_find(const jx_shape *shape, uint64_t particle)
{
  jx_location location;
  uint64_t group = particle / JK_LANES;
  uint64_t small = shape->tile_groups, larger = shape->larger_tiles;
  uint64_t in_larger = larger * (small + 1);
  location.tile = group < in_larger ? group / (small + 1) : larger + (group - in_larger) / small;
  location.group = (size_t)(group - first_group(shape, location.tile));
  location.lane = (size_t)(particle % JK_LANES);
  return location;
}
