/* What a journal is made of: a header and rows of one size, so that what is cut off or torn costs
 * no other row. Numbers are as this machine has them; the header says which order that is.
 *
 *   header   8 bytes "jato evl", a word of order, the version, variables, constraints, the seed of
 *            the run, a hash of the space, the key of the run, a hash of what stands before;
 *            version 1 has 0 for the seed, and no key
 *   row      number, start, seconds, f, violation, then in 8 bytes worker, attempt, fate and flags,
 *            values[variables], c[constraints], a hash of what stands before in it */
#pragma once

#include "base/digest.h"

#define JX_JOURNAL_MAGIC "jato evl"
#define JX_JOURNAL_ORDER 0x01020304u
#define JX_JOURNAL_VERSION 2u
#define JX_JOURNAL_WIDEST 1000000 /* variables, and constraints, that a space may have */

typedef struct jx_journal_header {
  char magic[8];
  uint32_t order, version;
  uint32_t variables, constraints;
  uint64_t seed;
  uint64_t space; /* see jx_journal_shape */
  uint64_t run;   /* the same; 0: not known */
  uint64_t hash;
} jx_journal_header;

/* Up to its hash, which comes in place of `run`. */
#define JX_JOURNAL_HEADER_1 offsetof(jx_journal_header, hash)

/* The numbers of a row before its values. */
typedef struct jx_journal_row {
  uint64_t number;
  double start, seconds, f, violation;
  uint32_t worker;
  uint16_t attempt;
  uint8_t fate;
  uint8_t flags;
} jx_journal_row;

#define JX_JOURNAL_LAST 1u
#define JX_JOURNAL_GIVEN 2u

static inline uint64_t jx_journal_hash(const void *bytes, size_t count)
{
  jx_digest digest;
  jx_digest_begin(&digest);
  jx_digest_add(&digest, bytes, count);
  return jx_digest_end(&digest);
}

static inline size_t jx_journal_row_bytes(size_t variables, size_t constraints)
{
  return sizeof(jx_journal_row) + (variables + constraints) * sizeof(double) + sizeof(uint64_t);
}
