/* The motion of a particle swarm (Kennedy and Eberhart 1995; inertia: Shi and Eberhart 1998):
 *   v' = w v + c1 r1 (own - x) + c2 r2 (guide - x),  |v'| <= limit,  x' = x + v'.
 * weights: w, c1 / 65536, c2 / 65536. The two draws are the halves of one random word, so the scale
 * of 16 bits is folded into c1 and c2 and a draw costs one conversion and one multiplication.
 *
 * v' is rounded to a multiple of the coordinate's grain (population/reals.c: 2^-52 of the box in
 * float, 2^-400 in double), because the velocities of a swarm that has found its place would
 * otherwise halve until they are subnormal, and then an iteration takes five times as long. To set
 * small velocities to 0 would cost one operation more and be too little: a sum of squares with its
 * minimum at 0 becomes subnormal long before the positions do. x is a multiple of the grain where
 * it starts, and so it stays, since sums of multiples are multiples; so are own - x and guide - x,
 * and their products and squares are 0 or normal. The limit comes behind it, and is kept exactly.
 */
#ifndef JK_MOVE_SWARM_H
#define JK_MOVE_SWARM_H

#include "seen.h"

JK_FN jk_moved jk_move_swarm(jk_seen s, jk_weights weights)
{
  jk_moved m;
  real pull_own = jk_word_to_real(s.word & 0xFFFFu) * weights.w[1];
  real pull_guide = jk_word_to_real(s.word >> 16) * weights.w[2];
  m.v = weights.w[0] * s.v + pull_own * (s.own - s.x) + pull_guide * (s.guide - s.x);
  m.v = (m.v + s.rounder) - s.rounder;
  m.v = jk_into_box(m.v, s.least_v, s.most_v);
  m.x = s.x + m.v;
  return m;
}

#endif
