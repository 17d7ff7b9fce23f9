/* A build without libsodium: run files are not signed, and none is taken for one's own. */
#include "base/hash/hash.h"

int jx_hash_new_key(jx_key *key)
{
  (void)key;
  return 0;
}

int jx_hash_pieces(const jx_key *key, const jx_piece *pieces, size_t count,
                   unsigned char out[JX_HASH_BYTES])
{
  (void)key, (void)pieces, (void)count, (void)out;
  return 0;
}

int jx_hash_equal(const unsigned char a[JX_HASH_BYTES], const unsigned char b[JX_HASH_BYTES])
{
  (void)a, (void)b;
  return 0;
}
