#include "problems.h"

#include <math.h>

double constrained_missed(const jato_constraint *constraint, double c)
{
  const double scale = constraint->scale > 0 ? constraint->scale : 1;
  double over = c - constraint->bound;
  if (constraint->relation == JATO_AT_LEAST) over = -over;
  if (constraint->relation == JATO_EQUALS) over = fabs(over);
  return (over - constraint->tolerance) / scale;
}

const constrained_problem *constrained_problem_at(size_t i)
{
  const struct part {
    const constrained_problem *problems;
    size_t count;
  } parts[] = {{machine_problems, machine_count},
               {spring_problems, spring_count},
               {g01_to_g06, g01_to_g06_count},
               {g07_to_g13, g07_to_g13_count}};
  for (size_t part = 0; part < COUNT(parts); part++) {
    if (i < parts[part].count) return &parts[part].problems[i];
    i -= parts[part].count;
  }
  return NULL;
}
