/* Copies particles and tiles between the device's memory and the host's. */
#include "swarm/offload/swarm.h"

#include "population/reals.h"

#include <string.h>

jato_status jx_offload_write(jx_offload *swarm, jx_buffer to, size_t offset, size_t bytes,
                             const void *host, jato_error *error)
{
  jx_profile *profile = swarm->head.profile;
  double began = jx_profile_begin(profile);
  JX_TRY(swarm->ops->write(swarm->device, swarm->buffer[to], offset, bytes, host, error));
  jx_profile_end(profile, JX_WORK_COPY, began);
  return JATO_OK;
}

jato_status jx_offload_read(jx_offload *swarm, jx_buffer from, size_t offset, size_t bytes,
                            void *host, jato_error *error)
{
  jx_profile *profile = swarm->head.profile;
  double began = jx_profile_begin(profile);
  JX_TRY(swarm->ops->read(swarm->device, swarm->buffer[from], offset, bytes, host, error));
  jx_profile_end(profile, JX_WORK_COPY, began);
  return JATO_OK;
}

static size_t tile_offset(const jx_offload *swarm, uint64_t number)
{
  return (size_t)(number - swarm->head.first_tile) * swarm->head.shape.tile_bytes;
}

static int is_held(const jx_offload *swarm, uint64_t tile)
{
  return tile >= swarm->head.first_tile && tile - swarm->head.first_tile < swarm->head.tiles;
}

static jato_status refuse_tile(const jx_offload *swarm, uint64_t number, jato_error *error)
{
  return jx_fail(error, JATO_E_ARGUMENT, "tile %llu is not on %s, which holds %llu from %llu on",
                 (unsigned long long)number, swarm->facts.spec,
                 (unsigned long long)swarm->head.tiles, (unsigned long long)swarm->head.first_tile);
}

/* Reads the dim coordinates of a lane from the group's rows. */
static jato_status read_position(jx_offload *swarm, const jx_location *location, double *x,
                                 jato_error *error)
{
  const jx_shape *shape = &swarm->head.shape;
  size_t bytes = shape->group_bytes[JX_POSITION];
  size_t at = tile_offset(swarm, location->tile) + shape->field_start[JX_POSITION];
  JX_TRY(jx_offload_read(swarm, JX_BUFFER_TILES, at + location->group * bytes, bytes,
                         swarm->staging, error));
  for (size_t d = 0; d < shape->dim; d++)
    x[d] = jx_real_at(swarm->staging, d * JK_LANES + location->lane, shape->real_bytes);
  return JATO_OK;
}

/* Whether `best` holds this particle's coordinates: its position or, with independent tiles, its
 * own best. */
static int has_best_of(const jx_offload *swarm, uint64_t particle)
{
  jx_offload_record best;
  memcpy(&best, swarm->best, sizeof best);
  return swarm->best_is_current && best.particle == particle;
}

static void read_best(const jx_offload *swarm, double *x)
{
  const jx_shape *shape = &swarm->head.shape;
  const char *reals = swarm->best + sizeof(jx_offload_record);
  for (size_t d = 0; d < shape->dim; d++) x[d] = jx_real_at(reals, d, shape->real_bytes);
}

jato_status jx_offload_read_found(jx_swarm *head, uint64_t particle, double *x, jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  if (!has_best_of(swarm, particle) || swarm->plan->exchange <= 1)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s has the own best of the best particle of a pass only, and particle %llu is "
                   "another one",
                   swarm->facts.spec, (unsigned long long)particle);
  read_best(swarm, x);
  return JATO_OK;
}

jato_status jx_offload_read_particle(jx_swarm *head, uint64_t particle, double *x, double *value,
                                     jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  const jx_shape *shape = &head->shape;
  jx_location location = jx_shape_find(shape, particle);
  if (!is_held(swarm, location.tile)) return refuse_tile(swarm, location.tile, error);
  if (x != NULL && has_best_of(swarm, particle) && swarm->plan->exchange <= 1)
    read_best(swarm, x);
  else if (x != NULL)
    JX_TRY(read_position(swarm, &location, x, error));
  if (value == NULL) return JATO_OK;
  size_t at = tile_offset(swarm, location.tile) + shape->field_start[JX_VALUE] +
              location.group * shape->group_bytes[JX_VALUE] + location.lane * shape->real_bytes;
  JX_TRY(jx_offload_read(swarm, JX_BUFFER_TILES, at, shape->real_bytes, swarm->staging, error));
  *value = jx_real_at(swarm->staging, 0, shape->real_bytes);
  return JATO_OK;
}

/* Copies the fields of the mask between the device and the staging tile, adjacent fields in one
 * copy. */
static jato_status copy_fields(jx_offload *swarm, uint64_t number, unsigned fields, int to_device,
                               jato_error *error)
{
  const jx_shape *shape = &swarm->head.shape;
  int f = 0;
  while (f < JX_FIELDS) {
    size_t start = shape->field_start[f];
    size_t end = start;
    for (; f < JX_FIELDS && (fields & JX_HAS(f)); f++)
      end = f + 1 < JX_FIELDS ? shape->field_start[f + 1] : shape->tile_bytes;
    size_t at = tile_offset(swarm, number) + start;
    if (end > start && to_device)
      JX_TRY(
          jx_offload_write(swarm, JX_BUFFER_TILES, at, end - start, swarm->staging + start, error));
    else if (end > start)
      JX_TRY(
          jx_offload_read(swarm, JX_BUFFER_TILES, at, end - start, swarm->staging + start, error));
    f++;
  }
  return JATO_OK;
}

void jx_offload_flush_bests(const jx_shape *shape, const jx_tile *tile)
{
  size_t real = shape->real_bytes, lanes = tile->groups * JK_LANES;
  for (size_t i = 0; i < lanes && shape->group_bytes[JX_OWN] > 0; i++) {
    if (!jx_best_is_here(shape, tile->field[JX_BEST_IS_HERE], i)) continue;
    size_t column = i / JK_LANES * shape->group_bytes[JX_OWN] + i % JK_LANES * real;
    for (size_t d = 0; d < shape->dim; d++)
      memcpy(tile->field[JX_OWN] + column + d * shape->row_bytes,
             tile->field[JX_POSITION] + column + d * shape->row_bytes, real);
  }
  memset(tile->field[JX_BEST_IS_HERE], 0, tile->groups * shape->group_bytes[JX_BEST_IS_HERE]);
}

jato_status jx_offload_map_tile(jx_swarm *head, uint64_t number, unsigned fields, jx_tile *tile,
                                jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  if (!is_held(swarm, number)) return refuse_tile(swarm, number, error);
  if (fields & JX_HAS_TOGETHER) fields |= JX_HAS_TOGETHER;
  *tile = jx_shape_tile_at(&head->shape, swarm->staging, number);
  JX_TRY(copy_fields(swarm, number, fields, 0, error));
  if (fields & JX_HAS_TOGETHER) jx_offload_flush_bests(&head->shape, tile);
  return JATO_OK;
}

jato_status jx_offload_unmap_tile(jx_swarm *head, uint64_t number, unsigned written,
                                  jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  if (written == 0) return JATO_OK;
  if (!is_held(swarm, number)) return refuse_tile(swarm, number, error);
  if (written & JX_HAS_TOGETHER) written |= JX_HAS(JX_OWN) | JX_HAS(JX_BEST_IS_HERE);
  swarm->best_is_current = swarm->halo_is_current = 0;
  return copy_fields(swarm, number, written, 1, error);
}

jato_status jx_offload_copy_tiles(jx_swarm *head, void *to, jato_error *error)
{
  jx_offload *swarm = (jx_offload *)head;
  const jx_shape *shape = &head->shape;
  size_t bytes = (size_t)head->tiles * shape->tile_bytes;
  JX_TRY(jx_offload_read(swarm, JX_BUFFER_TILES, 0, bytes, to, error));
  for (uint64_t i = 0; i < head->tiles; i++) {
    char *start = (char *)to + i * shape->tile_bytes;
    jx_tile tile = jx_shape_tile_at(shape, start, head->first_tile + i);
    jx_offload_flush_bests(shape, &tile);
  }
  return JATO_OK;
}
