/* The resolution of local methods, by the precision of the objective: points and values are rounded
 * to double, or to float on devices that work in it. The numbers for double are those of the
 * measured recipe (docs/methods.md); those for float correspond to them. */
#pragma once

typedef struct jx_digits {
  double forward, central; /* steps of differences, relative to max(|x|, a tenth of the width) */
  double decrease;         /* of a value, relative to max(1, |value|): at most rounding */
  double step;             /* of a point, relative to the width: at most rounding */
  double additive, offset; /* tolerance of a sum of increments, relative to them and to f0 */
  double line;             /* where a line search has converged, relative to the width and to |x| */
} jx_digits;

/* epsilon: the distance from 1 to the next number; 0 means double. */
static inline jx_digits jx_digits_of(double epsilon)
{
  if (epsilon > 1e-10)
    return (jx_digits){.forward = 3.5e-4,
                       .central = 5e-3,
                       .decrease = 1e-6,
                       .step = 1e-6,
                       .additive = 1e-5,
                       .offset = 1e-5,
                       .line = 1e-5};
  return (jx_digits){.forward = 1.5e-8,
                     .central = 1.5e-8 * 300,
                     .decrease = 1e-13,
                     .step = 1e-13,
                     .additive = 1e-9,
                     .offset = 1e-13,
                     .line = 1e-10};
}

/* The width of a box: finite for all bounds. */
static inline double jx_width_of(double lower, double upper)
{
  double width = upper - lower;
  return width < 1.7e308 ? width : 1.7e308;
}
