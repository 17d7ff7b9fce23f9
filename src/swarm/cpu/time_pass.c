/* Passes outside of the run: those that are only timed, and one that evaluates. */
#include "swarm/cpu/swarm.h"

static uint64_t count_coordinates(const jx_cpu_swarm *swarm)
{
  uint64_t groups = 0;
  for (uint64_t i = 0; i < swarm->head.tiles; i++)
    groups += jx_cpu_tile(swarm, swarm->head.first_tile + i).groups;
  return groups * swarm->head.shape.dim * JK_LANES;
}

/* The loop every step is measured against; it overwrites the swarm. */
static void bare_share(void *work, int thread, uint64_t first, uint64_t end)
{
  const jx_cpu_swarm *swarm = work;
  (void)thread;
  for (uint64_t i = first; i < end; i++) {
    jx_tile tile = jx_cpu_tile(swarm, swarm->head.first_tile + i);
    swarm->level.kernels->bare(tile.field[JX_POSITION], tile.field[JX_VELOCITY], tile.field[JX_OWN],
                               tile.groups * swarm->head.shape.dim * JK_LANES);
  }
}

typedef struct evaluation {
  const jx_cpu_swarm *swarm;
  int keeps; /* values are written to the particles, not to the thread's scratch memory */
} evaluation;

static void evaluate_share(void *work, int thread, uint64_t first, uint64_t end)
{
  const evaluation *e = work;
  const jx_cpu_swarm *swarm = e->swarm;
  const jx_shape *shape = &swarm->head.shape;
  const jx_cpu_source *source = &swarm->source;
  jx_cpu_scratch scratch = jx_cpu_scratch_of(swarm, thread);
  int dim = (int)shape->dim;
  double began = jx_profile_begin(swarm->head.profile);
  for (uint64_t i = first; i < end; i++) {
    jx_tile tile = jx_swarm_clip_tile(&swarm->head, jx_cpu_tile(swarm, swarm->head.first_tile + i));
    for (size_t g = 0; g < tile.groups; g++) {
      const char *x = tile.field[JX_POSITION] + g * shape->group_bytes[JX_POSITION];
      char *f = (e->keeps ? tile.field[JX_VALUE] : (char *)scratch.f) + g * shape->row_bytes;
      if (source->evaluate != NULL)
        source->evaluate(x, dim, source->data, source->data_count, f);
      else
        swarm->evaluate(x, dim, swarm->problem->objective.parameter,
                        jx_cpu_group_of(swarm, &tile, g).present, f);
    }
  }
  if (scratch.spent != NULL) scratch.spent[JX_WORK_EVALUATE] += jx_clock_seconds() - began;
}

jato_status jx_cpu_time_pass(jx_swarm *head, int what, uint64_t *bytes, jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  if (what != JX_TIME_BARE && jx_cpu_host_objective(swarm))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a function of the caller's is timed by the caller; only kernels and sources "
                   "are evaluated here");
  evaluation e = {swarm, what == JX_VALUES};
  if (what == JX_TIME_BARE)
    jx_cpu_for_tiles(swarm, bare_share, swarm);
  else
    jx_cpu_for_tiles(swarm, evaluate_share, &e);
  if (what != JX_TIME_BARE) jx_cpu_note_spent(swarm, JX_WORK_EVALUATE);
  *bytes = count_coordinates(swarm) * (what == JX_TIME_BARE ? 5 : 1) * swarm->head.shape.real_bytes;
  return JATO_OK;
}
