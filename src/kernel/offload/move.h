/* How the particles of a slot move, with the arithmetic and the draws of every other device. */
#ifndef JK_OFFLOAD_MOVE_H
#define JK_OFFLOAD_MOVE_H

#include "../motion/seen.h"
/* Made by the build from motions.def: an #include of motion/<name>.h for each row. */
#include "kernel/motion/bodies.h"
#include "guides.h"
#include "partner_guides.h"
#include "slots.h"

/* What all slots share in an iteration. */
typedef struct jk_push {
  jk_key key;
  jk_weights weights;
  JK_GLOBAL const jk_number *box; /* [5][JK_DIM] */
} jk_push;

#define JK_MOTION_NAME(name) jk_move_##name
#define JK_MOTION_FUNCTION(name) JK_MOTION_NAME(name)

/* Fetches what a CPU will need of a field soon: one row, so far ahead of the row in work as was
 * found best for these loops (device/cpu/kernels_move.h says how). The built-in prefetch() of
 * OpenCL is left empty by some, and a GPU has other items to work on while it waits. */
#if JK_WIDTH == 16 && defined(__clang__)
#define JK_AHEAD (JK_PRECISION == 32 ? 2560 : 3072)
#define JK_FETCH(byte) \
  __builtin_prefetch((__private const void *)((size_t)row + JK_AHEAD + (byte)), 0, 3)
JK_FN void jk_fetch_ahead(JK_GLOBAL const real *row)
{
  JK_FETCH(0);
  if (JK_PRECISION == 64) JK_FETCH(64);
}
#else
#define jk_fetch_ahead(row) (void)(row)
#endif

/* A fine uniform number for each lane. */
JK_FN real jk_draw_chance(jk_key key, jk_slot slot, int d, jk_word1 purpose)
{
  jk_block block = jk_threefry(key, slot.low, slot.high, (jk_word1)d, purpose);
  return jk_fine_uniform(block.w[0], block.w[1]);
}

/* The box of coordinate d. */
JK_FN jk_seen jk_see_box(JK_GLOBAL const jk_number *box, int d)
{
  jk_seen s;
  s.lower = R(box[d]);
  s.upper = R(box[JK_DIM + d]);
  s.least_v = R(box[2 * JK_DIM + d]);
  s.most_v = R(box[3 * JK_DIM + d]);
  s.rounder = R(box[4 * JK_DIM + d]);
  s.x = s.v = s.own = s.guide = s.chance = s.r1 = s.r2 = s.r3 = R(0);
  s.forced = JK_I(0);
  s.word = (jk_word)(0u);
  return s;
}

/* Coordinate d, with its random word; best_is_here says whose own best is where it stands now. With
 * neighbours or partners all own bests are flushed before a pass, and others read them while it
 * runs. */
JK_FN void jk_move_coordinate(jk_slot slot, jk_push push, const jk_guides *guides,
                              jk_int best_is_here, int d, jk_word word)
{
  size_t at = (size_t)d * JK_STRIDE;
  jk_seen s = jk_see_box(push.box, d);
  s.x = slot.x[at];
#if JK_HERE_HAS_PARTNERS
  jk_fetch_ahead(slot.own + at);
  s.own = slot.own[at];
  s.word = word;
  s.r1 = jk_partner(guides, 0, d);
  s.r2 = jk_partner(guides, 1, d);
  s.r3 = jk_partner(guides, 2, d);
  s.guide = jk_guide(guides, d);
  s.forced = guides->forced == JK_I(d) ? JK_I(1) : JK_I(0);
#elif JK_HERE_HAS_VELOCITY
  jk_fetch_ahead(slot.x + at);
  jk_fetch_ahead(slot.v + at);
  jk_fetch_ahead(slot.own + at);
  s.v = slot.v[at];
  s.own = slot.own[at];
  s.word = word;
  s.guide = jk_guide(guides, d);
#if JK_HERE_NEIGHBOURS == 0
  s.own = best_is_here != JK_I(0) ? s.x : s.own;
  slot.own[at] = s.own;
#endif
#else
  s.chance = jk_draw_chance(push.key, slot, d, JK_DRAW_POSITION);
#endif
  (void)guides, (void)best_is_here, (void)word;
  jk_moved m = JK_MOTION_FUNCTION(JK_HERE_MOTION)(s, push.weights);
  real chance = R(0);
  if (JK_HERE_WALL == JK_WALL_resample) chance = jk_draw_chance(push.key, slot, d, JK_DRAW_WALL);
  m = jk_wall(JK_HERE_WALL, m, s.lower, s.upper, chance);
  slot.x[at] = m.x;
#if JK_HERE_HAS_VELOCITY
  slot.v[at] = m.v;
#endif
}

/* All coordinates, each with its own random word, or all with one. */
JK_FN void jk_move_slot(jk_slot slot, jk_push push, const jk_guides *guides)
{
  jk_int best_is_here = *slot.best_is_here;
  jk_block start = jk_threefry(push.key, slot.low, slot.high, 0, JK_DRAW_MOVE);
  jk_stream stream = jk_stream_begin(start);
  JK_ROLLED for (int d = 0; d < JK_DIM; d++)
  {
    if (!JK_HERE_BY_PARTICLE) stream = jk_stream_next(stream);
    jk_move_coordinate(slot, push, guides, best_is_here, d,
                       JK_HERE_BY_PARTICLE ? start.w[0] : stream.d);
  }
}

#endif
