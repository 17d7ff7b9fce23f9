#include "space/space.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The excess over bound and tolerance, before scaling; 0 or less if the constraint is satisfied. */
static double miss(const jato_constraint *constraint, double c)
{
  double beyond = c - constraint->bound;
  if (constraint->relation == JATO_AT_LEAST) beyond = -beyond;
  if (constraint->relation == JATO_EQUALS) beyond = fabs(beyond);
  return beyond - constraint->tolerance;
}

double jx_space_violation(const jx_space *space, const double *c)
{
  double sum = 0;
  for (size_t i = 0; i < space->given.constraint_count; i++) {
    const jato_constraint *constraint = &space->given.constraints[i];
    if (!isfinite(c[i])) return NAN;
    double beyond = miss(constraint, c[i]);
    if (!(beyond > 0)) continue;
    double share = beyond / constraint->scale;
    sum += share > DBL_MIN ? share : DBL_MIN; /* a large scale must not make it 0 */
  }
  return sum < DBL_MAX ? sum : DBL_MAX;
}

/* Positive doubles have the order of their bits. So a violation from 2^-100 to 2^100, which is 200
 * binades, is mapped by its bits to the 25 binades from 2^998 to 2^1023, all larger than any
 * feasible value; this loses three bits of the fraction. */
#define VIOLATION_LEAST 0x1p-100
#define VIOLATION_MOST 0x1p100
#define RANK_LEAST 0x1p998
#define LOST_BITS 3

static uint64_t bits_of(double a)
{
  uint64_t bits;
  memcpy(&bits, &a, sizeof bits);
  return bits;
}

static double double_of(uint64_t bits)
{
  double a;
  memcpy(&a, &bits, sizeof a);
  return a;
}

static double between(double a, double lower, double upper)
{
  if (a < lower) return lower;
  return a > upper ? upper : a;
}

double jx_space_rank(const jx_space *space, double f, double violation)
{
  if (!isfinite(f) || !isfinite(violation)) return NAN;
  if (space->given.penalty > 0) {
    double sum = f + space->given.penalty * violation;
    return isfinite(sum) ? sum : NAN;
  }
  if (!(violation > 0)) return between(f, -JX_RANK_FEASIBLE, JX_RANK_FEASIBLE);
  double bounded = between(violation, VIOLATION_LEAST, VIOLATION_MOST);
  uint64_t above = (bits_of(bounded) - bits_of(VIOLATION_LEAST)) >> LOST_BITS;
  return double_of(bits_of(RANK_LEAST) + above);
}
