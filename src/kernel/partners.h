/* The partners of a particle: three others, drawn for each move, for motions that combine own bests
 * of others; and one coordinate that such a motion always takes from them.
 *
 * They follow from (seed, iteration, particle) only, by one draw: three words are scaled to the
 * numbers that are left, and stepped past those that are taken. The probability of a number is too
 * large by at most its share of 2^32. */
#ifndef JK_PARTNERS_H
#define JK_PARTNERS_H

#include "random.h"

typedef struct jk_partners {
  jk_word partner[3]; /* different particles, none of them the particle itself */
  jk_word forced;     /* a coordinate, 0..dim - 1 */
} jk_partners;

JK_FN jk_word jk_lower_of(jk_word a, jk_word b) { return a < b ? a : b; }
JK_FN jk_word jk_higher_of(jk_word a, jk_word b) { return a < b ? b : a; }
JK_FN jk_word jk_step_past(jk_word a, jk_word taken) { return a < taken ? a : a + 1u; }

/* particle is below 2^32; others, at least 3, is the number of other particles. */
JK_FN jk_partners jk_draw_partners(jk_key key, jk_word particle, jk_word1 others, int dim)
{
  jk_partners p;
  jk_block words = jk_threefry(key, particle, 0, 0, JK_DRAW_PARTNERS);
  p.partner[0] = jk_step_past(jk_word_scale(words.w[0], others), particle);
  jk_word low = jk_lower_of(particle, p.partner[0]), high = jk_higher_of(particle, p.partner[0]);
  p.partner[1] = jk_word_scale(words.w[1], others - 1);
  p.partner[1] = jk_step_past(jk_step_past(p.partner[1], low), high);
  jk_word middle = jk_lower_of(jk_higher_of(p.partner[1], low), high);
  low = jk_lower_of(low, p.partner[1]);
  high = jk_higher_of(high, p.partner[1]);
  p.partner[2] = jk_word_scale(words.w[2], others - 2);
  p.partner[2] = jk_step_past(jk_step_past(jk_step_past(p.partner[2], low), middle), high);
  p.forced = jk_word_scale(words.w[3], (jk_word1)dim);
  return p;
}

#endif
