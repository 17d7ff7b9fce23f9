/* Whole numbers, remainder, sign, and the smaller and greater of two. Included by math_more.h,
 * which states domains and special values. All results are exact. */
#ifndef JK_MATH_ROUND_H
#define JK_MATH_ROUND_H

#include "math_bits.h"
#include "math_trig.h"

#define JK_LARGEST jk_as_real(JK_INF_BITS - JK_I(1))

/* The size of the first, the sign of the second. */
JK_FN real jk_copysign(real size, real sign)
{
  return jk_as_real((jk_as_int(size) & JK_MAGNITUDE_BITS) | (jk_as_int(sign) & ~JK_MAGNITUDE_BITS));
}

JK_FN real jk_ceil(real x) { return -jk_floor(-x); }

JK_FN real jk_trunc(real x) { return jk_copysign(jk_floor(jk_abs(x)), x); }

/* Halves go away from zero. The addend is the real below 1/2: 1/2 would make 1 of that same real,
 * and move large odd numbers. With it a half still comes to the next whole number, when the sum is
 * rounded. */
JK_FN real jk_round(real x) { return jk_copysign(jk_floor(jk_abs(x) + R(JK_BELOW_HALF)), x); }

/* A NaN gives way to the other operand. */
JK_FN real jk_fmin(real a, real b) { return a < b ? a : (b == b ? b : a); }
JK_FN real jk_fmax(real a, real b) { return a > b ? a : (b == b ? b : a); }

/* a * b - product exactly, for a product that is a * b rounded, to either side. The operands are
 * cut into halves, whose products are exact; in double b has 52 digits at most. */
JK_FN real jk_product_rest(real a, real b, real product)
{
  real a_high = jk_high_half(a), b_high = jk_high_half(b);
  real a_low = a - a_high, b_low = b - b_high;
  real rest = (a_high * b_high - product) + a_high * b_low;
  return (rest + a_low * b_high) + a_low * b_low;
}

/* |x| - n |y| is exact: neither it nor the difference before it has more digits than |y|. n may be
 * too large by one, because the quotient was rounded; then adding |y| back is exact, too. The
 * product is kept finite where |x| is and n |y| is not. */
JK_FN real jk_fmod(real x, real y)
{
  real a = jk_abs(x), b = jk_abs(y);
  real quotient = a / b;
  real n = jk_floor(quotient);
  real product = jk_min(n * b, JK_LARGEST);
  real rest = (a - product) - jk_product_rest(b, n, product);
  real value = rest < R(0.0) ? rest + b : rest;
  real known = quotient < R(JK_INTEGER) ? value : JK_NAN;
  return a < b ? x : jk_copysign(known, x);
}

#endif
