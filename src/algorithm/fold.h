/* Bounds for a search that has none of its own. The search works in coordinates in which the box is
 * [0, 1], and every number it proposes is folded into the box: jx_fold is the identity except in
 * the outermost JX_FOLD_MARGIN on each side. There it becomes a parabola that touches the bound at
 * a point that far outside of the box; beyond that point it runs back, and so on. The fold is
 * smooth, reaches every point of the box, bounds included, and turns a minimum on a bound into one
 * with slope 0. */
#pragma once

#include <math.h>
#include <stddef.h>

/* The margin as a share of the box's width. A smaller one bends more near the bounds. */
#define JX_FOLD_MARGIN 0.025

/* Maps any number to [0, 1]. */
static inline double jx_fold(double u)
{
  const double margin = JX_FOLD_MARGIN, way = 1 + 2 * margin;
  if (u >= margin && u <= 1 - margin) return u;
  u += margin;
  u -= 2 * way * floor(u / (2 * way));
  if (u > way) u = 2 * way - u;
  if (u < 2 * margin) return u * u / (4 * margin);
  if (way - u < 2 * margin) return 1 - (way - u) * (way - u) / (4 * margin);
  return u - margin;
}

/* The number that jx_fold maps to `share`; share is in [0, 1]. */
static inline double jx_unfold(double share)
{
  const double margin = JX_FOLD_MARGIN;
  if (share < margin) return 2 * sqrt(margin * share) - margin;
  if (1 - share < margin) return 1 + margin - 2 * sqrt(margin * (1 - share));
  return share;
}

/* The closest coordinate in the box; for a NaN the lower bound. */
static inline double jx_clip(double x, double lower, double upper)
{
  if (!(x >= lower)) return lower;
  return x <= upper ? x : upper;
}

/* Whether all n coordinates are in the box; none of them is NaN. */
static inline int jx_is_in_box(size_t n, const double *x, const double *lower, const double *upper)
{
  for (size_t i = 0; i < n; i++)
    if (x[i] < lower[i] || x[i] > upper[i]) return 0;
  return 1;
}

/* The coordinate at a share of the box, exact at both bounds: it is measured from the closer one,
 * in half widths, since a width may overflow. It is inside the box for any `share`. */
static inline double jx_into_box(double share, double lower, double upper)
{
  double half = upper / 2 - lower / 2;
  double x = share < 0.5 ? lower + share * half + share * half
                         : upper - (1 - share) * half - (1 - share) * half;
  return jx_clip(x, lower, upper);
}

/* The share of the box at which a coordinate lies: in [0, 1], and 0.5 in a box without width. */
static inline double jx_share_of(double x, double lower, double upper)
{
  double share = (x / 2 - lower / 2) / (upper / 2 - lower / 2);
  if (!(share >= 0)) return share < 0 ? 0 : 0.5;
  return share < 1 ? share : 1;
}
