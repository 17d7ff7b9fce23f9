#include "population/reals.h"

#include <float.h>
#include <math.h>
#include <string.h>

double jx_real_at(const void *array, size_t i, size_t real_bytes)
{
  return real_bytes == sizeof(float) ? (double)((const float *)array)[i]
                                     : ((const double *)array)[i];
}

static void put_real(void *array, size_t i, size_t real_bytes, double value)
{
  if (real_bytes == sizeof(float))
    ((float *)array)[i] = (float)value;
  else
    ((double *)array)[i] = value;
}

void jx_reals_from(const double *from, size_t count, size_t real_bytes, void *to)
{
  if (real_bytes == sizeof(float))
    for (size_t i = 0; i < count; i++) ((float *)to)[i] = (float)from[i];
  else
    memcpy(to, from, count * sizeof *from);
}

/* The float nearest to value that is not on the far side of it, seen from `towards`. */
static double round_towards(double value, size_t real_bytes, double towards)
{
  if (real_bytes != sizeof(float)) return value;
  float rounded = (float)value;
  int outside = towards > value ? (double)rounded < value : (double)rounded > value;
  return (double)(outside ? nextafterf(rounded, (float)towards) : rounded);
}

/* Velocities are multiples of a grain, 2^-52 of the box's width in float and 2^-400 in double, so
 * that no swarm ever computes with subnormal numbers, which are many times slower
 * (kernel/motion/swarm.h). Positions are sums of velocities, hence multiples of the grain as well,
 * and results computed from them stay normal, too: the square of a grain is still 2^22 (float)
 * times the smallest normal number. A box wider than 1 has the grain of width 1, for users who make
 * a box wide because they do not know where to search.
 *
 * Returns 1.5 * 2^(digits - 1) grains, the middle of the numbers whose last digit is one grain; or
 * 0, which rounds nothing, for a box so narrow that a normal grain would be noticeable in it. */
static double rounder_of(double width, size_t real_bytes)
{
  int single = real_bytes == sizeof(float);
  int power = 0, least = (single ? FLT_MIN_EXP : DBL_MIN_EXP) - 1;
  int digits = single ? FLT_MANT_DIG : DBL_MANT_DIG;
  (void)frexp(width, &power); /* width is in 2^(power - 1) .. 2^power */
  int grain = (power > 1 ? 0 : power - 1) - (single ? 52 : 400);
  if (grain < least) grain = least;
  return grain > power - 2 * digits ? 0 : ldexp(1.5, grain + digits - 1);
}

jato_status jx_box_round(const jx_bounds *bounds, size_t real_bytes, void *box, jato_error *error)
{
  double largest = real_bytes == sizeof(float) ? (double)FLT_MAX : DBL_MAX;
  size_t dim = bounds->dim;
  for (size_t d = 0; d < dim; d++) {
    double lower = round_towards(bounds->lower[d], real_bytes, (double)INFINITY);
    double upper = round_towards(bounds->upper[d], real_bytes, -(double)INFINITY);
    double velocity = bounds->limit * (bounds->upper[d] - bounds->lower[d]);
    if (!(lower < upper) || upper - lower > largest)
      return jx_fail(error, JATO_E_ARGUMENT,
                     "the box of coordinate %zu is too narrow or too wide for this precision; take "
                     "--precision double",
                     d);
    put_real(box, JX_LOWER * dim + d, real_bytes, lower);
    put_real(box, JX_UPPER * dim + d, real_bytes, upper);
    put_real(box, JX_LEAST_V * dim + d, real_bytes, -velocity);
    put_real(box, JX_MOST_V * dim + d, real_bytes, velocity);
    put_real(box, JX_ROUNDER * dim + d, real_bytes, rounder_of(upper - lower, real_bytes));
  }
  return JATO_OK;
}
