/* A swarm in files of its own, the shards of a checkpoint: path.shards/ID-ITERATION-NUMBER.h5, each
 * written by the rank that holds that part of it. The run file at path, written last, names them: a
 * checkpoint is there when that is. One process makes these calls. */
#pragma once

#include "contract/format.h"
#include "record/files/names.h"

/* The name of a checkpoint, as jx_shards has it. */
typedef struct jx_shard_stem {
  char text[512];
} jx_shard_stem;

/* Makes the folder and a name for a checkpoint, and removes what a run left there that was ended in
 * the middle of one. Fails with JATO_E_FILE. */
jato_status jx_shard_files_begin(const jx_format_ops *format, const char *path, uint64_t iteration,
                                 jx_shard_stem *stem, jato_error *error);

/* Shard number `number` of a checkpoint. Any process may ask. */
void jx_shard_file(const char *path, const char *stem, uint64_t number, jx_name *out);

/* The digest of its seal. Any process may ask. Fails with JATO_E_FILE. */
jato_status jx_shard_seal(const char *file, uint64_t *seal, jato_error *error);

/* The checkpoint is there, or it has failed, and its shards are removed. */
void jx_shard_files_end(const char *path, const jx_shard_stem *stem, int has_failed);

/* Shards of a run file that may lose its place. */
typedef struct jx_fallen_shards {
  jx_shard_stem stem;    /* "": there are none */
  uint64_t device, node; /* of that file */
} jx_fallen_shards;

/* note: which shards the run file at path.k names, which may lose its place; remove: removes them
 * when the names have changed, unless that file still has one. */
void jx_shards_note_fallen(const jx_format_ops *format, const char *path, unsigned k,
                           jx_fallen_shards *fallen);
void jx_shards_remove_fallen(const char *path, const jx_fallen_shards *fallen);
