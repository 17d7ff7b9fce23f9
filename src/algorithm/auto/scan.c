#include "algorithm/auto/scan.h"

#include <string.h>

#include "algorithm/places.h"

#define COARSE 3     /* every third point is evaluated first */
#define FOLLOW_UP 2  /* dips on the first line from which a second line is scanned */
#define DIPS_LEAST 7 /* dips in total from which a function is rugged */

enum part { FIRST_COARSE, FIRST_REST, SECOND };

void jx_scan_create(jx_scan *scan, const jx_search_setup *setup, jx_pool *pool)
{
  scan->n = setup->dim;
  scan->lower = setup->lower;
  scan->upper = setup->upper;
  scan->seed = setup->seed;
  scan->from = jx_pool_take(pool, scan->n, sizeof *scan->from);
}

void jx_scan_begin(jx_scan *scan, const double *x, double value)
{
  memcpy(scan->from, x, scan->n * sizeof *x);
  scan->values[0] = value;
  scan->count.lines++;
  scan->count.part = FIRST_COARSE;
  scan->count.dips = 0;
  scan->count.verdict = JX_SCAN_UNDECIDED;
}

/* Whether point k = 1, 2, ... of the line belongs to the part that is due. */
static int is_due(const jx_scan *scan, size_t k)
{
  if (scan->count.part == SECOND) return 1;
  return (k % COARSE == 0) == (scan->count.part == FIRST_COARSE);
}

size_t jx_scan_ask(const jx_scan *scan, double *x)
{
  jk_key key = jk_key_make(scan->seed, scan->count.lines);
  size_t count = 0;
  for (size_t k = 1; k <= JX_SCAN_POINTS; k++) {
    if (!is_due(scan, k)) continue;
    double share = (double)k / JX_SCAN_POINTS, *point = x + count++ * scan->n;
    for (size_t i = 0; i < scan->n; i++) {
      double to = jx_into_box(jx_draw_share(key, 0, i, 0), scan->lower[i], scan->upper[i]);
      double at = (1 - share) * scan->from[i] + share * to;
      point[i] = jx_clip(at, scan->lower[i], scan->upper[i]);
    }
  }
  return count;
}

/* Counts the dips among every `stride`-th value. */
static uint64_t count_dips(const jx_scan *scan, size_t stride)
{
  const double *v = scan->values;
  uint64_t dips = 0;
  for (size_t k = stride; k + stride <= JX_SCAN_POINTS; k += stride)
    dips += v[k] < v[k - stride] && v[k] <= v[k + stride];
  return dips;
}

static void end_first(jx_scan *scan)
{
  scan->count.dips = count_dips(scan, 1);
  if (scan->count.dips >= DIPS_LEAST) {
    scan->count.verdict = JX_SCAN_RUGGED;
  } else if (scan->count.dips < FOLLOW_UP) {
    scan->count.verdict = JX_SCAN_SMOOTH;
  } else {
    scan->count.part = SECOND;
    scan->count.lines++;
  }
}

void jx_scan_tell(jx_scan *scan, const double *rank)
{
  size_t next = 0;
  for (size_t k = 1; k <= JX_SCAN_POINTS; k++)
    if (is_due(scan, k)) scan->values[k] = rank[next++];
  if (scan->count.part == FIRST_COARSE) {
    scan->count.part = FIRST_REST;
    if (count_dips(scan, COARSE) == 0) scan->count.verdict = JX_SCAN_SMOOTH;
  } else if (scan->count.part == FIRST_REST) {
    end_first(scan);
  } else {
    uint64_t total = scan->count.dips + count_dips(scan, 1);
    scan->count.verdict = total >= DIPS_LEAST ? JX_SCAN_RUGGED : JX_SCAN_SMOOTH;
  }
}

static const jx_allowed count_allowed[] = {
    JX_TALLY,                                       /* lines */
    JX_COUNT_IN(FIRST_COARSE, SECOND),              /* part */
    JX_COUNT_IN(0, JX_SCAN_POINTS),                 /* dips */
    JX_COUNT_IN(JX_SCAN_UNDECIDED, JX_SCAN_RUGGED), /* verdict */
};

size_t jx_scan_state(jx_scan *scan, jx_array *arrays)
{
  const jx_array list[] = {
      {"scan_from", JX_DOUBLES, 1, scan->n, scan->from, JX_FINITE},
      {"scan_values", JX_DOUBLES, 1, JX_SCAN_POINTS + 1, scan->values, JX_RANK},
      {"scan_counts", JX_COUNTS, 1, sizeof scan->count / sizeof(uint64_t), &scan->count,
       JX_BY_COLUMN(count_allowed)},
  };
  return JX_PUT_ARRAYS(arrays, list);
}
