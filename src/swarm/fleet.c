#include "swarm/fleet.h"

#include "program/advice.h"
#include "program/store.h"

#include <stdio.h>

jato_status jx_fleet_shape(const jx_swarm_config *swarm_config, uint64_t particles, jx_shape *shape,
                           jato_error *error)
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

static jato_status create_parts(const jx_device_choice *devices, const uint64_t *tiles,
                                jx_swarm_config *swarm_config, jx_fleet *fleet, jato_error *error)
{
  swarm_config->first_tile = fleet->first_tile;
  for (size_t i = 0; i < fleet->count; i++) {
    swarm_config->tiles = tiles[i];
    swarm_config->device = devices[i].ops;
    swarm_config->values = &devices[i].values;
    fleet->part[i].ops = jx_engine_of(devices[i].ops);
    JX_TRY(fleet->part[i].ops->create(swarm_config, &fleet->part[i].swarm, error));
    swarm_config->first_tile += tiles[i];
  }
  return JATO_OK;
}

/* What a source has in it that compilers take without a word. */
static void advise(const jx_swarm_config *config)
{
  char words[512];
  const jx_objective *objective = &config->problem->objective;
  if (objective->kind == JX_OBJECTIVE_SOURCE &&
      jx_advice_on_division(objective->source, objective->name, words, sizeof words))
    jx_notice(config->workshop, "%s", words);
}

jato_status jx_fleet_create(const jx_fleet_config *fleet_config, const jx_swarm_config *asked,
                            jx_fleet *fleet, jato_error *error)
{
  jx_swarm_config swarm_config = *asked;
  uint64_t tiles[JX_FLEET_MAX] = {0};
  *fleet = (jx_fleet){.comm = fleet_config->comm,
                      .count = fleet_config->count,
                      .neighbours = swarm_config.plan->neighbours > 0};
  fleet->allocator = swarm_config.allocator;
  fleet->profile = swarm_config.profile;
  fleet->host_objective = JX_IS_HOST_OBJECTIVE(&swarm_config.problem->objective);
  JX_TRY(jx_fleet_shape(&swarm_config, fleet_config->particles, &fleet->shape, error));
  swarm_config.shape = &fleet->shape;
  swarm_config.comm = swarm_config.plan->lag ? fleet->comm : NULL;
  JX_TRY(jx_fleet_take_range(fleet, error));
  JX_TRY(jx_fleet_fetch_create(fleet, &swarm_config, error));
  swarm_config.first_tile = fleet->first_tile;
  swarm_config.tiles = tiles[0] = fleet->tiles;
  if (fleet_config->count > 1 || jx_fleet_has_ranks(fleet)) {
    size_t bytes = 4 * jx_shape_edge_bytes(&fleet->shape);
    fleet->edge = jx_allocate(&swarm_config.allocator, bytes + 1, 1);
    if (fleet->edge == NULL)
      return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu bytes between devices",
                     bytes);
  }
  if (fleet_config->count > 1) JX_TRY(jx_fleet_share(fleet_config, &swarm_config, tiles, error));
  advise(&swarm_config);
  return create_parts(fleet_config->devices, tiles, &swarm_config, fleet, error);
}

void jx_fleet_destroy(jx_fleet *fleet)
{
  for (size_t i = 0; i < fleet->count; i++)
    if (fleet->part[i].swarm != NULL) fleet->part[i].ops->destroy(&fleet->part[i].swarm);
  jx_fleet_fetch_destroy(fleet);
  if (fleet->edge != NULL) jx_comm_release(fleet->comm, &fleet->allocator, fleet->edge);
  *fleet = (jx_fleet){.count = 0};
}

jato_status jx_fleet_pass(jx_fleet *fleet, const jx_step *step, const double *guide,
                          jx_pass_result *found, jato_error *error)
{
  int fetches =
      fleet->fetch != NULL && step != NULL; /* nobody is looked at before the first step */
  return fetches ? jx_fleet_pass_fetching(fleet, step, guide, found, error)
                 : jx_fleet_pass_once(fleet, step, guide, found, error);
}

jx_part *jx_fleet_holder(jx_fleet *fleet, uint64_t tile)
{
  size_t i = 0;
  while (i + 1 < fleet->count && tile >= fleet->part[i + 1].swarm->first_tile) i++;
  return &fleet->part[i];
}

jato_status jx_fleet_read(jx_fleet *fleet, uint64_t particle, double *x, double *value,
                          jato_error *error)
{
  uint64_t tile = jx_shape_find(&fleet->shape, particle).tile;
  if (!jx_fleet_holds(fleet, tile))
    return jx_fail(error, JATO_E_ARGUMENT, "particle %llu is on another rank",
                   (unsigned long long)particle);
  jx_part *part = jx_fleet_holder(fleet, tile);
  return part->ops->read_particle(part->swarm, particle, x, value, error);
}

jato_status jx_fleet_map(jx_fleet *fleet, uint64_t tile, unsigned fields, jx_tile *out,
                         jato_error *error)
{
  jx_part *part = jx_fleet_holder(fleet, tile);
  return part->ops->map_tile(part->swarm, tile, fields, out, error);
}

jato_status jx_fleet_unmap(jx_fleet *fleet, uint64_t tile, unsigned written, jato_error *error)
{
  jx_part *part = jx_fleet_holder(fleet, tile);
  return part->ops->unmap_tile(part->swarm, tile, written, error);
}

jato_status jx_fleet_copy(jx_fleet *fleet, void *to, jato_error *error)
{
  for (size_t i = 0; i < fleet->count; i++) {
    jx_part *part = &fleet->part[i];
    uint64_t before = part->swarm->first_tile - fleet->first_tile;
    char *start = (char *)to + before * fleet->shape.tile_bytes;
    JX_TRY(part->ops->copy_tiles(part->swarm, start, error));
  }
  return JATO_OK;
}

jato_status jx_fleet_time(jx_fleet *fleet, int what, uint64_t *bytes, jato_error *error)
{
  *bytes = 0;
  if (what == JX_TIME_BARE && fleet->shape.group_bytes[JX_VELOCITY] == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a bare pass needs velocities, which this algorithm does not keep; take pso");
  for (size_t i = 0; i < fleet->count; i++) {
    uint64_t moved = 0;
    JX_TRY(fleet->part[i].ops->time_pass(fleet->part[i].swarm, what, &moved, error));
    *bytes += moved;
  }
  return JATO_OK;
}

void jx_fleet_describe(const jx_fleet *fleet, char *out, size_t size)
{
  size_t used = 0;
  for (size_t i = 0; i < fleet->count && used < size; i++) {
    int n = snprintf(out + used, size - used, "%s%s", i > 0 ? "+" : "",
                     fleet->part[i].swarm->described);
    used += n > 0 ? (size_t)n : 0;
  }
}
