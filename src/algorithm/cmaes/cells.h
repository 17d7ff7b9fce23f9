/* Coordinates of a descent with cells, in which the value does not change: whole numbers. */
#pragma once

#include "algorithm/cmaes/distribution.h"

typedef struct jx_cells {
  const double *count; /* [n]: equal cells of a coordinate; 0: none. NULL: no coordinate has any */
  double *scale;       /* [n]: the box of a coordinate is [0, 1 / scale]; 1 where it has no cells */
} jx_cells;

static inline int jx_cells_are_in(const jx_cells *cells, size_t coordinate)
{
  return cells->count != NULL && cells->count[coordinate] > 0;
}

/* Moves the steps y[lambda][n] of the better half of the points, in order of rank, to the middle of
 * the cell in which they end, unless it is the cell of the mean. Sets squares[lambda], the squared
 * lengths, to -1 for these points. */
void jx_cells_centre_steps(const jx_cells *cells, const jx_cmaes_distribution *m,
                           const jx_ranked *order, double *y, double *squares);

/* Increases the scales until steps into other cells stay likely; the mean stays where it is. */
void jx_cells_rescale(const jx_cells *cells, jx_cmaes_distribution *m);
