/* Where the own bests of the partners of a slot are: guides of another kind, for motions that use
 * three others. On a device that holds the whole swarm they are in its memory, where own bests are
 * flushed before a pass, which only reads them; otherwise they were fetched, in rows, from the
 * ranks that hold them. */
#ifndef JK_PARTNER_GUIDES_H
#define JK_PARTNER_GUIDES_H

#include "../partners.h"
#include "guides.h"

#if JK_HERE_HAS_PARTNERS
/* How far it is from a coordinate of a partner's own best to the next. */
#define JK_PARTNER_STRIDE (JK_HERE_WHOLE ? JK_LANES : 1)

/* The first coordinate of each partner of each lane. */
typedef struct jk_guides {
  JK_GLOBAL const jk_number *first[3][JK_WIDTH];
  jk_int forced;                  /* the coordinate that each lane always takes from its mutant */
  JK_GLOBAL const jk_number *all; /* [JK_DIM]: the best of the run */
} jk_guides;

/* Where coordinate 0 of a particle's own best is, from the start of all tiles: as jx_shape_find()
 * of population/shape.c has it. */
JK_FN size_t jk_own_start(jk_word1 particle)
{
  const jk_word1 groups = JK_HERE_OTHERS / JK_LANES + 1;
  const jk_word1 least = groups / JK_HERE_TILES, larger = groups % JK_HERE_TILES;
  jk_word1 group = particle / JK_LANES;
  jk_word1 tile = group / (least + 1);
  tile = tile < larger ? tile : larger + (group - larger * (least + 1)) / least;
  jk_word1 before = tile * least + (tile < larger ? tile : larger);
  return (size_t)tile * JK_HERE_TILE + JK_HERE_OWN + (size_t)(group - before) * JK_GROUP_NUMBERS +
         particle % JK_LANES;
}

JK_FN jk_guides jk_guides_find(jk_around around, JK_GLOBAL const jk_number *all,
                               JK_GLOBAL const jk_word1 *locations, jk_slot slot, jk_key key)
{
  jk_guides guides;
  jk_partners partners = jk_draw_partners(key, slot.low, JK_HERE_OTHERS, JK_DIM);
  guides.all = all;
  guides.forced = jk_word_to_int(partners.forced);
#if JK_HERE_WHOLE
  jk_word1 who[JK_WIDTH];
  (void)locations;
  for (int k = 0; k < 3; k++) {
#if JK_WIDTH == 1
    who[0] = partners.partner[k];
#else
    vstore16(partners.partner[k], 0, who);
#endif
    for (int lane = 0; lane < JK_WIDTH; lane++)
      guides.first[k][lane] = around.tiles + jk_own_start(who[lane]);
  }
#else
  JK_GLOBAL const jk_word1 *which =
      locations + 1 + 3 * (size_t)(JK_FIRST_LANE(slot.low) - locations[0]);
  for (int k = 0; k < 3; k++)
    for (int lane = 0; lane < JK_WIDTH; lane++)
      guides.first[k][lane] = around.halo + (size_t)which[3 * lane + k] * JK_DIM;
#endif
  return guides;
}

/* Coordinate d of partner k of each lane. */
JK_FN real jk_partner(const jk_guides *guides, int k, int d)
{
#define JK_PARTNER(lane) guides->first[k][lane][(size_t)d * JK_PARTNER_STRIDE]
  return JK_OF_EACH_LANE(JK_PARTNER);
#undef JK_PARTNER
}

JK_FN real jk_guide(const jk_guides *guides, int d) { return R(guides->all[d]); }
#endif

#endif
