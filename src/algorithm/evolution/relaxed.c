#include "algorithm/evolution/relaxed.h"

#include <math.h>

#define FIRST_SHARE 0.2 /* of the population, is within the first level */

double jx_relaxed_first(jx_parents *parents)
{
  size_t size = (size_t)parents->size;
  for (size_t i = 0; i < size; i++) parents->rank[i] = parents->told[i * JX_TOLD + JX_TOLD_RANK];
  jx_parents_sort(parents);
  size_t last = parents->order[(size_t)(FIRST_SHARE * (double)(size - 1))].index;
  double violation = parents->told[last * JX_TOLD + JX_TOLD_VIOLATION];
  return isfinite(violation) ? violation : 0;
}

double jx_relaxed_level(double first, double share, double part)
{
  double left = 1 - share / part;
  if (!(left > 0)) return 0;
  return first * (left * left) * (left * left) * left;
}

double jx_relaxed_rank(double level, const double *told)
{
  int counts = told[JX_TOLD_VIOLATION] > 0 && told[JX_TOLD_VIOLATION] <= level;
  return counts && fabs(told[JX_TOLD_VALUE]) <= JX_VALUE_MOST ? told[JX_TOLD_VALUE]
                                                              : told[JX_TOLD_RANK];
}

void jx_relaxed_read(const jx_generation *g, size_t point, double told[JX_TOLD])
{
  told[JX_TOLD_RANK] = g->rank[point];
  told[JX_TOLD_VALUE] = g->value[point];
  told[JX_TOLD_VIOLATION] = g->violation[point];
}
