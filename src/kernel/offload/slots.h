/* Where a slot of a tile lies: JK_WIDTH lanes of a group, the share of a work-item at a time. */
#ifndef JK_OFFLOAD_SLOTS_H
#define JK_OFFLOAD_SLOTS_H

#include "../lanes.h"
#include "../language.h"

/* Fields that the swarm of some motions does not have. */
#if !JK_HERE_HAS_VELOCITY
#define JK_HERE_VELOCITY 0
#endif
#if !JK_HERE_HAS_OWN
#define JK_HERE_OWN 0
#endif

/* A row of the table: 16 bytes. */
typedef struct jk_tile {
  jk_index first;     /* number of its first particle, a multiple of JK_LANES */
  jk_word1 groups;    /* of JK_LANES particles */
  jk_word1 particles; /* without ghosts, which only the last group of a swarm may have */
} jk_tile;

/* What a pass found, in a tile or in all of them: 32 bytes. */
typedef struct jk_record {
  jk_index particle;  /* the lowest one that has the value */
  jk_index nonfinite; /* values that were NaN or infinite */
  jk_index step;      /* of several steps of a pass, the first one that found it */
  jk_number value;    /* the smallest; +infinity when none was finite */
} jk_record;

/* Numbers of a group in a field with a row for each coordinate. */
#define JK_GROUP_NUMBERS ((size_t)JK_DIM * JK_LANES)

/* The fields of one slot. From a coordinate to the next it is JK_STRIDE reals. */
typedef struct jk_slot {
  JK_GLOBAL real *x, *v, *own;
  JK_GLOBAL real *value;
  JK_GLOBAL jk_int *best_is_here;
  int index;     /* of its first lane in the tile */
  jk_word low;   /* the low word of each lane's particle, */
  jk_word1 high; /* and the high one: a group never steps over 2^32 */
} jk_slot;

/* 0, 1, 2, ... over the lanes of a real, and the first lane of one. */
#if JK_WIDTH == 1
#define JK_LANE_NUMBERS(type) ((type)0)
#define JK_FIRST_LANE(a) (a)
#else
#define JK_LANE_NUMBERS(type) ((type)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define JK_FIRST_LANE(a) (a).s0
#endif

/* What of a tile takes part in a pass of particles from..to - 1, or of all where `to` is 0. */
JK_FN jk_tile jk_tile_cut(jk_tile tile, jk_index from, jk_index to)
{
  if (to == 0) return tile;
  jk_index end = to > tile.first && tile.first >= from ? to - tile.first : 0;
  tile.particles = end < tile.particles ? (jk_word1)end : tile.particles;
  tile.groups = (tile.particles + JK_LANES - 1) / JK_LANES;
  return tile;
}

/* How many slots a tile has. */
JK_FN int jk_slot_count(jk_tile tile) { return (int)tile.groups * JK_STRIDE; }

/* Tile number `tile` of those held. */
JK_FN JK_GLOBAL jk_number *jk_tile_start(JK_GLOBAL jk_number *tiles, jk_word1 tile)
{
  return tiles + (size_t)tile * JK_HERE_TILE;
}

/* Slot number `number` of the tile that starts at `start`. Fields that the swarm does not have
 * point at the positions and are not touched. */
JK_FN jk_slot jk_slot_find(JK_GLOBAL jk_number *start, jk_tile tile, int number)
{
  jk_slot slot;
  int group = number / JK_STRIDE, lane = number % JK_STRIDE;
  size_t rows = (size_t)group * JK_GROUP_NUMBERS + (size_t)lane;
  size_t row = (size_t)group * JK_LANES + (size_t)lane;
  slot.x = (JK_GLOBAL real *)(start + rows);
  slot.v = (JK_GLOBAL real *)(start + JK_HERE_VELOCITY + rows);
  slot.own = (JK_GLOBAL real *)(start + JK_HERE_OWN + rows);
  slot.value = (JK_GLOBAL real *)(start + JK_HERE_VALUE + row);
  slot.best_is_here = (JK_GLOBAL jk_int *)(start + JK_HERE_BEST_IS_HERE + row);
  slot.index = number * JK_WIDTH;
  jk_index particle = tile.first + (jk_index)slot.index;
  slot.low = (jk_word)((jk_word1)particle) + JK_LANE_NUMBERS(jk_word);
  slot.high = (jk_word1)(particle >> 32);
  return slot;
}

#endif
