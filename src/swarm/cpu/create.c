/* Making a swarm on a device of this process: SIMD over the lanes of a group, threads over tiles.
 */
#include "base/clock.h"
#include "population/reals.h"
#include "swarm/cpu/swarm.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A pass gets one more thread for each so many coordinates: 16,384 coordinates of a sphere take one
 * thread about 20 microseconds. On two idle cores, two threads take 0.73 of the time of one at
 * 9,000 coordinates (double), 0.61 at 30,000 and 0.52 from 90,000 on; on busy cores they take up to
 * 1.35 times as long at 30,000 and no longer from 90,000 on. bench/sizes measures this. */
#define COORDINATES_FOR_A_THREAD 16384

static int count_threads(const jx_swarm_config *config, const jx_device_facts *facts)
{
  if (facts->threads > 0) return facts->threads;
  double share = (double)config->tiles / (double)config->shape->tiles;
  double coordinates = share * (double)config->shape->particles * (double)config->shape->dim;
  double worth = 1 + coordinates / COORDINATES_FOR_A_THREAD;
  return worth < facts->cores ? (int)worth : facts->cores;
}

/* Picks the kernels for this machine, and compiles a user's source for them. */
static jato_status find_kernels(jx_cpu_swarm *swarm, const jx_swarm_config *config,
                                const jx_device_facts *facts, jato_error *error)
{
  const jx_objective *objective = &config->problem->objective;
  swarm->has_velocity = JX_HAS_VELOCITY(config->plan);
  swarm->has_own = JX_HAS_OWN(config->plan);
  swarm->has_partners = JX_HAS_PARTNERS(config->plan);
  swarm->fetches = config->fetched > 0;
  swarm->wall = config->wall;
  swarm->turned = config->turned;
  swarm->level = (jx_cpu_level){facts->level, jx_cpu_kernels_find(facts->level, config->precision)};
  if (swarm->level.kernels == NULL)
    return jx_fail(error, JATO_E_NOT_BUILT, "%s: no kernels of level %s in this build", facts->spec,
                   facts->level);
  if (swarm->has_velocity && (int)config->shape->dim <= swarm->level.kernels->most_copied_dim)
    swarm->copied_dim = (int)config->shape->dim;
  if (objective->kind == JX_OBJECTIVE_KERNEL)
    swarm->evaluate = swarm->level.kernels->evaluate[objective->row];
  if (objective->kind != JX_OBJECTIVE_SOURCE) return JATO_OK;
  double began = jx_clock_seconds();
  JX_TRY(jx_cpu_source_create(config, swarm->device, facts, &swarm->source, error));
  swarm->head.build_seconds = jx_clock_seconds() - began;
  (void)snprintf(swarm->head.built, sizeof swarm->head.built, "%s", swarm->source.built);
  return JATO_OK;
}

static jato_status take_memory(jx_cpu_swarm *swarm, size_t asked, jato_error *error)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t bytes = (size_t)swarm->head.tiles * shape->tile_bytes;
  jx_cpu_scratch sizes;
  size_t group = 0;
  for (int field = 0; field < JX_FIELDS; field++) group += shape->group_bytes[field];
  swarm->scratch_bytes = jx_cpu_scratch_lay(swarm, NULL, &sizes);
  swarm->found = jx_allocate(&swarm->allocator, (size_t)swarm->threads, sizeof *swarm->found);
  int all = swarm->found != NULL && jx_pages_create(&swarm->allocator, bytes, &swarm->tiles) &&
            jx_pages_create(&swarm->allocator, (JX_BOX_ROWS + 1) * shape->dim * shape->real_bytes,
                            &swarm->constants) &&
            jx_pages_create(&swarm->allocator, (size_t)swarm->threads * swarm->scratch_bytes,
                            &swarm->scratch) &&
            (!jx_cpu_host_objective(swarm) ||
             jx_pages_create(&swarm->allocator, group, &swarm->single)) &&
            jx_cpu_halos_create(swarm) && jx_cpu_read_order_create(swarm, asked);
  if (all) {
    jx_pages_leave_out_of_forks(&swarm->tiles);
    return JATO_OK;
  }
  return jx_fail(
      error, JATO_E_MEMORY,
      "not enough memory for %llu particles in %zu dimensions (%.1f GB); take fewer particles or "
      "--precision float",
      (unsigned long long)shape->particles, shape->dim, 1e-9 * (double)bytes);
}

/* Whether the condition of jk_wall_reflect_short holds. */
static int has_short_steps(const jx_bounds *bounds, size_t real_bytes)
{
  double last_place = real_bytes == sizeof(float) ? (double)FLT_EPSILON : DBL_EPSILON;
  for (size_t d = 0; d < bounds->dim; d++) {
    double end = fmax(fabs(bounds->lower[d]), fabs(bounds->upper[d]));
    if (bounds->upper[d] - bounds->lower[d] < 128 * last_place * end) return 0;
  }
  return bounds->limit <= 0.5;
}

static jato_status make_box(jx_cpu_swarm *swarm, const jx_swarm_config *config, jato_error *error)
{
  const jato_problem *problem = config->problem;
  size_t bytes = problem->dim * swarm->head.shape.real_bytes;
  char *base = swarm->constants.data;
  jx_bounds bounds = {problem->dim, problem->lower, problem->upper, config->plan->limit};
  swarm->box = (jx_cpu_box){(int)problem->dim,
                            base + JX_LOWER * bytes,
                            base + JX_UPPER * bytes,
                            base + JX_LEAST_V * bytes,
                            base + JX_MOST_V * bytes,
                            base + JX_ROUNDER * bytes,
                            has_short_steps(&bounds, swarm->head.shape.real_bytes)};
  swarm->guide = base + JX_BOX_ROWS * bytes;
  return jx_box_round(&bounds, swarm->head.shape.real_bytes, base, error);
}

/* Fresh pages are not zeroed. */
static void clear_spent(const jx_cpu_swarm *swarm)
{
  for (int t = 0; swarm->head.profile != NULL && t < swarm->threads; t++)
    memset(jx_cpu_scratch_of(swarm, t).spent, 0, JX_WORKS * sizeof(double));
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
  jx_pages_destroy(&allocator, &swarm->residual_rows);
  jx_pages_destroy(&allocator, &swarm->halos.memory);
  jx_pages_destroy(&allocator, &swarm->halos.outer);
  jx_release(&allocator, swarm->found);
  jx_release(&allocator, swarm->order.place);
  jx_release(&allocator, swarm->order.which);
  swarm->ops->close(&swarm->device);
  jx_release(&allocator, swarm);
  *address = NULL;
}

static jato_status cpu_create(const jx_swarm_config *config, jx_swarm **out, jato_error *error)
{
  jato_status status = JATO_OK;
  jx_device_facts facts;
  jx_cpu_swarm *swarm = jx_allocate(&config->allocator, 1, sizeof *swarm);
  if (swarm == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a swarm");
  swarm->head.shape = *config->shape;
  swarm->head.first_tile = config->first_tile;
  swarm->head.tiles = config->tiles;
  swarm->head.profile = config->profile;
  swarm->allocator = config->allocator;
  swarm->problem = config->problem;
  swarm->plan = config->plan;
  swarm->comm = config->comm;
  swarm->seed = config->seed;
  swarm->ops = config->device;
  swarm->halo_groups = (config->shape->reach + JK_LANES - 1) / JK_LANES;
  JX_TRY_DONE(
      config->device->open(config->values, &config->allocator, &swarm->device, &facts, error));
  swarm->threads = count_threads(config, &facts);
  JX_TRY_DONE(config->device->in_process->start_threads(swarm->device, swarm->threads, error));
  JX_TRY_DONE(find_kernels(swarm, config, &facts, error));
  JX_TRY_DONE(take_memory(swarm, config->asked, error));
  clear_spent(swarm);
  JX_TRY_DONE(jx_cpu_residuals_create(swarm, error));
  JX_TRY_DONE(make_box(swarm, config, error));
  (void)snprintf(swarm->head.described, sizeof swarm->head.described, "%s:threads=%d,level=%s",
                 facts.spec, swarm->threads, swarm->level.name);
  *out = &swarm->head;
  swarm = NULL; /* handed over */
done:
  if (swarm != NULL) cpu_destroy(&(jx_swarm *){&swarm->head});
  return status;
}

typedef struct copying {
  const jx_cpu_swarm *swarm;
  char *to;
} copying;

static void copy_share(void *work, int thread, uint64_t first, uint64_t end)
{
  const copying *c = work;
  size_t bytes = c->swarm->head.shape.tile_bytes;
  (void)thread;
  for (uint64_t i = first; i < end; i++) {
    jx_tile tile = jx_cpu_tile(c->swarm, c->swarm->head.first_tile + i);
    if (c->swarm->has_own) jx_cpu_flush_bests(c->swarm, &tile);
    memcpy(c->to + i * bytes, (char *)c->swarm->tiles.data + i * bytes, bytes);
  }
}

static jato_status cpu_copy_tiles(jx_swarm *head, void *to, jato_error *error)
{
  copying c = {(jx_cpu_swarm *)head, to};
  double began = jx_profile_begin(head->profile);
  (void)error;
  jx_cpu_for_tiles(c.swarm, copy_share, &c);
  jx_profile_end(head->profile, JX_WORK_COPY, began);
  return JATO_OK;
}

static jato_status cpu_map_tile(jx_swarm *head, uint64_t number, unsigned fields, jx_tile *tile,
                                jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  int flushes = swarm->has_own && (fields & JX_HAS_TOGETHER) != 0;
  (void)error;
  *tile = jx_cpu_tile(swarm, number);
  if (flushes) jx_cpu_flush_bests(swarm, tile);
  return JATO_OK;
}

/* The mapped tile is the tile itself, so only its halo has to be saved again. */
static jato_status cpu_unmap_tile(jx_swarm *head, uint64_t number, unsigned written,
                                  jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  (void)error;
  if (written == 0 || swarm->plan->neighbours == 0) return JATO_OK;
  jx_tile tile = jx_cpu_tile(swarm, number);
  if (swarm->passes == 0) swarm->passes = 1; /* a swarm that is written instead of placed */
  jx_cpu_halos_save(swarm, swarm->passes - 1, number, &tile);
  return JATO_OK;
}

const jx_swarm_ops jx_cpu_swarm_ops = {
    .runs_in_collect = 1,
    .host = &jx_cpu_host_ops,
    .create = cpu_create,
    .destroy = cpu_destroy,
    .launch = jx_cpu_launch,
    .collect = jx_cpu_collect,
    .read_particle = jx_cpu_read_particle,
    .map_tile = cpu_map_tile,
    .unmap_tile = cpu_unmap_tile,
    .copy_tiles = cpu_copy_tiles,
    .halo = jx_cpu_halo,
    .flush_all_bests = jx_cpu_flush_all,
    .read_bests = jx_cpu_read_bests,
    .set_partners = jx_cpu_set_partners,
    .time_pass = jx_cpu_time_pass,
    .residual_count = jx_cpu_residual_count,
    .residuals = jx_cpu_residuals,
};
