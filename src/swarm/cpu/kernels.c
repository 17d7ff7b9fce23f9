/* Kernels over the lanes of a group: compiled for one precision (JK_PRECISION) and one instruction
 * set (the file's compiler flags) at a time. JX_CPU_TABLE names the table this compilation yields.
 *
 * Bits cannot differ between compilations: each lane is computed by the same operations in the same
 * order, and the compiler may neither contract nor reorder them. */
#include "swarm/cpu/kernels.h"
#include "swarm/cpu/kernels_move.h"
#include "kernel/objective/signature.h"

/* Made by the build from gallery.def: an #include of objective/<name>.h for each row. */
#include "kernel/objective/bodies.h"

/* The objective of each lane. A loop over coordinates is entered without asking whether n is 0 or
 * 1, as the vectoriser wants it; one-dimensional problems go the slow way round, as do those that
 * are written lane by lane. */
#define JK_PROBLEM(name, ...)                                                                      \
  static void evaluate_##name(const void *x, int n, double a, int present, void *out)              \
  {                                                                                                \
    const real *restrict column = ALIGNED(x);                                                      \
    real *restrict f = ALIGNED(out);                                                               \
    if (n < 2 || jk_by_lane_##name) {                                                              \
      for (int lane = 0; lane < present; lane++) f[lane] = jk_f_##name(column + lane, n, (real)a); \
      return;                                                                                      \
    }                                                                                              \
    FOR_LANES f[lane] = jk_f_##name(column + lane, n, (real)a);                                    \
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

static jx_cpu_judged judge(const jx_cpu_group *group, void *values)
{
  real *restrict f = ALIGNED(values);
  real *restrict value = ALIGNED(group->value);
  jk_int *restrict best_is_here = ALIGNED(group->best_is_here);
  for (int lane = group->present; lane < JK_LANES; lane++) f[lane] = R(0);
  int nonfinite = 0;
#pragma omp simd reduction(+ : nonfinite)
  for (int lane = 0; lane < JK_LANES; lane++) {
    int bad = !(jk_abs(f[lane]) < R(INFINITY));
    nonfinite += bad;
    f[lane] = bad ? R(INFINITY) : f[lane] + R(0);
  }
  for (int lane = group->present; lane < JK_LANES; lane++) f[lane] = R(INFINITY);
  FOR_LANES
  {
    best_is_here[lane] = f[lane] < value[lane] ? 1 : 0;
    value[lane] = jk_min(f[lane], value[lane]);
  }
  return (jx_cpu_judged){(double)least_of(f), nonfinite};
}

static int find_lane(const void *values, double value)
{
  const real *f = values;
  int lane = 0;
  while (lane < JK_LANES - 1 && (double)f[lane] != value) lane++;
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
  if (any == 0) return; /* as most groups, after the first iterations */
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
