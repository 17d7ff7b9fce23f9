/* Whether a search still makes progress. Hansen, arXiv:1604.00772, B.3 "Stagnation": the best and
 * the median value of each generation are recorded, and the last fifth of them is examined, but at
 * least 120 + 30 n / lambda; the search stagnates if in both histories the median of the newest 30
 * % is not better than that of the oldest 30 %.
 *
 * The memory is bounded: when it is full every second entry is dropped, and from then on the
 * distance between recorded generations is twice as large. */
#pragma once

#include <stdint.h>

#include "algorithm/sort.h"

#define JX_STAGNATION_ROOM 512

typedef struct jx_stagnation {
  /* What decides the future. */
  uint64_t kept, stride; /* entries, at most JX_STAGNATION_ROOM; generations between two, at
                            least 1 */
  double best[JX_STAGNATION_ROOM], median[JX_STAGNATION_ROOM]; /* the oldest first */

  jx_ranked sorted[JX_STAGNATION_ROOM];
} jx_stagnation;

void jx_stagnation_begin(jx_stagnation *stagnation);

/* Records the values of generation 1, 2, ...; returns whether the search stagnates. */
int jx_stagnation_note(jx_stagnation *stagnation, size_t n, size_t lambda, uint64_t generation,
                       double best, double median);
