#include "algorithm/local/gradient.h"

#include "contract/algorithm.h"

#include <math.h>
#include <string.h>

/* The coordinate of the point on the first side, which is upwards if there is room, or of the point
 * on the other side. `at` itself if there is no room. */
static double beside(const jx_gradient *g, size_t i, double at, int other)
{
  double h =
      (g->central ? g->digits.central : g->digits.forward) * fmax(fabs(at), 0.1 * g->width[i]);
  double side = at + h > g->upper[i] ? -1 : 1;
  double y = other ? at - side * h : at + side * h;
  if (y >= g->lower[i] && y <= g->upper[i]) return y;
  if (other) return at;
  return g->upper[i] - at >= at - g->lower[i] ? g->upper[i] : g->lower[i];
}

/* Appends a point that differs from `at` in one coordinate; only counts it if x is NULL. */
static void put_point(const jx_gradient *g, const double *at, size_t i, double coordinate,
                      double *x, size_t *count)
{
  if (coordinate == at[i]) return;
  if (x != NULL) {
    memcpy(x + *count * g->n, at, g->n * sizeof *x);
    x[*count * g->n + i] = coordinate;
  }
  ++*count;
}

size_t jx_gradient_points(const jx_gradient *g, const double *at, double *x)
{
  size_t count = 0;
  for (size_t i = 0; i < g->n; i++) {
    int wants_other = g->pass == 0 ? (int)g->central : g->missing[i] > 0;
    if (g->pass == 0) put_point(g, at, i, beside(g, i, at[i], 0), x, &count);
    if (wants_other) put_point(g, at, i, beside(g, i, at[i], 1), x, &count);
  }
  return count;
}

/* In units of the width; 0 if it is not finite. */
static double slope_of(double rise, double run, double width)
{
  double slope = rise / run * width;
  return isfinite(slope) ? slope : 0;
}

static int has_value(double rank) { return rank <= JX_VALUE_MOST; }

/* The slope of coordinate i from two ranks, near and far, each of which may be missing. */
static double slope_between(const jx_gradient *g, size_t i, const double *at, double value,
                            const double ranks[2])
{
  double near = beside(g, i, at[i], 0), far = beside(g, i, at[i], 1);
  if (has_value(ranks[0]) && has_value(ranks[1]))
    return slope_of(ranks[0] - ranks[1], near - far, g->width[i]);
  if (has_value(ranks[0])) return slope_of(ranks[0] - value, near - at[i], g->width[i]);
  if (has_value(ranks[1])) return slope_of(ranks[1] - value, far - at[i], g->width[i]);
  return 0;
}

static void tell_first(jx_gradient *g, const double *at, double value, const double *rank)
{
  for (size_t i = 0; i < g->n; i++) {
    double ranks[2] = {INFINITY, INFINITY};
    int has_near = beside(g, i, at[i], 0) != at[i], has_far = beside(g, i, at[i], 1) != at[i];
    if (has_near) ranks[0] = *rank++;
    if (has_far && g->central) ranks[1] = *rank++;
    g->slope[i] = slope_between(g, i, at, value, ranks);
    g->missing[i] = has_near && !g->central && !has_value(ranks[0]);
  }
}

static void tell_second(jx_gradient *g, const double *at, double value, const double *rank)
{
  for (size_t i = 0; i < g->n; i++) {
    if (!(g->missing[i] > 0) || beside(g, i, at[i], 1) == at[i]) continue;
    g->slope[i] = slope_between(g, i, at, value, (double[2]){INFINITY, *rank++});
  }
}

int jx_gradient_tell(jx_gradient *g, const double *at, double value, const double *rank)
{
  if (g->pass == 0) {
    tell_first(g, at, value, rank);
    g->pass = 1;
    if (jx_gradient_points(g, at, NULL) > 0) return 1;
  } else {
    tell_second(g, at, value, rank);
  }
  g->pass = 0;
  return 0;
}
