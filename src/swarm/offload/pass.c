/* Launches of kernels: passes over the tiles held, and the halos for other devices and ranks. */
#include "swarm/offload/swarm.h"

#include "population/reals.h"

#include <stddef.h>
#include <string.h>

jx_number jx_offload_number(const jx_offload *swarm, double value)
{
  jx_number number;
  jx_reals_from(&value, 1, swarm->head.shape.real_bytes, &number);
  return number;
}

/* Numbers of arguments: buffers, then scalars. */
enum {
  FIRST_SCALAR = JX_BUFFERS - 1,
#define JX_SCALAR(name, type) SCALAR_##name,
#include "swarm/offload/scalars.def"
#undef JX_SCALAR
};

static const struct {
  size_t offset, bytes; /* bytes: 0 for a jx_number */
} scalar_rows[] = {
#define IS_NUMBER(type) _Generic((type){0}, jx_number : 1, default : 0)
#define JX_SCALAR(name, type) {offsetof(jx_scalars, name), IS_NUMBER(type) ? 0 : sizeof(type)},
#include "swarm/offload/scalars.def"
#undef JX_SCALAR
};

static const struct {
  const char *name;
  jx_work work;
  size_t count;
  unsigned char arguments[JX_DEVICE_ARGUMENTS];
} kernel_rows[] = {
#define B(name) JX_BUFFER_##name
#define S(name) SCALAR_##name
#define JX_KERNEL(kind, name, work, ...) \
  {"jk_swarm_" #name, JX_WORK_##work, sizeof((unsigned char[]){__VA_ARGS__}), {__VA_ARGS__}},
#include "swarm/offload/kernels.def"
#undef JX_KERNEL
};

const char *jx_offload_kernel_name(jx_kernel kernel) { return kernel_rows[kernel].name; }

/* Any buffer will do for one that the program does not read. */
static jx_device_argument argument_of(const jx_offload *swarm, unsigned number,
                                      const jx_scalars *scalars)
{
  if (number < JX_BUFFERS) {
    jx_device_memory own = swarm->buffer[number];
    return (jx_device_argument){.memory = own != NULL ? own : swarm->buffer[JX_BUFFER_GUIDE]};
  }
  size_t bytes = scalar_rows[number - JX_BUFFERS].bytes;
  return (jx_device_argument){.scalar =
                                  (const char *)scalars + scalar_rows[number - JX_BUFFERS].offset,
                              .bytes = bytes > 0 ? bytes : swarm->head.shape.real_bytes};
}

jato_status jx_offload_launch_kernel(jx_offload *swarm, jx_kernel kernel, size_t groups,
                                     const jx_scalars *scalars, jato_error *error)
{
  jx_device_argument arguments[JX_DEVICE_ARGUMENTS];
  double seconds = 0;
  jx_device_launch work = {.kernel = swarm->kernel_index[kernel],
                           .groups = groups,
                           .local = swarm->local,
                           .arguments = arguments,
                           .count = kernel_rows[kernel].count};
  for (size_t i = 0; i < work.count; i++)
    arguments[i] = argument_of(swarm, kernel_rows[kernel].arguments[i], scalars);
  JX_TRY(swarm->ops->launch(swarm->device, &work, error));
  if (swarm->head.profile == NULL) return JATO_OK;
  JX_TRY(swarm->ops->wait(swarm->device, &seconds, error));
  jx_profile_note(swarm->head.profile, kernel_rows[kernel].work, seconds);
  return JATO_OK;
}

jx_scalars jx_offload_scalars(const jx_offload *swarm)
{
  return (jx_scalars){.seed = swarm->seed,
                      .swarm = swarm->head.shape.particles,
                      .from = swarm->head.from,
                      .to = swarm->head.to,
                      .a = jx_offload_number(swarm, swarm->problem->objective.parameter),
                      .tile_count = (uint32_t)swarm->head.tiles,
                      .reach = (int32_t)swarm->head.shape.reach,
                      .data_count = (int32_t)swarm->problem->objective.data_count};
}

/* Launches a kernel that needs nothing else. */
static jato_status launch(jx_offload *swarm, jx_kernel kernel, size_t groups, jato_error *error)
{
  jx_scalars scalars = jx_offload_scalars(swarm);
  return jx_offload_launch_kernel(swarm, kernel, groups, &scalars, error);
}

static jato_status launch_pass(jx_offload *swarm, const jx_step *step, jato_error *error)
{
  jx_scalars scalars = jx_offload_scalars(swarm);
  scalars.iteration = step->iteration;
  scalars.w0 = jx_offload_number(swarm, step->weight[0]);
  scalars.w1 = jx_offload_number(swarm, step->weight[1]);
  scalars.w2 = jx_offload_number(swarm, step->weight[2]);
  scalars.w3 = jx_offload_number(swarm, step->weight[3]);
  return jx_offload_launch_kernel(swarm, JX_KERNEL_PASS, scalars.tile_count, &scalars, error);
}

/* Launches consecutive steps, of which the first is `step`. */
static jato_status launch_steps(jx_offload *swarm, const jx_step *step, jato_error *error)
{
  size_t bytes = JK_WEIGHTS * swarm->head.shape.real_bytes;
  unsigned char weights[JX_STEPS_MOST * JK_WEIGHTS * sizeof(double)];
  jx_scalars scalars = jx_offload_scalars(swarm);
  scalars.iteration = step->iteration;
  for (; step != NULL; step = step->then, scalars.steps++)
    jx_reals_from(step->weight, JK_WEIGHTS, swarm->head.shape.real_bytes,
                  weights + (size_t)scalars.steps * bytes);
  JX_TRY(
      jx_offload_write(swarm, JX_BUFFER_WEIGHTS, 0, (size_t)scalars.steps * bytes, weights, error));
  return jx_offload_launch_kernel(swarm, JX_KERNEL_STEPS, scalars.tile_count, &scalars, error);
}

/* Fills buffer HALO_OUT. */
static jato_status launch_halo(jx_offload *swarm, jato_error *error)
{
  JX_TRY(launch(swarm, JX_KERNEL_HALO, 2, error));
  swarm->halo_is_current = 1;
  return JATO_OK;
}

jato_status jx_offload_halo(jx_swarm *head, jx_side side, int incoming, void *halo,
                            jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  const jx_shape *shape = &head->shape;
  size_t bytes = jx_shape_halo_bytes(shape);
  size_t at = side == JX_LAST ? bytes : 0;
  if (swarm->buffer[JX_BUFFER_HALO_OUT] == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s holds a swarm that has no halo", swarm->facts.spec);
  if (incoming) return jx_offload_write(swarm, JX_BUFFER_HALO_IN, at, bytes, halo, error);
  if (!swarm->halo_is_current) JX_TRY(launch_halo(swarm, error));
  return jx_offload_read(swarm, JX_BUFFER_HALO_OUT, at, bytes, halo, error);
}

jato_status jx_offload_flush_all(jx_swarm *head, jato_error *error)
{
  return launch((jx_offload *)head, JX_KERNEL_FLUSH_BESTS, (size_t)head->tiles, error);
}

jato_status jx_offload_read_bests(jx_swarm *head, const uint32_t *particles, size_t count,
                                  void *rows, jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  jx_scalars scalars = {.count = (uint32_t)count, .first_tile = (uint32_t)head->first_tile};
  if (count == 0) return JATO_OK;
  JX_TRY(
      jx_offload_write(swarm, JX_BUFFER_LOCATIONS, 0, count * sizeof *particles, particles, error));
  JX_TRY(jx_offload_launch_kernel(
      swarm, JX_KERNEL_ROWS, (count + JK_ROWS_AT_ONCE - 1) / JK_ROWS_AT_ONCE, &scalars, error));
  return jx_offload_read(swarm, JX_BUFFER_HALO_OUT, 0,
                         count * head->shape.dim * head->shape.real_bytes, rows, error);
}

jato_status jx_offload_set_partners(jx_swarm *head, const jx_fetched *fetched, jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  uint32_t first = (uint32_t)fetched->first;
  size_t count = 3 * fetched->lanes;
  JX_TRY(jx_offload_write(swarm, JX_BUFFER_LOCATIONS, 0, sizeof first, &first, error));
  JX_TRY(jx_offload_write(swarm, JX_BUFFER_LOCATIONS, sizeof first, count * sizeof *fetched->which,
                          fetched->which, error));
  return jx_offload_write(swarm, JX_BUFFER_HALO_IN, 0,
                          count * head->shape.dim * head->shape.real_bytes, fetched->rows, error);
}

static jato_status write_guide(jx_offload *swarm, const double *guide, jato_error *error)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t real = shape->real_bytes;
  int same = swarm->guide_written;
  for (size_t d = 0; d < shape->dim; d++) {
    jx_number n = jx_offload_number(swarm, guide[d]);
    char *to = (char *)swarm->guide + d * real;
    same = same && memcmp(to, &n, real) == 0;
    memcpy(to, &n, real);
  }
  if (same) return JATO_OK;
  swarm->guide_written = 0; /* until it is there */
  JX_TRY(jx_offload_write(swarm, JX_BUFFER_GUIDE, 0, shape->dim * real, swarm->guide, error));
  swarm->guide_written = 1;
  return JATO_OK;
}

jato_status jx_offload_launch(jx_swarm *head, const jx_step *step, const double *guide,
                              jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  int neighbours = swarm->plan->neighbours > 0;
  swarm->best_is_current = swarm->halo_is_current = 0;
  if (step == NULL) {
    JX_TRY(launch(swarm, JX_KERNEL_PLACE, (size_t)head->tiles, error));
  } else {
    if (neighbours || (swarm->has_partners && swarm->fetched == 0))
      JX_TRY(jx_offload_flush_all(head, error));
    if (!neighbours) JX_TRY(write_guide(swarm, guide, error));
    if (swarm->plan->exchange > 1)
      JX_TRY(launch_steps(swarm, step, error));
    else
      JX_TRY(launch_pass(swarm, step, error));
  }
  JX_TRY(launch(swarm, JX_KERNEL_BEST, 1, error));
  return neighbours && !swarm->whole ? launch_halo(swarm, error) : JATO_OK;
}

jato_status jx_offload_collect(jx_swarm *head, jx_pass_result *found, jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  size_t bytes = sizeof(jx_offload_record) + head->shape.dim * head->shape.real_bytes;
  jx_offload_record record;
  *found = (jx_pass_result){0};
  JX_TRY(swarm->ops->wait(swarm->device, &found->seconds, error));
  JX_TRY(jx_offload_read(swarm, JX_BUFFER_BEST, 0, bytes, swarm->best, error));
  memcpy(&record, swarm->best, sizeof record);
  found->value = jx_real_at(record.value, 0, head->shape.real_bytes);
  found->particle = record.particle;
  found->nonfinite = record.nonfinite;
  found->step = record.step;
  swarm->best_is_current = 1;
  return JATO_OK;
}

static jato_status time_bare(jx_offload *swarm, uint64_t *bytes, jato_error *error)
{
  const jx_shape *shape = &swarm->head.shape;
  uint64_t groups = 0;
  for (uint64_t t = 0; t < swarm->head.tiles; t++)
    groups += jx_shape_tile_at(shape, swarm->staging, swarm->head.first_tile + t).groups;
  swarm->best_is_current = 0;
  *bytes = groups * JK_LANES * (uint64_t)shape->dim * 5 * shape->real_bytes;
  return launch(swarm, JX_KERNEL_BARE, (size_t)swarm->head.tiles, error);
}

/* Tiles with particles that take part. */
static size_t count_active_tiles(const jx_swarm *head)
{
  uint64_t tiles = head->tiles;
  if (head->to == 0) return (size_t)tiles;
  while (tiles > 0 && jx_shape_first(&head->shape, head->first_tile + tiles - 1) >= head->to)
    tiles--;
  return (size_t)tiles;
}

static jato_status evaluate(jx_offload *swarm, int32_t keeps, uint64_t *bytes, jato_error *error)
{
  jx_scalars scalars = jx_offload_scalars(swarm);
  size_t tiles = count_active_tiles(&swarm->head);
  *bytes = 0;
  if (tiles == 0) return JATO_OK;
  scalars.keeps = keeps;
  return jx_offload_launch_kernel(swarm, JX_KERNEL_EVALUATE, tiles, &scalars, error);
}

jato_status jx_offload_time_pass(jx_swarm *head, int what, uint64_t *bytes, jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  double seconds = 0;
  if (what == JX_TIME_BARE)
    JX_TRY(time_bare(swarm, bytes, error));
  else
    JX_TRY(evaluate(swarm, what == JX_VALUES, bytes, error));
  return swarm->ops->wait(swarm->device, &seconds, error);
}
