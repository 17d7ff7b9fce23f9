/* Partners: the three other particles, anywhere in the swarm, from whose own bests a particle's
 * trial is made. Own bests are flushed before anything moves and only read afterwards, so tiles can
 * be moved in any order and in parallel. */
#include "swarm/cpu/swarm.h"

#include <string.h>

/* Where coordinate 0 of a particle's own best is, in reals from the first tile's start. */
static size_t own_start(const jx_cpu_swarm *swarm, uint64_t particle)
{
  const jx_shape *shape = &swarm->head.shape;
  jx_location location = jx_shape_find(shape, particle);
  size_t bytes = (size_t)(location.tile - swarm->head.first_tile) * shape->tile_bytes +
                 shape->field_start[JX_OWN] + location.group * shape->group_bytes[JX_OWN];
  return bytes / shape->real_bytes + location.lane;
}

static void flush_group_of(const jx_cpu_swarm *swarm, uint64_t particle)
{
  jx_location location = jx_shape_find(&swarm->head.shape, particle);
  jx_tile tile = jx_cpu_tile(swarm, location.tile);
  jx_cpu_group group = jx_cpu_group_of(swarm, &tile, location.group);
  swarm->level.kernels->flush_bests(&group, (int)swarm->head.shape.dim);
}

static void flush_share(void *work, int thread, uint64_t first, uint64_t end)
{
  const jx_cpu_swarm *swarm = work;
  (void)thread;
  for (uint64_t i = first; i < end; i++) {
    jx_tile tile = jx_cpu_tile(swarm, swarm->head.first_tile + i);
    jx_cpu_flush_bests(swarm, &tile);
  }
}

void jx_cpu_flush_all_bests(jx_cpu_swarm *swarm)
{
  double began = jx_profile_begin(swarm->head.profile);
  jx_cpu_for_tiles(swarm, flush_share, swarm);
  jx_profile_end(swarm->head.profile, JX_WORK_OWN_BESTS, began);
}

/* ---- Swarms spread over several ranks ---- */

/* Buckets by which requested own bests are sorted: one for each group, but at most this many. */
#define MOST_PLACES 65536

int jx_cpu_read_order_create(jx_cpu_swarm *swarm, size_t asked)
{
  const jx_swarm *head = &swarm->head;
  uint64_t held = jx_shape_first(&head->shape, head->first_tile + head->tiles) -
                  jx_shape_first(&head->shape, head->first_tile);
  jx_cpu_read_order *order = &swarm->order;
  if (asked == 0) return 1;
  while (1 << order->shift < JK_LANES || held >> order->shift >= MOST_PLACES) order->shift++;
  order->places = (size_t)(held >> order->shift) + 1;
  order->place = jx_allocate(&swarm->allocator, order->places + 1, sizeof *order->place);
  order->which = jx_allocate(&swarm->allocator, asked, sizeof *order->which);
  return order->place != NULL && order->which != NULL;
}

jato_status jx_cpu_flush_all(jx_swarm *head, jato_error *error)
{
  (void)error;
  jx_cpu_flush_all_bests((jx_cpu_swarm *)head);
  return JATO_OK;
}

typedef struct reading {
  const jx_cpu_swarm *swarm;
  const uint32_t *particles;
  size_t count;
  char *rows;
} reading;

/* Each coordinate of an own best is in another cache line, which it shares with the other particles
 * of its group. So own bests of one group, or of adjacent groups, are read together. */
static void order_by_place(jx_cpu_swarm *swarm, const uint32_t *particles, size_t count)
{
  uint32_t first = (uint32_t)jx_shape_first(&swarm->head.shape, swarm->head.first_tile);
  uint32_t *place = swarm->order.place;
  int shift = swarm->order.shift;
  memset(place, 0, (swarm->order.places + 1) * sizeof *place);
  for (size_t i = 0; i < count; i++) place[((particles[i] - first) >> shift) + 1]++;
  for (size_t k = 1; k < swarm->order.places; k++) place[k] += place[k - 1];
  for (size_t i = 0; i < count; i++)
    swarm->order.which[place[(particles[i] - first) >> shift]++] = (uint32_t)i;
}

static void read_share(void *work, int thread, uint64_t first, uint64_t end)
{
  const reading *r = work;
  const jx_shape *shape = &r->swarm->head.shape;
  size_t last = end * JK_ROWS_AT_ONCE < r->count ? (size_t)end * JK_ROWS_AT_ONCE : r->count;
  (void)thread;
  for (size_t k = (size_t)first * JK_ROWS_AT_ONCE; k < last; k++) {
    size_t i = r->swarm->order.which[k];
    const char *column = (const char *)r->swarm->tiles.data +
                         own_start(r->swarm, r->particles[i]) * shape->real_bytes;
    r->swarm->level.kernels->copy_column(column, r->swarm->box.dim,
                                         r->rows + i * shape->dim * shape->real_bytes);
  }
}

jato_status jx_cpu_read_bests(jx_swarm *head, const uint32_t *particles, size_t count, void *rows,
                              jato_error *error)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  reading r = {swarm, particles, count, rows};
  double began = jx_profile_begin(head->profile);
  (void)error;
  order_by_place(swarm, particles, count);
  swarm->ops->in_process->run_ranges(swarm->device, (count + JK_ROWS_AT_ONCE - 1) / JK_ROWS_AT_ONCE,
                                     read_share, &r);
  jx_profile_end(head->profile, JX_WORK_COPY, began);
  return JATO_OK;
}

jato_status jx_cpu_set_partners(jx_swarm *head, const jx_fetched *fetched, jato_error *error)
{
  (void)error;
  ((jx_cpu_swarm *)head)->fetched = *fetched;
  return JATO_OK;
}

/* Gathers partner k of the group that begins at particle `first` from rows of other ranks. */
static void gather_fetched(const jx_cpu_swarm *swarm, uint64_t first, int k, void *to)
{
  const jx_fetched *fetched = &swarm->fetched;
  const uint32_t *which = fetched->which + (size_t)(first - fetched->first) * JX_CPU_PARTNERS;
  size_t from[JK_LANES];
  for (int lane = 0; lane < JK_LANES; lane++)
    from[lane] = which[lane * JX_CPU_PARTNERS + k] * (size_t)swarm->box.dim;
  swarm->level.kernels->gather_rows(fetched->rows, from, swarm->box.dim, to);
}

/* ---- Partners of a group, or of one particle ---- */

static void gather_held(const jx_cpu_swarm *swarm, const uint32_t drawn[JK_LANES], void *to)
{
  size_t from[JK_LANES];
  for (int lane = 0; lane < JK_LANES; lane++) from[lane] = own_start(swarm, drawn[lane]);
  swarm->level.kernels->gather(swarm->tiles.data, from, swarm->box.dim, to);
}

void jx_cpu_partners_gather(const jx_cpu_swarm *swarm, uint64_t first, jx_cpu_scratch *scratch,
                            jx_cpu_push *push)
{
  const jx_shape *shape = &swarm->head.shape;
  swarm->level.kernels->draw_partners(push, first, (uint32_t)(shape->particles - 1), swarm->box.dim,
                                      scratch->drawn);
  for (int k = 0; k < JX_CPU_PARTNERS; k++) {
    char *to = (char *)scratch->partners + (size_t)k * shape->group_bytes[JX_OWN];
    if (swarm->fetches)
      gather_fetched(swarm, first, k, to);
    else
      gather_held(swarm, scratch->drawn[k], to);
  }
  push->partners = scratch->partners;
  push->forced = scratch->drawn[JX_CPU_FORCED];
}

void jx_cpu_partners_of_one(const jx_cpu_swarm *swarm, uint64_t particle, jx_cpu_push *push)
{
  uint64_t first = particle / JK_LANES * JK_LANES;
  uint32_t others = (uint32_t)(swarm->head.shape.particles - 1);
  jx_cpu_scratch scratch;
  (void)jx_cpu_scratch_lay(swarm, swarm->scratch.data, &scratch);
  swarm->level.kernels->draw_partners(push, first, others, swarm->box.dim, scratch.drawn);
  flush_group_of(swarm, particle);
  for (int k = 0; k < JX_CPU_PARTNERS; k++)
    flush_group_of(swarm, scratch.drawn[k][particle % JK_LANES]);
  jx_cpu_partners_gather(swarm, first, &scratch, push);
}
