#include "algorithm/sort.h"

static int is_before(const jx_ranked *a, const jx_ranked *b)
{
  return a->rank < b->rank || (a->rank == b->rank && a->index < b->index);
}

/* Williams' heap: moves the entry at `root` down until no entry below it is later. */
static void sink(jx_ranked *ranked, size_t root, size_t count)
{
  jx_ranked sinking = ranked[root];
  for (size_t below = 2 * root + 1; below < count; below = 2 * root + 1) {
    if (below + 1 < count && is_before(&ranked[below], &ranked[below + 1])) below++;
    if (!is_before(&sinking, &ranked[below])) break;
    ranked[root] = ranked[below];
    root = below;
  }
  ranked[root] = sinking;
}

void jx_sort_by_rank(jx_ranked *ranked, const double *rank, size_t count)
{
  for (size_t i = 0; i < count; i++) ranked[i] = (jx_ranked){rank[i], i};
  for (size_t root = count / 2; root-- > 0;) sink(ranked, root, count);
  for (size_t last = count; last-- > 1;) {
    jx_ranked latest = ranked[0];
    ranked[0] = ranked[last];
    ranked[last] = latest;
    sink(ranked, 0, last);
  }
}
