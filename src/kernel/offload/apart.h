/* Sub-swarms: a tile that is independent for some iterations follows the best own best among its
 * own particles (jx_plan.exchange), and its work-group makes one iteration after the other. */
#ifndef JK_OFFLOAD_APART_H
#define JK_OFFLOAD_APART_H

#include "best.h"
#include "guides.h"

#if JK_HERE_EXCHANGE > 1

/* The lane of the tile with the best own best: the first of equal ones, and of all where none has a
 * value. All items call it, and all get the answer. Ghosts have no value. */
JK_FN size_t jk_best_lane(JK_GLOBAL jk_number *start, jk_tile tile, JK_LOCAL_IN jk_record *shared)
{
  jk_haul haul = jk_haul_empty();
  for (int s = JK_ITEM; s < jk_slot_count(tile); s += JK_HERE_LOCAL) {
    jk_slot slot = jk_slot_find(start, tile, s);
    jk_haul_take(&haul, *slot.value, slot.index);
  }
  return (size_t)(jk_group_best(jk_haul_record(haul, tile), shared).particle - tile.first);
}

/* Coordinate d of the own best of a lane, flushed or not. */
JK_FN jk_number jk_own_best(JK_GLOBAL const jk_number *start, size_t lane, int d)
{
  JK_GLOBAL const jk_int1 *here = (JK_GLOBAL const jk_int1 *)(start + JK_HERE_BEST_IS_HERE);
  size_t field = here[lane] != 0 ? 0 : JK_HERE_OWN;
  return start[field + jk_lane_start(lane) + (size_t)d * JK_LANES];
}

/* Copies the guide of an independent tile to guide[JK_DIM]. Items wait for each other: for what
 * they have written before, and for the copy, since the fastest items then move the particle that
 * is copied. */
JK_FN void jk_guide_apart(JK_GLOBAL jk_number *start, jk_tile tile, JK_GLOBAL jk_number *guide,
                          JK_LOCAL_IN jk_record *shared)
{
  size_t lane = jk_best_lane(start, tile, shared);
  JK_BARRIER_GLOBAL();
  for (int d = JK_ITEM; d < JK_DIM; d += JK_HERE_LOCAL) guide[d] = jk_own_best(start, lane, d);
  JK_BARRIER_GLOBAL();
}

#endif
#endif
