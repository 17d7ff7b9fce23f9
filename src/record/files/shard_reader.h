/* Rows of a swarm that lies in shards. One of them is open at a time. */
#pragma once

#include "contract/format.h"

typedef struct jx_shard_reader {
  /* Set by the caller; file is -1. They stay the caller's. */
  const jx_format_ops *format;
  const char *path; /* of the run file */
  const jx_record_content *content;
  jato_allocator allocator;

  /* The one that is open. */
  size_t number;
  int file; /* -1: none is */
  jx_reader *reader;
} jx_shard_reader;

/* Whether the shards are where they should be: the first one is looked for. Each is checked from
 * end to end when it is read. Fails with JATO_E_FILE; `path` is not said. */
jato_status jx_shards_look(const char *path, const jx_shards *shards, jato_error *error);

/* As `rows` of a format. */
jato_status jx_shard_rows(jx_shard_reader *shards, jato_record_field field, uint64_t first,
                          uint64_t count, void *out, jato_error *error);

void jx_shard_reader_close(jx_shard_reader *shards);
