/* A hash of bytes: FNV-1a with 64 bits (Fowler, Noll and Vo). It names files, and guards nothing.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CLI_HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* The hash of what came before, with more bytes behind it. */
static inline uint64_t cli_hash(uint64_t hash, const void *bytes, size_t count)
{
  const unsigned char *at = bytes;
  for (size_t i = 0; i < count; i++) hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
  return hash;
}
