/* A pass over the swarm: threads share the tiles, and a tile's groups are moved, evaluated and
 * judged one after the other while they are in the first-level cache. */
#include "device/cpu/swarm.h"

#include <math.h>
#if defined(_OPENMP)
#include <omp.h>
#endif

/* Keeps the smaller value, and the lower particle of two equal ones: the order of calls cannot
 * matter. */
static void keep_better(jx_found *found, double value, uint64_t particle)
{
  if (value > found->value || (value == found->value && particle >= found->particle)) return;
  found->value = value;
  found->particle = particle;
}

static void judge_group(const jx_swarm *swarm, const jx_cpu_group *group, void *f, jx_found *found)
{
  jx_cpu_judged judged = swarm->level.kernels->judge(group, f);
  found->nonfinite += (uint64_t)judged.nonfinite;
  if (judged.value > found->value) return;
  int lane = swarm->level.kernels->find_lane(f, judged.value);
  keep_better(found, judged.value, group->first + (uint64_t)lane);
}

/* push is NULL on the first pass, which places the particles. */
static void move_group(const jx_swarm *swarm, const jx_cpu_group *group, jx_cpu_push *push,
                       const jx_cpu_scratch *scratch, size_t g)
{
  const jx_cpu_kernels *kernels = swarm->level.kernels;
  int by_lane = swarm->plan->neighbours > 0;
  if (push == NULL) {
    kernels->place(group, &swarm->box, swarm->seed, swarm->sees);
    return;
  }
  if (by_lane) {
    kernels->gather(scratch->snapshot, scratch->from + g * JK_LANES, swarm->box.dim,
                    scratch->guide);
    push->guide = scratch->guide;
  }
  kernels->move[swarm->motion][swarm->wall][by_lane](group, &swarm->box, push);
}

/* Returns 0 when the caller's function asks to end the run. */
static int sweep_tile(jx_swarm *swarm, uint64_t number, const jx_cpu_push *shared,
                      jx_cpu_scratch *scratch, jx_found *found)
{
  const jx_objective *objective = &swarm->problem->objective;
  jx_tile tile = jx_shape_tile(&swarm->shape, swarm->tiles.data, number);
  jx_cpu_push own_push = shared != NULL ? *shared : (jx_cpu_push){0};
  jx_cpu_push *push = shared != NULL ? &own_push : NULL;
  int by_lane = swarm->plan->neighbours > 0;

  if (push != NULL && by_lane) jx_cpu_guides_choose(swarm, number, &tile, scratch);
  for (size_t g = 0; g < tile.groups; g++) {
    jx_cpu_group group = jx_cpu_group_of(swarm, &tile, g);
    move_group(swarm, &group, push, scratch, g);
    if (swarm->objective < 0) continue;
    swarm->level.kernels->evaluate[swarm->objective](group.x, swarm->box.dim, objective->parameter,
                                                     scratch->f);
    judge_group(swarm, &group, scratch->f, found);
  }
  if (swarm->objective < 0) {
    if (!jx_cpu_call_objective(swarm, &tile, scratch)) return 0;
    for (size_t g = 0; g < tile.groups; g++) {
      jx_cpu_group group = jx_cpu_group_of(swarm, &tile, g);
      judge_group(swarm, &group, (char *)scratch->f + g * swarm->shape.row_bytes, found);
    }
  }
  if (by_lane) jx_cpu_edges_save(swarm, number, &tile);
  return 1;
}

static int thread_number(void)
{
#if defined(_OPENMP)
  return omp_get_thread_num();
#else
  return 0;
#endif
}

static jato_status sweep(jx_swarm *swarm, const jx_cpu_push *push, jx_found *found,
                         jato_error *error)
{
  jx_found all = {.value = INFINITY, .particle = UINT64_MAX};
  int ended = 0;
#pragma omp parallel num_threads(swarm->threads)
  {
    jx_cpu_scratch scratch;
    jx_found mine = {.value = INFINITY, .particle = UINT64_MAX};
    int asked_to_end = 0;
    (void)jx_cpu_scratch_lay(
        swarm, (char *)swarm->scratch.data + (size_t)thread_number() * swarm->scratch_bytes,
        &scratch);
#pragma omp for schedule(static) nowait
    for (uint64_t tile = 0; tile < swarm->shape.tiles; tile++)
      if (!asked_to_end) asked_to_end = !sweep_tile(swarm, tile, push, &scratch, &mine);
#pragma omp critical(jato_sweep)
    {
      keep_better(&all, mine.value, mine.particle);
      all.nonfinite += mine.nonfinite;
      ended |= asked_to_end;
    }
  }
  if (ended) return jx_fail(error, JATO_E_OBJECTIVE, "the objective function asked to end the run");
  swarm->passes++;
  *found = all;
  return JATO_OK;
}

jato_status jx_cpu_start(jx_swarm *swarm, jx_found *found, jato_error *error)
{
  swarm->passes = 0;
  return sweep(swarm, NULL, found, error);
}

jato_status jx_cpu_step(jx_swarm *swarm, const jx_step *step, const double *guide, jx_found *found,
                        jato_error *error)
{
  jx_cpu_push push = {.seed = swarm->seed,
                      .iteration = step->iteration,
                      .draws_by_particle = swarm->plan->draws_by_particle,
                      .guide = swarm->guide};
  for (int i = 0; i < JX_WEIGHTS; i++) push.weight[i] = step->weight[i];
  swarm->level.kernels->convert(guide, swarm->box.dim, 0, swarm->guide);
  return sweep(swarm, &push, found, error);
}

jato_status jx_cpu_bare_pass(jx_swarm *swarm, uint64_t *bytes, jato_error *error)
{
  const jx_shape *shape = &swarm->shape;
  if (!swarm->sees)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "a bare pass needs velocities, which this algorithm does not keep; take pso");
#pragma omp parallel for schedule(static) num_threads(swarm->threads)
  for (uint64_t number = 0; number < shape->tiles; number++) {
    jx_tile tile = jx_shape_tile(shape, swarm->tiles.data, number);
    swarm->level.kernels->bare(tile.field[JX_POSITION], tile.field[JX_VELOCITY], tile.field[JX_OWN],
                               tile.groups * shape->dim * JK_LANES);
  }
  *bytes = shape->groups * JK_LANES * (uint64_t)shape->dim * 5 * shape->real_bytes;
  return JATO_OK;
}
