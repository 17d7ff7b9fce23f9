/* By libsodium; docs/decisions/0030-signatures.md says why that one. */
#include "base/hash/hash.h"

#include <sodium.h>

_Static_assert(JX_KEY_BYTES == crypto_auth_hmacsha256_KEYBYTES &&
                   JX_HASH_BYTES == crypto_auth_hmacsha256_BYTES &&
                   JX_HASH_BYTES == crypto_hash_sha256_BYTES,
               "keys and hashes are those of SHA-256");

int jx_hash_new_key(jx_key *key)
{
  if (sodium_init() < 0) return 0; /* any thread may call it, any number of times */
  randombytes_buf(key->bytes, sizeof key->bytes);
  return 1;
}

static void hash_with_key(const jx_key *key, const jx_piece *pieces, size_t count,
                          unsigned char out[JX_HASH_BYTES])
{
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, key->bytes, sizeof key->bytes);
  for (size_t i = 0; i < count; i++)
    crypto_auth_hmacsha256_update(&state, pieces[i].data, pieces[i].bytes);
  crypto_auth_hmacsha256_final(&state, out);
}

int jx_hash_pieces(const jx_key *key, const jx_piece *pieces, size_t count,
                   unsigned char out[JX_HASH_BYTES])
{
  crypto_hash_sha256_state state;
  if (sodium_init() < 0) return 0;
  if (key != NULL) {
    hash_with_key(key, pieces, count, out);
    return 1;
  }
  crypto_hash_sha256_init(&state);
  for (size_t i = 0; i < count; i++)
    crypto_hash_sha256_update(&state, pieces[i].data, pieces[i].bytes);
  crypto_hash_sha256_final(&state, out);
  return 1;
}

int jx_hash_equal(const unsigned char a[JX_HASH_BYTES], const unsigned char b[JX_HASH_BYTES])
{
  return sodium_memcmp(a, b, JX_HASH_BYTES) == 0;
}
