#include "algorithm/evolution/relaxed.h"

#include <math.h>

#define FIRST_SHARE 0.2 /* share of the population that is within the first level */

double jx_relaxed_first(jx_parents *parents)
{
  size_t size = (size_t)parents->size;
  for (size_t i = 0; i < size; i++)
    parents->rank[i] = parents->outcome[i * JX_OUTCOME_COLUMNS + JX_OUTCOME_RANK];
  jx_parents_sort(parents);
  size_t last = parents->order[(size_t)(FIRST_SHARE * (double)(size - 1))].index;
  double violation = parents->outcome[last * JX_OUTCOME_COLUMNS + JX_OUTCOME_VIOLATION];
  return isfinite(violation) ? violation : 0;
}

double jx_relaxed_level(double first, double share, double part)
{
  double left = 1 - share / part;
  if (!(left > 0)) return 0;
  return first * (left * left) * (left * left) * left;
}

double jx_relaxed_rank(double level, const double *outcome)
{
  int counts = outcome[JX_OUTCOME_VIOLATION] > 0 && outcome[JX_OUTCOME_VIOLATION] <= level;
  return counts && fabs(outcome[JX_OUTCOME_VALUE]) <= JX_VALUE_MOST ? outcome[JX_OUTCOME_VALUE]
                                                                    : outcome[JX_OUTCOME_RANK];
}

void jx_relaxed_read_outcome(const jx_generation *g, size_t point,
                             double outcome[JX_OUTCOME_COLUMNS])
{
  outcome[JX_OUTCOME_RANK] = g->rank[point];
  outcome[JX_OUTCOME_VALUE] = g->value[point];
  outcome[JX_OUTCOME_VIOLATION] = g->violation[point];
}
