/* Where the guide of each particle is when it is not the best of all.
 *
 * A neighbour is at most `reach` particles away and no tile is smaller than that: it is in the same
 * tile, in the one before or in the one after, counted round the swarm's end; where that tile is
 * another device's, it is in the halo. A location says where in 32 bits: JK_LOCATION_BEFORE,
 * JK_LOCATION_AFTER or neither, and the lane in that tile, or the slot in that side of the halo. */
#ifndef JK_OFFLOAD_GUIDES_H
#define JK_OFFLOAD_GUIDES_H

#include "../random.h"
#include "slots.h"

#define JK_LOCATION_BEFORE 0x40000000u
#define JK_LOCATION_AFTER 0x80000000u
#define JK_LOCATION_LANE 0x3FFFFFFFu

/* Lanes of the largest tile, which the locations of every tile have room for. */
#define JK_TILE_LANES ((size_t)JK_HERE_BEST_IS_HERE - (size_t)JK_HERE_VALUE)

/* What a work-group knows about the swarm around its tile. */
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

/* The tile a location is in; only for a location that is not in the halo. */
JK_FN JK_GLOBAL const jk_number *jk_location_tile(jk_around around, jk_word1 location)
{
  jk_word1 tile = around.tile;
  tile = (location & JK_LOCATION_BEFORE) != 0 ? jk_tile_before(around) : tile;
  tile = (location & JK_LOCATION_AFTER) != 0 ? jk_tile_after(around) : tile;
  return around.tiles + (size_t)tile * JK_HERE_TILE;
}

/* Whether another device holds the location. */
JK_FN int jk_location_in_halo(jk_around around, jk_word1 location)
{
  if (JK_HERE_WHOLE) return 0;
  return ((location & JK_LOCATION_BEFORE) != 0 && around.tile == 0) ||
         ((location & JK_LOCATION_AFTER) != 0 && around.tile + 1 == around.tile_count);
}

/* A slot of the halo: value, then coordinates. */
JK_FN JK_GLOBAL const jk_number *jk_location_halo(jk_around around, jk_word1 location)
{
  int side = (location & JK_LOCATION_AFTER) != 0 ? around.reach : 0;
  return around.halo + (size_t)(side + (int)(location & JK_LOCATION_LANE)) * (1 + JK_DIM);
}

/* Lane `lane` of a tile's field that has a row for each coordinate. */
JK_FN size_t jk_lane_start(size_t lane)
{
  return lane / JK_LANES * JK_GROUP_NUMBERS + lane % JK_LANES;
}

/* A real made of what a macro says of each of its lanes. */
#if JK_WIDTH == 1
#define JK_OF_EACH_LANE(of) of(0)
#else
#define JK_OF_EACH_LANE(of)                                                                     \
  ((real)(of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7), of(8), of(9), of(10), of(11), \
          of(12), of(13), of(14), of(15)))
#endif

#if JK_HERE_HAS_PARTNERS
/* partner_guides.h has what a motion looks at then. */
#elif JK_HERE_NEIGHBOURS == 0
/* One guide for all. */
typedef struct jk_guides {
  JK_GLOBAL const jk_number *all; /* [JK_DIM] */
} jk_guides;

JK_FN jk_guides jk_guides_find(jk_around around, JK_GLOBAL const jk_number *all,
                               JK_GLOBAL const jk_word1 *locations, jk_slot slot, jk_key key)
{
  jk_guides guides = {all};
  (void)around, (void)locations, (void)slot, (void)key;
  return guides;
}

JK_FN real jk_guide(const jk_guides *guides, int d) { return R(guides->all[d]); }

#else
/* The guides of a slot's lanes: where coordinate 0 of each is, and how far it is to the next. */
typedef struct jk_guides {
  JK_GLOBAL const jk_number *first[JK_WIDTH];
  int stride[JK_WIDTH];
} jk_guides;

JK_FN jk_guides jk_guides_find(jk_around around, JK_GLOBAL const jk_number *all,
                               JK_GLOBAL const jk_word1 *locations, jk_slot slot, jk_key key)
{
  jk_guides guides;
  (void)all, (void)key;
  for (int lane = 0; lane < JK_WIDTH; lane++) {
    jk_word1 location =
        locations[(size_t)around.tile * JK_TILE_LANES + (size_t)(slot.index + lane)];
    guides.first[lane] = jk_location_tile(around, location) + JK_HERE_OWN +
                         jk_lane_start(location & JK_LOCATION_LANE);
    guides.stride[lane] = JK_LANES;
    if (jk_location_in_halo(around, location)) {
      guides.first[lane] = jk_location_halo(around, location) + 1;
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
  return JK_OF_EACH_LANE(JK_GUIDE);
#undef JK_GUIDE
}
#endif

#endif
