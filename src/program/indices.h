/* Checks the indices of a source: x(i) beyond its coordinates, or data[i] beyond its numbers, would
 * read foreign memory. Indices that are plain numbers are checked in the text; computed ones by a
 * program that checks each of them and is run at a few points before the fast program is built. */
#pragma once

#include "base/status.h"
#include "program/string.h"

typedef enum jx_read { JX_READ_FINE = 0, JX_READ_COORDINATE, JX_READ_DATA } jx_read;

/* A source and its numbers of coordinates and data. */
typedef struct jx_indices {
  const char *source; /* as jx_source_read wrote it */
  const char *name;   /* in messages */
  size_t dim, data_count;
} jx_indices;

typedef struct jx_wrong_index {
  jx_read read;
  long long index;
  size_t line;
  const char *file; /* NULL: jx_indices.name */
} jx_wrong_index;

/* Fails with JATO_E_SOURCE for a number that is out of bounds, unless it may never be reached, in a
 * source that uses its count or has conditions. */
jato_status jx_indices_check(const jx_indices *indices, jato_error *error);

/* Whether there are computed indices, which only a run can check. */
int jx_indices_are_computed(const jx_indices *indices);

/* Writes the source with a check at each index, for swarm/cpu/evaluate.h. Fails with JATO_E_MEMORY.
 */
jato_status jx_indices_write_checked(const char *source, jx_string *out, jato_error *error);

/* Fails with JATO_E_SOURCE: the index, its line, the bounds, and where counting starts. */
jato_status jx_indices_refuse(const jx_indices *indices, const jx_wrong_index *wrong,
                              jato_error *error);
