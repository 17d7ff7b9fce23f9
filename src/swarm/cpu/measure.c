/* Passes besides the run: those that are only there to be timed, and one that evaluates. */
#include "swarm/cpu/swarm.h"

/* The loop every step is measured against; it spoils the swarm. */
static void bare_pass(jx_cpu_swarm *swarm, uint64_t *bytes)
{
  const jx_shape *shape = &swarm->head.shape;
  uint64_t coordinates = 0;
#pragma omp parallel for schedule(static) num_threads(swarm->threads) reduction(+ : coordinates)
  for (uint64_t i = 0; i < swarm->head.tiles; i++) {
    jx_tile tile = jx_cpu_tile(swarm, swarm->head.first_tile + i);
    size_t count = tile.groups * shape->dim * JK_LANES;
    swarm->level.kernels->bare(tile.field[JX_POSITION], tile.field[JX_VELOCITY], tile.field[JX_OWN],
                               count);
    coordinates += count;
  }
  *bytes = coordinates * 5 * shape->real_bytes;
}

/* Values go where the next pass puts its own, or to the particles. */
static void evaluate_pass(jx_cpu_swarm *swarm, int keeps, uint64_t *bytes)
{
  const jx_shape *shape = &swarm->head.shape;
  const jx_cpu_source *source = &swarm->source;
  uint64_t coordinates = 0;
#pragma omp parallel num_threads(swarm->threads) reduction(+ : coordinates)
  {
    jx_cpu_scratch scratch;
    int dim = (int)shape->dim;
    (void)jx_cpu_scratch_lay(
        swarm, (char *)swarm->scratch.data + (size_t)jx_cpu_thread() * swarm->scratch_bytes,
        &scratch);
#pragma omp for schedule(static)
    for (uint64_t i = 0; i < swarm->head.tiles; i++) {
      jx_tile tile = jx_cpu_tile(swarm, swarm->head.first_tile + i);
      for (size_t g = 0; g < tile.groups; g++) {
        const char *x = tile.field[JX_POSITION] + g * shape->group_bytes[JX_POSITION];
        char *f = (keeps ? tile.field[JX_VALUE] : (char *)scratch.f) + g * shape->row_bytes;
        if (source->evaluate != NULL)
          source->evaluate(x, dim, source->data, source->data_count, f);
        else
          swarm->evaluate(x, dim, swarm->problem->objective.parameter, f);
      }
      coordinates += tile.groups * shape->dim * JK_LANES;
    }
  }
  *bytes = coordinates * shape->real_bytes;
}

jato_status jx_cpu_time_pass(jx_swarm *head, int what, uint64_t *bytes, jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  if (what == JX_TIME_BARE && !swarm->sees)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a bare pass needs velocities, which this algorithm does not keep; take pso");
  if (what != JX_TIME_BARE && jx_cpu_by_host(swarm))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a function of the caller's is timed by the caller; only kernels and sources "
                   "are evaluated here");
  if (what == JX_TIME_BARE)
    bare_pass(swarm, bytes);
  else
    evaluate_pass(swarm, what == JX_VALUES, bytes);
  return JATO_OK;
}
