/* Load balancing: each device of a run gets tiles in proportion to its speed, measured on a few
 * tiles of the run itself. This decides only how long a run takes, not its bits. */
#include "swarm/device_set.h"

#include <math.h>

/* Tiles and passes of a trial: long enough to measure the speed, and over in a moment. */
#define TRIAL_TILES 64
#define TRIAL_PASSES 4

/* Seconds of the fastest pass of one device over `tiles` tiles. */
static jato_status time_device(const jx_device_choice *one, const jx_swarm_config *asked,
                               double *seconds, jato_error *error)
{
  jato_status status = JATO_OK;
  jx_swarm_config swarm_config = *asked;
  jx_swarm *swarm = NULL;
  jx_pass_result found = {0};
  const jx_swarm_ops *engine = jx_engine_of(one->ops);
  swarm_config.device = one->ops;
  swarm_config.values = &one->values;
  *seconds = INFINITY;
  JX_TRY(engine->create(&swarm_config, &swarm, error));
  JX_TRY_DONE(engine->launch(swarm, NULL, NULL, error));
  JX_TRY_DONE(engine->collect(swarm, &found, error));
  for (uint64_t pass = 1; pass <= TRIAL_PASSES; pass++) {
    jx_step step = {.iteration = pass};
    JX_TRY_DONE(engine->launch(swarm, &step, swarm_config.problem->lower, error));
    JX_TRY_DONE(engine->collect(swarm, &found, error));
    *seconds = fmin(*seconds, found.seconds);
  }
done:
  engine->destroy(&swarm);
  return status;
}

/* Divides whole tiles in proportion to the weights, at least one for each; the remainder of
 * rounding goes to the heaviest. */
static void divide_tiles(const double *weight, size_t count, uint64_t all, uint64_t *tiles)
{
  double sum = 0;
  uint64_t given = 0;
  size_t heaviest = 0;
  for (size_t i = 0; i < count; i++) sum += weight[i];
  for (size_t i = 0; i < count; i++) {
    tiles[i] = 1 + (uint64_t)floor((double)(all - count) * (weight[i] / sum));
    given += tiles[i];
    if (weight[i] > weight[heaviest]) heaviest = i;
  }
  while (given > all) { /* a rounded product may be one too large */
    tiles[heaviest]--;
    given--;
  }
  tiles[heaviest] += all - given;
}

jato_status jx_devices_balance_tiles(const jx_device_set_config *set_config,
                                     const jx_swarm_config *asked, uint64_t *tiles,
                                     jato_error *error)
{
  uint64_t all = asked->tiles; /* of this rank */
  double speed[JX_DEVICES_MAX];
  jx_swarm_config swarm_config = *asked;
  swarm_config.profile = NULL; /* trials are no part of the run */
  if (all < set_config->count)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%llu particles make %llu tiles%s, too few for %zu devices; take one device or "
                   "more particles",
                   (unsigned long long)set_config->particles, (unsigned long long)all,
                   all < asked->shape->tiles ? " for each rank" : "", set_config->count);
  for (size_t i = 0; i < set_config->count; i++) speed[i] = 1;
  jx_objective_kind kind = asked->problem->objective.kind;
  if (kind >= JX_OBJECTIVE_FUNCTION) {
    divide_tiles(speed, set_config->count, all,
                 tiles); /* trials would call the caller's function */
    return JATO_OK;
  }
  swarm_config.tiles = all < TRIAL_TILES ? all : TRIAL_TILES;
  for (size_t i = 0; i < set_config->count; i++) {
    double seconds = 0;
    JX_TRY(time_device(&set_config->devices[i], &swarm_config, &seconds, error));
    speed[i] = 1 / fmax(seconds, 1e-9);
  }
  divide_tiles(speed, set_config->count, all, tiles);
  return JATO_OK;
}
