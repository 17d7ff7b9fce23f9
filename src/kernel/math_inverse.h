/* Tangent, and the angles that belong to a sine, a cosine or a tangent. Included by math_more.h,
 * which states domains, bounds and special values; math_explog.h tells how the polynomials were
 * made. */
#ifndef JK_MATH_INVERSE_H
#define JK_MATH_INVERSE_H

#include "math_bits.h"
#include "math_round.h"
#include "math_trig.h"

/* pi/2 in two parts. */
#if JK_PRECISION == 32
#define JK_HALF_PI_HIGH 0x1.921fb6p+0
#define JK_HALF_PI_LOW -0x1.777a5cp-25
#else
#define JK_HALF_PI_HIGH 0x1.921fb54442d18p+0
#define JK_HALF_PI_LOW 0x1.1a62633145c07p-54
#endif

/* (tan(r) / r - 1) / z with z = r^2 on z <= 0.6172. Degree 6, error 2^-29.5; double: 14, 2^-59.9.
 */
JK_FN real jk_tan_tail(real z)
{
#if JK_PRECISION == 32
  real p = R(0x1.99e6e8p-14) + z * R(0x1.1e96d0p-8);
  p = R(0x1.62cdd6p-7) + z * p;
  p = R(0x1.5cc07cp-6) + z * p;
  p = R(0x1.bad9c6p-5) + z * p;
  p = R(0x1.110d9ep-3) + z * p;
  return R(0x1.555560p-2) + z * p;
#else
  real square = z * z;
  real even = R(0x1.981215e38899fp-15) + square * R(0x1.48dc4cda25e31p-17);
  even = R(0x1.19f6e23533241p-14) + square * even;
  even = R(0x1.ff2eae33d94f8p-13) + square * even;
  even = R(0x1.7db18f46626e8p-10) + square * even;
  even = R(0x1.226e3a818c541p-7) + square * even;
  even = R(0x1.ba1ba1babf356p-5) + square * even;
  even = R(0x1.555555555555ep-2) + square * even;
  real odd = R(-0x1.ae337afd93fcbp-16) + square * R(-0x1.975b3ee059338p-16);
  odd = R(0x1.5e782cd0ed48dp-14) + square * odd;
  odd = R(0x1.34bc17dc23cf3p-11) + square * odd;
  odd = R(0x1.d6d2e7a884cbap-9) + square * odd;
  odd = R(0x1.664f485d24733p-6) + square * odd;
  odd = R(0x1.11111111105d2p-3) + square * odd;
  return even + z * odd;
#endif
}

/* Reduced by quarter turns, counted in halves of a half turn by the last digit of half the rounder.
 * After an odd number of them the tangent is -1 / tan r. What r leaves of the angle counts by the
 * slope there, 1 + tan^2. */
JK_FN real jk_tan(real x)
{
  real rounded = x * R(JK_HALF_TURNS_PER_RADIAN) + R(0.5 * JK_ROUNDER);
  jk_int quarter = jk_as_int(rounded);
  jk_angle angle = jk_less_half_turns(x, rounded - R(0.5 * JK_ROUNDER));
  real r = angle.r, z = r * r;
  real left = angle.lost + angle.tail;
  real curve = r * (z * jk_tan_tail(z));
  real most = r + curve;
  real tangent = r + (curve + (left + left * (most * most)));
  real top = (quarter & JK_I(1)) != JK_I(0) ? R(-1.0) : tangent;
  real bottom = (quarter & JK_I(1)) != JK_I(0) ? tangent : R(1.0);
  real value = x == R(0.0) ? x : top / bottom;
  return jk_abs(x) <= R(JK_TRIG_LIMIT) ? value : JK_NAN;
}

/* (asin(s) / s - 1) / z with z = s^2 on z <= 1/4. Degree 4, error 2^-27.6; double: 12, 2^-59.9. */
JK_FN real jk_asin_tail(real z)
{
#if JK_PRECISION == 32
  real p = R(0x1.8c3e96p-6) + z * R(0x1.595c14p-5);
  p = R(0x1.747bb4p-5) + z * p;
  p = R(0x1.330204p-4) + z * p;
  return R(0x1.5555c8p-3) + z * p;
#else
  real square = z * z;
  real even = R(0x1.639f5dfcd4e89p-6) + square * R(0x1.0b4827dac1075p-5);
  even = R(0x1.613d1d1c69ed4p-7) + square * even;
  even = R(0x1.ca1f90214ab05p-7) + square * even;
  even = R(0x1.6e8bdee18776fp-6) + square * even;
  even = R(0x1.6db6db72127c5p-5) + square * even;
  even = R(0x1.5555555555577p-3) + square * even;
  real odd = R(0x1.e5ec705265c95p-9) + square * R(-0x1.5801d27671194p-6);
  odd = R(0x1.758571aad5d0dp-7) + square * odd;
  odd = R(0x1.1c49f042e0391p-6) + square * odd;
  odd = R(0x1.f1c71a94e90cap-6) + square * odd;
  odd = R(0x1.333333332e130p-4) + square * odd;
  return even + z * odd;
#endif
}

/* asin(s) = s + curve for an s <= 1/2: |x| itself, or above 1/2 the sine of half the angle that is
 * left to a quarter turn, s^2 = (1 - |x|) / 2. Beyond 1 the root makes it NaN. */
typedef struct jk_arc {
  real s;
  real curve;
} jk_arc;

JK_FN jk_arc jk_arc_of_sine(real size)
{
  jk_arc arc;
  real z = size <= R(0.5) ? size * size : R(0.5) - R(0.5) * size;
  arc.s = size <= R(0.5) ? size : jk_sqrt(z);
  arc.curve = arc.s * (z * jk_asin_tail(z));
  return arc;
}

/* Above 1/2 the greater part of the difference from pi/2 is taken exactly. */
JK_FN real jk_asin(real x)
{
  real size = jk_abs(x);
  jk_arc arc = jk_arc_of_sine(size);
  real most = R(JK_HALF_PI_HIGH) - R(2.0) * arc.s;
  real rest = (R(JK_HALF_PI_HIGH) - most) - R(2.0) * arc.s;
  real far = most + (rest - (R(2.0) * arc.curve - R(JK_HALF_PI_LOW)));
  return jk_copysign(size <= R(0.5) ? arc.s + arc.curve : far, x);
}

JK_FN real jk_acos(real x)
{
  real size = jk_abs(x);
  jk_arc arc = jk_arc_of_sine(size);
  real s = jk_copysign(arc.s, x), curve = jk_copysign(arc.curve, x);
  real middle = R(JK_HALF_PI_HIGH) - (s - (R(JK_HALF_PI_LOW) - curve));
  real right = R(2.0) * (arc.s + arc.curve);
  real left = R(2.0 * JK_HALF_PI_HIGH) - (R(2.0) * (arc.s + (arc.curve - R(JK_HALF_PI_LOW))));
  return size <= R(0.5) ? middle : (x < R(0.0) ? left : right);
}

/* (atan(t) / t - 1) / z with z = t^2 on z <= 1/4. Degree 4, error 2^-27.5; double: 11, 2^-57.8. */
JK_FN real jk_atan_tail(real z)
{
#if JK_PRECISION == 32
  real p = R(0x1.9ff86ep-4) + z * R(-0x1.a3ca7ap-5);
  p = R(-0x1.224980p-3) + z * p;
  p = R(0x1.997b04p-3) + z * p;
  return R(-0x1.555512p-2) + z * p;
#else
  real square = z * z;
  real even = R(-0x1.a397f68f7cfa2p-5) + square * R(-0x1.c17bb83085c41p-6);
  even = R(-0x1.10f31d5dbc0f7p-4) + square * even;
  even = R(-0x1.745cf4c8b0c81p-4) + square * even;
  even = R(-0x1.249249215daa0p-3) + square * even;
  even = R(-0x1.5555555555516p-2) + square * even;
  real odd = R(0x1.56f485bdcaecfp-5) + square * R(0x1.4b7e357af2790p-7);
  odd = R(0x1.dfe95f717750ep-5) + square * odd;
  odd = R(0x1.3b113d97261adp-4) + square * odd;
  odd = R(0x1.c71c7090d179fp-4) + square * odd;
  odd = R(0x1.999999999113bp-3) + square * odd;
  return even + z * odd;
#endif
}

/* atan(a / b) for a, b >= 0, as 0, 1 or 2 eighths of a turn and the angle from there, whose tangent
 * t is at most 1/2: a / b, (a - b) / (a + b) or -b / a. The difference is exact. */
JK_FN real jk_atan_quotient(real a, real b)
{
  real top = a + a <= b ? a : (a <= b + b ? a - b : -b);
  real bottom = a + a <= b ? b : (a <= b + b ? a + b : a);
  real eighths = a + a <= b ? R(0.0) : (a <= b + b ? R(1.0) : R(2.0));
  real t = top / bottom, z = t * t;
  real start = eighths * R(0.5 * JK_HALF_PI_HIGH);
  real sum = start + t;
  real rest = (start - sum) + t;
  return sum + (rest + (t * (z * jk_atan_tail(z)) + eighths * R(0.5 * JK_HALF_PI_LOW)));
}

JK_FN real jk_atan(real x) { return jk_copysign(jk_atan_quotient(jk_abs(x), R(1.0)), x); }

/* The quotient of equal sizes is 1, and 0 if they are 0: so two infinities and two zeros need no
 * case of their own. Large ones are made smaller, so that their sum is finite. */
JK_FN real jk_atan2(real y, real x)
{
  real a = jk_abs(y), b = jk_abs(x);
  real scale = a + b > R(0.25) * JK_LARGEST ? R(0.125) : R(1.0);
  real one = a == R(0.0) ? R(0.0) : R(1.0);
  real angle = jk_atan_quotient(a == b ? one : a * scale, a == b ? R(1.0) : b * scale);
  real behind = R(2.0 * JK_HALF_PI_HIGH) - (angle - R(2.0 * JK_HALF_PI_LOW));
  return jk_copysign(jk_as_int(x) < JK_I(0) ? behind : angle, y);
}

#endif
