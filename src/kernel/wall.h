/* What happens to one coordinate that left its interval [lower, upper]: walls are orthogonal to the
 * algorithm, and a motion never looks at the box itself.
 *
 * A wall takes the moved coordinate and gives the one to keep. Each is written so that a coordinate
 * inside the box passes through with its bits unchanged (but for the sign of a zero), and so that
 * the result is inside the box whatever the rounding (but for `none`). */
#ifndef JK_WALL_H
#define JK_WALL_H

#include "portable.h"
#include "wall_list.h"

typedef struct jk_moved {
  real x, v;
} jk_moved;

JK_FN real jk_into_box(real x, real lower, real upper) { return jk_min(jk_max(x, lower), upper); }

/* Stays at the wall and keeps its velocity. */
JK_FN jk_moved jk_wall_clamp(jk_moved m, real lower, real upper)
{
  m.x = jk_into_box(m.x, lower, upper);
  return m;
}

/* Elastic: comes back by as much as it went over, with its velocity turned round. For steps of at
 * most half the box's width, in a box of at least 64 units in the last place of its larger end:
 * what went over by half a width, and by the rounding of x + v, is still a quarter of a width away
 * from the other wall when it comes back. */
JK_FN jk_moved jk_wall_reflect_short(jk_moved m, real lower, real upper)
{
  real wall = jk_into_box(m.x, lower, upper);
  m.v = wall != m.x ? R(0) - m.v : m.v; /* one masked subtraction; -m.v would take two */
  m.x = wall + (wall - m.x);
  return m;
}

/* The same for any step. The second clamp catches a jump of more than the box's width, and
 * rounding; for short steps it changes no bit. */
JK_FN jk_moved jk_wall_reflect(jk_moved m, real lower, real upper)
{
  m = jk_wall_reflect_short(m, lower, upper);
  m.x = jk_into_box(m.x, lower, upper);
  return m;
}

/* Comes in at the other side. */
JK_FN jk_moved jk_wall_periodic(jk_moved m, real lower, real upper)
{
  real width = upper - lower;
  real turns = jk_floor((m.x - lower) / width);
  real inside = jk_into_box(m.x - turns * width, lower, upper);
  m.x = jk_into_box(m.x, lower, upper) != m.x ? inside : m.x;
  return m;
}

/* Stays at the wall and stops. */
JK_FN jk_moved jk_wall_absorb(jk_moved m, real lower, real upper)
{
  real wall = jk_into_box(m.x, lower, upper);
  m.v = wall != m.x ? R(0) : m.v;
  m.x = wall;
  return m;
}

/* Starts again, at rest, at a position drawn uniformly: chance in [0, 1). */
JK_FN jk_moved jk_wall_resample(jk_moved m, real lower, real upper, real chance)
{
  real drawn = jk_into_box(lower + chance * (upper - lower), lower, upper);
  real wall = jk_into_box(m.x, lower, upper);
  m.v = wall != m.x ? R(0) : m.v;
  m.x = wall != m.x ? drawn : m.x;
  return m;
}

/* `wall` is a constant where this is called, so one branch remains. */
JK_FN jk_moved jk_wall(int wall, jk_moved m, real lower, real upper, real chance)
{
  if (wall == JK_WALL_clamp) return jk_wall_clamp(m, lower, upper);
  if (wall == JK_WALL_reflect) return jk_wall_reflect(m, lower, upper);
  if (wall == JK_WALL_periodic) return jk_wall_periodic(m, lower, upper);
  if (wall == JK_WALL_absorb) return jk_wall_absorb(m, lower, upper);
  if (wall == JK_WALL_resample) return jk_wall_resample(m, lower, upper, chance);
  return m;
}

#endif
