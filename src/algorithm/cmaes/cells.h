/* Coordinates of a descent that have cells, in which nothing changes: whole numbers. */
#pragma once

#include "algorithm/cmaes/distribution.h"

typedef struct jx_cells {
  const double *count; /* [n]: equal cells of a coordinate; 0: it has none. NULL: none has any */
  double *scale;       /* [n]: the box of a coordinate is [0, 1 / scale]; 1 where it has no cells */
} jx_cells;

static inline int jx_cells_are_in(const jx_cells *cells, size_t coordinate)
{
  return cells->count != NULL && cells->count[coordinate] > 0;
}

/* Steps y[lambda][n] of the better half of the points, in order of rank, go to the middle of the
 * cell they end in, if it is another one than the mean's; what is known of their length, squares
 * [lambda], is -1 then. */
void jx_cells_centre_steps(const jx_cells *cells, const jx_cmaes_distribution *m,
                           const jx_ranked *order, double *y, double *squares);

/* Scales become so large that steps into other cells stay likely; the mean stays where it is. */
void jx_cells_rescale(const jx_cells *cells, jx_cmaes_distribution *m);
