/* A 64-bit hash of a stream of bytes: XXH64 of the published xxHash specification (Collet), in our
 * own code so that the bare build has it; tests/unit/base/test_digest.c compares it with libxxhash.
 * It guards against accidents, not against people who forge a run with a certain digest. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "jato/base.h"

typedef struct jx_digest {
  uint64_t lane[4];
  uint64_t bytes;         /* seen so far */
  unsigned char tail[32]; /* the last bytes, which do not fill a stripe yet */
} jx_digest;

JATO_API void jx_digest_begin(jx_digest *digest);
JATO_API void jx_digest_add(jx_digest *digest, const void *data, size_t bytes);

/* Adds eight bytes, the least significant first on every machine. */
JATO_API void jx_digest_add_u64(jx_digest *digest, uint64_t value);

JATO_API uint64_t jx_digest_end(const jx_digest *digest);
