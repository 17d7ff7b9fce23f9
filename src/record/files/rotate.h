/* Writing a checkpoint so that, whatever happens, a whole one is there: to path.new, which is
 * synced, read back and opened; only then the one before becomes path.1 and the new one path. */
#pragma once

#include "base/digest.h"
#include "contract/format.h"
#include "record/files/shard_files.h"

#define JX_NEVER UINT64_MAX

typedef struct jx_rotation {
  /* Set by the caller; `file` is -1, `last` JX_NEVER. */
  const jx_format_ops *format;
  const char *path;
  unsigned keep; /* 1 to JX_KEEP_MOST */
  const jx_shape *shape;
  jato_allocator allocator;
  int resumed;   /* not 0: the file at path is of this run, be it damaged */
  uint64_t key;  /* jx_run_key of the run; looked at by jx_rotate_check_runs alone */
  int from_new;  /* not 0: it was resumed from path.new, which has not got its name yet */
  uint64_t last; /* iteration of the last checkpoint that was kept */

  /* The checkpoint that is being written. */
  int file; /* -1: none is */
  jx_writer *writer;
  jx_record_content *content;
  jx_digest digest;
  jx_fallen_shards fallen;
} jx_rotation;

/* Whether the names may be written to, as ownership.h says; for the first checkpoint. check: no
 * file of another kind has one of them. check_runs: the run files that are there (has_runs) are of
 * this run. Both fail with JATO_E_FILE. Later checkpoints only check. */
jato_status jx_rotate_check(jx_rotation *rotation, jato_error *error);
int jx_rotate_has_runs(const jx_rotation *rotation);
jato_status jx_rotate_check_runs(jx_rotation *rotation, jato_error *error);

/* Begins a checkpoint. *content stays the caller's, and as it is until the end; its digest is
 * filled in there, from *digest and the tiles. All three fail with JATO_E_FILE or JATO_E_MEMORY,
 * and words on what is still there; path.new is then gone and nothing is begun. */
jato_status jx_rotate_begin(jx_rotation *rotation, jx_record_content *content,
                            const jx_digest *digest, jato_error *error);
jato_status jx_rotate_tile(jx_rotation *rotation, uint64_t number, const jx_tile *tile,
                           jato_error *error);
jato_status jx_rotate_end(jx_rotation *rotation, jato_error *error);

/* Gives up a checkpoint that was begun. Does nothing where none was. */
void jx_rotate_abandon(jx_rotation *rotation);

/* For a checkpoint that another process was to write. It is there, of that iteration; or that
 * process failed, perhaps without a word of its own: what it left half done is removed, and *error
 * completed. Returns its status. */
void jx_rotate_note(jx_rotation *rotation, uint64_t iteration);
jato_status jx_rotate_fork_failed(jx_rotation *rotation, jato_error *error);

/* As jato_record_exists. */
int jx_rotate_exists(const char *path, char *found, size_t size);

/* Whether a new run may have the path: none has that name, but perhaps a path.new that was never
 * finished. Otherwise *found is the name that is taken, by a run or not. */
int jx_rotate_is_free(const char *path, jx_name *found);
