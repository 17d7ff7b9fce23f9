/* The CPU device: SIMD over the lanes of a group, OpenMP over tiles. */
#include "base/clock.h"
#include "swarm/cpu/swarm.h"
#include "device/devices.h"
#include "population/reals.h"

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

/* Threads that can be had at once. */
#if defined(_OPENMP)
static int cores(void) { return omp_get_num_procs(); }
enum { MOST_THREADS = 4096 };
#else
static int cores(void) { return 1; }
enum { MOST_THREADS = 1 };
#endif

static int count_threads(const jx_order *order)
{
  double wanted = order->values->value[THREADS];
  if (MOST_THREADS == 1) return 1;
  if (wanted > 0) return (int)wanted;
  double share = (double)order->tiles / (double)order->shape->tiles;
  double coordinates = share * (double)order->shape->particles * (double)order->shape->dim;
  double worth = 1 + coordinates / COORDINATES_FOR_A_THREAD;
  return worth < cores() ? (int)worth : cores();
}

/* Picks the kernels for this machine, and compiles a user's source for them. */
static jato_status find_kernels(jx_cpu_swarm *swarm, const jx_order *order, jato_error *error)
{
  const jx_objective *objective = &order->problem->objective;
  swarm->sees = JX_SEES(order->plan);
  swarm->wall = order->wall;
  JX_TRY(
      jx_cpu_level_pick((int)order->values->value[LEVEL], order->precision, &swarm->level, error));
  if (objective->kind == JX_OBJECTIVE_KERNEL)
    swarm->evaluate = swarm->level.kernels->evaluate[objective->row];
  if (objective->kind != JX_OBJECTIVE_SOURCE) return JATO_OK;
  double began = jx_clock_seconds();
  JX_TRY(jx_cpu_source_create(order, swarm->level.name, &swarm->source, error));
  swarm->head.build_seconds = jx_clock_seconds() - began;
  (void)snprintf(swarm->head.built, sizeof swarm->head.built, "%s", swarm->source.built);
  return JATO_OK;
}

static jato_status take_memory(jx_cpu_swarm *swarm, jato_error *error)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t bytes = (size_t)swarm->head.tiles * shape->tile_bytes;
  jx_cpu_scratch sizes;
  size_t group = 0;
  for (int field = 0; field < JX_FIELDS; field++) group += shape->group_bytes[field];
  swarm->scratch_bytes = jx_cpu_scratch_lay(swarm, NULL, &sizes);
  int all = jx_pages_create(&swarm->allocator, bytes, &swarm->tiles) &&
            jx_pages_create(&swarm->allocator, (JX_BOX_ROWS + 1) * shape->dim * shape->real_bytes,
                            &swarm->constants) &&
            jx_pages_create(&swarm->allocator, (size_t)swarm->threads * swarm->scratch_bytes,
                            &swarm->scratch) &&
            (!jx_cpu_by_host(swarm) || jx_pages_create(&swarm->allocator, group, &swarm->single)) &&
            jx_cpu_edges_create(swarm);
  if (all) return JATO_OK;
  return jx_fail(
      error, JATO_E_MEMORY,
      "no memory for %llu particles in %zu dimensions (%.1f GB); take fewer particles or "
      "--precision float",
      (unsigned long long)shape->particles, shape->dim, 1e-9 * (double)bytes);
}

static jato_status make_box(jx_cpu_swarm *swarm, const jx_order *order, jato_error *error)
{
  const jato_problem *problem = order->problem;
  size_t bytes = problem->dim * swarm->head.shape.real_bytes;
  char *base = swarm->constants.data;
  jx_bounds bounds = {problem->dim, problem->lower, problem->upper, order->plan->limit};
  swarm->box = (jx_cpu_box){(int)problem->dim, base + JX_LOWER * bytes, base + JX_UPPER * bytes,
                            base + JX_LEAST_V * bytes, base + JX_MOST_V * bytes};
  swarm->guide = base + JX_BOX_ROWS * bytes;
  return jx_box_round(&bounds, swarm->head.shape.real_bytes, base, error);
}

static void cpu_destroy(jx_swarm **address)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)*address;
  if (swarm == NULL) return;
  jato_allocator allocator = swarm->allocator;
  jx_cpu_source_destroy(&allocator, &swarm->source);
  jx_pages_destroy(&allocator, &swarm->tiles);
  jx_pages_destroy(&allocator, &swarm->constants);
  jx_pages_destroy(&allocator, &swarm->scratch);
  jx_pages_destroy(&allocator, &swarm->single);
  jx_pages_destroy(&allocator, &swarm->edges.memory);
  jx_pages_destroy(&allocator, &swarm->edges.outer);
  jx_release(&allocator, swarm);
  *address = NULL;
}

static jato_status cpu_create(const jx_order *order, jx_swarm **out, jato_error *error)
{
  jato_status status = JATO_OK;
  jx_cpu_swarm *swarm = jx_allocate(&order->allocator, 1, sizeof *swarm);
  if (swarm == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for a swarm");
  swarm->head.shape = *order->shape;
  swarm->head.first_tile = order->first_tile;
  swarm->head.tiles = order->tiles;
  swarm->allocator = order->allocator;
  swarm->problem = order->problem;
  swarm->plan = order->plan;
  swarm->seed = order->seed;
  swarm->threads = count_threads(order);
  swarm->halo_groups = (order->shape->reach + JK_LANES - 1) / JK_LANES;
  JX_TRY_DONE(find_kernels(swarm, order, error));
  JX_TRY_DONE(take_memory(swarm, error));
  JX_TRY_DONE(make_box(swarm, order, error));
  (void)snprintf(swarm->head.described, sizeof swarm->head.described, "cpu:threads=%d,level=%s",
                 swarm->threads, swarm->level.name);
  *out = &swarm->head;
  swarm = NULL; /* handed over */
done:
  if (swarm != NULL) cpu_destroy(&(jx_swarm *){&swarm->head});
  return status;
}

static jato_status cpu_read_particle(jx_swarm *head, uint64_t particle, double *x, double *value,
                                     jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  const jx_shape *shape = &head->shape;
  jx_place place = jx_shape_find(shape, particle);
  jx_tile tile = jx_cpu_tile(swarm, place.tile);
  size_t lane = place.lane * shape->real_bytes;
  const char *column =
      tile.field[JX_POSITION] + place.group * shape->group_bytes[JX_POSITION] + lane;
  const char *best = tile.field[JX_VALUE] + place.group * shape->group_bytes[JX_VALUE] + lane;
  (void)error;
  if (x != NULL) swarm->level.kernels->read_column(column, (int)shape->dim, x);
  if (value != NULL) *value = jx_real_at(best, 0, shape->real_bytes);
  return JATO_OK;
}

/* Own bests of a whole tile, where particles stand at them, to where they belong. */
static void settle(const jx_cpu_swarm *swarm, const jx_tile *tile)
{
  for (size_t g = 0; g < tile->groups; g++) {
    jx_cpu_group group = jx_cpu_group_of(swarm, tile, g);
    swarm->level.kernels->settle(&group, (int)swarm->head.shape.dim);
  }
}

static jato_status cpu_copy_tiles(jx_swarm *head, void *to, jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  size_t bytes = head->shape.tile_bytes;
  (void)error;
#pragma omp parallel for schedule(static) num_threads(swarm->threads)
  for (uint64_t i = 0; i < head->tiles; i++) {
    jx_tile tile = jx_cpu_tile(swarm, head->first_tile + i);
    if (swarm->sees) settle(swarm, &tile);
    memcpy((char *)to + i * bytes, (char *)swarm->tiles.data + i * bytes, bytes);
  }
  return JATO_OK;
}

static jato_status cpu_map_tile(jx_swarm *head, uint64_t number, unsigned fields, jx_tile *tile,
                                jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  int settles = swarm->sees && (fields & JX_HAS_TOGETHER) != 0;
  (void)error;
  *tile = jx_cpu_tile(swarm, number);
  if (settles) settle(swarm, tile);
  return JATO_OK;
}

/* The mapped tile is the tile itself; only what its neighbours look at is to be saved again. */
static jato_status cpu_unmap_tile(jx_swarm *head, uint64_t number, unsigned written,
                                  jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  (void)error;
  if (written == 0 || swarm->plan->neighbours == 0) return JATO_OK;
  jx_tile tile = jx_cpu_tile(swarm, number);
  if (swarm->passes == 0) swarm->passes = 1; /* a swarm that is put in place instead of made */
  jx_cpu_edges_save(swarm, swarm->passes - 1, number, &tile);
  return JATO_OK;
}

static int cpu_probe(size_t index, jato_device *device)
{
  if (index > 0) return 0;
  *device = (jato_device){.spec = "cpu", .ready = 1, .doubles = 1, .deterministic = 1};
  jx_cpu_level level;
  jato_error error;
  if (jx_cpu_level_pick(0, JATO_DOUBLE, &level, &error) == JATO_OK) {
    (void)snprintf(device->name, sizeof device->name, "%d cores, kernels of level %s", cores(),
                   level.name);
    (void)snprintf(device->state, sizeof device->state, "ready");
  } else {
    device->ready = 0;
    (void)snprintf(device->state, sizeof device->state, "%.250s", error.text);
  }
  return 1;
}

const jx_device_ops jx_cpu_ops = {
    .name = "cpu",
    .summary = "SIMD over particles, threads over tiles",
    .state = "built",
    .by_host = 1,
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .host = &jx_cpu_host_ops,
    .probe = cpu_probe,
    .create = cpu_create,
    .destroy = cpu_destroy,
    .launch = jx_cpu_launch,
    .collect = jx_cpu_collect,
    .read_particle = cpu_read_particle,
    .map_tile = cpu_map_tile,
    .unmap_tile = cpu_unmap_tile,
    .copy_tiles = cpu_copy_tiles,
    .edge = jx_cpu_edge,
    .time_pass = jx_cpu_time_pass,
};
