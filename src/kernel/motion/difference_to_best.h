/* The motion of differential evolution, current-to-best/1/bin (Storn and Price 1997, their scheme
 * DE2): as difference.h, but what the difference is added to is the parent on its way to the best:
 *   mutant = own + lambda (guide - own) + F (own[r2] - own[r3]).
 * With lambda = 1 that is the best itself, and the scheme best/1/bin.
 * weights: F, CR * 2^24, lambda. */
#ifndef JK_MOVE_DIFFERENCE_TO_BEST_H
#define JK_MOVE_DIFFERENCE_TO_BEST_H

#include "seen.h"

JK_FN jk_moved jk_move_difference_to_best(jk_seen s, jk_weights weights)
{
  jk_moved m;
  real base = s.own + weights.w[2] * (s.guide - s.own);
  real mutant = base + weights.w[0] * (s.r2 - s.r3);
  m.x = jk_word_to_real(s.word >> 8) < R(weights.w[1]) ? mutant : s.own;
  m.x = s.forced != JK_I(0) ? mutant : m.x;
  m.v = R(0);
  return m;
}

#endif
