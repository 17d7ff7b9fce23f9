#include "algorithm/kriging/output_transform.h"

#include <math.h>

#include "contract/algorithm.h"

#define JK_PRECISION 64
#include "kernel/math.h"

static const double shares[JX_TRANSFORMS] = {1, 0.5, 0.2};

/* Sets y to the places in the order; equal ranks share a place. */
static void take_places(const jx_ranked *order, size_t count, double *y)
{
  double place = 0;
  for (size_t k = 0; k < count; k++) {
    if (k > 0 && order[k].rank > order[k - 1].rank) place = (double)k;
    y[order[k].index] = place;
  }
}

/* Sets y to the distances from the best, -1 without a value, as shares of the largest; returns
 * that. */
static double take_distances(const jx_ranked *order, size_t count, size_t known, double *y)
{
  double best = order[0].rank, widest = order[known - 1].rank / 2 - best / 2;
  for (size_t k = 0; k < count; k++)
    y[order[k].index] = k >= known ? -1 : widest > 0 ? (order[k].rank / 2 - best / 2) / widest : 0;
  return widest;
}

/* Replaces y above the knee by knee (1 + log(y / knee)). */
static double bend(double knee, size_t count, double *y)
{
  double density = 0;
  for (size_t i = 0; i < count; i++) {
    if (!(y[i] > knee)) continue;
    double beyond = jk_log(y[i] / knee);
    y[i] = knee * (1 + beyond);
    density -= beyond;
  }
  return density;
}

static double standardise(size_t count, double *y)
{
  double sum = 0, squares = 0;
  for (size_t i = 0; i < count; i++) sum += y[i];
  for (size_t i = 0; i < count; i++) {
    y[i] -= sum / (double)count;
    squares += y[i] * y[i];
  }
  double deviation = sqrt(squares / (double)count);
  if (!(deviation > 0)) return 0;
  for (size_t i = 0; i < count; i++) y[i] /= deviation;
  return -(double)count * jk_log(deviation);
}

double jx_transform_values(enum jx_transform transform, const double *rank, size_t count,
                           jx_ranked *order, double *y)
{
  size_t known = 0;
  double density = 0;
  jx_sort_by_rank(order, rank, count);
  while (known < count && order[known].rank <= JX_VALUE_MOST) known++;
  if (known < 2) {
    take_places(order, count, y);
    return standardise(count, y);
  }
  double widest = take_distances(order, count, known, y);
  size_t at = (size_t)ceil(shares[transform] * (double)known) - 1;
  while (at + 1 < known && !(y[order[at].index] > 0)) at++;
  double knee = y[order[at].index];
  if (widest > 0 && knee > 0) density = bend(knee, count, y);
  for (size_t k = known; k < count; k++) y[order[k].index] = y[order[known - 1].index];
  return density + standardise(count, y);
}
