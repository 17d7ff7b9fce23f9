/* A checkpoint of a run over several ranks in which each rank writes its own tiles. Called by all
 * ranks. */
#pragma once

#include "record/files/shard_files.h"
#include "run/ranks/ranks.h"

/* Begins as {0}. */
typedef struct jx_shard_save {
  jx_shard_stem stem;
  uint64_t *parts;  /* [size][JX_SHARD_COLUMNS]; of rank 0 */
  jx_shards shards; /* for the run file, which rank 0 writes then */
} jx_shard_save;

/* Writes the swarm and adds it to the digest. They fail together. `end` follows in any case. */
jato_status jx_ranks_write_shards(jato_run *run, jx_shard_save *save, jx_digest *digest,
                                  jato_error *error);

/* status: how the checkpoint went, with the run file. */
void jx_ranks_end_shards(jato_run *run, jx_shard_save *save, jato_status status);
