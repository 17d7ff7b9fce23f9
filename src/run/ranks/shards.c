/* A swarm over several ranks on its way into files of its own, one for each rank. */
#include "run/ranks/ranks.h"

#include "record/saving/recorder.h"

/* ---- A shard ---- */

/* The shape of a swarm that has the tiles of this rank only. */
static jx_shape own_shape(const jx_device_set *devices)
{
  jx_shape shape = devices->shape;
  uint64_t first = devices->first_tile, larger = shape.larger_tiles;
  shape.particles = jx_shape_first(&devices->shape, first + devices->tiles) -
                    jx_shape_first(&devices->shape, first);
  shape.groups = (shape.particles + JK_LANES - 1) / JK_LANES;
  shape.larger_tiles = larger <= first ? 0 : larger - first;
  if (shape.larger_tiles > devices->tiles) shape.larger_tiles = devices->tiles;
  shape.tiles = devices->tiles;
  return shape;
}

static jato_status write_tiles(jato_run *run, jx_recorder *recorder, jato_error *error)
{
  for (uint64_t t = 0; t < run->devices.tiles; t++) {
    jx_tile tile;
    JX_TRY(
        jx_devices_map(&run->devices, run->devices.first_tile + t, JX_HAS_LASTING, &tile, error));
    JX_TRY(jx_recorder_tile(recorder, t, &tile, error));
  }
  return jx_recorder_commit(recorder, 1, error);
}

/* A shard has only what belongs to every run file: its history and the state of its method
 * are in the file that names the shards. */
static jato_status write_shard(jato_run *run, const char *path, const char *checkpoint,
                               jato_error *error)
{
  jx_shape shape = own_shape(&run->devices);
  jx_recorder_config config = {.format = run->parts.checkpoints.format,
                               .path = path,
                               .keep = 1,
                               .shape = &shape,
                               .at_once = 1,
                               .allocator = run->parts.allocator};
  jx_recorder *recorder = NULL;
  jx_written written;
  jx_record_content content;
  jx_digest digest;
  jx_run_inform(run, &content, &written);
  content.info.state_count = content.info.data_count = 0;
  content.shards = (jx_shards){.checkpoint = checkpoint};
  jx_digest_begin(&digest);
  JX_TRY(jx_recorder_create(&config, &recorder, error));
  jato_status status = jx_recorder_begin(recorder, &(jx_saved){&content, NULL, &digest}, error);
  if (status == JATO_OK) status = write_tiles(run, recorder, error);
  jx_recorder_destroy(&recorder);
  return status;
}

/* ---- All of them ---- */

static jato_status begin(jato_run *run, jx_shard_save *save, jato_error *error)
{
  jx_comm *comm = run->comm;
  jato_status status = JATO_OK;
  if (comm->rank == 0)
    status = jx_shard_files_begin(run->parts.checkpoints.format, run->checkpoint.path,
                                  run->iteration, &save->stem, error);
  save->parts = jx_allocate(&run->parts.allocator, (size_t)comm->size * JX_SHARD_COLUMNS,
                            sizeof *save->parts);
  if (status == JATO_OK && save->parts == NULL)
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory to save the swarm in shards");
  JX_TRY(jx_ranks_join(run, status, error));
  return comm->ops->broadcast(comm, 0, &save->stem, sizeof save->stem, error);
}

static jato_status write_own(jato_run *run, jx_shard_save *save, jato_error *error)
{
  const jx_device_set *devices = &run->devices;
  uint64_t *part = save->parts + (size_t)run->comm->rank * JX_SHARD_COLUMNS;
  jx_name path;
  jx_shard_file(run->checkpoint.path, save->stem.text, (uint64_t)run->comm->rank, &path);
  part[JX_SHARD_FIRST] = jx_shape_first(&devices->shape, devices->first_tile);
  part[JX_SHARD_PARTICLES] = own_shape(devices).particles;
  JX_TRY(write_shard(run, path.text, save->stem.text, error));
  return jx_shard_seal(path.text, &part[JX_SHARD_SEAL], error);
}

/* Rank 0 hears of all shards. */
static jato_status hear_of_all(jato_run *run, jx_shard_save *save, jato_error *error)
{
  jx_comm *comm = run->comm;
  const size_t bytes = JX_SHARD_COLUMNS * sizeof *save->parts;
  int first = comm->rank == 0 ? 1 : comm->rank, behind = comm->rank == 0 ? comm->size : first + 1;
  for (int rank = first; rank < behind; rank++)
    JX_TRY(
        comm->ops->send(comm, rank, save->parts + (size_t)rank * JX_SHARD_COLUMNS, bytes, error));
  return JATO_OK;
}

jato_status jx_ranks_write_shards(jato_run *run, jx_shard_save *save, jx_digest *digest,
                                  jato_error *error)
{
  JX_TRY(begin(run, save, error));
  JX_TRY(jx_ranks_join(run, write_own(run, save, error), error));
  JX_TRY(hear_of_all(run, save, error));
  save->shards = (jx_shards){
      .checkpoint = save->stem.text, .parts = save->parts, .count = (size_t)run->comm->size};
  return jx_devices_digest(&run->devices, digest, error);
}

void jx_ranks_end_shards(jato_run *run, jx_shard_save *save, jato_status status)
{
  if (run->comm->rank == 0 && save->stem.text[0] != '\0')
    jx_shard_files_end(run->checkpoint.path, &save->stem, status != JATO_OK);
  jx_release(&run->parts.allocator, save->parts);
  save->parts = NULL;
}
