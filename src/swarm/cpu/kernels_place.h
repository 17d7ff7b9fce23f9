/* How a group starts. Part of kernels.c, which includes it once for each precision and level. */
#pragma once

#include "swarm/cpu/kernels_move.h"

/* Initialises a coordinate: a uniform position and, for a swarm with velocities, half the distance
 * to another one (Clerc's half-difference start), so that no particle is sent far out of the box.
 */
INLINE void place_row(rows r, jk_seen common, const real *aim)
{
  FOR_LANES
  {
    jk_seen s = common;
    s.chance = r.chance[lane];
    real start = jk_move_uniform(s, (jk_weights){{0}}).x;
    r.x[lane] = start;
    if (r.v != NULL) {
      s.chance = aim[lane];
      real v = (jk_move_uniform(s, (jk_weights){{0}}).x - start) * R(0.5);
      r.v[lane] = jk_into_box(v, s.least_v, s.most_v);
    }
    if (r.own != NULL) r.own[lane] = start;
  }
}

static void place(const jx_cpu_group *group, const jx_cpu_box *box, uint64_t seed, int has_velocity,
                  int has_own)
{
  real chance[JK_LANES] ROW_ALIGNED, aim[JK_LANES] ROW_ALIGNED;
  real *value = group->value;
  jk_int *best_is_here = group->best_is_here;
  jk_key key = jk_key_make(seed, 0);
  for (int d = 0; d < box->dim; d++) {
    size_t row = (size_t)d * JK_LANES;
    rows r = {.x = (real *)group->x + row, .chance = chance};
    jk_seen common = {.lower = ((const real *)box->lower)[d],
                      .upper = ((const real *)box->upper)[d],
                      .least_v = ((const real *)box->least_v)[d],
                      .most_v = ((const real *)box->most_v)[d]};
    r.v = has_velocity ? (real *)group->v + row : NULL;
    r.own = has_own ? (real *)group->own + row : NULL;
    draw_chances(chance, key, group->first, d, JK_DRAW_POSITION);
    if (has_velocity) draw_chances(aim, key, group->first, d, JK_DRAW_VELOCITY);
    place_row(r, common, aim);
  }
  for (int lane = 0; lane < JK_LANES; lane++) value[lane] = R(INFINITY);
  for (int lane = 0; lane < JK_LANES; lane++) best_is_here[lane] = 0;
}
