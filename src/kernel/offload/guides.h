/* Where the guide of each particle is when it is not the best of all.
 *
 * A neighbour is at most `reach` particles away and no tile is smaller than that: it is in the same
 * tile, in the one before or in the one after, counted round the swarm's end; where that tile is
 * another device's, it is in the halo. A place says where in 32 bits: JK_PLACE_BEFORE,
 * JK_PLACE_AFTER or neither, and the lane in that tile, or the slot in that side of the halo. */
#ifndef JK_OFFLOAD_GUIDES_H
#define JK_OFFLOAD_GUIDES_H

#include "slots.h"

#define JK_PLACE_BEFORE 0x40000000u
#define JK_PLACE_AFTER 0x80000000u
#define JK_PLACE_LANE 0x3FFFFFFFu

/* Lanes of the largest tile, which the places of every tile have room for. */
#define JK_TILE_LANES ((size_t)JK_HERE_FRESH - (size_t)JK_HERE_VALUE)

/* What a work-group sees of the swarm around its tile. */
typedef struct jk_around {
  JK_GLOBAL const jk_number *tiles;
  JK_GLOBAL const jk_number *halo; /* [2][reach][1 + JK_DIM] */
  jk_word1 tile, tile_count;
  int reach;
} jk_around;

JK_FN jk_word1 jk_tile_before(jk_around around)
{
  return (around.tile > 0 ? around.tile : around.tile_count) - 1;
}

JK_FN jk_word1 jk_tile_after(jk_around around)
{
  return around.tile + 1 < around.tile_count ? around.tile + 1 : 0;
}

/* The tile a place is in; only for a place that is not in the halo. */
JK_FN JK_GLOBAL const jk_number *jk_place_tile(jk_around around, jk_word1 place)
{
  jk_word1 tile = around.tile;
  tile = (place & JK_PLACE_BEFORE) != 0 ? jk_tile_before(around) : tile;
  tile = (place & JK_PLACE_AFTER) != 0 ? jk_tile_after(around) : tile;
  return around.tiles + (size_t)tile * JK_HERE_TILE;
}

/* Whether another device holds the place. */
JK_FN int jk_place_in_halo(jk_around around, jk_word1 place)
{
  if (JK_HERE_WHOLE) return 0;
  return ((place & JK_PLACE_BEFORE) != 0 && around.tile == 0) ||
         ((place & JK_PLACE_AFTER) != 0 && around.tile + 1 == around.tile_count);
}

/* A slot of the halo: value, then coordinates. */
JK_FN JK_GLOBAL const jk_number *jk_place_halo(jk_around around, jk_word1 place)
{
  int side = (place & JK_PLACE_AFTER) != 0 ? around.reach : 0;
  return around.halo + (size_t)(side + (int)(place & JK_PLACE_LANE)) * (1 + JK_DIM);
}

/* Lane `lane` of a tile's field that has a row for each coordinate. */
JK_FN size_t jk_lane_start(size_t lane)
{
  return lane / JK_LANES * JK_GROUP_NUMBERS + lane % JK_LANES;
}

#if JK_HERE_NEIGHBOURS == 0
/* One guide for all. */
typedef struct jk_guides {
  JK_GLOBAL const jk_number *all; /* [JK_DIM] */
} jk_guides;

JK_FN jk_guides jk_guides_find(jk_around around, JK_GLOBAL const jk_number *all,
                               JK_GLOBAL const jk_word1 *places, int index)
{
  jk_guides guides = {all};
  (void)around, (void)places, (void)index;
  return guides;
}

JK_FN real jk_guide(const jk_guides *guides, int d) { return R(guides->all[d]); }

#else
/* The guides of a slot's lanes: where coordinate 0 of each is, and how far it is to the next. */
typedef struct jk_guides {
  JK_GLOBAL const jk_number *first[JK_WIDTH];
  int stride[JK_WIDTH];
} jk_guides;

/* index is that of the slot's first lane in the tile. */
JK_FN jk_guides jk_guides_find(jk_around around, JK_GLOBAL const jk_number *all,
                               JK_GLOBAL const jk_word1 *places, int index)
{
  jk_guides guides;
  (void)all;
  for (int lane = 0; lane < JK_WIDTH; lane++) {
    jk_word1 place = places[(size_t)around.tile * JK_TILE_LANES + (size_t)(index + lane)];
    guides.first[lane] =
        jk_place_tile(around, place) + JK_HERE_OWN + jk_lane_start(place & JK_PLACE_LANE);
    guides.stride[lane] = JK_LANES;
    if (jk_place_in_halo(around, place)) {
      guides.first[lane] = jk_place_halo(around, place) + 1;
      guides.stride[lane] = 1;
    }
  }
  return guides;
}

/* Coordinate d of the guides. */
JK_FN real jk_guide(const jk_guides *guides, int d)
{
#define JK_GUIDE(lane) \
  guides->first[lane][(size_t)d * (size_t)(JK_HERE_WHOLE ? JK_LANES : guides->stride[lane])]
#if JK_WIDTH == 1
  return JK_GUIDE(0);
#else
  return (real)(JK_GUIDE(0), JK_GUIDE(1), JK_GUIDE(2), JK_GUIDE(3), JK_GUIDE(4), JK_GUIDE(5),
                JK_GUIDE(6), JK_GUIDE(7), JK_GUIDE(8), JK_GUIDE(9), JK_GUIDE(10), JK_GUIDE(11),
                JK_GUIDE(12), JK_GUIDE(13), JK_GUIDE(14), JK_GUIDE(15));
#endif
#undef JK_GUIDE
}
#endif

#endif
