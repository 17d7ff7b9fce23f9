/* Objectives that the host evaluates: copies points out and values in, and moves single particles.
 * The kernels of a whole group move and judge a single particle, on a copy of its group from which
 * one lane is copied back: so it gets the same bits as in a pass. */
#include "swarm/cpu/swarm.h"
#include "population/reals.h"

#include <math.h>
#include <string.h>

static char *lane_of(const jx_cpu_swarm *swarm, const jx_tile *tile, const jx_location *location,
                     jx_field field)
{
  const jx_shape *shape = &swarm->head.shape;
  return tile->field[field] + location->group * shape->group_bytes[field] +
         location->lane * shape->real_bytes;
}

static void host_read_points(jx_swarm *head, uint64_t first, uint64_t count, double *x)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  const jx_shape *shape = &head->shape;
  double began = jx_profile_begin(head->profile);
  for (uint64_t i = 0; i < count;) {
    jx_location location = jx_shape_find(shape, first + i);
    jx_tile tile = jx_cpu_tile(swarm, location.tile);
    for (uint64_t end = tile.first + tile.particles; first + i < end && i < count; i++) {
      size_t in_tile = (size_t)(first + i - tile.first);
      const char *column = tile.field[JX_POSITION] +
                           in_tile / JK_LANES * shape->group_bytes[JX_POSITION] +
                           in_tile % JK_LANES * shape->real_bytes;
      swarm->level.kernels->read_column(column, (int)shape->dim, x + i * shape->dim);
    }
  }
  jx_profile_end(head->profile, JX_WORK_COPY, began);
}

/* Judges the values of a tile, group by group. */
static void judge_tile(jx_cpu_swarm *swarm, uint64_t number, const double *f, jx_pass_result *found)
{
  const jx_shape *shape = &swarm->head.shape;
  jx_tile tile = jx_cpu_tile(swarm, number);
  jx_cpu_scratch scratch;
  (void)jx_cpu_scratch_lay(swarm, swarm->scratch.data, &scratch);
  jx_reals_from(f + tile.first, tile.particles, shape->real_bytes, scratch.f);
  for (size_t g = 0; g < tile.groups; g++) {
    jx_cpu_group group = jx_cpu_group_of(swarm, &tile, g);
    jx_cpu_judge(swarm, &group, (char *)scratch.f + g * shape->row_bytes, found);
  }
  if (swarm->plan->neighbours > 0) jx_cpu_halos_save(swarm, swarm->passes, number, &tile);
}

static void host_judge(jx_swarm *head, const double *f, jx_pass_result *found)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  double began = jx_profile_begin(head->profile);
  *found = JX_FOUND_NOTHING;
  for (uint64_t tile = 0; tile < head->tiles; tile++)
    judge_tile(swarm, head->first_tile + tile, f, found);
  jx_profile_end(head->profile, JX_WORK_JUDGE, began);
  swarm->passes++;
}

/* A copy of a particle's group, and the place of the original. */
typedef struct copied {
  jx_location location;
  jx_tile tile;
  jx_cpu_group group; /* in the swarm's memory for single particles */
} copied;

static copied copy_group(jx_cpu_swarm *swarm, uint64_t particle)
{
  const jx_shape *shape = &swarm->head.shape;
  copied copy = {.location = jx_shape_find(shape, particle)};
  copy.tile = jx_cpu_tile(swarm, copy.location.tile);
  copy.group = jx_cpu_group_of(swarm, &copy.tile, copy.location.group);
  void **fields[JX_FIELDS] = {[JX_POSITION] = &copy.group.x,
                              [JX_VELOCITY] = &copy.group.v,
                              [JX_OWN] = &copy.group.own,
                              [JX_VALUE] = &copy.group.value,
                              [JX_BEST_IS_HERE] = &copy.group.best_is_here};
  char *to = swarm->single.data;
  for (int field = 0; field < JX_FIELDS; field++) {
    size_t bytes = shape->group_bytes[field];
    if (bytes > 0) memcpy(to, *fields[field], bytes);
    *fields[field] = to;
    to += bytes;
  }
  return copy;
}

/* Copies the particle's lane of all fields back. Rows have the same length in every field. */
static void copy_lane_back(jx_cpu_swarm *swarm, const copied *copy)
{
  const jx_shape *shape = &swarm->head.shape;
  const char *from = swarm->single.data;
  for (int field = 0; field < JX_FIELDS; field++) {
    size_t bytes = shape->group_bytes[field], lane = copy->location.lane * shape->real_bytes;
    char *to = copy->tile.field[field] + copy->location.group * bytes;
    for (size_t row = 0; row < bytes; row += shape->row_bytes)
      memcpy(to + row + lane, from + row + lane, shape->real_bytes);
    from += bytes;
  }
}

static void host_move_one(jx_swarm *head, uint64_t particle, const jx_step *step,
                          const double *guide)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  double began = jx_profile_begin(head->profile);
  jx_cpu_push push = jx_cpu_push_of(swarm, step);
  if (swarm->has_partners) jx_cpu_partners_of_one(swarm, particle, &push);
  copied copy = copy_group(swarm, particle);
  jx_reals_from(guide, head->shape.dim, head->shape.real_bytes, swarm->guide);
  swarm->level.kernels->move[swarm->plan->motion][swarm->wall][0](&copy.group, &swarm->box, &push);
  memset(copy.group.best_is_here, 0, head->shape.group_bytes[JX_BEST_IS_HERE]);
  copy_lane_back(swarm, &copy);
  jx_profile_end(head->profile, JX_WORK_MOVE, began);
}

static void host_judge_one(jx_swarm *head, uint64_t particle, double f)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  double began = jx_profile_begin(head->profile);
  copied copy = copy_group(swarm, particle);
  double values[JK_LANES];
  jx_cpu_scratch scratch;
  (void)jx_cpu_scratch_lay(swarm, swarm->scratch.data, &scratch);
  for (int lane = 0; lane < JK_LANES; lane++) values[lane] = INFINITY;
  values[copy.location.lane] = f;
  jx_reals_from(values, JK_LANES, head->shape.real_bytes, scratch.f);
  (void)swarm->level.kernels->judge(&copy.group, scratch.f);
  copy_lane_back(swarm, &copy);
  jx_profile_end(head->profile, JX_WORK_JUDGE, began);
}

static void read_column(jx_cpu_swarm *swarm, uint64_t particle, int own, double *x, double *value)
{
  const jx_shape *shape = &swarm->head.shape;
  jx_location location = jx_shape_find(shape, particle);
  jx_tile tile = jx_cpu_tile(swarm, location.tile);
  size_t lane = location.group * JK_LANES + location.lane;
  int elsewhere =
      own && swarm->has_own && !jx_best_is_here(shape, tile.field[JX_BEST_IS_HERE], lane);
  const char *column = lane_of(swarm, &tile, &location, elsewhere ? JX_OWN : JX_POSITION);
  if (x != NULL) swarm->level.kernels->read_column(column, (int)shape->dim, x);
  if (value != NULL) *value = jx_real_at(tile.field[JX_VALUE], lane, shape->real_bytes);
}

static void host_read_own(jx_swarm *head, uint64_t particle, double *x, double *value)
{
  read_column((jx_cpu_swarm *)head, particle, 1, x, value);
}

jato_status jx_cpu_read_particle(jx_swarm *head, uint64_t particle, double *x, double *value,
                                 jato_error *error)
{
  (void)error;
  read_column((jx_cpu_swarm *)head, particle, 0, x, value);
  return JATO_OK;
}

static void put_column(jx_cpu_swarm *swarm, uint64_t particle, jx_field field, const double *x)
{
  const jx_shape *shape = &swarm->head.shape;
  jx_location location = jx_shape_find(shape, particle);
  jx_tile tile = jx_cpu_tile(swarm, location.tile);
  char *column = lane_of(swarm, &tile, &location, field);
  for (size_t d = 0; d < shape->dim; d++)
    jx_reals_from(x + d, 1, shape->real_bytes, column + d * shape->row_bytes);
}

static void host_set_position(jx_swarm *head, uint64_t particle, const double *x)
{
  jx_cpu_swarm *swarm = (jx_cpu_swarm *)head;
  put_column(swarm, particle, JX_POSITION, x);
  if (swarm->has_own) put_column(swarm, particle, JX_OWN, x);
}

const jx_host_ops jx_cpu_host_ops = {
    .read_points = host_read_points,
    .judge = host_judge,
    .move_one = host_move_one,
    .judge_one = host_judge_one,
    .read_own = host_read_own,
    .set_position = host_set_position,
};
