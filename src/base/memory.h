/* All memory of the library comes from a jato_allocator, so that a caller can count it, limit it,
 * or make allocations fail. */
#pragma once

#include "jato/jato.h"

#define JX_CACHE_LINE 64

/* The caller's allocator, or one on malloc and free for NULL. */
JATO_API jato_allocator jx_allocator_or_default(const jato_allocator *allocator);

/* `count` zeroed elements, or NULL when there is no memory or count * size overflows. */
JATO_API void *jx_allocate(const jato_allocator *allocator, size_t count, size_t size);

/* Releases memory of jx_allocate. NULL is fine. */
JATO_API void jx_release(const jato_allocator *allocator, void *memory);

/* A copy of the text, or NULL when there is no memory. */
char *jx_copy_text(const jato_allocator *allocator, const char *text);

/* Pieces of memory that are released together. Zero it first, except its allocator. */
typedef struct jx_pool {
  jato_allocator allocator;
  struct jx_pool_piece *pieces;
  int failed; /* an allocation has failed since jx_pool_is_whole was last called */
} jx_pool;

/* `count` zeroed elements, or NULL as jx_allocate. */
JATO_API void *jx_pool_take(jx_pool *pool, size_t count, size_t size);

/* Releases one piece before the others. NULL is fine. */
void jx_pool_drop(jx_pool *pool, void *piece);

/* Releases an array and returns a zeroed one of another size. */
void *jx_pool_retake(jx_pool *pool, void *piece, size_t count, size_t size);

/* Whether no allocation has failed since the last call: one check for all arrays of an object. */
int jx_pool_is_whole(jx_pool *pool);
JATO_API void jx_pool_release(jx_pool *pool);

/* A large array. It starts on a 2 MiB boundary if it is larger than that, otherwise on a cache
 * line, and asks the system for huge pages. It is not zeroed, so that each page is placed near the
 * thread that first writes to it. */
typedef struct jx_pages {
  void *data;  /* aligned */
  void *block; /* returned by the allocator */
  size_t bytes;
  int unforked; /* left out of forks */
} jx_pages;

/* Returns 0 when there is no memory; *pages is then empty. */
int jx_pages_create(const jato_allocator *allocator, size_t bytes, jx_pages *pages);

/* Excludes the pages of a large array from forks of this process, so that pages that are written to
 * meanwhile are not copied. A fork must not access them. */
void jx_pages_leave_out_of_forks(jx_pages *pages);
void jx_pages_destroy(const jato_allocator *allocator, jx_pages *pages);
