/* Kernels over the lanes of a group: compiled for one precision (JK_PRECISION) and one instruction
 * set (the file's compiler flags) at a time. JX_CPU_TABLE names the table this compilation yields.
 *
 * Bits cannot differ between compilations: each lane is computed by the same operations in the same
 * order, and the compiler may neither contract nor reorder them. */
#include "swarm/cpu/kernels.h"
#include "swarm/cpu/kernels_move_few.h"
#include "swarm/cpu/kernels_place.h"
#include "kernel/objective/signature.h"

/* Made by the build from gallery.def: an #include of objective/<name>.h for each row. */
#include "kernel/objective/bodies.h"

INLINE void move_all(const move_kind kind, const move_context *c, const int by_particle)
{
  if (kind.has_velocity && !kind.guide_by_lane && kind.wall != JK_WALL_resample &&
      c->group->copied_dim > 0)
    move_groups(kind, c, by_particle);
  else
    move_rows(kind, c, by_particle);
}

INLINE void move_group(move_kind kind, const jx_cpu_group *group, const jx_cpu_box *box,
                       const jx_cpu_push *push)
{
  move_context c = {group, box, push, jk_key_make(push->seed, push->iteration), {{0}}};
  for (int i = 0; i < JK_WEIGHTS; i++) c.weights.w[i] = (real)push->weight[i];
  if (kind.has_velocity && kind.wall == JK_WALL_reflect && box->short_steps) {
    kind.short_steps = 1;
    push->draws_by_particle ? move_all(kind, &c, 1) : move_all(kind, &c, 0);
  } else {
    kind.short_steps = 0;
    push->draws_by_particle ? move_all(kind, &c, 1) : move_all(kind, &c, 0);
  }
}

/* move_swarm_clamp_0, move_swarm_clamp_1, ...: one function for each motion, wall and kind of
 * guide. */
#define DEFINE_MOVE(motion, wall, by_lane, ...)                                                    \
  static void move_##motion##_##wall##_##by_lane(const jx_cpu_group *group, const jx_cpu_box *box, \
                                                 const jx_cpu_push *push)                          \
  {                                                                                                \
    const move_kind kind = {JK_MOTION_##motion, JK_WALL_##wall, by_lane, __VA_ARGS__, 0};          \
    move_group(kind, group, box, push);                                                            \
  }
#define DEFINE_MOVES(wall, does, motion, ...) \
  DEFINE_MOVE(motion, wall, 0, __VA_ARGS__)   \
  DEFINE_MOVE(motion, wall, 1, __VA_ARGS__)
#define JK_MOTION(name, ...) JK_WALL_ROWS(DEFINE_MOVES, name, __VA_ARGS__)
#include "kernel/motion/motions.def"
#undef JK_MOTION

static void draw_partners(const jx_cpu_push *push, uint64_t first, uint32_t others, int dim,
                          uint32_t drawn[JX_CPU_DRAWN][JK_LANES])
{
  jk_key key = jk_key_make(push->seed, push->iteration);
  FOR_LANES
  {
    jk_partners p = jk_draw_partners(key, (jk_word)first + (jk_word)lane, others, dim);
    for (int k = 0; k < JX_CPU_PARTNERS; k++) drawn[k][lane] = p.partner[k];
    drawn[JX_CPU_FORCED][lane] = p.forced;
  }
}

/* The objective of each lane. The vectorised loop assumes n >= 2, so that the compiler needs no
 * test before a loop over coordinates; problems of one dimension are evaluated lane by lane, as are
 * objectives that are written so. */
#define JK_PROBLEM(name, ...)                                                                    \
  static void evaluate_##name(const void *x, int n, double a, int present, void *out)            \
  {                                                                                              \
    if (n < 2 || jk_by_lane_##name) {                                                            \
      for (int i = 0; i < present; i++)                                                          \
        ((real *)out)[i] = jk_f_##name(                                                          \
            (const real *)x + (size_t)(i / JK_LANES) * (size_t)n * JK_LANES + i % JK_LANES, n,   \
            (real)a);                                                                            \
      return;                                                                                    \
    }                                                                                            \
    for (int g = 0; g * JK_LANES < present; g++) {                                               \
      const real *restrict column = (const real *)ALIGNED(x) + (size_t)g * (size_t)n * JK_LANES; \
      real *restrict f = (real *)ALIGNED(out) + g * JK_LANES;                                    \
      FOR_LANES f[lane] = jk_f_##name(column + lane, n, (real)a);                                \
    }                                                                                            \
  }
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM

static void turn(void *values)
{
  real *restrict f = ALIGNED(values);
  FOR_LANES f[lane] = -f[lane];
}

/* Halves the row until one value is left. A min-reduction of OpenMP would start from the largest
 * finite number, which is smaller than the infinity of a row without a finite value. */
INLINE real least_of(const real *row)
{
  real half[JK_LANES / 2] ROW_ALIGNED;
  for (int lane = 0; lane < JK_LANES / 2; lane++)
    half[lane] = jk_min(row[lane], row[lane + JK_LANES / 2]);
#pragma GCC unroll 4
  for (int width = JK_LANES / 4; width > 0; width /= 2)
    for (int lane = 0; lane < width; lane++) half[lane] = jk_min(half[lane], half[lane + width]);
  return half[0];
}

/* Copies the better positions of group number g to their own bests. */
INLINE void copy_better(const jx_cpu_group *group, size_t g, const jk_int better[JK_LANES])
{
  const size_t dim = (size_t)group->copied_dim;
  for (size_t d = 0; d < dim; d++) {
    size_t row = (g * dim + d) * JK_LANES;
    const real *restrict x = (const real *)ALIGNED(group->x) + row;
    real *restrict own = (real *)ALIGNED(group->own) + row;
    FOR_LANES own[lane] = better[lane] ? x[lane] : own[lane];
  }
}

/* Counts judged values that were not finite: judging has made them +infinity. */
static int count_infinite(const real *f, int present)
{
  int count = 0;
  for (int i = 0; i < present; i++) count += !(f[i] < R(INFINITY));
  return count;
}

static jx_cpu_judged judge(const jx_cpu_group *group, void *values)
{
  real least[JK_LANES] ROW_ALIGNED, most[JK_LANES] ROW_ALIGNED; /* of each lane, over groups */
  jk_int here[JK_LANES] ROW_ALIGNED;
  FOR_LANES least[lane] = R(INFINITY);
  FOR_LANES most[lane] = R(-INFINITY);
  for (int g = 0; g * JK_LANES < group->present; g++) {
    size_t row = (size_t)g * JK_LANES;
    real *restrict f = (real *)ALIGNED(values) + row;
    real *restrict value = (real *)ALIGNED(group->value) + row;
    jk_int *restrict better =
        group->copied_dim > 0 ? here : (jk_int *)ALIGNED(group->best_is_here) + row;
    for (int lane = group->present - (int)row; lane < JK_LANES; lane++) f[lane] = R(INFINITY);
    FOR_LANES
    {
      real clean = jk_abs(f[lane]) < R(INFINITY) ? f[lane] + R(0) : R(INFINITY);
      better[lane] = clean < value[lane] ? 1 : 0;
      value[lane] = jk_min(clean, value[lane]);
      least[lane] = jk_min(clean, least[lane]);
      most[lane] = jk_max(clean, most[lane]);
      f[lane] = clean;
    }
    if (group->copied_dim > 0) copy_better(group, (size_t)g, better);
  }
  int nonfinite =
      0; /* lanes with such values; they are rare, so values are counted in another loop */
#pragma omp simd reduction(+ : nonfinite)
  for (int lane = 0; lane < JK_LANES; lane++) nonfinite += !(most[lane] < R(INFINITY));
  if (nonfinite > 0) nonfinite = count_infinite(values, group->present);
  return (jx_cpu_judged){(double)least_of(least), nonfinite};
}

static int find_lane(const void *values, int present, double value)
{
  const real *f = values;
  const real wanted = (real)value;
  int lane = 0;
  for (; lane + JK_LANES < present; lane += JK_LANES) { /* past the groups that do not have it */
    int found = 0;
#pragma omp simd reduction(+ : found)
    for (int i = 0; i < JK_LANES; i++) found += f[lane + i] == wanted;
    if (found > 0) break;
  }
  while (lane < present - 1 && f[lane] != wanted) lane++;
  return lane;
}

/* out may be the own bests themselves. */
static void snapshot(const jx_cpu_group *group, int dim, void *out)
{
  const jk_int *best_is_here = group->best_is_here;
  for (int d = 0; d < dim; d++) {
    size_t row = (size_t)d * JK_LANES;
    const real *x = (const real *)group->x + row;
    const real *own = (const real *)group->own + row;
    real *to = (real *)out + row;
    FOR_LANES to[lane] = best_is_here[lane] ? x[lane] : own[lane];
  }
}

static void flush_bests(const jx_cpu_group *group, int dim)
{
  jk_int *best_is_here = group->best_is_here;
  jk_int any = 0;
  for (int lane = 0; lane < JK_LANES; lane++) any |= best_is_here[lane];
  if (any == 0) return; /* true for most groups after the first iterations */
  snapshot(group, dim, group->own);
  for (int lane = 0; lane < JK_LANES; lane++) best_is_here[lane] = 0;
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

static void gather_rows(const void *base, const size_t from[JK_LANES], int dim, void *guide)
{
  const real *restrict row = base;
  for (int d = 0; d < dim; d++) {
    real *restrict to = (real *)guide + (size_t)d * JK_LANES;
    FOR_LANES to[lane] = row[from[lane] + (size_t)d];
  }
}

static void copy_column(const void *column, int dim, void *row)
{
  const real *restrict x = column;
  real *restrict to = row;
  for (int d = 0; d < dim; d++) to[d] = x[(size_t)d * JK_LANES];
}

static void read_column(const void *column, int dim, double *out)
{
  const real *x = column;
  for (int d = 0; d < dim; d++) out[d] = (double)x[(size_t)d * JK_LANES];
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
#if defined(__AVX2__)
    .most_copied_dim = 8, /* SSE has too few registers for move_pair: 27 to 50 % slower */
#endif
    .place = place,
    .move =
        {
#define MOVE_PAIR(wall, does, motion) {move_##motion##_##wall##_0, move_##motion##_##wall##_1},
#define JK_MOTION(name, ...) {JK_WALL_ROWS(MOVE_PAIR, name)},
#include "kernel/motion/motions.def"
#undef JK_MOTION
        },
    .evaluate =
        {
#define JK_PROBLEM(name, ...) evaluate_##name,
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM
        },
    .turn = turn,
    .judge = judge,
    .find_lane = find_lane,
    .draw_partners = draw_partners,
    .flush_bests = flush_bests,
    .snapshot = snapshot,
    .gather = gather,
    .gather_rows = gather_rows,
    .copy_column = copy_column,
    .read_column = read_column,
    .bare = bare,
};
