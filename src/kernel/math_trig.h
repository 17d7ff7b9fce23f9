/* Sine and cosine, of radians and of turns. Included by math.h, which states domains and bounds. */
#ifndef JK_MATH_TRIG_H
#define JK_MATH_TRIG_H

#include "math_bits.h"

/* pi is A + B + C + D + E, without B in double. A to D are so short (8 bits of 24; 30 of 53) that
 * their products with a count of half turns up to JK_TRIG_LIMIT, which may end in 1/2, are exact.
 * REST is C + D + E in one number. The float's E has one unit of its last digit more than pi: so
 * its product is rounded well at the one float, 52516.434, where that matters. */
#if JK_PRECISION == 32
#define JK_TRIG_LIMIT 1e5
#define JK_PI_A 0x1.92p+1
#define JK_PI_B 0x1.fcp-11
#define JK_PI_C -0x1.58p-20
#define JK_PI_D 0x1.1p-29
#define JK_PI_E 0x1.68c236p-38
#define JK_PI_REST -0x1.5777a6p-20
#define JK_BELOW_HALF 0x1.fffffep-2
#else
#define JK_TRIG_LIMIT 1e7
#define JK_PI_A 0x1.921fb548p+1
#define JK_PI_C -0x1.de973dc8p-30
#define JK_PI_D -0x1.9d9cceb8p-61
#define JK_PI_E -0x1.1fc8f8cbb5bf7p-92
#define JK_PI_REST -0x1.de973dcb3b39ap-30
#define JK_BELOW_HALF 0x1.fffffffffffffp-2
#endif
#define JK_HALF_TURNS_PER_RADIAN 0x1.45f306dc9c883p-2

/* JK_TURN_ROUNDER + a, for an a up to JK_TRIG_LIMIT / pi, has the whole number below a above its
 * lowest JK_TURN_DIGITS bits, and is so little rounded that a is at most 2^-8 (double: 2^-30) below
 * that number. */
#if JK_PRECISION == 32
#define JK_TURN_DIGITS 7
#define JK_TURN_ROUNDER 98305.0
#define JK_TURN_WHOLE JK_I(-128)
#else
#define JK_TURN_DIGITS 29
#define JK_TURN_ROUNDER 12582913.0
#define JK_TURN_WHOLE JK_I(-536870912)
#endif

/* x radians less a number of half turns: the sum of these. */
typedef struct jk_angle {
  real r;
  real lost; /* what r lost by rounding: at most half a unit of its last digit */
  real tail; /* what the product with REST lost by rounding: below 2^-28, in double 2^-60 */
} jk_angle;

/* x less n half turns, |x| <= JK_TRIG_LIMIT and n a multiple of 1/2. The distance from a multiple
 * of pi/2 is at least 2^-28 for a float and 2^-61 for a double there. Subtracting A and B is exact,
 * but for an |x| below 0.6 with n = 1/2 or -1/2; r is rounded, but where it is small; of the tail,
 * only the last product and difference are. */
JK_FN jk_angle jk_less_half_turns(real x, real n)
{
  jk_angle angle;
  real a = x - n * R(JK_PI_A);
#if JK_PRECISION == 32
  a = a - n * R(JK_PI_B);
#endif
  real rest = n * R(JK_PI_REST);
  angle.r = a - rest;
  angle.lost = (a - angle.r) - rest;
  angle.tail = ((rest - n * R(JK_PI_C)) - n * R(JK_PI_D)) - n * R(JK_PI_E);
  return angle;
}

/* (sin r / r - 1) / z with z = r^2 on z <= 2.5069. Degree 3, error 2^-27.1; double: 7, 2^-61.3. */
JK_FN real jk_sin_tail(real z)
{
#if JK_PRECISION == 32
  real p = R(-0x1.9f6e82p-13) + z * R(0x1.5d9c8ep-19);
  p = R(0x1.110ed2p-7) + z * p;
  return R(-0x1.55554cp-3) + z * p;
#else
  real square = z * z;
  real even = R(0x1.6123c7de02584p-33) + square * R(0x1.8809eedd88d59p-49);
  even = R(0x1.71de3a527cab2p-19) + square * even;
  even = R(0x1.11111111110c5p-7) + square * even;
  real odd = R(-0x1.ae6454c1acc90p-26) + square * R(-0x1.ae421514f72b1p-41);
  odd = R(-0x1.a01a01a014930p-13) + square * odd;
  return R(-0x1.5555555555555p-3) + z * (even + z * odd);
#endif
}

/* The sine of an angle of at most a quarter turn, or slightly more, with its sign changed if `sign`
 * is the sign bit. The rounding error of r is ignored: it matters less the closer the sine is to
 * its peak, where the polynomial is least exact. This order of the product rounds best. */
JK_FN real jk_signed_sine(jk_angle angle, jk_int sign)
{
  real r = angle.r, z = r * r;
  real value = r + (z * (r * jk_sin_tail(z)) + angle.tail);
  return jk_as_real(jk_as_int(value) ^ sign);
}

/* After n half turns the sine has the sign of (-1)^n. */
JK_FN real jk_sin(real x)
{
  real rounded = x * R(JK_HALF_TURNS_PER_RADIAN) + R(JK_ROUNDER);
  jk_angle angle = jk_less_half_turns(x, rounded - R(JK_ROUNDER));
  real value = jk_signed_sine(angle, JK_SHIFT_LEFT(jk_as_int(rounded), JK_PRECISION - 1));
  return jk_abs(x) <= R(JK_TRIG_LIMIT) ? value : JK_NAN;
}

/* The cosine is zero at n + 1/2 half turns, and goes on from there as a sine with the sign of
 * (-1)^(n + 1): that is why JK_TURN_ROUNDER is odd. */
JK_FN real jk_cos(real x)
{
  real sum = x * R(JK_HALF_TURNS_PER_RADIAN) + R(JK_TURN_ROUNDER);
  jk_int whole = jk_as_int(sum) & JK_TURN_WHOLE;
  jk_angle angle = jk_less_half_turns(x, jk_as_real(whole) - R(JK_TURN_ROUNDER - 0.5));
  real value = jk_signed_sine(angle, JK_SHIFT_LEFT(whole, JK_PRECISION - 1 - JK_TURN_DIGITS));
  return jk_abs(x) <= R(JK_TRIG_LIMIT) ? value : JK_NAN;
}

/* ((sin(pi b / 2) / b - 1) / z - 1/2) / z with z = 1 - b^2 on 0 <= z <= 1: expanded from the peak,
 * where the sine is 1, all coefficients are positive. Degree 2, error 2^-26.5; double: 6, 2^-61.2.
 */
JK_FN real jk_quarter_tail(real z)
{
#if JK_PRECISION == 32
  return R(0x1.10b1d2p-4) + z * (R(0x1.0abd76p-8) + z * R(0x1.3b4d12p-13));
#else
  real square = z * z;
  real even = R(0x1.c22b6f6c52c08p-25) + square * R(0x1.9c8eb69a1066dp-38);
  even = R(0x1.2c79afaba7004p-13) + square * even;
  even = R(0x1.10b0cd906e8a1p-4) + square * even;
  real odd = R(0x1.b707811445238p-19) + square * R(0x1.55ac42323171ap-31);
  odd = R(0x1.0b0cd906e6ad5p-8) + square * odd;
  return even + z * odd;
#endif
}

/* The nearest whole number of turns subtracts exactly, whatever t: no limit and no tail are needed.
 * The addend is the real below 1/2, because 1/2 would round a large odd t up by one. Infinity gives
 * NaN. */
JK_FN real jk_part_of_turn(real t) { return t - jk_floor(t + R(JK_BELOW_HALF)); }

/* sin(pi b / 2) for |b| <= 1 quarter turn, given z = 1 - b^2: exactly 1 at the peak, where z is 0.
 * As b + b (z/2 + ...), not b (1 + z/2 + ...): the more exact of the terms are the greater ones. */
JK_FN real jk_quarter_sine(real b, real z)
{
  return b + b * (R(0.5) * z + z * z * jk_quarter_tail(z));
}

/* With a quarter turns from the nearest peak, 0 <= a <= 2, cos(pi a / 2) = sin(pi (1 - a) / 2). */
JK_FN real jk_cos_turns(real t)
{
  real a = jk_abs(R(4.0) * jk_part_of_turn(t));
  return jk_quarter_sine(R(1.0) - a, a * (R(2.0) - a));
}

/* Beyond a quarter turn the sine comes back: it is that of the rest of the half turn. */
JK_FN real jk_sin_turns(real t)
{
  real quarters = R(4.0) * jk_part_of_turn(t);
  real a = jk_abs(quarters);
  real rest = R(2.0) - a;
  real b = a < rest ? a : rest;
  real value = jk_quarter_sine(b, R(1.0) - b * b);
  return jk_as_real(jk_as_int(value) ^ (jk_as_int(quarters) & ~JK_MAGNITUDE_BITS));
}

/* 1 - cos(2 pi t) = 2 sin(pi t)^2, with all its digits where the cosine comes close to 1 and the
 * difference would lose them: the optimum of Rastrigin's function. */
JK_FN real jk_versine_turns(real t)
{
  real b = R(2.0) * jk_part_of_turn(t);
  real s = jk_quarter_sine(b, R(1.0) - b * b);
  return (s + s) * s;
}

#endif
