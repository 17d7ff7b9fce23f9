/* Creates a swarm on a device with memory of its own: opens it, builds the program, allocates all
 * memory and writes the constants. */
#include "swarm/offload/swarm.h"

#include "population/reals.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(jx_offload_tile) == 16, "as kernel/offload/slots.h has it");
_Static_assert(sizeof(jx_offload_record) == 32, "as kernel/offload/slots.h has it");
_Static_assert(sizeof(jx_offload_standing) == 32, "as kernel/offload/batched_runs.h has it");
_Static_assert(sizeof(jx_batch_member) == 16, "as kernel/offload/batched_runs.h has it");

/* The same for a batch, with one copy for each run or for each problem. */
static size_t count_batch_bytes(const jx_offload *swarm, jx_buffer buffer)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t real = shape->real_bytes, row = shape->dim * real;
  size_t runs = swarm->batch->count, problems = swarm->batch->problem_count;
  switch (buffer) {
  case JX_BUFFER_TILES: return runs * jx_shape_bytes(shape);
  case JX_BUFFER_TABLE: return (size_t)shape->tiles * sizeof(jx_offload_tile);
  case JX_BUFFER_BOX: return problems * JX_BOX_ROWS * row;
  case JX_BUFFER_GUIDE: return row; /* also passed for buffers that are not needed */
  case JX_BUFFER_GUIDES: return runs * row;
  case JX_BUFFER_WEIGHTS: return runs * JX_STEPS_MOST * JK_WEIGHTS * real;
  case JX_BUFFER_DATA: return problems * swarm->problem->objective.data_count * real;
  case JX_BUFFER_RECORDS: return runs * sizeof(jx_offload_standing);
  case JX_BUFFER_MEMBERS: return runs * sizeof(jx_batch_member);
  case JX_BUFFER_PARAMETERS: return problems * real;
  default: return 0;
  }
}

/* Bytes for the numbers of particles, or rows, that ranks exchange. */
static size_t count_fetched(const jx_offload *swarm)
{
  size_t which = swarm->fetched > 0 ? 1 + swarm->fetched : 0;
  return (which > swarm->asked ? which : swarm->asked) * sizeof(uint32_t);
}

/* Bytes of a buffer; 0 for one that is not needed. */
static size_t count_bytes(const jx_offload *swarm, jx_buffer buffer)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t tiles = (size_t)swarm->head.tiles, row = shape->dim * shape->real_bytes;
  size_t largest = (size_t)((shape->groups + shape->tiles - 1) / shape->tiles);
  int neighbours = swarm->plan->neighbours > 0, independent = swarm->plan->exchange > 1;
  if (swarm->batch != NULL) return count_batch_bytes(swarm, buffer);
  switch (buffer) {
  case JX_BUFFER_TILES: return tiles * shape->tile_bytes;
  case JX_BUFFER_TABLE: return tiles * sizeof(jx_offload_tile);
  case JX_BUFFER_BOX: return JX_BOX_ROWS * row;
  case JX_BUFFER_GUIDE: return row;
  case JX_BUFFER_GUIDES: return independent ? tiles * row : 0;
  case JX_BUFFER_WEIGHTS: return independent ? JX_STEPS_MOST * JK_WEIGHTS * shape->real_bytes : 0;
  case JX_BUFFER_DATA: return swarm->problem->objective.data_count * shape->real_bytes;
  case JX_BUFFER_RECORDS: return tiles * sizeof(jx_offload_record);
  case JX_BUFFER_BEST: return sizeof(jx_offload_record) + row;
  case JX_BUFFER_OFFSETS: return swarm->plan->neighbours * sizeof(int32_t);
  case JX_BUFFER_LOCATIONS:
    return neighbours ? tiles * largest * JK_LANES * sizeof(uint32_t) : count_fetched(swarm);
  case JX_BUFFER_HALO_IN:
    return neighbours && !swarm->whole ? 2 * jx_shape_halo_bytes(shape) : swarm->fetched * row;
  case JX_BUFFER_HALO_OUT:
    return neighbours && !swarm->whole ? 2 * jx_shape_halo_bytes(shape) : swarm->asked * row;
  default: return 0;
  }
}

static jato_status check_config(const jx_offload *swarm, const jx_swarm_config *config,
                                jato_error *error)
{
  const jx_objective *objective = &config->problem->objective;
  if (JX_IS_HOST_OBJECTIVE(objective))
    return jx_fail(error, JATO_E_DEVICE,
                   "a function of this process runs on the cpu device only; give it as C source to "
                   "run it on %s",
                   swarm->facts.spec);
  if (config->precision == JATO_DOUBLE && !swarm->facts.doubles)
    return jx_fail(error, JATO_E_DEVICE, "%s (%s) has no double precision; take --precision float",
                   swarm->facts.spec, swarm->facts.name);
  if (config->shape->reach > INT32_MAX || objective->data_count > INT32_MAX ||
      config->tiles > UINT32_MAX)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: the swarm, its neighbourhoods or the objective's data are too large to be "
                   "counted in 32 bits; take the cpu device",
                   swarm->facts.spec);
  return JATO_OK;
}

/* Checks the size first: some drivers allocate memory they do not have, and fail during a pass. */
static jato_status check_room(const jx_offload *swarm, jato_error *error)
{
  const jx_device_facts *facts = &swarm->facts;
  double all = 0, tiles = (double)count_bytes(swarm, JX_BUFFER_TILES);
  for (int buffer = 0; buffer < JX_BUFFERS; buffer++)
    all += (double)count_bytes(swarm, (jx_buffer)buffer);
  int too_long = facts->most_bytes != 0 && tiles > (double)facts->most_bytes;
  int too_much = facts->free_bytes != 0 && all > (double)facts->free_bytes;
  if (!too_long && !too_much) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY,
                 "%s: this swarm needs %.1f GB, of which %.1f GB in one piece; the device has %.1f "
                 "GB and gives at most %.1f GB in a piece; take fewer particles, --precision float "
                 "or the cpu device",
                 facts->spec, 1e-9 * all, 1e-9 * tiles, 1e-9 * (double)facts->free_bytes,
                 1e-9 * (double)facts->most_bytes);
}

static jato_status take_memory(jx_offload *swarm, jato_error *error)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t row = shape->dim * shape->real_bytes;
  JX_TRY(check_room(swarm, error));
  for (int buffer = 0; buffer < JX_BUFFERS; buffer++) {
    size_t bytes = count_bytes(swarm, (jx_buffer)buffer);
    if (bytes == 0) continue;
    JX_TRY(swarm->ops->allocate(swarm->device, bytes, &swarm->buffer[buffer], error));
  }
  swarm->staging = jx_allocate(&swarm->allocator, shape->tile_bytes, 1);
  swarm->guide = jx_allocate(&swarm->allocator, row, 1);
  swarm->best = jx_allocate(&swarm->allocator, sizeof(jx_offload_record) + row, 1);
  if (swarm->staging != NULL && swarm->guide != NULL && swarm->best != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for a tile of %zu bytes on its way to %s",
                 shape->tile_bytes, swarm->facts.spec);
}

static jato_status write_buffer(jx_offload *swarm, jx_buffer buffer, const void *from,
                                jato_error *error)
{
  return swarm->ops->write(swarm->device, swarm->buffer[buffer], 0, count_bytes(swarm, buffer),
                           from, error);
}

static void fill_table(const jx_offload *swarm, jx_offload_tile *table)
{
  const jx_swarm *head = &swarm->head;
  for (uint64_t t = 0; t < head->tiles; t++) {
    jx_tile tile = jx_shape_tile_at(&head->shape, swarm->staging, head->first_tile + t);
    table[t] = (jx_offload_tile){tile.first, (uint32_t)tile.groups, (uint32_t)tile.particles};
  }
}

static void fill_offsets(const jx_plan *plan, int32_t *offsets)
{
  for (size_t k = 0; k < plan->neighbours; k++) offsets[k] = (int32_t)plan->offset[k];
}

/* The problems of a batch, or the one there is. */
static const jato_problem *problem_at(const jx_offload *swarm, size_t p)
{
  return swarm->batch != NULL ? swarm->batch->problems[p] : swarm->problem;
}

static jato_status fill_boxes(const jx_offload *swarm, size_t problems, char *boxes,
                              jato_error *error)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t bytes = JX_BOX_ROWS * shape->dim * shape->real_bytes;
  for (size_t p = 0; p < problems; p++) {
    const jato_problem *problem = problem_at(swarm, p);
    jx_bounds bounds = {problem->dim, problem->lower, problem->upper, swarm->plan->limit};
    JX_TRY(jx_box_round(&bounds, shape->real_bytes, boxes + p * bytes, error));
  }
  return JATO_OK;
}

/* Computes the constants of a run in the host's memory at `work` and writes them to the device. */
static jato_status fill_constants(jx_offload *swarm, void *work, jato_error *error)
{
  size_t real = swarm->head.shape.real_bytes;
  size_t problems = swarm->batch != NULL ? swarm->batch->problem_count : 1;
  fill_table(swarm, work);
  JX_TRY(write_buffer(swarm, JX_BUFFER_TABLE, work, error));
  JX_TRY(fill_boxes(swarm, problems, work, error));
  JX_TRY(write_buffer(swarm, JX_BUFFER_BOX, work, error));
  if (swarm->buffer[JX_BUFFER_DATA] != NULL) {
    for (size_t p = 0; p < problems; p++) {
      const jx_objective *objective = &problem_at(swarm, p)->objective;
      jx_reals_from(objective->data, objective->data_count, real,
                    (char *)work + p * objective->data_count * real);
    }
    JX_TRY(write_buffer(swarm, JX_BUFFER_DATA, work, error));
  }
  if (swarm->buffer[JX_BUFFER_PARAMETERS] != NULL) {
    for (size_t p = 0; p < problems; p++)
      jx_reals_from(&problem_at(swarm, p)->objective.parameter, 1, real, (char *)work + p * real);
    JX_TRY(write_buffer(swarm, JX_BUFFER_PARAMETERS, work, error));
  }
  if (swarm->buffer[JX_BUFFER_OFFSETS] != NULL) {
    fill_offsets(swarm->plan, work);
    JX_TRY(write_buffer(swarm, JX_BUFFER_OFFSETS, work, error));
  }
  return JATO_OK;
}

static jato_status write_constants(jx_offload *swarm, jato_error *error)
{
  static const jx_buffer buffers[] = {JX_BUFFER_TABLE, JX_BUFFER_BOX, JX_BUFFER_DATA,
                                      JX_BUFFER_PARAMETERS, JX_BUFFER_OFFSETS};
  size_t most = 0;
  for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
    if (count_bytes(swarm, buffers[i]) > most) most = count_bytes(swarm, buffers[i]);
  void *work = jx_allocate(&swarm->allocator, most, 1);
  if (work == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for %zu bytes on their way to %s", most,
                   swarm->facts.spec);
  jato_status status = fill_constants(swarm, work, error);
  jx_release(&swarm->allocator, work);
  return status;
}

static void offload_destroy(jx_swarm **address)
{
  jx_offload *swarm = (jx_offload *)*address;
  if (swarm == NULL) return;
  jato_allocator allocator = swarm->allocator;
  if (swarm->device != NULL) {
    for (int buffer = 0; buffer < JX_BUFFERS; buffer++)
      swarm->ops->release(swarm->device, swarm->buffer[buffer]);
    swarm->ops->close(&swarm->device);
  }
  jx_release(&allocator, swarm->staging);
  jx_release(&allocator, swarm->guide);
  jx_release(&allocator, swarm->best);
  jx_release(&allocator, swarm);
  *address = NULL;
}

static jato_status offload_create(const jx_swarm_config *config, jx_swarm **out, jato_error *error)
{
  jato_status status = JATO_OK;
  jx_offload *swarm = jx_allocate(&config->allocator, 1, sizeof *swarm);
  jx_swarm *head = (jx_swarm *)swarm;
  if (swarm == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a swarm");
  *swarm = (jx_offload){.allocator = config->allocator,
                        .ops = config->device,
                        .problem = config->problem,
                        .plan = config->plan,
                        .batch = config->batch,
                        .seed = config->seed,
                        .has_velocity = JX_HAS_VELOCITY(config->plan),
                        .has_own = JX_HAS_OWN(config->plan),
                        .has_partners = JX_HAS_PARTNERS(config->plan),
                        .fetched = config->fetched,
                        .asked = config->asked,
                        .whole = config->tiles == config->shape->tiles};
  head->shape = *config->shape;
  head->first_tile = config->first_tile;
  head->tiles = config->tiles;
  head->profile = config->profile;
  JX_TRY_DONE(config->device->open(config->values, &config->allocator, &swarm->device,
                                   &swarm->facts, error));
  (void)snprintf(head->described, sizeof head->described, "%s", swarm->facts.spec);
  JX_TRY_DONE(check_config(swarm, config, error));
  JX_TRY_DONE(take_memory(swarm, error));
  JX_TRY_DONE(write_constants(swarm, error));
  JX_TRY_DONE(jx_offload_build(swarm, config, error));
  *out = head;
  head = NULL; /* handed over */
done:
  offload_destroy(&head);
  return status;
}

const jx_swarm_ops jx_offload_swarm_ops = {
    .create = offload_create,
    .destroy = offload_destroy,
    .launch = jx_offload_launch,
    .collect = jx_offload_collect,
    .read_particle = jx_offload_read_particle,
    .read_found = jx_offload_read_found,
    .map_tile = jx_offload_map_tile,
    .unmap_tile = jx_offload_unmap_tile,
    .copy_tiles = jx_offload_copy_tiles,
    .halo = jx_offload_halo,
    .flush_all_bests = jx_offload_flush_all,
    .read_bests = jx_offload_read_bests,
    .set_partners = jx_offload_set_partners,
    .time_pass = jx_offload_time_pass,
};
