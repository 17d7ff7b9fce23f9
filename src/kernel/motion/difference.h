/* The motion of differential evolution, rand/1/bin (Storn and Price 1997, eq. 2 and 4): a trial is
 * the parent, which is the particle's own best, with some coordinates of a mutant:
 *   mutant = own[r1] + F (own[r2] - own[r3]),  x' = chance < CR or forced ? mutant : own.
 * weights: F, CR * 2^24. The chance is the upper 24 bits of the word, which a float can hold. */
#ifndef JK_MOVE_DIFFERENCE_H
#define JK_MOVE_DIFFERENCE_H

#include "seen.h"

JK_FN jk_moved jk_move_difference(jk_seen s, jk_weights weights)
{
  jk_moved m;
  real mutant = s.r1 + weights.w[0] * (s.r2 - s.r3);
  m.x = jk_word_to_real(s.word >> 8) < R(weights.w[1]) ? mutant : s.own;
  m.x = s.forced != JK_I(0) ? mutant : m.x;
  m.v = R(0);
  return m;
}

#endif
