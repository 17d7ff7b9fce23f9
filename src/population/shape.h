/* How a swarm is laid out in memory.
 *
 * Particles are numbered 0, 1, 2, ... and form groups of JK_LANES; groups form tiles. A tile is the
 * unit of everything: of a thread's work, of a rank's share, of a checkpoint. Inside a tile the
 * fields follow each other, each over all groups of the tile: position [group][dim][lane], velocity
 * [group][dim][lane], own best [group][dim][lane], value [group][lane], best_is_here [group][lane].
 * So a step reads a tile as a few long streams, and the coordinates of a group are together in the
 * first-level cache while it is moved and evaluated.
 *
 * The shape follows from (particles, dim, precision, fields, reach) only, never from threads, ranks
 * or device, since the digest is taken tile by tile. Only the last group of the last tile may have
 * lanes without a particle ("ghosts"); they are computed along, and their results are ignored. */
#pragma once

#include "base/status.h"
#include "kernel/lanes.h"

typedef enum jx_field {
  JX_POSITION = 0,
  JX_VELOCITY,
  JX_OWN,          /* the best position a particle has had; see JX_BEST_IS_HERE */
  JX_VALUE,        /* the best value a particle has seen */
  JX_BEST_IS_HERE, /* not 0: the own best is the present position, and not copied to JX_OWN yet */
  JX_FIELDS
} jx_field;

#define JX_HAS(field) (1u << (field))

/* What defines a particle: the contents of a digest and of a run file. */
#define JX_HAS_LASTING \
  (JX_HAS(JX_POSITION) | JX_HAS(JX_VELOCITY) | JX_HAS(JX_OWN) | JX_HAS(JX_VALUE))

/* All of them. */
#define JX_HAS_ALL (JX_HAS(JX_FIELDS) - 1u)

/* Fields that have a meaning only together: see JX_BEST_IS_HERE. */
#define JX_HAS_TOGETHER (JX_HAS(JX_POSITION) | JX_HAS(JX_OWN) | JX_HAS(JX_BEST_IS_HERE))

/* Particles of a tile, at most. */
#define JX_TILE_PARTICLES 1024

typedef struct jx_shape {
  uint64_t particles;
  uint64_t groups;
  uint64_t tiles;
  uint64_t tile_groups;  /* of most tiles; */
  uint64_t larger_tiles; /* the first tiles have one group more */
  size_t dim;
  size_t real_bytes;             /* 4 or 8 */
  size_t row_bytes;              /* one coordinate of a group */
  size_t group_bytes[JX_FIELDS]; /* one group of a field; 0 if the swarm does not have the field */
  size_t field_start[JX_FIELDS]; /* in bytes from the start of a tile */
  size_t tile_bytes;
  size_t reach; /* distance of the farthest neighbour, in particles; 0 without neighbourhoods */
} jx_shape;

typedef struct jx_shape_config {
  uint64_t particles;
  size_t dim;
  jato_precision precision;
  unsigned fields; /* JX_HAS(...) of each field wanted */
  size_t reach;    /* less than particles; no tile is smaller than this */
} jx_shape_config;

/* Fails with JATO_E_MEMORY if the swarm does not fit into the address space. */
jato_status jx_shape_make(const jx_shape_config *config, jx_shape *shape, jato_error *error);

/* Bytes of all tiles. */
size_t jx_shape_bytes(const jx_shape *shape);

/* One tile of a swarm whose memory starts at `memory`. */
typedef struct jx_tile {
  uint64_t first; /* the number of its first particle */
  size_t groups;
  size_t particles; /* without ghosts */
  char *field[JX_FIELDS];
} jx_tile;

jx_tile jx_shape_tile(const jx_shape *shape, void *memory, uint64_t tile);

/* The same for a tile that is stored elsewhere, from `tile_start` on. */
jx_tile jx_shape_tile_at(const jx_shape *shape, void *tile_start, uint64_t tile);

/* Not 0 if the own best of a lane is its position; `best_is_here` is a row of JX_BEST_IS_HERE, or
 * several. */
static inline int jx_best_is_here(const jx_shape *shape, const void *best_is_here, size_t lane)
{
  return shape->real_bytes == sizeof(int32_t) ? ((const int32_t *)best_is_here)[lane] != 0
                                              : ((const int64_t *)best_is_here)[lane] != 0;
}

/* Bytes that one end of a tile shows to neighbours beyond it: [reach][1 + dim] reals, value and own
 * best. */
static inline size_t jx_shape_halo_bytes(const jx_shape *shape)
{
  return shape->reach * (1 + shape->dim) * shape->real_bytes;
}

/* The location of a particle in memory. */
typedef struct jx_location {
  uint64_t tile;
  size_t group; /* inside the tile */
  size_t lane;
} jx_location;

jx_location jx_shape_find(const jx_shape *shape, uint64_t particle);

/* The first particle of a tile; the number of particles for the tile after the last one. */
uint64_t jx_shape_first(const jx_shape *shape, uint64_t tile);
