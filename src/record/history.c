#include "record/history.h"

#include <string.h>

int jx_history_create(const jato_allocator *allocator, size_t width, size_t most,
                      jx_history *history)
{
  *history = (jx_history){.width = width, .stride = 1};
  if (most > SIZE_MAX - 1) return 0;
  history->most = most < 2 ? 2 : most + most % 2;
  history->items = jx_allocate(allocator, history->most, width);
  return history->items != NULL;
}

void jx_history_destroy(const jato_allocator *allocator, jx_history *history)
{
  jx_release(allocator, history->items);
  *history = (jx_history){.stride = 1};
}

int jx_history_wants(const jx_history *history, uint64_t iteration)
{
  return history->items != NULL && iteration % history->stride == 0;
}

static unsigned char *place(const jx_history *history, size_t i)
{
  return history->items + i * history->width;
}

const void *jx_history_at(const jx_history *history, size_t i) { return place(history, i); }

uint64_t jx_history_iteration(const jx_history *history, size_t i)
{
  uint64_t iteration;
  memcpy(&iteration, place(history, i), sizeof iteration);
  return iteration;
}

/* Doubles the stride and drops the items that are no longer on it. */
static void thin(jx_history *history)
{
  size_t kept = 0;
  history->stride *= 2;
  for (size_t i = 0; i < history->count; i++) {
    if (jx_history_iteration(history, i) % history->stride != 0) continue;
    if (kept != i) memcpy(place(history, kept), place(history, i), history->width);
    kept++;
  }
  history->count = kept;
}

void *jx_history_add(jx_history *history, uint64_t iteration)
{
  /* Asked of the iteration and not of the count, so that rows that are missing, of a run that was
   * not kept from its beginning, change nothing for the others. */
  while (iteration / history->stride >= history->most) thin(history);
  if (!jx_history_wants(history, iteration)) return NULL;
  if (history->count > 0 && jx_history_iteration(history, history->count - 1) >= iteration)
    return NULL;
  void *item = place(history, history->count);
  memcpy(item, &iteration, sizeof iteration);
  history->count++;
  return item;
}
