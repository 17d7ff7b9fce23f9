/* How the particles of a slot start: at a uniform position and, for a swarm that moves by velocity,
 * on half the way to another one (Clerc's half-difference start). */
#ifndef JK_OFFLOAD_PLACE_H
#define JK_OFFLOAD_PLACE_H

#include "move.h"

JK_FN void jk_place_coordinate(jk_slot slot, jk_push push, int d)
{
  size_t at = (size_t)d * JK_STRIDE;
  jk_seen s = jk_see_box(push.box, d);
  s.chance = jk_draw_chance(push.key, slot, d, JK_DRAW_POSITION);
  real start = jk_move_uniform(s, push.weights).x;
  slot.x[at] = start;
#if JK_HERE_HAS_VELOCITY
  s.chance = jk_draw_chance(push.key, slot, d, JK_DRAW_VELOCITY);
  real v = (jk_move_uniform(s, push.weights).x - start) * R(0.5);
  slot.v[at] = jk_into_box(v, s.least_v, s.most_v);
#endif
#if JK_HERE_HAS_OWN
  slot.own[at] = start;
#endif
}

JK_FN void jk_place_slot(jk_slot slot, jk_push push)
{
  for (int d = 0; d < JK_DIM; d++) jk_place_coordinate(slot, push, d);
  *slot.value = JK_INF;
  *slot.best_is_here = JK_I(0);
}

#endif
