/* A run as it stood: a copy of all that a file holds, so that the run can go on while it is
 * written. */
#pragma once

#include "base/digest.h"
#include "contract/format.h"
#include "record/provenance.h"
#include "record/history/trace.h"

/* A run as it is at a checkpoint, copied with all it points to. */
typedef struct jx_saved {
  const jx_record_content *content; /* rows, frames, path, format, version, compiler, host, saved_at
                                       and the digest are filled in by the recorder */
  const jato_trace_row *last; /* a last row, unless there is one of this iteration; NULL: none */
  const jx_digest *digest;    /* of all but the swarm */
} jx_saved;

typedef struct jx_snapshot {
  jato_allocator allocator;
  jx_shape shape;
  jx_pages tiles;        /* as jx_shape_tile has them; data NULL where none are copied */
  unsigned char *memory; /* what content points to */
  size_t bytes;
  jx_provenance provenance;
  jx_record_content content;
  jx_digest digest; /* of all but the tiles */
} jx_snapshot;

/* Takes memory for what is known beforehand, without that of the tiles. Fails with JATO_E_MEMORY;
 * the snapshot can then be destroyed all the same. */
jato_status jx_snapshot_create(const jx_shape *shape, const jato_allocator *allocator,
                               const jx_trace *trace, jx_snapshot *snapshot, jato_error *error);

/* Takes the memory of the tiles, and touches it. Returns 0 when there is none. */
int jx_snapshot_take_memory(jx_snapshot *snapshot);

void jx_snapshot_destroy(jx_snapshot *snapshot);

/* Copies what is saved and what it points to; rows, frames, format, version, compiler, host and
 * saved_at are filled in, the digest is 0 and path is `path` itself. Fails with JATO_E_MEMORY. */
jato_status jx_snapshot_take(jx_snapshot *snapshot, const jx_saved *saved, const char *path,
                             const jx_trace *trace, jato_error *error);
