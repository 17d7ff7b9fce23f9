/* Whole numbers in CMA-ES: a coordinate with cells changes a value only if a step ends in another
 * cell. Two things are added, as in Marty, Hansen, Auger, Semet and Heron, "LB+IC-CMA-ES: Two
 * simple modifications of CMA-ES to handle mixed-integer problems", PPSN 2024: a lower bound on the
 * deviation, which keeps other cells within reach, and integer centering: a good point in another
 * cell moves the mean to the middle of that cell, not only to its edge; the other points compensate
 * for it as in pycma.
 *
 * The bound is applied by a scale outside of the covariance matrix, which would become
 * ill-conditioned as the step size of the other coordinates goes to 0. */
#include "algorithm/cmaes/cells.h"

#include <math.h>

#define JK_PRECISION 64
#include "kernel/math.h"

#define DEVIATION_LEAST 0.2 /* of a cell's width; less in many dimensions */

static double cell_of(double share, double cells)
{
  return jk_max(0, jk_min(floor(share * cells), cells - 1));
}

static double middle_of(double share, double cells)
{
  return (cell_of(share, cells) + 0.5) / cells;
}

typedef struct steps {
  const jx_cmaes_distribution *m;
  const jx_ranked *order;
  double *y, *squares;
} steps;

static double *step_of(const steps *s, size_t k, size_t j)
{
  return &s->y[s->order[k].index * s->m->n + j];
}

/* The share of the box at which the k-th best point's step along a coordinate ends. */
static double share_of(const steps *s, size_t k, size_t j, double scale)
{
  return (s->m->mean[j] + s->m->sigma * *step_of(s, k, j)) * scale;
}

static void set_share(const steps *s, size_t k, size_t j, double scale, double share)
{
  *step_of(s, k, j) = (share / scale - s->m->mean[j]) / s->m->sigma;
  s->squares[s->order[k].index] = -1;
}

/* What the points in other cells gain in one direction, the points in the cell of the mean lose, at
 * most up to its middle: otherwise the mean would drift to any cell that happens to be reached. */
static void centre_coordinate(const steps *s, size_t j, double cells, double scale)
{
  size_t mu = s->m->rates.mu;
  double home = middle_of(s->m->mean[j] * scale, cells);
  double gained = 0, moves[2] = {0, 0}; /* to the left and to the right */
  for (size_t k = 0; k < mu; k++) {
    double share = share_of(s, k, j, scale), middle = middle_of(share, cells);
    if (middle == home) {
      moves[middle > share] += middle - share;
      continue;
    }
    gained += middle - share;
    set_share(s, k, j, scale, middle);
  }
  if (gained == 0 || moves[gained < 0] == 0) return;
  double part = jk_min(1, -gained / moves[gained < 0]);
  for (size_t k = 0; k < mu; k++) {
    double share = share_of(s, k, j, scale);
    if (middle_of(share, cells) != home || (home > share) != (gained < 0)) continue;
    set_share(s, k, j, scale, share + part * (home - share));
  }
}

void jx_cells_centre_steps(const jx_cells *cells, const jx_cmaes_distribution *m,
                           const jx_ranked *order, double *y, double *squares)
{
  const steps s = {m, order, y, squares};
  for (size_t j = 0; j < m->n; j++)
    if (jx_cells_are_in(cells, j)) centre_coordinate(&s, j, cells->count[j], cells->scale[j]);
}

void jx_cells_rescale(const jx_cells *cells, jx_cmaes_distribution *m)
{
  double least = jk_min(DEVIATION_LEAST, m->rates.mu_eff / (double)m->n), *scale = cells->scale;
  for (size_t j = 0; j < m->n; j++) {
    if (!jx_cells_are_in(cells, j)) continue;
    double share = m->mean[j] * scale[j];
    double deviation = m->sigma * jx_cmaes_deviation(m, j);
    scale[j] = jk_max(scale[j], least / cells->count[j] / deviation);
    m->mean[j] = share / scale[j];
  }
}
