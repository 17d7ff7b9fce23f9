/* The order of a generation's points: by rank, and by index where ranks are equal. */
#pragma once

#include <stddef.h>

typedef struct jx_ranked {
  double rank;
  size_t index;
} jx_ranked;

/* Fills ranked[count], the best first. Allocates nothing, unlike qsort, which may. */
void jx_sort_by_rank(jx_ranked *ranked, const double *rank, size_t count);
