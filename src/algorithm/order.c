#include "algorithm/order.h"

static int is_before(const jx_place *a, const jx_place *b)
{
  return a->rank < b->rank || (a->rank == b->rank && a->index < b->index);
}

/* Williams' heap: the place at `root` sinks until none below it is later. */
static void sink(jx_place *places, size_t root, size_t count)
{
  jx_place sinking = places[root];
  for (size_t below = 2 * root + 1; below < count; below = 2 * root + 1) {
    if (below + 1 < count && is_before(&places[below], &places[below + 1])) below++;
    if (!is_before(&sinking, &places[below])) break;
    places[root] = places[below];
    root = below;
  }
  places[root] = sinking;
}

void jx_order(jx_place *places, const double *rank, size_t count)
{
  for (size_t i = 0; i < count; i++) places[i] = (jx_place){rank[i], i};
  for (size_t root = count / 2; root-- > 0;) sink(places, root, count);
  for (size_t last = count; last-- > 1;) {
    jx_place latest = places[0];
    places[0] = places[last];
    places[last] = latest;
    sink(places, 0, last);
  }
}
