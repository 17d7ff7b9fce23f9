/* Which particle guides which when it is not the best of all: particle i looks at the own bests of
 * particles i + offset, counted round the swarm's end, as the previous pass left them. */
#ifndef JK_OFFLOAD_NEIGHBOURS_H
#define JK_OFFLOAD_NEIGHBOURS_H

#include "guides.h"

/* Copies the position of lanes whose best is here to their own best. After the first iterations
 * most slots have none. */
JK_FN void jk_flush_bests(jk_slot slot)
{
  jk_int best_is_here = *slot.best_is_here;
  if (!JK_ANY(best_is_here != JK_I(0))) return;
  for (int d = 0; d < JK_DIM; d++) {
    size_t at = (size_t)d * JK_STRIDE;
    slot.own[at] = best_is_here != JK_I(0) ? slot.x[at] : slot.own[at];
  }
  *slot.best_is_here = JK_I(0);
}

/* What a work-group needs to choose by. */
typedef struct jk_circle {
  jk_around around;
  JK_GLOBAL const jk_tile *table;
  JK_GLOBAL const int *offsets; /* [JK_HERE_NEIGHBOURS] */
  jk_index swarm;               /* particles of the whole swarm */
} jk_circle;

/* The location of the particle `index`, which may lie beyond either end of the tile. */
JK_FN jk_word1 jk_location_of(jk_circle circle, int index)
{
  int particles = (int)circle.table[circle.around.tile].particles;
  if (index >= particles) return JK_LOCATION_AFTER | (jk_word1)(index - particles);
  if (index >= 0) return (jk_word1)index;
  int before = (int)circle.table[jk_tile_before(circle.around)].particles;
  if (!JK_HERE_WHOLE && circle.around.tile == 0) before = circle.around.reach;
  return JK_LOCATION_BEFORE | (jk_word1)(before + index);
}

JK_FN jk_number jk_location_value(jk_around around, jk_word1 location)
{
  if (jk_location_in_halo(around, location)) return jk_location_halo(around, location)[0];
  return jk_location_tile(around, location)[JK_HERE_VALUE + (location & JK_LOCATION_LANE)];
}

/* The number of the neighbour, counted round the swarm's end. */
JK_FN jk_index jk_number_round(jk_index particle, int offset, jk_index swarm)
{
  jk_index number = particle + (jk_index)offset;
  if (offset < 0) return particle < (jk_index)-offset ? number + swarm : number;
  return number >= swarm ? number - swarm : number;
}

/* The location of the best neighbour of particle `index` of the tile, itself included: smallest
 * value, then lowest number. */
JK_FN jk_word1 jk_choose(jk_circle circle, int index)
{
  jk_index particle = circle.table[circle.around.tile].first + (jk_index)index;
  jk_index best_number = particle;
  jk_word1 best = (jk_word1)index;
  jk_number best_value = jk_location_value(circle.around, best);
  for (int k = 0; k < JK_HERE_NEIGHBOURS; k++) {
    jk_word1 location = jk_location_of(circle, index + circle.offsets[k]);
    jk_number value = jk_location_value(circle.around, location);
    jk_index number = jk_number_round(particle, circle.offsets[k], circle.swarm);
    if (value < best_value || (value == best_value && number < best_number)) {
      best = location;
      best_value = value;
      best_number = number;
    }
  }
  return best;
}

/* For each lane of a slot, index being its first one in the tile. Ghosts guide themselves. */
JK_FN void jk_choose_slot(jk_circle circle, int index, JK_GLOBAL jk_word1 *locations)
{
  int particles = (int)circle.table[circle.around.tile].particles;
  JK_GLOBAL jk_word1 *mine = locations + (size_t)circle.around.tile * JK_TILE_LANES;
  for (int lane = index; lane < index + JK_WIDTH; lane++)
    mine[lane] = lane < particles ? jk_choose(circle, lane) : (jk_word1)lane;
}

/* Number `entry` of what one particle hands to a device beside this one: its value, then its own
 * best, flushed or not. */
JK_FN jk_number jk_halo_entry(JK_GLOBAL const jk_number *tile, size_t lane, int entry)
{
  if (entry == 0) return tile[JK_HERE_VALUE + lane];
  jk_int1 best_is_here = ((JK_GLOBAL const jk_int1 *)tile)[JK_HERE_BEST_IS_HERE + lane];
  size_t at = jk_lane_start(lane) + (size_t)(entry - 1) * JK_LANES;
  return tile[(best_is_here != 0 ? 0 : JK_HERE_OWN) + at];
}

#endif
