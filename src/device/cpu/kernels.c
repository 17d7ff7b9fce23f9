/* Kernels over the lanes of a group: compiled for one precision (JK_PRECISION) and one instruction
 * set (the file's compiler flags) at a time. JX_CPU_TABLE names the table this compilation yields.
 *
 * Every loop over lanes has the constant count JK_LANES, so that it becomes one AVX-512 vector, two
 * AVX ones or four SSE ones, without a remainder. Bits cannot differ between them: each lane is
 * computed by the same operations in the same order, and the compiler may neither contract nor
 * reorder them. */
#include "device/cpu/kernels.h"

#include "kernel/motion/motion.h"
#include "kernel/objective/objective.h"
#include "kernel/random.h"

/* Made by the build from gallery.def: an #include of objective/<name>.h for each row. */
#include "kernel/objective/bodies.h"

#define ALIGNED(pointer) __builtin_assume_aligned(pointer, JK_LANES * sizeof(real))
#define ROW_ALIGNED __attribute__((aligned(64)))
#define INLINE static inline __attribute__((always_inline))
#if JK_PRECISION == 32
#define NEXT_AFTER nextafterf
#else
#define NEXT_AFTER nextafter
#endif
#define FOR_LANES _Pragma("omp simd") for (int lane = 0; lane < JK_LANES; lane++)

/* How far ahead of the row in work memory is fetched, in bytes. The hardware looks ahead too, but
 * stops at each page and sees less of three streams that are used as slowly as random numbers are
 * made. */
#define FETCH_AHEAD 1024

INLINE void fetch_ahead(const real *row)
{
  for (size_t byte = 0; byte < JK_BLOCK_COORDINATES * JK_LANES * sizeof(real); byte += 64)
    __builtin_prefetch((const char *)row + FETCH_AHEAD + byte, 0, 2);
}

/* One random word for each lane and each of four coordinates. */
INLINE void draw_words(jk_word words[JK_BLOCK_COORDINATES][JK_LANES], jk_key key, uint64_t first,
                       jk_word block)
{
  FOR_LANES
  {
    jk_block b = jk_draw(key, first + (uint64_t)lane, block, JK_DRAW_MOVE);
    words[0][lane] = b.w[0];
    words[1][lane] = b.w[1];
    words[2][lane] = b.w[2];
    words[3][lane] = b.w[3];
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
  int motion, wall, guide_by_lane, sees;
} move_kind;

/* One coordinate of a group, as pointers to its rows. */
typedef struct rows {
  real *x, *v, *own;
  const real *guide;
  const jk_word *word;
  const jk_int *fresh;
  const real *chance, *wall_chance;
} rows;

INLINE void move_row(const move_kind kind, rows r, jk_seen common, jk_weights weights)
{
  real *restrict x = ALIGNED(r.x);
  real *restrict v = ALIGNED(r.v);
  real *restrict own = ALIGNED(r.own);
  FOR_LANES
  {
    jk_seen s = common;
    s.x = x[lane];
    if (kind.sees) {
      s.v = v[lane];
      s.own = r.fresh[lane] ? s.x : own[lane];
      s.word = r.word[lane];
      if (kind.guide_by_lane) s.guide = r.guide[lane];
      own[lane] = s.own;
    } else {
      s.chance = r.chance[lane];
    }
    jk_moved m = jk_move(kind.motion, s, weights);
    m = jk_wall(kind.wall, m, s.lower, s.upper,
                kind.wall == JK_WALL_resample ? r.wall_chance[lane] : R(0));
    x[lane] = m.x;
    if (kind.sees) v[lane] = m.v;
  }
}

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
  rows r = {.word = word, .fresh = c->group->fresh, .chance = chance, .wall_chance = wall_chance};
  jk_seen common = {.lower = ((const real *)c->box->lower)[d],
                    .upper = ((const real *)c->box->upper)[d],
                    .limit = ((const real *)c->box->limit)[d]};
  r.x = (real *)c->group->x + row;
  r.v = kind.sees ? (real *)c->group->v + row : r.x;
  r.own = kind.sees ? (real *)c->group->own + row : r.x;
  if (kind.sees && kind.guide_by_lane) r.guide = guide + row;
  if (kind.sees && !kind.guide_by_lane) common.guide = guide[d];
  if (!kind.sees) draw_chances(chance, c->key, c->group->first, d, JK_DRAW_POSITION);
  if (kind.wall == JK_WALL_resample)
    draw_chances(wall_chance, c->key, c->group->first, d, JK_DRAW_WALL);
  move_row(kind, r, common, c->weights);
}

INLINE void move_group(const move_kind kind, const jx_cpu_group *group, const jx_cpu_box *box,
                       const jx_cpu_push *push)
{
  jk_word words[JK_BLOCK_COORDINATES][JK_LANES] ROW_ALIGNED;
  move_context c = {group, box, push, jk_key_make(push->seed, push->iteration), {{0}}};
  int d = 0;
  for (int i = 0; i < JK_WEIGHTS; i++) c.weights.w[i] = (real)push->weight[i];
  if (push->draws_by_particle) {
    draw_words(words, c.key, group->first, 0);
    for (; d < box->dim; d++) move_coordinate(kind, &c, d, words[0]);
    return;
  }
  for (; d + JK_BLOCK_COORDINATES <= box->dim; d += JK_BLOCK_COORDINATES) {
    size_t row = (size_t)d * JK_LANES;
    if (kind.sees) {
      draw_words(words, c.key, group->first, (jk_word)(d / JK_BLOCK_COORDINATES));
      fetch_ahead((const real *)group->x + row);
      fetch_ahead((const real *)group->v + row);
      fetch_ahead((const real *)group->own + row);
    }
#pragma GCC unroll 4
    for (int j = 0; j < JK_BLOCK_COORDINATES; j++) move_coordinate(kind, &c, d + j, words[j]);
  }
  if (d == box->dim) return;
  if (kind.sees) draw_words(words, c.key, group->first, (jk_word)(d / JK_BLOCK_COORDINATES));
  for (int j = 0; d + j < box->dim; j++) move_coordinate(kind, &c, d + j, words[j]);
}

/* move_swarm_clamp_0, move_swarm_clamp_1, ...: one function for each motion, wall and kind of
 * guide. */
#define DEFINE_MOVE(motion, wall, by_lane, sees_them)                                              \
  static void move_##motion##_##wall##_##by_lane(const jx_cpu_group *group, const jx_cpu_box *box, \
                                                 const jx_cpu_push *push)                          \
  {                                                                                                \
    const move_kind kind = {JK_MOTION_##motion, JK_WALL_##wall, by_lane, sees_them};               \
    move_group(kind, group, box, push);                                                            \
  }
#define DEFINE_MOVES(wall, does, motion, sees_them) \
  DEFINE_MOVE(motion, wall, 0, sees_them)           \
  DEFINE_MOVE(motion, wall, 1, sees_them)
#define JK_MOTION(name, sees) JK_WALL_ROWS(DEFINE_MOVES, name, sees)
#include "kernel/motion/motions.def"
#undef JK_MOTION

/* The start of a coordinate: a uniform place and, for a swarm that moves by velocity, half the way
 * to another one (Clerc's half-difference start), so that no particle is aimed far out of the box.
 */
INLINE void place_row(rows r, jk_seen common, int sees, const real *aim)
{
  FOR_LANES
  {
    jk_seen s = common;
    s.chance = r.chance[lane];
    real start = jk_move_uniform(s, (jk_weights){{0}}).x;
    r.x[lane] = start;
    if (sees) {
      s.chance = aim[lane];
      real v = (jk_move_uniform(s, (jk_weights){{0}}).x - start) * R(0.5);
      r.v[lane] = jk_min(jk_max(v, -s.limit), s.limit);
      r.own[lane] = start;
    }
  }
}

static void place(const jx_cpu_group *group, const jx_cpu_box *box, uint64_t seed, int sees)
{
  real chance[JK_LANES] ROW_ALIGNED, aim[JK_LANES] ROW_ALIGNED;
  real *value = group->value;
  jk_int *fresh = group->fresh;
  jk_key key = jk_key_make(seed, 0);
  for (int d = 0; d < box->dim; d++) {
    size_t row = (size_t)d * JK_LANES;
    rows r = {.x = (real *)group->x + row, .chance = chance};
    jk_seen common = {.lower = ((const real *)box->lower)[d],
                      .upper = ((const real *)box->upper)[d],
                      .limit = ((const real *)box->limit)[d]};
    r.v = sees ? (real *)group->v + row : r.x;
    r.own = sees ? (real *)group->own + row : r.x;
    draw_chances(chance, key, group->first, d, JK_DRAW_POSITION);
    if (sees) draw_chances(aim, key, group->first, d, JK_DRAW_VELOCITY);
    place_row(r, common, sees, aim);
  }
  for (int lane = 0; lane < JK_LANES; lane++) value[lane] = R(INFINITY);
  for (int lane = 0; lane < JK_LANES; lane++) fresh[lane] = 0;
}

/* The objective of each lane. A loop over coordinates is entered without asking whether n is 0 or
 * 1, as the vectoriser wants it; one-dimensional problems go the slow way round. */
#define JK_PROBLEM(name, ...)                                            \
  static void evaluate_##name(const void *x, int n, double a, void *out) \
  {                                                                      \
    const real *restrict column = ALIGNED(x);                            \
    real *restrict f = ALIGNED(out);                                     \
    if (n < 2) {                                                         \
      for (int lane = 0; lane < JK_LANES; lane++)                        \
        f[lane] = jk_f_##name(column + lane, n, (real)a);                \
      return;                                                            \
    }                                                                    \
    FOR_LANES f[lane] = jk_f_##name(column + lane, n, (real)a);          \
  }
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM

static jx_cpu_judged judge(const jx_cpu_group *group, void *values)
{
  real *restrict f = ALIGNED(values);
  real *restrict value = ALIGNED(group->value);
  jk_int *restrict fresh = ALIGNED(group->fresh);
  jx_cpu_judged judged = {INFINITY, 0, 0};
  real least = R(INFINITY);
  for (int lane = group->present; lane < JK_LANES; lane++) f[lane] = R(0);
  int nonfinite = 0;
#pragma omp simd reduction(+ : nonfinite)
  for (int lane = 0; lane < JK_LANES; lane++) {
    int bad = !(jk_abs(f[lane]) < R(INFINITY));
    nonfinite += bad;
    f[lane] = bad ? R(INFINITY) : f[lane] + R(0);
  }
  for (int lane = group->present; lane < JK_LANES; lane++) f[lane] = R(INFINITY);
#pragma omp simd reduction(min : least)
  for (int lane = 0; lane < JK_LANES; lane++) {
    fresh[lane] = f[lane] < value[lane] ? 1 : 0;
    value[lane] = jk_min(f[lane], value[lane]);
    least = jk_min(f[lane], least);
  }
  judged.value = (double)least;
  judged.nonfinite = nonfinite;
  while (judged.lane < JK_LANES - 1 && f[judged.lane] != least) judged.lane++;
  return judged;
}

static void snapshot(const jx_cpu_group *group, int dim, void *out)
{
  const jk_int *fresh = group->fresh;
  for (int d = 0; d < dim; d++) {
    size_t row = (size_t)d * JK_LANES;
    const real *restrict x = (const real *)group->x + row;
    const real *restrict own = (const real *)group->own + row;
    real *restrict to = (real *)out + row;
    FOR_LANES to[lane] = fresh[lane] ? x[lane] : own[lane];
  }
}

static void settle(const jx_cpu_group *group, int dim)
{
  jk_int *fresh = group->fresh;
  for (int d = 0; d < dim; d++) {
    size_t row = (size_t)d * JK_LANES;
    const real *restrict x = (const real *)group->x + row;
    real *restrict own = (real *)group->own + row;
    FOR_LANES own[lane] = fresh[lane] ? x[lane] : own[lane];
  }
  for (int lane = 0; lane < JK_LANES; lane++) fresh[lane] = 0;
}

static void gather(const void *base, const size_t from[JK_LANES], int dim, void *guide)
{
  for (int d = 0; d < dim; d++) {
    size_t row = (size_t)d * JK_LANES;
    const real *restrict rows_of = (const real *)base + row;
    real *restrict to = (real *)guide + row;
    FOR_LANES to[lane] = rows_of[from[lane]];
  }
}

static void read_column(const void *column, int dim, double *out)
{
  const real *x = column;
  for (int d = 0; d < dim; d++) out[d] = (double)x[(size_t)d * JK_LANES];
}

static void convert(const double *from, int dim, int inward, void *to)
{
  real *out = to;
  for (int d = 0; d < dim; d++) {
    real rounded = (real)from[d];
    if (inward > 0 && (double)rounded < from[d]) rounded = NEXT_AFTER(rounded, R(INFINITY));
    if (inward < 0 && (double)rounded > from[d]) rounded = NEXT_AFTER(rounded, R(-INFINITY));
    out[d] = rounded;
  }
}

static void bare(void *position, void *velocity, const void *own_best, size_t count)
{
  real *restrict x = ALIGNED(position);
  real *restrict v = ALIGNED(velocity);
  const real *restrict own = ALIGNED(own_best);
#pragma omp simd
  for (size_t i = 0; i < count; i++) {
    v[i] = v[i] * R(0.5) + (own[i] - x[i]) * R(0.25);
    x[i] = x[i] + v[i] * R(0.125);
  }
}

extern const jx_cpu_kernels JX_CPU_TABLE;
const jx_cpu_kernels JX_CPU_TABLE = {
    .place = place,
    .move =
        {
#define MOVE_PAIR(wall, does, motion, sees) \
  {move_##motion##_##wall##_0, move_##motion##_##wall##_1},
#define JK_MOTION(name, sees) {JK_WALL_ROWS(MOVE_PAIR, name, sees)},
#include "kernel/motion/motions.def"
#undef JK_MOTION
        },
    .evaluate =
        {
#define JK_PROBLEM(name, ...) evaluate_##name,
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM
        },
    .judge = judge,
    .settle = settle,
    .snapshot = snapshot,
    .gather = gather,
    .read_column = read_column,
    .convert = convert,
    .bare = bare,
};
