/* Where a source reads: x(i) beyond its coordinates, or data[i] beyond its numbers, is memory of
 * somebody else's. Indices that are plain numbers are looked at in the text; others by a program
 * that asks at each of them, which is run at a few points before the fast one is made. */
#pragma once

#include "base/status.h"
#include "program/string.h"

typedef enum jx_read { JX_READ_FINE = 0, JX_READ_COORDINATE, JX_READ_DATA } jx_read;

/* What a source has, and an index that is outside of it. */
typedef struct jx_indices {
  const char *source; /* as jx_source_read wrote it */
  const char *name;   /* what messages call it */
  size_t dim, data_count;
} jx_indices;

typedef struct jx_wrong_index {
  jx_read read;
  long long index;
  size_t line;
  const char *file; /* NULL: jx_indices.name */
} jx_wrong_index;

/* Fails with JATO_E_SOURCE for a number that cannot be an index, however the rest goes on: in a
 * source that asks for its count, it may never be reached. */
jato_status jx_indices_check(const jx_indices *indices, jato_error *error);

/* Whether there are others, which only a run can tell of. */
int jx_indices_are_computed(const jx_indices *indices);

/* The source with a question at each index, for swarm/cpu/evaluate.h; JATO_E_MEMORY. */
jato_status jx_indices_write_checked(const char *source, jx_string *out, jato_error *error);

/* JATO_E_SOURCE with the index, its line, what there is, and where counting starts. */
jato_status jx_indices_refuse(const jx_indices *indices, const jx_wrong_index *wrong,
                              jato_error *error);
