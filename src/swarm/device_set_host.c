/* Host objectives on the devices of a run: each operation goes to the device that holds the
 * particle. */
#include "swarm/device_set.h"

#include "population/reals.h"

static jx_device_part *holder_of(jx_device_set *devices, uint64_t particle)
{
  return jx_devices_holder(devices, jx_shape_find(&devices->shape, particle).tile);
}

/* One past the last particle that a part holds. */
static uint64_t end_of(const jx_device_set *devices, const jx_device_part *part)
{
  return jx_shape_first(&devices->shape, part->swarm->first_tile + part->swarm->tiles);
}

void jx_devices_read_points(jx_device_set *devices, uint64_t first, uint64_t count, double *x)
{
  for (uint64_t done = 0; done < count;) {
    jx_device_part *part = holder_of(devices, first + done);
    uint64_t here = end_of(devices, part) - (first + done);
    here = here < count - done ? here : count - done;
    part->ops->host->read_points(part->swarm, first + done, here, x + done * devices->shape.dim);
    done += here;
  }
}

jato_status jx_devices_judge(jx_device_set *devices, const double *f, jx_pass_result *found,
                             jato_error *error)
{
  *found = JX_FOUND_NOTHING;
  for (size_t i = 0; i < devices->count; i++) {
    jx_pass_result one;
    devices->part[i].ops->host->judge(devices->part[i].swarm, f, &one);
    jx_pass_result_join(found, &one);
  }
  return jx_devices_swap_halos(devices, error);
}

void jx_devices_move_one(jx_device_set *devices, uint64_t particle, const jx_step *step,
                         const double *guide)
{
  jx_device_part *part = holder_of(devices, particle);
  part->ops->host->move_one(part->swarm, particle, step, guide);
}

void jx_devices_judge_one(jx_device_set *devices, uint64_t particle, double f)
{
  jx_device_part *part = holder_of(devices, particle);
  part->ops->host->judge_one(part->swarm, particle, f);
}

void jx_devices_read_own(jx_device_set *devices, uint64_t particle, double *x, double *value)
{
  jx_device_part *part = holder_of(devices, particle);
  part->ops->host->read_own(part->swarm, particle, x, value);
}

jato_status jx_devices_read_found(jx_device_set *devices, uint64_t particle, double *x,
                                  jato_error *error)
{
  jx_device_part *part = holder_of(devices, particle);
  if (part->ops->read_found != NULL) return part->ops->read_found(part->swarm, particle, x, error);
  part->ops->host->read_own(part->swarm, particle, x, NULL);
  return JATO_OK;
}

void jx_devices_set_position(jx_device_set *devices, uint64_t particle, const double *x)
{
  jx_device_part *part = holder_of(devices, particle);
  part->ops->host->set_position(part->swarm, particle, x);
}

/* ---- Points that are not particles, evaluated instead of them ---- */

/* Groups of a tile that need a point in each lane: in the host's memory other groups stay as they
 * are, while other devices are written to, and evaluate, whole tiles. */
static size_t groups_to_fill(jx_device_set *devices, uint64_t number, const jx_tile *tile)
{
  const jx_device_part *part = jx_devices_holder(devices, number);
  return part->ops->host != NULL ? jx_swarm_clip_tile(part->swarm, *tile).groups : tile->groups;
}

/* Overwrites the positions of a tile with points; beyond the last point it is repeated. */
static void put_points(const jx_shape *shape, const jx_tile *tile, size_t groups, const double *x,
                       size_t count)
{
  for (size_t i = 0; i < groups * JK_LANES; i++) {
    size_t from = tile->first + i < count ? (size_t)tile->first + i : count - 1;
    char *column = tile->field[JX_POSITION] + i / JK_LANES * shape->group_bytes[JX_POSITION] +
                   i % JK_LANES * shape->real_bytes;
    for (size_t d = 0; d < shape->dim; d++)
      jx_reals_from(x + from * shape->dim + d, 1, shape->real_bytes, column + d * shape->row_bytes);
  }
}

static jato_status evaluate_tiles(jx_device_set *devices, const double *x, size_t count, double *f,
                                  jato_error *error)
{
  const jx_shape *shape = &devices->shape;
  uint64_t bytes = 0, used = jx_shape_find(shape, count - 1).tile + 1;
  jx_tile tile;
  for (uint64_t t = 0; t < used; t++) {
    JX_TRY(jx_devices_map(devices, t, 0, &tile, error));
    double began = jx_profile_begin(devices->profile);
    put_points(shape, &tile, groups_to_fill(devices, t, &tile), x, count);
    jx_profile_end(devices->profile, JX_WORK_COPY, began);
    JX_TRY(jx_devices_unmap(devices, t, JX_HAS(JX_POSITION), error));
  }
  JX_TRY(jx_devices_time(devices, JX_VALUES, &bytes, error));
  for (uint64_t t = 0; t < used; t++) {
    JX_TRY(jx_devices_map(devices, t, JX_HAS(JX_VALUE), &tile, error));
    for (size_t i = 0; i < tile.particles && tile.first + i < count; i++)
      f[tile.first + i] = jx_real_at(tile.field[JX_VALUE], i, shape->real_bytes);
  }
  return JATO_OK;
}

/* There may be fewer points than particles: only as many particles are evaluated. */
static jato_status evaluate_points(jx_device_set *devices, const double *x, size_t count, double *f,
                                   jato_error *error)
{
  jx_devices_limit_particles(devices, 0, count);
  jato_status status = evaluate_tiles(devices, x, count, f, error);
  jx_devices_limit_particles(devices, 0, 0);
  return status;
}

jato_status jx_devices_values(jx_device_set *devices, const double *x, size_t count, double *f,
                              jato_error *error)
{
  size_t dim = devices->shape.dim;
  for (size_t done = 0; done < count;) {
    size_t left = count - done;
    size_t piece = left < devices->shape.particles ? left : (size_t)devices->shape.particles;
    JX_TRY(evaluate_points(devices, x + done * dim, piece, f + done, error));
    done += piece;
  }
  return JATO_OK;
}

size_t jx_devices_residual_count(const jx_device_set *devices)
{
  const jx_device_part *part = &devices->part[0];
  return part->ops->residual_count != NULL ? part->ops->residual_count(part->swarm) : 0;
}

void jx_devices_residuals(jx_device_set *devices, const double *x, size_t count, double *f,
                          double *r)
{
  devices->part[0].ops->residuals(devices->part[0].swarm, x, count, f, r);
}
