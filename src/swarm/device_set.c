#include "swarm/device_set.h"

#include "program/advice.h"
#include "program/store.h"

#include <stdio.h>

jato_status jx_devices_shape(const jx_swarm_config *swarm_config, uint64_t particles,
                             jx_shape *shape, jato_error *error)
{
  const jx_plan *plan = swarm_config->plan;
  jx_shape_config shape_config = {.particles = particles,
                                  .dim = swarm_config->problem->dim,
                                  .precision = swarm_config->precision,
                                  .fields = JX_HAS(JX_POSITION) | JX_HAS(JX_VALUE) |
                                            JX_HAS(JX_BEST_IS_HERE)};
  if (JX_HAS_VELOCITY(plan)) shape_config.fields |= JX_HAS(JX_VELOCITY);
  if (JX_HAS_OWN(plan)) shape_config.fields |= JX_HAS(JX_OWN);
  for (size_t k = 0; k < plan->neighbours; k++) {
    int64_t offset = plan->offset[k];
    size_t distance = (size_t)(offset < 0 ? -offset : offset);
    if (distance > shape_config.reach) shape_config.reach = distance;
  }
  if (shape_config.reach >= particles)
    return jx_fail(
        error, JATO_E_ARGUMENT,
        "neighbours %zu particles away need a swarm of more than that; this one has %llu",
        shape_config.reach, (unsigned long long)particles);
  return jx_shape_make(&shape_config, shape, error);
}

static jato_status create_parts(const jx_device_choice *choices, const uint64_t *tiles,
                                jx_swarm_config *swarm_config, jx_device_set *devices,
                                jato_error *error)
{
  swarm_config->first_tile = devices->first_tile;
  for (size_t i = 0; i < devices->count; i++) {
    swarm_config->tiles = tiles[i];
    swarm_config->device = choices[i].ops;
    swarm_config->values = &choices[i].values;
    devices->part[i].ops = jx_engine_of(choices[i].ops);
    JX_TRY(devices->part[i].ops->create(swarm_config, &devices->part[i].swarm, error));
    swarm_config->first_tile += tiles[i];
  }
  return JATO_OK;
}

/* Warns of mistakes in a source that compilers accept silently. */
static void advise(const jx_swarm_config *config)
{
  char words[512];
  const jx_objective *objective = &config->problem->objective;
  if (objective->kind == JX_OBJECTIVE_SOURCE &&
      jx_advice_on_division(objective->source, objective->name, words, sizeof words))
    jx_notice(config->toolchain, "%s", words);
}

jato_status jx_devices_create(const jx_device_set_config *set_config, const jx_swarm_config *asked,
                              jx_device_set *devices, jato_error *error)
{
  jx_swarm_config swarm_config = *asked;
  uint64_t tiles[JX_DEVICES_MAX] = {0};
  *devices = (jx_device_set){.comm = set_config->comm,
                             .count = set_config->count,
                             .neighbours = swarm_config.plan->neighbours > 0};
  devices->allocator = swarm_config.allocator;
  devices->profile = swarm_config.profile;
  devices->host_objective = JX_IS_HOST_OBJECTIVE(&swarm_config.problem->objective);
  JX_TRY(jx_devices_shape(&swarm_config, set_config->particles, &devices->shape, error));
  swarm_config.shape = &devices->shape;
  swarm_config.comm = swarm_config.plan->lag ? devices->comm : NULL;
  JX_TRY(jx_devices_assign_range(devices, error));
  JX_TRY(jx_devices_fetch_create(devices, &swarm_config, error));
  swarm_config.first_tile = devices->first_tile;
  swarm_config.tiles = tiles[0] = devices->tiles;
  if (set_config->count > 1 || jx_devices_has_ranks(devices)) {
    size_t bytes = 4 * jx_shape_halo_bytes(&devices->shape);
    devices->halo = jx_allocate(&swarm_config.allocator, bytes + 1, 1);
    if (devices->halo == NULL)
      return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu bytes between devices",
                     bytes);
  }
  if (set_config->count > 1)
    JX_TRY(jx_devices_balance_tiles(set_config, &swarm_config, tiles, error));
  advise(&swarm_config);
  return create_parts(set_config->devices, tiles, &swarm_config, devices, error);
}

void jx_devices_destroy(jx_device_set *devices)
{
  for (size_t i = 0; i < devices->count; i++)
    if (devices->part[i].swarm != NULL) devices->part[i].ops->destroy(&devices->part[i].swarm);
  jx_devices_fetch_destroy(devices);
  if (devices->halo != NULL) jx_comm_release(devices->comm, &devices->allocator, devices->halo);
  *devices = (jx_device_set){.count = 0};
}

jato_status jx_devices_pass(jx_device_set *devices, const jx_step *step, const double *guide,
                            jx_pass_result *found, jato_error *error)
{
  int fetches =
      devices->fetch != NULL && step != NULL; /* particles have no partners before the first step */
  return fetches ? jx_devices_pass_fetching(devices, step, guide, found, error)
                 : jx_devices_pass_once(devices, step, guide, found, error);
}

jx_device_part *jx_devices_holder(jx_device_set *devices, uint64_t tile)
{
  size_t i = 0;
  while (i + 1 < devices->count && tile >= devices->part[i + 1].swarm->first_tile) i++;
  return &devices->part[i];
}

jato_status jx_devices_read(jx_device_set *devices, uint64_t particle, double *x, double *value,
                            jato_error *error)
{
  uint64_t tile = jx_shape_find(&devices->shape, particle).tile;
  if (!jx_devices_holds(devices, tile))
    return jx_fail(error, JATO_E_ARGUMENT, "particle %llu is on another rank",
                   (unsigned long long)particle);
  jx_device_part *part = jx_devices_holder(devices, tile);
  return part->ops->read_particle(part->swarm, particle, x, value, error);
}

jato_status jx_devices_map(jx_device_set *devices, uint64_t tile, unsigned fields, jx_tile *out,
                           jato_error *error)
{
  jx_device_part *part = jx_devices_holder(devices, tile);
  return part->ops->map_tile(part->swarm, tile, fields, out, error);
}

jato_status jx_devices_unmap(jx_device_set *devices, uint64_t tile, unsigned written,
                             jato_error *error)
{
  jx_device_part *part = jx_devices_holder(devices, tile);
  return part->ops->unmap_tile(part->swarm, tile, written, error);
}

jato_status jx_devices_copy(jx_device_set *devices, void *to, jato_error *error)
{
  for (size_t i = 0; i < devices->count; i++) {
    jx_device_part *part = &devices->part[i];
    uint64_t before = part->swarm->first_tile - devices->first_tile;
    char *start = (char *)to + before * devices->shape.tile_bytes;
    JX_TRY(part->ops->copy_tiles(part->swarm, start, error));
  }
  return JATO_OK;
}

jato_status jx_devices_time(jx_device_set *devices, int what, uint64_t *bytes, jato_error *error)
{
  *bytes = 0;
  if (what == JX_TIME_BARE && devices->shape.group_bytes[JX_VELOCITY] == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a bare pass needs velocities, which this algorithm does not keep; take pso");
  for (size_t i = 0; i < devices->count; i++) {
    uint64_t moved = 0;
    JX_TRY(devices->part[i].ops->time_pass(devices->part[i].swarm, what, &moved, error));
    *bytes += moved;
  }
  return JATO_OK;
}

void jx_devices_describe(const jx_device_set *devices, char *out, size_t size)
{
  size_t used = 0;
  for (size_t i = 0; i < devices->count && used < size; i++) {
    int n = snprintf(out + used, size - used, "%s%s", i > 0 ? "+" : "",
                     devices->part[i].swarm->described);
    used += n > 0 ? (size_t)n : 0;
  }
}
