#include "base/digest.h"

#include <string.h>

/* The five primes of the specification. */
#define P1 0x9E3779B185EBCA87u
#define P2 0xC2B2AE3D27D4EB4Fu
#define P3 0x165667B19E3779F9u
#define P4 0x85EBCA77C2B2AE63u
#define P5 0x27D4EB2F165667C5u

#define STRIPE sizeof(((jx_digest *)0)->tail)

static uint64_t rotate(uint64_t a, int bits) { return (a << bits) | (a >> (64 - bits)); }

/* Compilers turn this into one load on most machines. */
static uint64_t read_u64(const unsigned char *p)
{
  return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
         (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static uint64_t mix(uint64_t lane, uint64_t input) { return rotate(lane + input * P2, 31) * P1; }

/* The lanes stay in registers from stripe to stripe. */
static void add_stripes(uint64_t lane[4], const unsigned char *p, size_t count)
{
  uint64_t a = lane[0], b = lane[1], c = lane[2], d = lane[3];
  for (; count > 0; count--, p += STRIPE) {
    a = mix(a, read_u64(p));
    b = mix(b, read_u64(p + 8));
    c = mix(c, read_u64(p + 16));
    d = mix(d, read_u64(p + 24));
  }
  lane[0] = a;
  lane[1] = b;
  lane[2] = c;
  lane[3] = d;
}

void jx_digest_begin(jx_digest *digest) { *digest = (jx_digest){.lane = {P1 + P2, P2, 0, 0 - P1}}; }

void jx_digest_add(jx_digest *digest, const void *data, size_t bytes)
{
  const unsigned char *p = data;
  size_t held = (size_t)(digest->bytes % STRIPE);
  digest->bytes += bytes;
  if (held + bytes < STRIPE) {
    memcpy(digest->tail + held, p, bytes);
    return;
  }
  if (held > 0) {
    size_t missing = STRIPE - held;
    memcpy(digest->tail + held, p, missing);
    add_stripes(digest->lane, digest->tail, 1);
    p += missing;
    bytes -= missing;
  }
  add_stripes(digest->lane, p, bytes / STRIPE);
  memcpy(digest->tail, p + bytes / STRIPE * STRIPE, bytes % STRIPE);
}

void jx_digest_add_u64(jx_digest *digest, uint64_t value)
{
  unsigned char bytes[8];
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(value >> (8 * i));
  jx_digest_add(digest, bytes, sizeof bytes);
}

static uint64_t merge_lanes(const uint64_t lane[4])
{
  uint64_t hash =
      rotate(lane[0], 1) + rotate(lane[1], 7) + rotate(lane[2], 12) + rotate(lane[3], 18);
  for (int i = 0; i < 4; i++) hash = (hash ^ mix(0, lane[i])) * P1 + P4;
  return hash;
}

static uint64_t add_tail(uint64_t hash, const unsigned char *p, size_t left)
{
  for (; left >= 8; p += 8, left -= 8) hash = rotate(hash ^ mix(0, read_u64(p)), 27) * P1 + P4;
  if (left >= 4) {
    uint64_t word =
        (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
    hash = rotate(hash ^ (word * P1), 23) * P2 + P3;
    p += 4;
    left -= 4;
  }
  for (; left > 0; p++, left--) hash = rotate(hash ^ (*p * P5), 11) * P1;
  return hash;
}

uint64_t jx_digest_end(const jx_digest *digest)
{
  uint64_t hash = digest->bytes >= STRIPE ? merge_lanes(digest->lane) : P5;
  hash = add_tail(hash + digest->bytes, digest->tail, (size_t)(digest->bytes % STRIPE));
  hash = (hash ^ (hash >> 33)) * P2;
  hash = (hash ^ (hash >> 29)) * P3;
  return hash ^ (hash >> 32);
}
