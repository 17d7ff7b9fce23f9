/* Passes over the tiles held, and the halos that others ask for, by launches. */
#include "swarm/offload/swarm.h"

#include "population/reals.h"

#include <string.h>

/* A real of the run's precision, as kernels take it. */
typedef union number {
  float f;
  double d;
} number;

static number number_of(const jx_offload *swarm, double value)
{
  number n;
  jx_reals_from(&value, 1, swarm->head.shape.real_bytes, &n);
  return n;
}

/* A buffer that the program does not look at may be any buffer. */
static jx_device_argument memory(const jx_offload *swarm, jx_buffer buffer)
{
  jx_device_memory own = swarm->buffer[buffer];
  return (jx_device_argument){.memory = own != NULL ? own : swarm->buffer[JX_BUFFER_GUIDE]};
}

#define SCALAR(variable) ((jx_device_argument){.scalar = &(variable), .bytes = sizeof(variable)})
#define NUMBER(variable) \
  ((jx_device_argument){.scalar = &(variable), .bytes = swarm->head.shape.real_bytes})
#define BUFFER(name) memory(swarm, JX_BUFFER_##name)
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const jx_work work_of[JX_KERNEL_KINDS] = {
    [JX_KERNEL_PLACE] = JX_WORK_FIRST_PASS, [JX_KERNEL_PASS] = JX_WORK_PASS,
    [JX_KERNEL_BEST] = JX_WORK_BEST,        [JX_KERNEL_EVALUATE] = JX_WORK_EVALUATE,
    [JX_KERNEL_BARE] = JX_WORK_COPY,        [JX_KERNEL_FLUSH_BESTS] = JX_WORK_OWN_BESTS,
    [JX_KERNEL_HALO] = JX_WORK_HALO,        [JX_KERNEL_ROWS] = JX_WORK_HALO};

/* Over `groups` work-groups. With a profile each is waited for, so that it is timed by itself. */
static jato_status launch(jx_offload *swarm, jx_kernel kernel, size_t groups,
                          const jx_device_argument *arguments, size_t count, jato_error *error)
{
  jx_device_launch work = {.kernel = swarm->kernel_index[kernel],
                           .groups = groups,
                           .local = swarm->local,
                           .arguments = arguments,
                           .count = count};
  JX_TRY(swarm->ops->launch(swarm->device, &work, error));
  if (swarm->head.profile == NULL) return JATO_OK;
  double seconds = 0;
  JX_TRY(swarm->ops->wait(swarm->device, &seconds, error));
  jx_profile_note(swarm->head.profile, work_of[kernel], seconds);
  return JATO_OK;
}

static jato_status launch_place(jx_offload *swarm, jato_error *error)
{
  number a = number_of(swarm, swarm->problem->objective.parameter);
  int32_t data_count = (int32_t)swarm->problem->objective.data_count;
  jx_device_argument arguments[] = {BUFFER(TILES), BUFFER(TABLE),     BUFFER(BOX),
                                    BUFFER(DATA),  BUFFER(RECORDS),   SCALAR(swarm->seed),
                                    NUMBER(a),     SCALAR(data_count)};
  return launch(swarm, JX_KERNEL_PLACE, (size_t)swarm->head.tiles, arguments, COUNT(arguments),
                error);
}

static jato_status launch_pass(jx_offload *swarm, const jx_step *step, jato_error *error)
{
  number a = number_of(swarm, swarm->problem->objective.parameter), w[JK_WEIGHTS];
  uint32_t tiles = (uint32_t)swarm->head.tiles;
  int32_t reach = (int32_t)swarm->head.shape.reach;
  int32_t data_count = (int32_t)swarm->problem->objective.data_count;
  for (int i = 0; i < JK_WEIGHTS; i++) w[i] = number_of(swarm, step->weight[i]);
  jx_device_argument arguments[] = {BUFFER(TILES),
                                    BUFFER(TABLE),
                                    BUFFER(BOX),
                                    BUFFER(GUIDE),
                                    BUFFER(LOCATIONS),
                                    BUFFER(HALO_IN),
                                    BUFFER(DATA),
                                    BUFFER(RECORDS),
                                    SCALAR(swarm->seed),
                                    SCALAR(step->iteration),
                                    NUMBER(w[0]),
                                    NUMBER(w[1]),
                                    NUMBER(w[2]),
                                    NUMBER(w[3]),
                                    SCALAR(swarm->head.from),
                                    SCALAR(swarm->head.to),
                                    NUMBER(a),
                                    SCALAR(tiles),
                                    SCALAR(reach),
                                    SCALAR(data_count)};
  return launch(swarm, JX_KERNEL_PASS, (size_t)swarm->head.tiles, arguments, COUNT(arguments),
                error);
}

/* Steps one behind the other, of which the first is `step`. */
static jato_status launch_steps(jx_offload *swarm, const jx_step *step, jato_error *error)
{
  size_t real = swarm->head.shape.real_bytes;
  number a = number_of(swarm, swarm->problem->objective.parameter);
  int32_t data_count = (int32_t)swarm->problem->objective.data_count, steps = 0;
  unsigned char weights[JX_STEPS_MOST * JK_WEIGHTS * sizeof(double)];
  for (const jx_step *one = step; one != NULL; one = one->then, steps++)
    jx_reals_from(one->weight, JK_WEIGHTS, real, weights + (size_t)steps * JK_WEIGHTS * real);
  JX_TRY(jx_offload_write(swarm, JX_BUFFER_WEIGHTS, 0, (size_t)steps * JK_WEIGHTS * real, weights,
                          error));
  jx_device_argument arguments[] = {BUFFER(TILES),
                                    BUFFER(TABLE),
                                    BUFFER(BOX),
                                    BUFFER(GUIDE),
                                    BUFFER(GUIDES),
                                    BUFFER(WEIGHTS),
                                    BUFFER(DATA),
                                    BUFFER(RECORDS),
                                    SCALAR(swarm->seed),
                                    SCALAR(step->iteration),
                                    SCALAR(swarm->head.from),
                                    SCALAR(swarm->head.to),
                                    NUMBER(a),
                                    SCALAR(steps),
                                    SCALAR(data_count)};
  return launch(swarm, JX_KERNEL_PASS, (size_t)swarm->head.tiles, arguments, COUNT(arguments),
                error);
}

static jato_status launch_best(jx_offload *swarm, jato_error *error)
{
  uint32_t tiles = (uint32_t)swarm->head.tiles;
  jx_device_argument arguments[] = {BUFFER(TILES), BUFFER(TABLE), BUFFER(RECORDS), BUFFER(BEST),
                                    SCALAR(tiles)};
  return launch(swarm, JX_KERNEL_BEST, 1, arguments, COUNT(arguments), error);
}

/* Copies own bests where they belong, so that others see them, and chooses guides. */
static jato_status launch_settle(jx_offload *swarm, jato_error *error)
{
  uint32_t tiles = (uint32_t)swarm->head.tiles;
  int32_t reach = (int32_t)swarm->head.shape.reach;
  jx_device_argument arguments[] = {BUFFER(TILES),     BUFFER(TABLE),
                                    BUFFER(OFFSETS),   BUFFER(HALO_IN),
                                    BUFFER(LOCATIONS), SCALAR(swarm->head.shape.particles),
                                    SCALAR(tiles),     SCALAR(reach)};
  return launch(swarm, JX_KERNEL_FLUSH_BESTS, tiles, arguments, COUNT(arguments), error);
}

/* Fills buffer HALO_OUT. */
static jato_status take_halo(jx_offload *swarm, jato_error *error)
{
  uint32_t tiles = (uint32_t)swarm->head.tiles;
  int32_t reach = (int32_t)swarm->head.shape.reach;
  jx_device_argument arguments[] = {BUFFER(TILES), BUFFER(TABLE), BUFFER(HALO_OUT), SCALAR(tiles),
                                    SCALAR(reach)};
  JX_TRY(launch(swarm, JX_KERNEL_HALO, 2, arguments, COUNT(arguments), error));
  swarm->halo_taken = 1;
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
  if (!swarm->halo_taken) JX_TRY(take_halo(swarm, error));
  return jx_offload_read(swarm, JX_BUFFER_HALO_OUT, at, bytes, halo, error);
}

jato_status jx_offload_settle(jx_swarm *head, jato_error *error)
{
  return launch_settle((jx_offload *)head, error);
}

jato_status jx_offload_read_bests(jx_swarm *head, const uint32_t *particles, size_t count,
                                  void *rows, jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  uint32_t wanted = (uint32_t)count, first = (uint32_t)head->first_tile;
  jx_device_argument arguments[] = {BUFFER(TILES), BUFFER(LOCATIONS), BUFFER(HALO_OUT),
                                    SCALAR(wanted), SCALAR(first)};
  if (count == 0) return JATO_OK;
  JX_TRY(
      jx_offload_write(swarm, JX_BUFFER_LOCATIONS, 0, count * sizeof *particles, particles, error));
  JX_TRY(launch(swarm, JX_KERNEL_ROWS, (count + JK_ROWS_AT_ONCE - 1) / JK_ROWS_AT_ONCE, arguments,
                COUNT(arguments), error));
  return jx_offload_read(swarm, JX_BUFFER_HALO_OUT, 0,
                         count * head->shape.dim * head->shape.real_bytes, rows, error);
}

jato_status jx_offload_take_partners(jx_swarm *head, const jx_fetched *fetched, jato_error *error)
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
    number n = number_of(swarm, guide[d]);
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
  swarm->best_read = swarm->halo_taken = 0;
  if (step == NULL) {
    JX_TRY(launch_place(swarm, error));
  } else {
    if (neighbours || (swarm->has_partners && swarm->fetched == 0))
      JX_TRY(launch_settle(swarm, error));
    if (!neighbours) JX_TRY(write_guide(swarm, guide, error));
    if (swarm->plan->exchange > 1)
      JX_TRY(launch_steps(swarm, step, error));
    else
      JX_TRY(launch_pass(swarm, step, error));
  }
  JX_TRY(launch_best(swarm, error));
  return neighbours && !swarm->whole ? take_halo(swarm, error) : JATO_OK;
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
  swarm->best_read = 1;
  return JATO_OK;
}

static jato_status time_bare(jx_offload *swarm, uint64_t *bytes, jato_error *error)
{
  const jx_shape *shape = &swarm->head.shape;
  jx_device_argument arguments[] = {BUFFER(TILES), BUFFER(TABLE)};
  uint64_t groups = 0;
  for (uint64_t t = 0; t < swarm->head.tiles; t++)
    groups += jx_shape_tile_at(shape, swarm->staging, swarm->head.first_tile + t).groups;
  swarm->best_read = 0;
  *bytes = groups * JK_LANES * (uint64_t)shape->dim * 5 * shape->real_bytes;
  return launch(swarm, JX_KERNEL_BARE, (size_t)swarm->head.tiles, arguments, COUNT(arguments),
                error);
}

/* Tiles with particles that take part. */
static size_t tiles_taking_part(const jx_swarm *head)
{
  uint64_t tiles = head->tiles;
  if (head->to == 0) return (size_t)tiles;
  while (tiles > 0 && jx_shape_first(&head->shape, head->first_tile + tiles - 1) >= head->to)
    tiles--;
  return (size_t)tiles;
}

static jato_status evaluate(jx_offload *swarm, int32_t keeps, uint64_t *bytes, jato_error *error)
{
  number a = number_of(swarm, swarm->problem->objective.parameter);
  int32_t data_count = (int32_t)swarm->problem->objective.data_count;
  jx_device_argument arguments[] = {BUFFER(TILES),   BUFFER(TABLE), BUFFER(DATA),
                                    BUFFER(RECORDS), NUMBER(a),     SCALAR(data_count),
                                    SCALAR(keeps)};
  size_t tiles = tiles_taking_part(&swarm->head);
  *bytes = 0;
  if (tiles == 0) return JATO_OK;
  return launch(swarm, JX_KERNEL_EVALUATE, tiles, arguments, COUNT(arguments), error);
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
