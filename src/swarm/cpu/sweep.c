/* A pass over the swarm: threads divide the tiles among them; each group of a tile is moved,
 * evaluated and judged while it is in the first-level cache. */
#include "base/clock.h"
#include "swarm/cpu/swarm.h"
#include "population/reals.h"

/* Keeps the smaller value, and the lower particle of two equal ones: the order of calls cannot
 * matter. */
static void keep_better(jx_pass_result *found, double value, uint64_t particle)
{
  if (value > found->value || (value == found->value && particle >= found->particle)) return;
  found->value = value;
  found->particle = particle;
}

/* The tile that a thread works on. */
typedef struct work {
  const jx_cpu_swarm *swarm;
  jx_tile tile;
  jx_cpu_push *push; /* NULL on the first pass, which places the particles */
  jx_cpu_scratch *scratch;
} work;

/* With a profile: counts the time since *since as spent on `kind`. A bundle takes microseconds,
 * reading the clock some 20 ns. */
static void note_time(const work *w, jx_work kind, double *since)
{
  if (w->scratch->spent == NULL) return;
  double now = jx_clock_seconds();
  w->scratch->spent[kind] += now - *since;
  *since = now;
}

/* `count` groups from g on. */
static jx_cpu_group groups_of(const work *w, size_t g, size_t count)
{
  jx_cpu_group groups = jx_cpu_group_of(w->swarm, &w->tile, g);
  size_t left = w->tile.particles - g * JK_LANES;
  groups.present = (int)(left < count * JK_LANES ? left : count * JK_LANES);
  return groups;
}

static void move_group(const work *w, size_t g)
{
  const jx_cpu_swarm *swarm = w->swarm;
  const jx_cpu_kernels *kernels = swarm->level.kernels;
  jx_cpu_group group = jx_cpu_group_of(swarm, &w->tile, g);
  int by_lane = swarm->plan->neighbours > 0;
  if (w->push == NULL) {
    kernels->place(&group, &swarm->box, swarm->seed, swarm->has_velocity, swarm->has_own);
    return;
  }
  if (by_lane) {
    kernels->gather(w->scratch->snapshot, w->scratch->from + g * JK_LANES, swarm->box.dim,
                    w->scratch->guide);
    w->push->guide = w->scratch->guide;
  }
  if (swarm->has_partners) jx_cpu_partners_gather(swarm, group.first, w->scratch, w->push);
  kernels->move[swarm->plan->motion][swarm->wall][by_lane](&group, &swarm->box, w->push);
}

/* Sets the distance from a bundle to the next one, in this tile or at the start of the next. */
static void set_prefetch_offsets(const work *w, size_t start, size_t end)
{
  static const jx_field fields[JX_CPU_FETCHED] = {[JX_CPU_FETCH_X] = JX_POSITION,
                                                  [JX_CPU_FETCH_V] = JX_VELOCITY,
                                                  [JX_CPU_FETCH_OWN] = JX_OWN,
                                                  [JX_CPU_FETCH_VALUE] = JX_VALUE};
  const jx_shape *shape = &w->swarm->head.shape;
  for (int i = 0; i < JX_CPU_FETCHED; i++) {
    size_t bytes = shape->group_bytes[fields[i]];
    size_t ahead = end < w->tile.groups ? (end - start) * bytes : shape->tile_bytes - start * bytes;
    w->push->ahead[i] = (ptrdiff_t)ahead;
  }
}

static void move_groups(const work *w, size_t start, size_t end)
{
  const jx_cpu_swarm *swarm = w->swarm;
  if (w->push == NULL || swarm->copied_dim == 0 || swarm->plan->neighbours > 0 ||
      swarm->wall == JK_WALL_resample) { /* one by one */
    for (size_t g = start; g < end; g++) move_group(w, g);
    return;
  }
  jx_cpu_group groups = groups_of(w, start, end - start);
  set_prefetch_offsets(w, start, end);
  swarm->level.kernels->move[swarm->plan->motion][swarm->wall][0](&groups, &swarm->box, w->push);
}

/* Where the values of group g are put. */
static void *values_of(const work *w, size_t g)
{
  return (char *)w->scratch->f + g * w->swarm->head.shape.row_bytes;
}

static void evaluate_groups(const work *w, size_t start, size_t end)
{
  const jx_cpu_swarm *swarm = w->swarm;
  const jx_cpu_source *source = &swarm->source;
  const jx_shape *shape = &swarm->head.shape;
  const char *x = w->tile.field[JX_POSITION];
  if (source->evaluate != NULL)
    for (size_t g = start; g < end; g++)
      source->evaluate(x + g * shape->group_bytes[JX_POSITION], swarm->box.dim, source->data,
                       source->data_count, values_of(w, g));
  else
    swarm->evaluate(x + start * shape->group_bytes[JX_POSITION], swarm->box.dim,
                    swarm->problem->objective.parameter, groups_of(w, start, end - start).present,
                    values_of(w, start));
  if (!swarm->turned) return;
  for (size_t g = start; g < end; g++) swarm->level.kernels->turn(values_of(w, g));
}

void jx_cpu_judge(const jx_cpu_swarm *swarm, const jx_cpu_group *group, void *f,
                  jx_pass_result *found)
{
  const jx_cpu_kernels *kernels = swarm->level.kernels;
  jx_cpu_judged judged = kernels->judge(group, f);
  found->nonfinite += (uint64_t)judged.nonfinite;
  if (judged.value > found->value) return;
  int lane = kernels->find_lane(f, group->present, judged.value);
  keep_better(found, judged.value, group->first + (uint64_t)lane);
}

static void judge_groups(const work *w, size_t start, size_t end, jx_pass_result *found)
{
  jx_cpu_group groups = groups_of(w, start, end - start);
  jx_cpu_judge(w->swarm, &groups, values_of(w, start), found);
}

/* Bytes of positions that are moved before the first group of them is evaluated. An objective is
 * often one long chain of additions; with several groups the processor overlaps their chains. More
 * than this evicts prefetched lines from the first-level cache (1,048,576 x 64: twice as much costs
 * 3 % in float and 8 % in double). */
#define BUNDLE_BYTES 8192

/* The same with a copied_dim, where the next bundle is prefetched meanwhile, so that two must fit.
 * Half as much costs up to 8 % (1,000,000 particles of 1 to 16 coordinates), twice up to 6 %. */
#define BUNDLE_BYTES_COPIED 2048

/* Bundles between polls for messages of other ranks: tens of microseconds, the round trip of a
 * message on a fast network. An all-reduce over thousands of ranks takes a dozen round trips. */
#define BUNDLES_BETWEEN_POLLS 8

static void progress_reduction(const work *w, size_t bundle_number)
{
  jx_comm *comm = w->scratch->reduction;
  if (comm != NULL && comm->ops->progress != NULL && bundle_number % BUNDLES_BETWEEN_POLLS == 0)
    comm->ops->progress(comm);
}

/* Groups to move, evaluate and judge together. */
static size_t count_bundle(const work *w)
{
  size_t bytes = w->swarm->copied_dim > 0 ? BUNDLE_BYTES_COPIED : BUNDLE_BYTES;
  size_t fit = bytes / w->swarm->head.shape.group_bytes[JX_POSITION];
  return fit < 1 ? 1 : fit;
}

static void sweep_groups(const work *w, jx_pass_result *found, double *since)
{
  size_t groups = w->tile.groups, bundle = count_bundle(w);
  jx_work moved = w->push == NULL ? JX_WORK_PLACE : JX_WORK_MOVE;
  for (size_t start = 0; start < groups; start += bundle) {
    size_t end = start + bundle < groups ? start + bundle : groups;
    progress_reduction(w, start / bundle);
    move_groups(w, start, end);
    if (jx_cpu_host_objective(w->swarm)) { /* host.c judges them when their values are known */
      for (size_t g = start; g < end; g++) jx_cpu_clear_best_is_here(w->swarm, &w->tile, g);
      note_time(w, moved, since);
      continue;
    }
    note_time(w, moved, since);
    evaluate_groups(w, start, end);
    note_time(w, JX_WORK_EVALUATE, since);
    judge_groups(w, start, end, found);
    note_time(w, JX_WORK_JUDGE, since);
  }
}

/* One step of a tile; NULL: the first pass, which places. */
static void sweep_once(jx_cpu_swarm *swarm, uint64_t number, const jx_step *step,
                       jx_cpu_scratch *scratch, jx_pass_result *found)
{
  jx_cpu_push push = step != NULL ? jx_cpu_push_of(swarm, step) : (jx_cpu_push){0};
  work w = {.swarm = swarm,
            .tile = jx_cpu_tile(swarm, number),
            .push = step != NULL ? &push : NULL,
            .scratch = scratch};
  int by_lane = swarm->plan->neighbours > 0;
  double since = jx_profile_begin(swarm->head.profile);
  if (step != NULL && by_lane) jx_cpu_guides_choose(swarm, number, &w.tile, scratch);
  if (step != NULL && jx_plan_isolates_tiles(swarm->plan, step->iteration))
    push.guide = jx_cpu_guide_independent_tile(swarm, &w.tile, scratch);
  w.tile = jx_swarm_clip_tile(&swarm->head, w.tile);
  sweep_groups(&w, found, &since);
  if (swarm->head.to != 0) return;
  if (by_lane && !jx_cpu_host_objective(swarm))
    jx_cpu_halos_save(swarm, swarm->passes, number, &w.tile);
  note_time(&w, JX_WORK_JUDGE, &since);
}

static void sweep_tile(jx_cpu_swarm *swarm, uint64_t number, const jx_step *step,
                       jx_cpu_scratch *scratch, jx_pass_result *found)
{
  uint64_t k = 0;
  do {
    jx_pass_result one = JX_FOUND_NOTHING;
    one.step = k++;
    sweep_once(swarm, number, step, scratch, &one);
    jx_pass_result_join(found, &one);
    step = step != NULL ? step->then : NULL;
  } while (step != NULL);
}

/* What the threads of a pass share. */
typedef struct pass {
  jx_cpu_swarm *swarm;
  const jx_step *step;
  uint64_t first; /* tile of those held */
} pass;

static void sweep_share(void *shared, int thread, uint64_t first, uint64_t end)
{
  const pass *p = shared;
  jx_cpu_scratch scratch = jx_cpu_scratch_of(p->swarm, thread);
  scratch.reduction = thread == 0 ? p->swarm->comm : NULL;
  jx_pass_result mine = JX_FOUND_NOTHING;
  for (uint64_t tile = first; tile < end; tile++)
    sweep_tile(p->swarm, p->swarm->head.first_tile + p->first + tile, p->step, &scratch, &mine);
  jx_pass_result_join(&p->swarm->found[thread], &mine);
}

static void note_pass(jx_cpu_swarm *swarm, jx_work moved)
{
  jx_cpu_note_spent(swarm, moved);
  if (jx_cpu_host_objective(swarm)) return;
  jx_cpu_note_spent(swarm, JX_WORK_EVALUATE);
  jx_cpu_note_spent(swarm, JX_WORK_JUDGE);
}

static void sweep(jx_cpu_swarm *swarm, const jx_step *step, jx_pass_result *found)
{
  pass p = {swarm, step, 0};
  uint64_t tiles = jx_swarm_active_tiles(&swarm->head, &p.first);
  if (step != NULL && swarm->has_partners && !swarm->fetches) jx_cpu_flush_all_bests(swarm);
  for (int t = 0; t < swarm->threads; t++) swarm->found[t] = JX_FOUND_NOTHING;
  swarm->ops->in_process->run_ranges(swarm->device, tiles, sweep_share, &p);
  *found = JX_FOUND_NOTHING;
  for (int t = 0; t < swarm->threads; t++) jx_pass_result_join(found, &swarm->found[t]);
  note_pass(swarm, step == NULL ? JX_WORK_PLACE : JX_WORK_MOVE);
  if (!jx_cpu_host_objective(swarm) && swarm->head.to == 0) swarm->passes++;
}

jato_status jx_cpu_launch(jx_swarm *head, const jx_step *step, const double *guide,
                          jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  (void)error;
  swarm->step = step;
  if (step == NULL)
    swarm->passes = 0;
  else
    jx_reals_from(guide, head->shape.dim, head->shape.real_bytes, swarm->guide);
  return JATO_OK;
}

jx_cpu_push jx_cpu_push_of(const jx_cpu_swarm *swarm, const jx_step *step)
{
  jx_cpu_push push = {.seed = swarm->seed,
                      .iteration = step->iteration,
                      .draws_by_particle = swarm->plan->draws_by_particle,
                      .guide = swarm->guide};
  for (int i = 0; i < JK_WEIGHTS; i++) push.weight[i] = step->weight[i];
  return push;
}

jato_status jx_cpu_collect(jx_swarm *head, jx_pass_result *found, jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  double began = jx_clock_seconds();
  (void)error;
  sweep(swarm, swarm->step, found);
  found->seconds = jx_clock_seconds() - began;
  return JATO_OK;
}
