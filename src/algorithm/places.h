/* Random places in the box, and the first place of a search: one rule for all methods that give
 * points. Which numbers are drawn depends on the key, the point and the coordinate alone. */
#pragma once

#include "algorithm/fold.h"
#include "contract/algorithm.h"

#ifndef JK_PRECISION
#define JK_PRECISION 64
#endif
#include "kernel/random.h"

/* The share of the box at which coordinate i of a point lies: uniform, but for `margin` of the
 * width on each side, where no point is placed. 0 leaves the draw as it is, 0.5 only the middle. A
 * block of random words serves two coordinates. */
static inline double jx_draw_share(jk_key key, size_t point, size_t i, double margin)
{
  jk_block b = jk_draw(key, point, (jk_word1)(i / 2), JK_DRAW_POSITION);
  return margin + (1 - 2 * margin) * jk_fine_uniform(b.w[i % 2 * 2], b.w[i % 2 * 2 + 1]);
}

/* Points of a first generation of so many that the user gave: the first ones. */
static inline size_t jx_initial_points(const jx_search_setup *setup, size_t count)
{
  size_t given = setup->initial == NULL ? 0 : setup->initial_count == 0 ? 1 : setup->initial_count;
  return given < count ? given : count;
}

/* x[dim]: where the user would begin, or else a place by the seed, that far from the bounds. */
static inline void jx_place_first(const jx_search_setup *setup, double margin, double *x)
{
  jk_key key = jk_key_make(setup->seed, 0);
  const double *initial = setup->initial, *lower = setup->lower, *upper = setup->upper;
  for (size_t i = 0; i < setup->dim; i++)
    x[i] = initial != NULL ? jx_clip(initial[i], lower[i], upper[i])
                           : jx_into_box(jx_draw_share(key, 0, i, margin), lower[i], upper[i]);
}
