#include "record/history/thinned.h"

#include <string.h>

int jx_thinned_create(const jato_allocator *allocator, size_t width, size_t most,
                      jx_thinned_list *list)
{
  *list = (jx_thinned_list){.width = width, .stride = 1};
  if (most > SIZE_MAX - 1) return 0;
  list->most = most < 2 ? 2 : most + most % 2;
  list->items = jx_allocate(allocator, list->most, width);
  return list->items != NULL;
}

void jx_thinned_destroy(const jato_allocator *allocator, jx_thinned_list *list)
{
  jx_release(allocator, list->items);
  *list = (jx_thinned_list){.stride = 1};
}

int jx_thinned_wants(const jx_thinned_list *list, uint64_t iteration)
{
  return list->items != NULL && iteration % list->stride == 0;
}

static unsigned char *place(const jx_thinned_list *list, size_t i)
{
  return list->items + i * list->width;
}

const void *jx_thinned_at(const jx_thinned_list *list, size_t i) { return place(list, i); }

uint64_t jx_thinned_iteration(const jx_thinned_list *list, size_t i)
{
  uint64_t iteration;
  memcpy(&iteration, place(list, i), sizeof iteration);
  return iteration;
}

/* Doubles the stride and drops the items that are no longer on it. */
static void thin(jx_thinned_list *list)
{
  size_t kept = 0;
  list->stride *= 2;
  for (size_t i = 0; i < list->count; i++) {
    if (jx_thinned_iteration(list, i) % list->stride != 0) continue;
    if (kept != i) memcpy(place(list, kept), place(list, i), list->width);
    kept++;
  }
  list->count = kept;
}

void *jx_thinned_add(jx_thinned_list *list, uint64_t iteration)
{
  /* Asked of the iteration and not of the count, so that rows that are missing, of a run that was
   * not kept from its beginning, change nothing for the others. */
  while (iteration / list->stride >= list->most) thin(list);
  if (!jx_thinned_wants(list, iteration)) return NULL;
  if (list->count > 0 && jx_thinned_iteration(list, list->count - 1) >= iteration) return NULL;
  void *item = place(list, list->count);
  memcpy(item, &iteration, sizeof iteration);
  list->count++;
  return item;
}
