/* What the files of this folder share: a walk over the bytes of one file. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/status.h"

/* An address in a file that says: there is nothing. */
#define JX_NOWHERE UINT64_MAX

#define JX_WALK_MOST_RANK 3

/* Bytes that belong to one structure of the file. */
typedef struct jx_claim {
  uint64_t address, bytes;
} jx_claim;

typedef struct jx_walk {
  int file;
  uint64_t end; /* of the HDF5 data: nothing may reach beyond it */
  jato_allocator allocator;
  jx_claim *claims; /* [claim_count], with room for claim_room */
  size_t claim_count, claim_room;
  uint64_t claimed; /* bytes of all claims: never more than the file has */
  char path[128];   /* of the object that is looked at, for messages; "" is the root */
  jato_error *error;
} jx_walk;

/* Fails with "the run file's PATH WHAT". */
jato_status jx_walk_refuse(const jx_walk *walk, const char *what);

/* Says that these bytes are in use. Fails where they are not in the file, or where more bytes are
 * in use than it has. */
jato_status jx_walk_claim(jx_walk *walk, uint64_t address, uint64_t bytes);

/* Fails where two claims overlap. */
jato_status jx_walk_check_claims(jx_walk *walk);

/* ---- Bytes in memory ---- */

/* Bytes that are read from front to back. What is not there reads as zeros, and is remembered. */
typedef struct jx_bytes {
  const unsigned char *at;
  size_t left;
  int is_short;
} jx_bytes;

/* A number of 0 to 8 bytes, the least significant first. */
uint64_t jx_bytes_number(jx_bytes *bytes, size_t width);

/* The next bytes as a piece of their own. */
jx_bytes jx_bytes_take(jx_bytes *bytes, size_t count);

/* Whether the next bytes are these; they are passed over. */
int jx_bytes_are(jx_bytes *bytes, const void *expected, size_t count);

/* Whether all was there and nothing is left. */
int jx_bytes_end(const jx_bytes *bytes);

/* Claims bytes of the file and reads them. On success *memory is to be given back. */
jato_status jx_walk_read(jx_walk *walk, uint64_t address, uint64_t count, void **memory,
                         jx_bytes *out);

/* Reads up to count bytes without a claim. */
jato_status jx_walk_peek(jx_walk *walk, uint64_t address, unsigned char *to, size_t count,
                         jx_bytes *out);

/* ---- Structures ---- */

/* A dataset as its header describes it. */
typedef struct jx_stored {
  unsigned rank;
  uint64_t size[JX_WALK_MOST_RANK], most[JX_WALK_MOST_RANK]; /* most: JX_NOWHERE is unlimited */
  uint64_t number_bytes;
  jx_bytes layout; /* the message */
} jx_stored;

/* Checks the layout and claims the chunks of a dataset. */
jato_status jx_walk_chunks(jx_walk *walk, const jx_stored *stored);

/* Checks one link and what it leads to: an object `depth` links away from the root. */
jato_status jx_walk_link(jx_walk *walk, jx_bytes link, unsigned depth);

/* Checks the links of a group that has too many for its header: a fractal heap that holds them and
 * a B-tree of their names. */
jato_status jx_walk_many_links(jx_walk *walk, uint64_t heap, uint64_t tree, unsigned depth);
