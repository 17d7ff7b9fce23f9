/* A point drawn uniformly in the box: the start of every swarm, and all of random search. */
#ifndef JK_MOVE_UNIFORM_H
#define JK_MOVE_UNIFORM_H

#include "seen.h"

JK_FN jk_moved jk_move_uniform(jk_seen s, jk_weights weights)
{
  jk_moved m;
  (void)weights;
  m.x = jk_into_box(s.lower + s.chance * (s.upper - s.lower), s.lower, s.upper);
  m.v = R(0);
  return m;
}

#endif
