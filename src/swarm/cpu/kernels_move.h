/* How a group moves. Part of kernels.c, which includes it once for each precision and level. */
#pragma once

#include <math.h>

#include "swarm/cpu/groups.h"
#include "kernel/motion/motion.h"
#include "kernel/partners.h"
#include "kernel/random.h"

/* Every loop over lanes has the constant count JK_LANES, so that it becomes one AVX-512 vector, two
 * AVX ones or four SSE ones, without a remainder. */
#define ALIGNED(pointer) __builtin_assume_aligned(pointer, 64)
#define ROW_ALIGNED __attribute__((aligned(64)))
#define INLINE static inline __attribute__((always_inline))
#define FOR_LANES _Pragma("omp simd") for (int lane = 0; lane < JK_LANES; lane++)

/* How far ahead of the current row memory is prefetched into the first-level cache, in bytes. The
 * hardware prefetches too, but it stops at each page and detects little of three streams that
 * advance only as fast as random numbers are made. Measured at 1,048,576 x 64 in steps of 512
 * bytes: nearer is too late, farther evicts the current group, and whole pages (2048, 4096) map the
 * three streams and the prefetched lines to the same sets of the cache. */
#if JK_PRECISION == 32
#define FETCH_AHEAD 2560
#else
#define FETCH_AHEAD 3072
#endif

/* One row. */
INLINE void fetch_ahead(const real *row)
{
  for (size_t byte = 0; byte < JK_LANES * sizeof(real); byte += 64)
    __builtin_prefetch((const char *)row + FETCH_AHEAD + byte, 0, 3);
}

/* The streams of random words of a group's lanes. */
typedef struct lane_streams {
  jk_word a[JK_LANES] ROW_ALIGNED, b[JK_LANES], c[JK_LANES], d[JK_LANES];
} lane_streams;

INLINE void begin_streams(lane_streams *s, jk_key key, uint64_t first)
{
  const jk_word low = (jk_word)first; /* a multiple of JK_LANES: all lanes have one upper half */
  const jk_word1 high = (jk_word1)(first >> 32);
  FOR_LANES
  {
    jk_block b = jk_threefry(key, low + (jk_word)lane, high, 0, JK_DRAW_MOVE);
    s->a[lane] = b.w[0];
    s->b[lane] = b.w[1];
    s->c[lane] = b.w[2];
    s->d[lane] = b.w[3];
  }
}

/* Coordinates whose words are drawn together, to load and store the streams less often. More of
 * them leave too few registers for the move (1,048,576 x 64 float: 4 cost 3 %, 8 cost 10 %). */
#define TOGETHER 2

/* The next words of all lanes: one for each of `count` coordinates. */
INLINE void draw_words(jk_word words[TOGETHER][JK_LANES], lane_streams *s, const int count)
{
  FOR_LANES
  {
    jk_stream stream = {s->a[lane], s->b[lane], s->c[lane], s->d[lane]};
#pragma GCC unroll 2
    for (int j = 0; j < count; j++) {
      stream = jk_stream_next(stream);
      words[j][lane] = stream.d;
    }
    s->a[lane] = stream.a;
    s->b[lane] = stream.b;
    s->c[lane] = stream.c;
    s->d[lane] = stream.d;
  }
}

/* A fine uniform number for each lane. */
INLINE void draw_chances(real chance[JK_LANES], jk_key key, uint64_t first, int d, jk_word purpose)
{
  FOR_LANES
  {
    jk_block b = jk_draw(key, first + (uint64_t)lane, (jk_word)d, purpose);
    chance[lane] = jk_fine_uniform(b.w[0], b.w[1]);
  }
}

/* The constants of one compiled move. */
typedef struct move_kind {
  int motion, wall, guide_by_lane;
  int has_velocity, has_own, has_partners; /* the columns of motions.def */
  int short_steps;                         /* as in jx_cpu_box */
} move_kind;

/* One coordinate of a group, as pointers to its rows. */
typedef struct rows {
  real *x, *v, *own;
  const real *guide;
  const jk_word *word;
  const jk_int *best_is_here;
  const real *chance, *wall_chance;
  const real *r1, *r2, *r3; /* of the partners */
  const jk_word *forced;
  jk_word d;
} rows;

/* clang's analyzer does not know which kinds exist, and assumes one that has partners and draws no
 * words. */
/* NOLINTBEGIN(clang-analyzer-core.uninitialized.Assign) */
INLINE void move_row(const move_kind kind, rows r, jk_seen common, jk_weights weights)
{
  real *restrict x = ALIGNED(r.x);
  real *restrict v = ALIGNED(r.v);
  real *restrict own = ALIGNED(r.own);
  FOR_LANES
  {
    jk_seen s = common;
    s.x = x[lane];
    if (kind.has_partners) { /* own bests are flushed, and others read them */
      s.own = own[lane];
      s.word = r.word[lane];
      s.r1 = r.r1[lane];
      s.r2 = r.r2[lane];
      s.r3 = r.r3[lane];
      s.forced = r.forced[lane] == r.d;
    } else if (kind.has_velocity) {
      s.v = v[lane];
      s.own = r.best_is_here[lane] ? s.x : own[lane];
      s.word = r.word[lane];
      if (kind.guide_by_lane) s.guide = r.guide[lane];
      own[lane] = s.own;
    } else {
      s.chance = r.chance[lane];
    }
    jk_moved m = jk_move(kind.motion, s, weights);
    if (kind.wall == JK_WALL_reflect && kind.short_steps)
      m = jk_wall_reflect_short(m, s.lower, s.upper);
    else
      m = jk_wall(kind.wall, m, s.lower, s.upper,
                  kind.wall == JK_WALL_resample ? r.wall_chance[lane] : R(0));
    x[lane] = m.x;
    if (kind.has_velocity) v[lane] = m.v;
  }
}
/* NOLINTEND(clang-analyzer-core.uninitialized.Assign) */

/* Everything about a move that does not change from coordinate to coordinate. */
typedef struct move_context {
  const jx_cpu_group *group;
  const jx_cpu_box *box;
  const jx_cpu_push *push;
  jk_key key;
  jk_weights weights;
} move_context;

INLINE void move_coordinate(const move_kind kind, const move_context *c, int d, const jk_word *word)
{
  real chance[JK_LANES] ROW_ALIGNED, wall_chance[JK_LANES] ROW_ALIGNED;
  size_t row = (size_t)d * JK_LANES;
  const real *guide = c->push->guide;
  rows r = {.word = word,
            .best_is_here = c->group->best_is_here,
            .chance = chance,
            .wall_chance = wall_chance};
  jk_seen common = {.lower = ((const real *)c->box->lower)[d],
                    .upper = ((const real *)c->box->upper)[d],
                    .least_v = ((const real *)c->box->least_v)[d],
                    .most_v = ((const real *)c->box->most_v)[d],
                    .rounder = ((const real *)c->box->rounder)[d]};
  r.x = (real *)c->group->x + row;
  r.v = kind.has_velocity ? (real *)c->group->v + row : r.x;
  r.own = kind.has_own ? (real *)c->group->own + row : r.x;
  if (kind.has_velocity) {
    fetch_ahead(r.x);
    fetch_ahead(r.v);
    fetch_ahead(r.own);
  }
  if (kind.has_partners) {
    size_t next = (size_t)c->box->dim * JK_LANES;
    r.r1 = (const real *)c->push->partners + row;
    r.r2 = r.r1 + next;
    r.r3 = r.r2 + next;
    r.forced = c->push->forced;
    r.d = (jk_word)d;
    common.guide = guide[d];
  }
  if (kind.has_velocity && kind.guide_by_lane) r.guide = guide + row;
  if (kind.has_velocity && !kind.guide_by_lane) common.guide = guide[d];
  if (!kind.has_own) draw_chances(chance, c->key, c->group->first, d, JK_DRAW_POSITION);
  if (kind.wall == JK_WALL_resample)
    draw_chances(wall_chance, c->key, c->group->first, d, JK_DRAW_WALL);
  move_row(kind, r, common, c->weights);
}

/* All coordinates of a group, each with its own random word or all with one. */
INLINE void move_rows(const move_kind kind, const move_context *c, const int by_particle)
{
  jk_word words[TOGETHER][JK_LANES] ROW_ALIGNED;
  lane_streams streams;
  const int by_coordinate = kind.has_own && !by_particle;
  int dim = c->box->dim, d = 0;
  if (kind.has_own) begin_streams(&streams, c->key, c->group->first);
  for (; d + TOGETHER <= dim; d += TOGETHER) {
    if (by_coordinate) draw_words(words, &streams, TOGETHER);
#pragma GCC unroll 2
    for (int j = 0; j < TOGETHER; j++)
      move_coordinate(kind, c, d + j, by_particle ? streams.a : words[j]);
  }
  for (; d < dim; d++) {
    if (by_coordinate) draw_words(words, &streams, 1);
    move_coordinate(kind, c, d, by_particle ? streams.a : words[0]);
  }
}
