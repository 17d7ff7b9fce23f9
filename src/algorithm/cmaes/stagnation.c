#include "algorithm/cmaes/stagnation.h"

#include <math.h>

#define LOOK_EVERY 16 /* generations between checks, which sort pieces of the histories */

void jx_stagnation_begin(jx_stagnation *s)
{
  s->kept = 0;
  s->stride = 1;
}

static void keep_values(jx_stagnation *s, double best, double median)
{
  if (s->kept == JX_STAGNATION_ROOM) {
    s->kept /= 2;
    s->stride *= 2;
    for (size_t i = 0; i < s->kept; i++) {
      s->best[i] = s->best[2 * i + 1];
      s->median[i] = s->median[2 * i + 1];
    }
  }
  s->best[s->kept] = best;
  s->median[s->kept] = median;
  s->kept++;
}

static double median_of(jx_stagnation *s, const double *value, size_t count)
{
  jx_sort_by_rank(s->sorted, value, count);
  return 0.5 * s->sorted[(count - 1) / 2].rank + 0.5 * s->sorted[count / 2].rank;
}

static int is_no_better(jx_stagnation *s, const double *value, size_t count)
{
  size_t piece = count * 3 / 10;
  return median_of(s, value + count - piece, piece) >= median_of(s, value, piece);
}

int jx_stagnation_note(jx_stagnation *s, size_t n, size_t lambda, uint64_t generation, double best,
                       double median)
{
  if (generation % s->stride == 0) keep_values(s, best, median);
  double size = (double)n, points = (double)lambda, age = (double)generation;
  if (generation % LOOK_EVERY != 0 || !(age > 100 + 100 * size * sqrt(size) / points)) return 0;
  double fifth = 0.2 * age, least = 120 + 30 * size / points;
  double span = (fifth > least ? fifth : least) / (double)s->stride;
  if (!(span <= (double)s->kept) || !(span >= 10)) return 0;
  size_t count = (size_t)span, first = (size_t)s->kept - count;
  return is_no_better(s, s->best + first, count) && is_no_better(s, s->median + first, count);
}
