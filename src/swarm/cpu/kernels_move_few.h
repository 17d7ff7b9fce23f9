/* How several groups of few coordinates move. Part of kernels.c, which includes it once for each
 * precision and level. */
#pragma once

#include "swarm/cpu/kernels_move.h"

/* Prefetches the same rows of the groups that are moved next. With few coordinates, the fields of a
 * tile are too short for the hardware to detect streams, and FETCH_AHEAD would lead out of them. */
INLINE void fetch_next(const move_context *c, const int field, const real *row, int count)
{
  const char *from = (const char *)row + c->push->ahead[field];
  for (size_t byte = 0; byte < (size_t)count * JK_LANES * sizeof(real); byte += 64)
    __builtin_prefetch(from + byte, 0, 3);
}

/* What all particles see of coordinate d. */
INLINE jk_seen see_coordinate(const move_context *c, int d)
{
  return (jk_seen){.guide = ((const real *)c->push->guide)[d],
                   .lower = ((const real *)c->box->lower)[d],
                   .upper = ((const real *)c->box->upper)[d],
                   .least_v = ((const real *)c->box->least_v)[d],
                   .most_v = ((const real *)c->box->most_v)[d],
                   .rounder = ((const real *)c->box->rounder)[d]};
}

/* Coordinate d of a group and perhaps the next one (count: 1 or 2), of which the first begins the
 * streams and the last does not keep them. Words are drawn and used in one loop: they stay in
 * registers. (As a struct, the constants made steps in float slower with gcc 12.) */
/* NOLINTNEXTLINE(readability-function-size) */
INLINE void move_pair(const move_kind kind, const move_context *c, lane_streams *streams,
                      const jx_cpu_group *group, int d, const int count, const int is_first,
                      const int is_last, const int by_particle)
{
  real *restrict x = (real *)ALIGNED(group->x) + (size_t)d * JK_LANES;
  real *restrict v = (real *)ALIGNED(group->v) + (size_t)d * JK_LANES;
  const real *restrict own = (const real *)ALIGNED(group->own) + (size_t)d * JK_LANES;
  const jk_word low = (jk_word)group->first; /* as in begin_streams */
  const jk_word1 high = (jk_word1)(group->first >> 32);
  jk_seen common[TOGETHER];
  fetch_next(c, JX_CPU_FETCH_X, x, count);
  fetch_next(c, JX_CPU_FETCH_V, v, count);
  fetch_next(c, JX_CPU_FETCH_OWN, own, count);
#pragma GCC unroll 2
  for (int j = 0; j < count; j++) common[j] = see_coordinate(c, d + j);
  FOR_LANES
  {
    jk_stream stream =
        is_first
            ? jk_stream_begin(jk_threefry(c->key, low + (jk_word)lane, high, 0, JK_DRAW_MOVE))
            : (jk_stream){streams->a[lane], streams->b[lane], streams->c[lane], streams->d[lane]};
#pragma GCC unroll 2
    for (int j = 0; j < count; j++) {
      jk_seen s = common[j];
      if (!by_particle) stream = jk_stream_next(stream);
      s.word = by_particle ? stream.a : stream.d;
      s.x = x[j * JK_LANES + lane];
      s.v = v[j * JK_LANES + lane];
      s.own = own[j * JK_LANES + lane];
      jk_moved m = jk_move(kind.motion, s, c->weights);
      if (kind.wall == JK_WALL_reflect && kind.short_steps)
        m = jk_wall_reflect_short(m, s.lower, s.upper);
      else
        m = jk_wall(kind.wall, m, s.lower, s.upper, R(0));
      x[j * JK_LANES + lane] = m.x;
      v[j * JK_LANES + lane] = m.v;
    }
    if (!is_last) {
      streams->a[lane] = stream.a;
      streams->b[lane] = stream.b;
      streams->c[lane] = stream.c;
      streams->d[lane] = stream.d;
    }
  }
}

/* Moves consecutive groups of few coordinates, whose own bests are flushed. */
INLINE void move_groups(const move_kind kind, const move_context *c, const int by_particle)
{
  lane_streams streams;
  jx_cpu_group g = *c->group;
  int dim = c->box->dim;
  size_t bytes = (size_t)dim * JK_LANES * sizeof(real);
  for (int left = g.present; left > 0; left -= JK_LANES) {
    fetch_next(c, JX_CPU_FETCH_VALUE, g.value, 1);
    if (dim == 1) {
      move_pair(kind, c, &streams, &g, 0, 1, 1, 1, by_particle);
    } else if (dim == 2) {
      move_pair(kind, c, &streams, &g, 0, 2, 1, 1, by_particle);
    } else {
      int d = 2;
      move_pair(kind, c, &streams, &g, 0, 2, 1, 0, by_particle);
      for (; d + 2 <= dim; d += 2) move_pair(kind, c, &streams, &g, d, 2, 0, 0, by_particle);
      if (d < dim) move_pair(kind, c, &streams, &g, d, 1, 0, 1, by_particle);
    }
    g.x = (char *)g.x + bytes;
    g.v = (char *)g.v + bytes;
    g.own = (char *)g.own + bytes;
    g.value = (char *)g.value + JK_LANES * sizeof(real);
    g.first += JK_LANES;
  }
}
