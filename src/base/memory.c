#define _DEFAULT_SOURCE /* madvise */
#include "base/memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#define HUGE_PAGE ((size_t)2 << 20)

static void *allocate_by_malloc(size_t bytes, void *user)
{
  (void)user;
  return malloc(bytes);
}

static void release_by_free(void *memory, void *user)
{
  (void)user;
  free(memory);
}

jato_allocator jx_allocator_or_default(const jato_allocator *allocator)
{
  if (allocator != NULL) return *allocator;
  return (jato_allocator){.allocate = allocate_by_malloc, .release = release_by_free, .user = NULL};
}

void *jx_allocate(const jato_allocator *allocator, size_t count, size_t size)
{
  if (size != 0 && count > SIZE_MAX / size) return NULL;
  size_t bytes = count * size;
  void *memory = allocator->allocate(bytes == 0 ? 1 : bytes, allocator->user);
  if (memory != NULL) memset(memory, 0, bytes);
  return memory;
}

void jx_release(const jato_allocator *allocator, void *memory)
{
  if (memory != NULL) allocator->release(memory, allocator->user);
}

char *jx_copy_text(const jato_allocator *allocator, const char *text)
{
  size_t bytes = strlen(text) + 1;
  char *copy = jx_allocate(allocator, bytes, 1);
  return copy != NULL ? memcpy(copy, text, bytes) : NULL;
}

struct jx_pool_piece {
  struct jx_pool_piece *next;
  max_align_t data[];
};

void *jx_pool_take(jx_pool *pool, size_t count, size_t size)
{
  struct jx_pool_piece *piece = NULL;
  if (size == 0 || count <= (SIZE_MAX - sizeof *piece) / size)
    piece = jx_allocate(&pool->allocator, sizeof *piece + count * size, 1);
  pool->failed |= piece == NULL;
  if (piece == NULL) return NULL;
  piece->next = pool->pieces;
  pool->pieces = piece;
  return piece->data;
}

void jx_pool_drop(jx_pool *pool, void *piece)
{
  struct jx_pool_piece **at = &pool->pieces, *found;
  while (*at != NULL && (void *)(*at)->data != piece) at = &(*at)->next;
  found = *at;
  if (found != NULL) *at = found->next;
  jx_release(&pool->allocator, found);
}

void *jx_pool_retake(jx_pool *pool, void *piece, size_t count, size_t size)
{
  jx_pool_drop(pool, piece);
  return jx_pool_take(pool, count, size);
}

int jx_pool_is_whole(jx_pool *pool)
{
  int is_whole = !pool->failed;
  pool->failed = 0;
  return is_whole;
}

void jx_pool_release(jx_pool *pool)
{
  while (pool->pieces != NULL) {
    struct jx_pool_piece *piece = pool->pieces;
    pool->pieces = piece->next;
    jx_release(&pool->allocator, piece);
  }
}

static void *align_up(void *memory, size_t alignment)
{
  uintptr_t address = (uintptr_t)memory;
  return (char *)memory + ((alignment - address % alignment) % alignment);
}

int jx_pages_create(const jato_allocator *allocator, size_t bytes, jx_pages *pages)
{
  size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : JX_CACHE_LINE;
  *pages = (jx_pages){0};
  if (bytes > SIZE_MAX - alignment) return 0;
  pages->block = allocator->allocate(bytes + alignment, allocator->user);
  if (pages->block == NULL) return 0;
  pages->data = align_up(pages->block, alignment);
  pages->bytes = bytes;
#if defined(__linux__)
  /* Only advice: without huge pages the system uses small ones, which are slower. */
  if (alignment == HUGE_PAGE) (void)madvise(pages->data, bytes, MADV_HUGEPAGE);
#endif
  return 1;
}

/* Advises on whole pages only, since the memory around them has other owners. */
static int advise_on_forks(const jx_pages *pages, int leave_out)
{
#if defined(__linux__)
  size_t whole = pages->bytes / HUGE_PAGE * HUGE_PAGE;
  return whole > 0 && madvise(pages->data, whole, leave_out ? MADV_DONTFORK : MADV_DOFORK) == 0;
#else
  (void)pages, (void)leave_out;
  return 0;
#endif
}

void jx_pages_leave_out_of_forks(jx_pages *pages) { pages->unforked = advise_on_forks(pages, 1); }

void jx_pages_destroy(const jato_allocator *allocator, jx_pages *pages)
{
  if (pages->unforked) (void)advise_on_forks(pages, 0);
  jx_release(allocator, pages->block);
  *pages = (jx_pages){0};
}
