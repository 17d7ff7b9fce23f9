/* Outcomes of points that were evaluated before, by the exact values that were sent: what a search
 * asks for again need not be evaluated again. So many of the last ones as there is room for. */
#pragma once

#include "record/journal/journal.h"

typedef enum jx_value_state {
  JX_VALUE_UNKNOWN = 0,
  JX_VALUE_EXPECTED, /* it is being evaluated */
  JX_VALUE_KNOWN     /* its outcome is here */
} jx_value_state;

/* One half of what is known. */
typedef struct jx_value_cache_half {
  uint32_t *places;     /* [2 * room]: 1 + row by hash, the next free one where that is taken */
  jx_pages numbers;     /* [room][variables + objectives + constraints]: touched row by row */
  unsigned char *state; /* [room]: jx_value_state */
  uint32_t *by;         /* [room]: the slot that evaluates it */
  size_t count;
} jx_value_cache_half;

/* When the newer half is full, the older one is forgotten and takes its place. */
typedef struct jx_value_cache {
  size_t variables, objectives, constraints, room;
  jx_value_cache_half half[2];
  int newer;
  jx_pool pool; /* of all arrays but `numbers` */
} jx_value_cache;

/* For rows as a journal has them. Returns 0 without memory. */
int jx_value_cache_create(jx_value_cache *cache, const jx_journal_shape *shape,
                          const jato_allocator *allocator);
void jx_value_cache_destroy(jx_value_cache *cache);

/* values[variables]. by: of one that is expected; outcome: of one that is cache, its numbers valid
 * until the next call. Each may be NULL. */
jx_value_state jx_value_cache_find(const jx_value_cache *cache, const double *values, uint32_t *by,
                                   jx_outcome *outcome);

/* Before so many new ones are expected: none that is found meanwhile will be forgotten for them.
 * Returns 0 where there is no room for so many. */
int jx_value_cache_make_room(jx_value_cache *cache, size_t count);

/* A slot begins to evaluate it; has evaluated it, f[objectives], c[constraints]; or could not. */
void jx_value_cache_expect(jx_value_cache *cache, const double *values, uint32_t by);
void jx_value_cache_put(jx_value_cache *cache, const double *values, const double *f,
                        const double *c);
void jx_value_cache_give_up(jx_value_cache *cache, const double *values);

/* Covers all that is known. */
uint64_t jx_value_cache_digest(const jx_value_cache *cache);

/* Nothing is being evaluated any more. */
void jx_value_cache_give_up_all(jx_value_cache *cache);
