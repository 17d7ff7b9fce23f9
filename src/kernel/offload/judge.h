/* What becomes of the value of a slot: cleaned, compared with each lane's best, and remembered by
 * the item until all have been judged. */
#ifndef JK_OFFLOAD_JUDGE_H
#define JK_OFFLOAD_JUDGE_H

#include "../math_bits.h"
#include "slots.h"

/* What an item found in its slots, for each lane. */
typedef struct jk_haul {
  real value;       /* smallest so far */
  jk_int index;     /* of the slot that had it, in the tile */
  jk_int nonfinite; /* how many values were not finite */
} jk_haul;

/* An item begins with nothing, at its first slot: of slots without a finite value the first counts,
 * as it does everywhere. */
JK_FN jk_haul jk_haul_empty(void)
{
  jk_haul haul;
  haul.value = JK_INF;
  haul.index = JK_I(JK_ITEM * JK_WIDTH);
  haul.nonfinite = JK_I(0);
  return haul;
}

/* f with -0 as 0 and whatever is not finite as +infinity; ghosts are +infinity and do not count as
 * such. */
JK_FN real jk_clean(real f, jk_tile tile, int index, jk_haul *haul)
{
  jk_int lane = JK_I(index) + JK_LANE_NUMBERS(jk_int);
  jk_int end = JK_I((int)tile.particles);
  jk_int bad = jk_abs(f) < JK_INF ? JK_I(0) : JK_I(1);
  haul->nonfinite += lane < end ? bad : JK_I(0);
  real finite = bad == JK_I(0) ? f + R(0) : JK_INF;
  return lane < end ? finite : JK_INF;
}

JK_FN void jk_haul_take(jk_haul *haul, real f, int index)
{
  haul->index = f < haul->value ? JK_I(index) : haul->index;
  haul->value = jk_min(f, haul->value);
}

/* Keeps each lane's best value and marks the lanes that found a better one in best_is_here. */
JK_FN void jk_judge(jk_slot slot, real f, jk_tile tile, jk_haul *haul)
{
  real clean = jk_clean(f, tile, slot.index, haul);
  real before = *slot.value;
  *slot.best_is_here = clean < before ? JK_I(1) : JK_I(0);
  *slot.value = jk_min(clean, before);
  jk_haul_take(haul, clean, slot.index);
}

#endif
