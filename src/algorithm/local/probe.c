#include "algorithm/local/probe.h"

#include <math.h>
#include <string.h>

#include "algorithm/fold.h"

enum phase { STENCIL, CORNER, MODEL, ENDED };

void jx_probe_create(jx_probe *p, const jx_search_setup *setup, jx_pool *pool)
{
  size_t n = setup->dim;
  p->n = n;
  p->lower = setup->lower;
  p->upper = setup->upper;
  p->digits = jx_digits_of(setup->epsilon);
  p->centre = jx_pool_take(pool, n, sizeof *p->centre);
  p->reach = jx_pool_take(pool, n, sizeof *p->reach);
  p->up = jx_pool_take(pool, n, sizeof *p->up);
  p->down = jx_pool_take(pool, n, sizeof *p->down);
}

static void end_probe(jx_probe *p, enum jx_probe_verdict verdict)
{
  p->count.phase = ENDED;
  p->count.verdict = verdict;
}

void jx_probe_begin(jx_probe *p, const double *centre)
{
  size_t moving = 0;
  memset(&p->value, 0, sizeof p->value);
  memset(&p->count, 0, sizeof p->count);
  for (size_t i = 0; i < p->n; i++) {
    double reach = JX_PROBE_REACH * jx_width_of(p->lower[i], p->upper[i]);
    double c = jx_clip(centre[i], p->lower[i] + reach, p->upper[i] - reach);
    p->centre[i] = jx_clip(c, p->lower[i], p->upper[i]);
    int moves = p->centre[i] + reach > p->centre[i] && p->centre[i] - reach < p->centre[i];
    p->reach[i] = moves ? reach : 0;
    moving += moves != 0;
  }
  if (moving == 0) end_probe(p, JX_PROBE_FIXED);
}

/* ---- The points ---- */

static size_t put_stencil(const jx_probe *p, double *x)
{
  size_t count = 1, n = p->n;
  memcpy(x, p->centre, n * sizeof *x);
  for (size_t i = 0; i < n; i++)
    for (int side = 1; side >= -1 && p->reach[i] > 0; side -= 2) {
      double *point = x + count++ * n;
      memcpy(point, p->centre, n * sizeof *x);
      point[i] = jx_clip(p->centre[i] + side * p->reach[i], p->lower[i], p->upper[i]);
    }
  return count;
}

static double corner_of(const jx_probe *p, size_t i)
{
  double to = p->up[i] < p->down[i] ? p->reach[i] : -p->reach[i];
  return jx_clip(p->centre[i] + to, p->lower[i], p->upper[i]);
}

/* The slope of an axis in units of the reach, which is the same share of each width. */
static double slope_of(const jx_probe *p, size_t i) { return (p->up[i] - p->down[i]) / 2; }

static double steepest_of(const jx_probe *p)
{
  double steepest = 1e-300;
  for (size_t i = 0; i < p->n; i++) steepest = fmax(steepest, fabs(slope_of(p, i)));
  return steepest;
}

/* The minimum of the parabola along the axis, or the bound downhill if it has none. */
static double model_of(const jx_probe *p, size_t i, double steepest)
{
  double slope = slope_of(p, i), curvature = p->up[i] + p->down[i] - 2 * p->value.centre;
  if (slope == 0) return p->centre[i];
  if (curvature > JX_PROBE_REACH * 1e-9 * steepest)
    return jx_clip(p->centre[i] - slope / curvature * p->reach[i], p->lower[i], p->upper[i]);
  return slope > 0 ? p->lower[i] : p->upper[i];
}

size_t jx_probe_ask(const jx_probe *p, double *x)
{
  if (p->count.phase == STENCIL) return put_stencil(p, x);
  if (p->count.phase >= ENDED) return 0;
  double steepest = steepest_of(p);
  for (size_t i = 0; i < p->n; i++)
    x[i] = p->count.phase == CORNER ? corner_of(p, i) : model_of(p, i, steepest);
  return 1;
}

/* ---- The values ---- */

static int has_value(double rank) { return rank <= JX_VALUE_MOST; }

static double value_of(double rank) { return has_value(rank) ? rank : (double)INFINITY; }

static void tell_stencil(jx_probe *p, const double *rank)
{
  int all = has_value(rank[0]);
  p->value.centre = value_of(*rank++);
  for (size_t i = 0; i < p->n; i++) {
    p->up[i] = p->reach[i] > 0 ? value_of(*rank++) : p->value.centre;
    p->down[i] = p->reach[i] > 0 ? value_of(*rank++) : p->value.centre;
    all = all && has_value(p->up[i]) && has_value(p->down[i]);
  }
  p->count.phase = CORNER;
  if (!all) end_probe(p, JX_PROBE_NO_VALUE);
}

static enum jx_probe_verdict judge(const jx_probe *p)
{
  double sum = 0, size = 0, base = fabs(p->value.centre);
  if (!has_value(p->value.corner)) return JX_PROBE_NO_VALUE;
  for (size_t i = 0; i < p->n; i++) {
    double increment = (p->up[i] < p->down[i] ? p->up[i] : p->down[i]) - p->value.centre;
    sum += increment;
    size += fabs(increment);
  }
  if (!(size > 0)) return JX_PROBE_FLAT;
  double off = fabs(p->value.corner - p->value.centre - sum);
  double most = p->digits.additive * (size + base * 1e-6) + p->digits.offset * base;
  return off <= most ? JX_PROBE_SEPARABLE : JX_PROBE_MIXED;
}

void jx_probe_tell(jx_probe *p, const double *rank)
{
  if (p->count.phase == STENCIL) {
    tell_stencil(p, rank);
  } else if (p->count.phase == CORNER) {
    p->value.corner = rank[0];
    p->count.phase = MODEL;
  } else if (p->count.phase == MODEL) {
    p->value.model = rank[0];
    end_probe(p, judge(p));
  }
}

static const jx_allowed count_allowed[] = {
    JX_COUNT_IN(STENCIL, ENDED),                     /* phase */
    JX_COUNT_IN(JX_PROBE_UNDECIDED, JX_PROBE_FIXED), /* verdict */
};

/* It has a verdict if and only if it has ended. */
const char *jx_probe_contradiction(const jx_probe *p)
{
  int has_ended = p->count.phase == ENDED;
  return has_ended == (p->count.verdict != JX_PROBE_UNDECIDED) ? NULL : "\"probe_counts\"";
}

size_t jx_probe_state(jx_probe *p, jx_array *arrays)
{
  const jx_array list[] = {
      {"probe_counts", JX_COUNTS, 1, sizeof p->count / sizeof(uint64_t), &p->count,
       JX_BY_COLUMN(count_allowed)},
      {"probe_values", JX_DOUBLES, 1, sizeof p->value / sizeof(double), &p->value, JX_RANK},
      {"probe_centre", JX_DOUBLES, 1, p->n, p->centre, JX_IN_BOX(p->lower, p->upper)},
      {"probe_reach", JX_DOUBLES, 1, p->n, p->reach, JX_DOUBLE_IN(0, DBL_MAX)},
      {"probe_up", JX_DOUBLES, 1, p->n, p->up, JX_RANK},
      {"probe_down", JX_DOUBLES, 1, p->n, p->down, JX_RANK},
  };
  return JX_PUT_ARRAYS(arrays, list);
}
