/* A swarm over several ranks on its way into one file, which rank 0 writes. */
#include "run/ranks/ranks.h"

#include "record/saving/recorder.h"

#include <string.h>

/* The fields that a file holds, as the shape lays a tile. */
static void pack(const jx_shape *shape, const jx_tile *tile, uint64_t number, void *packed)
{
  jx_tile to = jx_shape_tile_at(shape, packed, number);
  for (int field = 0; field < JX_FIELDS; field++)
    if ((JX_HAS_LASTING & JX_HAS(field)) != 0 && shape->group_bytes[field] > 0)
      memcpy(to.field[field], tile->field[field], tile->groups * shape->group_bytes[field]);
}

static jato_status write_own(jato_run *run, jx_recorder *recorder, uint64_t number,
                             jato_error *error)
{
  jx_tile tile;
  JX_TRY(jx_devices_map(&run->devices, number, JX_HAS_LASTING, &tile, error));
  return jx_recorder_tile(recorder, number, &tile, error);
}

static jato_status pack_own(jato_run *run, uint64_t number, void *packed, jato_error *error)
{
  jx_tile tile;
  JX_TRY(jx_devices_map(&run->devices, number, JX_HAS_LASTING, &tile, error));
  pack(&run->devices.shape, &tile, number, packed);
  return JATO_OK;
}

static jato_status write_packed(const jato_run *run, jx_recorder *recorder, uint64_t number,
                                void *packed, jato_error *error)
{
  jx_tile tile = jx_shape_tile_at(&run->devices.shape, packed, number);
  return jx_recorder_tile(recorder, number, &tile, error);
}

/* What a rank does for a tile; of one that failed, *failure and its words stay, and it goes on
 * handing tiles over, since others wait for them. Fails itself where a rank is lost. */
static jato_status hand_tile_over(jato_run *run, jx_recorder *recorder, uint64_t number,
                                  void *packed, jato_status *failure, jato_error *error)
{
  jx_comm *comm = run->comm;
  int holder = jx_devices_rank_of(&run->devices, number), has_failed = *failure != JATO_OK;
  if (holder == comm->rank && !has_failed)
    *failure = holder == 0 ? write_own(run, recorder, number, error)
                           : pack_own(run, number, packed, error);
  if (holder == 0 || (comm->rank != holder && comm->rank != 0)) return JATO_OK;
  JX_TRY(comm->ops->send(comm, holder, packed, run->devices.shape.tile_bytes,
                         *failure == JATO_OK ? error : NULL));
  if (comm->rank == 0 && *failure == JATO_OK)
    *failure = write_packed(run, recorder, number, packed, error);
  return JATO_OK;
}

jato_status jx_ranks_hand_over(jato_run *run, jx_recorder *recorder, jato_status status,
                               jato_error *error)
{
  const jato_allocator *memory = &run->parts.allocator;
  if (!jx_run_has_swarm(run)) return jx_ranks_join(run, status, error);
  void *packed = jx_allocate(memory, run->devices.shape.tile_bytes, 1);
  if (status == JATO_OK && packed == NULL)
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory to hand a tile over");
  status = jx_ranks_join(run, status, error);
  jato_status failure = JATO_OK;
  for (uint64_t t = 0; status == JATO_OK && t < run->devices.shape.tiles; t++)
    status = hand_tile_over(run, recorder, t, packed, &failure, error);
  if (status == JATO_OK) status = jx_ranks_join(run, failure, error);
  jx_release(memory, packed);
  return status;
}
