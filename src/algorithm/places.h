/* Random points in the box, and the first point of a search: one rule for all methods that propose
 * points. A draw depends on the key, the point and the coordinate only. */
#pragma once

#include "algorithm/fold.h"
#include "contract/algorithm.h"

#ifndef JK_PRECISION
#define JK_PRECISION 64
#endif
#include "kernel/random.h"

/* The share of the box at which coordinate i of a point lies: uniform, except that no point lies in
 * `margin` of the width on each side. 0 uses the whole box, 0.5 only its centre. Two coordinates
 * share a block of random words. */
static inline double jx_draw_share(jk_key key, size_t point, size_t i, double margin)
{
  jk_block b = jk_draw(key, point, (jk_word1)(i / 2), JK_DRAW_POSITION);
  return margin + (1 - 2 * margin) * jk_fine_uniform(b.w[i % 2 * 2], b.w[i % 2 * 2 + 1]);
}

/* How many points of a first generation of `count` the user gave; they are the first ones. */
static inline size_t jx_initial_points(const jx_search_setup *setup, size_t count)
{
  size_t given = setup->initial == NULL ? 0 : setup->initial_count == 0 ? 1 : setup->initial_count;
  return given < count ? given : count;
}

/* Sets x[dim] to the initial point of the user, or draws it by the seed with that margin. */
static inline void jx_place_first(const jx_search_setup *setup, double margin, double *x)
{
  jk_key key = jk_key_make(setup->seed, 0);
  const double *initial = setup->initial, *lower = setup->lower, *upper = setup->upper;
  for (size_t i = 0; i < setup->dim; i++)
    x[i] = initial != NULL ? jx_clip(initial[i], lower[i], upper[i])
                           : jx_into_box(jx_draw_share(key, 0, i, margin), lower[i], upper[i]);
}
