/* What is done to the slots of one tile in one iteration, by a work-group. */
#ifndef JK_OFFLOAD_SWEEP_H
#define JK_OFFLOAD_SWEEP_H

#include "best.h"
#include "guides.h"
#include "judge.h"
#include "move.h"
#include "place.h"

/* The value of each lane of a slot; n is JK_DIM. Defined by the text behind this one. */
JK_FN real jk_evaluate(JK_IN const real *jk_x, int n, real a, JK_IN const jk_number *data,
                       int data_count);

/* Slots that an item moves before it evaluates the first of them. An objective is often one long
 * chain of additions; with several slots at hand a CPU works on their chains side by side, as long
 * as their positions (8192 bytes) stay in its first-level cache. A GPU has other items for that. */
#define JK_SLOT_BYTES (JK_DIM * JK_WIDTH * (JK_PRECISION / 8))
#if JK_WIDTH == 1 || JK_SLOT_BYTES > 8192
#define JK_BUNDLE 1
#else
#define JK_BUNDLE (8192 / JK_SLOT_BYTES)
#endif

#define JK_IN_NUMBERS JK_GLOBAL const jk_number *JK_RESTRICT
#define JK_IN_TABLE JK_GLOBAL const jk_tile *JK_RESTRICT
#define JK_OUT_NUMBERS JK_GLOBAL jk_number *JK_RESTRICT

/* Every slot that the item takes of its tile. */
#define JK_FOR_SLOTS(slot, tile) \
  for (int slot = JK_ITEM; slot < jk_slot_count(tile); slot += JK_HERE_LOCAL)

/* What the slots of a tile have in common in an iteration. */
typedef struct jk_sweep {
  JK_GLOBAL jk_number *start;
  jk_tile tile;
  int first; /* slot of this item; the next one is JK_HERE_LOCAL further on */
  jk_push push;
  jk_around around;
  JK_GLOBAL const jk_number *guide;
  JK_GLOBAL const jk_word1 *locations;
  JK_GLOBAL const jk_number *data;
  int data_count;
  jk_number a;
  int places; /* not 0: particles are placed, and not moved */
} jk_sweep;

/* Moves or places, evaluates and judges the slots of this item. The objective is in it once: it may
 * be a whole simulation. */
JK_FN jk_haul jk_sweep_tile(const jk_sweep *all)
{
  jk_haul haul = jk_haul_empty();
  int slots = jk_slot_count(all->tile), bundle = JK_BUNDLE * JK_HERE_LOCAL;
  for (int first = all->first; first < slots; first += bundle) {
    int end = first + bundle < slots ? first + bundle : slots;
    for (int s = first; s < end; s += JK_HERE_LOCAL) {
      jk_slot slot = jk_slot_find(all->start, all->tile, s);
      if (all->places) {
        jk_place_slot(slot, all->push);
        continue;
      }
      jk_guides guides =
          jk_guides_find(all->around, all->guide, all->locations, slot, all->push.key);
      jk_move_slot(slot, all->push, &guides);
    }
    for (int s = first; s < end; s += JK_HERE_LOCAL) {
      jk_slot slot = jk_slot_find(all->start, all->tile, s);
      real f = jk_evaluate(slot.x, JK_DIM, R(all->a), all->data, all->data_count);
      jk_judge(slot, JK_HERE_TURNED ? -f : f, all->tile, &haul);
    }
  }
  return haul;
}

#endif
