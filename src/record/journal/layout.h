/* What a journal is made of: a header and rows of one size, so that what is cut off or torn costs
 * no other row. Numbers are as this machine has them; the header says which order that is.
 *
 *   header   8 bytes "jato evl", a word of order, the version, variables, constraints, the seed of
 *            the run, a hash of the space, the key of the run, objectives, a hash of what comes
 *            before; version 2 ends with the key, version 1 with the hash of the space, and has 0
 *            for the seed
 *   row      number, start, seconds, violation, worker, attempt, step, then in 4 bytes status and
 *            flags, f[objectives], values[variables], c[constraints], a hash of what comes before
 *            in it; versions 1 and 2 have other beginnings: rows.c */
#pragma once

#include "base/digest.h"

#define JX_JOURNAL_MAGIC "jato evl"
#define JX_JOURNAL_ORDER 0x01020304u
#define JX_JOURNAL_VERSION 3u
#define JX_JOURNAL_WIDEST \
  1000000 /* variables, objectives, constraints: there are no more of each */

typedef struct jx_journal_header {
  char magic[8];
  uint32_t order, version;
  uint32_t variables, constraints;
  uint64_t seed;
  uint64_t space; /* see jx_journal_shape */
  uint64_t run;   /* the same; 0: not known */
  uint32_t objectives, reserved;
  uint64_t hash;
} jx_journal_header;

/* Bytes of the shortest header: that of version 1, which has its hash where others have `run`. */
#define JX_JOURNAL_HEADER_1 offsetof(jx_journal_header, objectives)

/* The beginning of a row. */
typedef struct jx_journal_row {
  uint64_t number;
  double start, seconds, violation;
  uint32_t worker, attempt, step;
  uint8_t status, flags;
  uint16_t reserved;
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
