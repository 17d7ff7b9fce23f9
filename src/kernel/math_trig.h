/* Sine and cosine, of radians and of turns. Included by math.h, which states domains and bounds. */
#ifndef JK_MATH_TRIG_H
#define JK_MATH_TRIG_H

#include "math_bits.h"

/* pi/2 in parts. All but the last are so short (8 bits of 24; 30 of 53) that their products with a
 * count of quarter turns up to JK_TRIG_LIMIT are exact; a part is the rounded rest of those before
 * it. The double needs no second and no sixth. */
#if JK_PRECISION == 32
#define JK_TRIG_LIMIT 1e5
#define JK_QUARTER_1 0x1.92p+0
#define JK_QUARTER_2 0x1.fcp-12
#define JK_QUARTER_3 -0x1.58p-21
#define JK_QUARTER_4 0x1.1p-30
#define JK_QUARTER_5 0x1.68p-39
#define JK_QUARTER_6 0x1.84698ap-48
#define JK_BELOW_HALF 0x1.fffffep-2
#else
#define JK_TRIG_LIMIT 1e7
#define JK_QUARTER_1 0x1.921fb548p+0
#define JK_QUARTER_3 -0x1.de973dc8p-31
#define JK_QUARTER_4 -0x1.9d9cceb8p-62
#define JK_QUARTER_5 -0x1.1fc8f8cbb5bf7p-93
#define JK_BELOW_HALF 0x1.fffffffffffffp-2
#endif
#define JK_QUARTERS_PER_RADIAN 0x1.45f306dc9c883p-1

/* An angle in radians less a whole number of quarter turns. */
typedef struct jk_angle {
  real r;         /* about [-pi/4, pi/4] */
  real tail;      /* what r lost by rounding, and less */
  jk_int quarter; /* the number of quarter turns in its two lowest bits */
} jk_angle;

/* x radians, plus `ahead` quarter turns (0 for a sine, 1 for a cosine), |x| <= JK_TRIG_LIMIT. The
 * distance from a multiple of pi/2 is at least 2^-28 for a float and 2^-61 for a double there.
 * Subtracting the first parts is exact; of the third and fourth the rounding errors are kept, each
 * by a two-term sum that is exact because its first operand is a multiple of the last digit of its
 * second. */
JK_FN jk_angle jk_reduce_radians(real x, real ahead)
{
  jk_angle angle;
  real rounder = R(JK_ROUNDER) + ahead;
  real rounded = x * R(JK_QUARTERS_PER_RADIAN) + rounder;
  real n = rounded - rounder;
#if JK_PRECISION == 32
  real a = (x - n * R(JK_QUARTER_1)) - n * R(JK_QUARTER_2);
#else
  real a = x - n * R(JK_QUARTER_1);
#endif
  real w = n * R(JK_QUARTER_3);
  real b = a - w;
  real b_lost = (a - b) - w;
  real v = n * R(JK_QUARTER_4);
  real c = b - v;
  real c_lost = (b - c) - v;
  real rest = (b_lost + c_lost) - n * R(JK_QUARTER_5);
  angle.r = c + rest;
  angle.tail = (c - angle.r) + rest;
#if JK_PRECISION == 32
  angle.tail = angle.tail - n * R(JK_QUARTER_6);
#endif
  angle.quarter = jk_as_int(rounded);
  return angle;
}

/* (sin r / r - 1) / z with z = r^2 on z <= 0.6172. Degree 2, error 2^-27.9; double: 5, 2^-57.9. */
JK_FN real jk_sin_tail(real z)
{
#if JK_PRECISION == 32
  return R(-0x1.555546p-3) + z * (R(0x1.110778p-7) + z * R(-0x1.9953f2p-13));
#else
  real square = z * z;
  real even = R(-0x1.a01a019be91cdp-13) + square * R(-0x1.ae5e4b79ee0e2p-26);
  even = R(-0x1.5555555555548p-3) + square * even;
  real odd = R(0x1.71de355522b4bp-19) + square * R(0x1.5d8b51f5d495ap-33);
  odd = R(0x1.111111110f730p-7) + square * odd;
  return even + z * odd;
#endif
}

/* (cos r - 1 + z/2) / z^2 with z = r^2 on z <= 0.6172. Degree 2, error 2^-33; double 5, 2^-63.9. */
JK_FN real jk_cos_tail(real z)
{
#if JK_PRECISION == 32
  return R(0x1.55554ap-5) + z * (R(-0x1.6c0c28p-10) + z * R(0x1.99e808p-16));
#else
  real square = z * z;
  real even = R(0x1.a01a019c8e7a0p-16) + square * R(0x1.1ee9db4a2ca12p-29);
  even = R(0x1.555555555554bp-5) + square * even;
  real odd = R(-0x1.27e4f7f0edf65p-22) + square * R(-0x1.8fa6364a557b2p-37);
  odd = R(-0x1.6c16c16c15011p-10) + square * odd;
  return even + z * odd;
#endif
}

/* The sine of a reduced angle. Both polynomials are evaluated: a lane takes one of them. */
JK_FN real jk_sin_radians(jk_angle angle)
{
  real r = angle.r, z = r * r;
  real sine = r + (r * (z * jk_sin_tail(z)) + angle.tail);
  real cosine = R(1.0) - (R(0.5) * z - (z * z * jk_cos_tail(z) - r * angle.tail));
  real value = (angle.quarter & JK_I(1)) != JK_I(0) ? cosine : sine;
  return jk_as_real(jk_as_int(value) ^
                    (JK_SHIFT_LEFT(angle.quarter, JK_PRECISION - 2) & ~JK_MAGNITUDE_BITS));
}

JK_FN real jk_sin(real x)
{
  real value = jk_sin_radians(jk_reduce_radians(x, R(0.0)));
  return jk_abs(x) <= R(JK_TRIG_LIMIT) ? value : JK_NAN;
}

JK_FN real jk_cos(real x)
{
  real value = jk_sin_radians(jk_reduce_radians(x, R(1.0)));
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
