/* Hashes that cannot be forged, by a library of cryptography: sodium/, or absent_sodium.c in a
 * build without it. */
#pragma once

#include <stddef.h>

#define JX_KEY_BYTES 32
#define JX_HASH_BYTES 32

typedef struct jx_key {
  unsigned char bytes[JX_KEY_BYTES];
} jx_key;

/* Bytes that are hashed; may be none. */
typedef struct jx_piece {
  const void *data;
  size_t bytes;
} jx_piece;

/* All of them return 0 in a build that cannot do it, and change nothing. */

/* A new key, from the random numbers of the system. */
int jx_hash_new_key(jx_key *key);

/* HMAC-SHA-256 (RFC 2104) of the pieces, one after the other; SHA-256 where key is NULL. */
int jx_hash_pieces(const jx_key *key, const jx_piece *pieces, size_t count,
                   unsigned char out[JX_HASH_BYTES]);

/* Whether two hashes are the same, in a time that says nothing of where they differ. */
int jx_hash_equal(const unsigned char a[JX_HASH_BYTES], const unsigned char b[JX_HASH_BYTES]);
