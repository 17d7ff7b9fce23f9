/* Memory for everything the library keeps. All of it comes through a jato_allocator, so that a
 * caller can count it, bound it, or make it fail. */
#pragma once

#include "jato/jato.h"

#define JX_CACHE_LINE 64

/* The caller's allocator, or one on malloc and free for NULL. */
JATO_API jato_allocator jx_allocator_or_default(const jato_allocator *allocator);

/* `count` zeroed elements, or NULL when there is no memory or count * size overflows. */
JATO_API void *jx_allocate(const jato_allocator *allocator, size_t count, size_t size);

/* Gives back what jx_allocate gave. NULL is fine. */
JATO_API void jx_release(const jato_allocator *allocator, void *memory);

/* A copy of the text, or NULL when there is no memory. */
char *jx_copy_text(const jato_allocator *allocator, const char *text);

/* Memory of many pieces that is released all at once. Zeroed at first, but for its allocator. */
typedef struct jx_pool {
  jato_allocator allocator;
  struct jx_pool_piece *pieces;
  int failed; /* an allocation has failed since jx_pool_is_whole was last called */
} jx_pool;

/* `count` zeroed elements, or NULL as jx_allocate. */
JATO_API void *jx_pool_take(jx_pool *pool, size_t count, size_t size);

/* Releases one piece before all others. NULL is fine. */
void jx_pool_drop(jx_pool *pool, void *piece);

/* An array of another size, zeroed, in place of the old one, which is released. */
void *jx_pool_retake(jx_pool *pool, void *piece, size_t count, size_t size);

/* Whether no allocation has failed since the last call: one question for all arrays of an object.
 */
int jx_pool_is_whole(jx_pool *pool);
JATO_API void jx_pool_release(jx_pool *pool);

/* A large array: starts on a 2 MiB boundary when it is larger than that and on a cache line
 * otherwise, asks the system for huge pages, and is not touched, so that the thread that first
 * writes a page owns it. */
typedef struct jx_pages {
  void *data;  /* aligned */
  void *block; /* what the allocator gave */
  size_t bytes;
  int unforked; /* left out of forks */
} jx_pages;

/* Returns 0 when there is no memory; *pages is then empty. */
int jx_pages_create(const jato_allocator *allocator, size_t bytes, jx_pages *pages);

/* Leaves the pages of a large array out of forks of this process, which would otherwise cost a copy
 * of each page that is written to meanwhile. A fork must not touch them. */
void jx_pages_leave_out_of_forks(jx_pages *pages);
void jx_pages_destroy(const jato_allocator *allocator, jx_pages *pages);
