/* The CPU device: SIMD over the lanes of a group, OpenMP over tiles. */
#include "device/devices.h"
#include "device/cpu/swarm.h"

#include <float.h>
#include <stdio.h>
#include <string.h>
#if defined(_OPENMP)
#include <omp.h>
#endif

enum { THREADS, LEVEL };

static const jato_parameter parameters[] = {
    {.name = "threads",
     .help = "how many threads share the tiles; 0: one for each core that has enough to do",
     .largest = 4096,
     .whole = 1},
    {.name = "level",
     .help = "instruction set of the kernels; the result is the same on all",
     .choices = JX_CPU_LEVEL_CHOICES},
};

/* A pass over fewer coordinates than this is over before a second thread has woken up. */
#define COORDINATES_FOR_A_THREAD 16384

static int count_threads(const jx_order *order)
{
  const jx_objective *objective = &order->problem->objective;
  int kernel = objective->kind == JX_OBJECTIVE_KERNEL;
  if (!kernel && !objective->concurrent) return 1;
#if defined(_OPENMP)
  double wanted = order->values->value[THREADS];
  if (wanted > 0) return (int)wanted;
  double coordinates = (double)order->particles * (double)order->problem->dim;
  double worth = 1 + coordinates / COORDINATES_FOR_A_THREAD;
  int cores = omp_get_num_procs();
  return kernel && worth < cores ? (int)worth : cores;
#else
  return 1;
#endif
}

static int find_motion(const char *name, int *sees)
{
#define JK_MOTION(row, sees_them) \
  if (strcmp(name, #row) == 0) {  \
    *sees = sees_them;            \
    return JK_MOTION_##row;       \
  }
#include "kernel/motion/motions.def"
#undef JK_MOTION
  return -1;
}

static int find_wall(const char *name)
{
#define FIND_WALL(row, does, ...) \
  if (strcmp(name, #row) == 0) return JK_WALL_##row;
  JK_WALL_ROWS(FIND_WALL, 0)
#undef FIND_WALL
  return -1;
}

static int find_objective(const jx_objective *objective)
{
#define JK_PROBLEM(row, ...)                                                          \
  if (objective->kind == JX_OBJECTIVE_KERNEL && strcmp(objective->kernel, #row) == 0) \
    return JX_CPU_OBJECTIVE_##row;
#include "kernel/objective/gallery.def"
#undef JK_PROBLEM
  return -1;
}

/* Finds every kernel the order names. */
static jato_status find_kernels(jx_swarm *swarm, const jx_order *order, jato_error *error)
{
  const jx_objective *objective = &order->problem->objective;
  swarm->motion = find_motion(order->plan->motion, &swarm->sees);
  swarm->wall = find_wall(order->walls);
  swarm->objective = find_objective(objective);
  if (swarm->motion < 0)
    return jx_fail(error, JATO_E_NAME, "the cpu device has no motion \"%s\"", order->plan->motion);
  if (swarm->wall < 0)
    return jx_fail(error, JATO_E_NAME, "the cpu device has no walls \"%s\"", order->walls);
  if (swarm->objective < 0 && objective->kind == JX_OBJECTIVE_KERNEL)
    return jx_fail(error, JATO_E_NAME, "the cpu device has no objective \"%s\"", objective->kernel);
  return jx_cpu_level_pick((int)order->values->value[LEVEL], order->precision, &swarm->level,
                           error);
}

static jato_status make_shape(jx_swarm *swarm, const jx_order *order, jato_error *error)
{
  jx_shape_wish wish = {.particles = order->particles,
                        .dim = order->problem->dim,
                        .precision = order->precision,
                        .fields = JX_HAS(JX_POSITION) | JX_HAS(JX_VALUE) | JX_HAS(JX_FRESH)};
  if (swarm->sees) wish.fields |= JX_HAS(JX_VELOCITY) | JX_HAS(JX_OWN);
  for (size_t k = 0; k < order->plan->neighbours; k++) {
    int64_t offset = order->plan->offset[k];
    size_t distance = (size_t)(offset < 0 ? -offset : offset);
    if (distance > wish.reach) wish.reach = distance;
  }
  if (wish.reach >= order->particles)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "neighbours %zu particles away need a swarm of more than that; this one has %llu",
        wish.reach, (unsigned long long)order->particles);
  swarm->halo_groups = (wish.reach + JK_LANES - 1) / JK_LANES;
  return jx_shape_make(&wish, &swarm->shape, error);
}

static jato_status take_memory(jx_swarm *swarm, jato_error *error)
{
  const jx_shape *shape = &swarm->shape;
  jx_cpu_scratch sizes;
  swarm->scratch_bytes = jx_cpu_scratch_lay(swarm, NULL, &sizes);
  int all =
      jx_pages_create(&swarm->allocator, jx_shape_bytes(shape), &swarm->tiles) &&
      jx_pages_create(&swarm->allocator, 5 * shape->dim * shape->real_bytes, &swarm->constants) &&
      jx_pages_create(&swarm->allocator, (size_t)swarm->threads * swarm->scratch_bytes,
                      &swarm->scratch) &&
      jx_cpu_edges_create(swarm);
  if (all) return JATO_OK;
  return jx_fail(
      error, JATO_E_MEMORY,
      "no memory for %llu particles in %zu dimensions (%.1f GB); take fewer particles or "
      "--precision float",
      (unsigned long long)shape->particles, shape->dim, 1e-9 * (double)jx_shape_bytes(shape));
}

/* Rounding inwards can leave nothing of a very narrow box, and a very wide one has no width. */
static jato_status check_width(const jx_swarm *swarm, jato_error *error)
{
  for (int d = 0; d < swarm->box.dim; d++) {
    double lower = 0, upper = 0;
    size_t at = (size_t)d * swarm->shape.real_bytes;
    swarm->level.kernels->read_column((const char *)swarm->box.lower + at, 1, &lower);
    swarm->level.kernels->read_column((const char *)swarm->box.upper + at, 1, &upper);
    double largest = swarm->shape.real_bytes == sizeof(float) ? (double)FLT_MAX : DBL_MAX;
    if (!(lower < upper) || upper - lower > largest)
      return jx_fail(error, JATO_E_ARGUMENT,
                     "the box of coordinate %d is too narrow or too wide for this precision; take "
                     "--precision double",
                     d);
  }
  return JATO_OK;
}

/* The box in the run's precision, rounded inwards, and the largest velocity in it. */
static jato_status make_box(jx_swarm *swarm, const jx_order *order, jato_error *error)
{
  const jato_problem *problem = order->problem;
  size_t dim = problem->dim, bytes = dim * swarm->shape.real_bytes;
  const jx_cpu_kernels *kernels = swarm->level.kernels;
  char *base = swarm->constants.data;
  double *limit = jx_allocate(&swarm->allocator, dim, sizeof *limit);
  if (limit == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for %zu bounds", dim);
  for (size_t d = 0; d < dim; d++)
    limit[d] = order->plan->limit * (problem->upper[d] - problem->lower[d]);
  swarm->box = (jx_cpu_box){(int)dim, base, base + bytes, base + 2 * bytes, base + 3 * bytes};
  swarm->guide = base + 4 * bytes;
  kernels->convert(problem->lower, (int)dim, +1, base);
  kernels->convert(problem->upper, (int)dim, -1, base + bytes);
  kernels->convert(limit, (int)dim, 0, base + 3 * bytes);
  for (size_t d = 0; d < dim; d++) limit[d] = -limit[d];
  kernels->convert(limit, (int)dim, 0, base + 2 * bytes);
  jx_release(&swarm->allocator, limit);
  return check_width(swarm, error);
}

static void cpu_destroy(jx_swarm **address)
{
  jx_swarm *swarm = *address;
  if (swarm == NULL) return;
  jato_allocator allocator = swarm->allocator;
  jx_pages_destroy(&allocator, &swarm->tiles);
  jx_pages_destroy(&allocator, &swarm->constants);
  jx_pages_destroy(&allocator, &swarm->scratch);
  jx_pages_destroy(&allocator, &swarm->edges.memory);
  jx_release(&allocator, swarm);
  *address = NULL;
}

static jato_status cpu_create(const jx_order *order, jx_swarm **out, jato_error *error)
{
  jato_status status = JATO_OK;
  jx_swarm *swarm = jx_allocate(&order->allocator, 1, sizeof *swarm);
  if (swarm == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for a swarm");
  swarm->allocator = order->allocator;
  swarm->problem = order->problem;
  swarm->plan = order->plan;
  swarm->seed = order->seed;
  swarm->threads = count_threads(order);
  JX_TRY_DONE(find_kernels(swarm, order, error));
  JX_TRY_DONE(make_shape(swarm, order, error));
  JX_TRY_DONE(take_memory(swarm, error));
  JX_TRY_DONE(make_box(swarm, order, error));
  *out = swarm;
  swarm = NULL; /* handed over */
done:
  cpu_destroy(&swarm);
  return status;
}

static void cpu_read_particle(jx_swarm *swarm, uint64_t particle, double *x, double *value)
{
  const jx_shape *shape = &swarm->shape;
  jx_place place = jx_shape_find(shape, particle);
  jx_tile tile = jx_shape_tile(shape, swarm->tiles.data, place.tile);
  size_t lane = place.lane * shape->real_bytes;
  const char *column =
      tile.field[JX_POSITION] + place.group * shape->group_bytes[JX_POSITION] + lane;
  const char *best = tile.field[JX_VALUE] + place.group * shape->group_bytes[JX_VALUE] + lane;
  if (x != NULL) swarm->level.kernels->read_column(column, (int)shape->dim, x);
  if (value != NULL) swarm->level.kernels->read_column(best, 1, value);
}

static jx_tile cpu_map_tile(jx_swarm *swarm, uint64_t number)
{
  jx_tile tile = jx_shape_tile(&swarm->shape, swarm->tiles.data, number);
  for (size_t g = 0; g < tile.groups && swarm->sees; g++) {
    jx_cpu_group group = jx_cpu_group_of(swarm, &tile, g);
    swarm->level.kernels->settle(&group, (int)swarm->shape.dim);
  }
  return tile;
}

static const jx_shape *cpu_shape(const jx_swarm *swarm) { return &swarm->shape; }

static void cpu_describe(const jx_swarm *swarm, char *out, size_t size)
{
  (void)snprintf(out, size, "cpu:threads=%d,level=%s", swarm->threads, swarm->level.name);
}

const jx_device_ops jx_cpu_ops = {
    .name = "cpu",
    .summary = "SIMD over particles, threads over tiles",
    .state = "built",
    .deterministic = 1,
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .create = cpu_create,
    .destroy = cpu_destroy,
    .start = jx_cpu_start,
    .step = jx_cpu_step,
    .read_particle = cpu_read_particle,
    .map_tile = cpu_map_tile,
    .shape = cpu_shape,
    .bare_pass = jx_cpu_bare_pass,
    .describe = cpu_describe,
};
