/* Exponential and natural logarithm. Included by math.h, which states domains, bounds and special
 * values.
 *
 * Polynomial coefficients here and in the other math_ headers come from a Remez exchange in 400-bit
 * arithmetic on the relative error of the function; they were rounded one by one from the lowest
 * power up, each time with the rest fitted again. "Error" is the maximum relative error of the
 * function that the rounded coefficients leave on the stated interval, before any rounding of the
 * evaluation. The long ones, of the double, are summed as two chains over even and odd powers: one
 * would be bound by latency. */
#ifndef JK_MATH_EXPLOG_H
#define JK_MATH_EXPLOG_H

#include "math_bits.h"

/* ln 2 in two parts: the first is short, so that its product with an exponent is exact. And the
 * logarithms of 2^(JK_BIAS + 1), beyond which e^x is infinite, and of 2^(1.5 - JK_BIAS), below
 * which it is taken as 0. */
#if JK_PRECISION == 32
#define JK_LN2_HIGH 0x1.62e4p-1
#define JK_LN2_LOW 0x1.7f7d1cp-20
#define JK_EXP_TOP 0x1.62e43p+6
#define JK_EXP_BOTTOM -0x1.5bf5bap+6
#else
#define JK_LN2_HIGH 0x1.62e42fefa4p-1
#define JK_LN2_LOW -0x1.8432a1b0e2634p-43
#define JK_EXP_TOP 0x1.62e42fefa39efp+9
#define JK_EXP_BOTTOM -0x1.62066151add8bp+9
#endif
#define JK_LOG2_E 0x1.71547652b82fep+0

/* (e^r - 1 - r) / r^2 on |r| <= 0.347. Degree 4, error 2^-28.2; in double degree 9, error 2^-57.5.
 */
JK_FN real jk_exp_tail(real r)
{
#if JK_PRECISION == 32
  return R(0x1.fffffcp-2) +
         r * (R(0x1.55548cp-3) +
              r * (R(0x1.55585ap-5) + r * (R(0x1.123d0ep-7) + r * R(0x1.6aaeb8p-10))));
#else
  real square = r * r;
  real even = R(0x1.a019978c17924p-16) + square * R(0x1.28afcd7a08736p-22);
  even = R(0x1.6c16c18509022p-10) + square * even;
  even = R(0x1.5555555550505p-5) + square * even;
  even = R(0x1.000000000000ap-1) + square * even;
  real odd = R(0x1.71ded6bf639cdp-19) + square * R(0x1.adf47bd9885e5p-26);
  odd = R(0x1.a01a01503cd62p-13) + square * odd;
  odd = R(0x1.111111112019dp-7) + square * odd;
  odd = R(0x1.555555555551cp-3) + square * odd;
  return even + r * odd;
#endif
}

/* JK_ROUNDER moved so that the low bits of a + JK_SCALE_ROUNDER are the biased exponent of 2^(n -
 * 1), n being a rounded to a whole number. */
#define JK_SCALE_ROUNDER (JK_ROUNDER + (JK_BIAS - 1))

/* p * 2^n for the n that `rounded` = n + JK_SCALE_ROUNDER carries. Half of it is in the power of
 * two, which is finite up to n = JK_BIAS + 1 and 0 at n = 1 - JK_BIAS; the caller replaces results
 * for other n. */
JK_FN real jk_scale(real p, real rounded)
{
  return (p + p) * jk_as_real((jk_as_int(rounded) & JK_EXPONENT_BITS) << JK_MANTISSA);
}

/* e^x = 2^n e^r with x = n ln 2 + r. The sum 1 + (high + (r^2 tail - low)) rounds r's two parts
 * once. */
JK_FN real jk_exp(real x)
{
  real rounded = x * R(JK_LOG2_E) + R(JK_SCALE_ROUNDER);
  real n = rounded - R(JK_SCALE_ROUNDER);
  real high = x - n * R(JK_LN2_HIGH);
  real low = n * R(JK_LN2_LOW);
  real r = high - low;
  real value = jk_scale(R(1.0) + (high + (r * r * jk_exp_tail(r) - low)), rounded);
  real bounded = x < R(JK_EXP_BOTTOM) ? R(0.0) : value;
  return x > R(JK_EXP_TOP) ? JK_INF : bounded;
}

/* A positive number as m * 2^exponent with sqrt(1/2) <= m < sqrt(2). */
typedef struct jk_parts {
  real m;
  real exponent;
} jk_parts;

#if JK_PRECISION == 32
#define JK_SQRT_HALF_BITS JK_I(0x3F3504F3)
#define JK_ONE_BITS JK_I(0x3F800000)
#define JK_LIFT 25
#define JK_LIFT_FACTOR 0x1p25
#else
#define JK_SQRT_HALF_BITS JK_I(0x3FE6A09E667F3BCC)
#define JK_ONE_BITS JK_I(0x3FF0000000000000)
#define JK_LIFT 54
#define JK_LIFT_FACTOR 0x1p54
#endif

/* x > 0; a subnormal x is lifted into the normal range first. */
JK_FN jk_parts jk_take_apart(real x)
{
  jk_parts parts;
  real lifted = x < R(JK_SMALLEST_NORMAL) ? x * R(JK_LIFT_FACTOR) : x;
  real offset =
      x < R(JK_SMALLEST_NORMAL) ? R(JK_INTEGER + (JK_BIAS + JK_LIFT)) : R(JK_INTEGER + JK_BIAS);
  jk_int bits = JK_INT_ADD(jk_as_int(lifted) & JK_MAGNITUDE_BITS, JK_ONE_BITS - JK_SQRT_HALF_BITS);
  parts.m = jk_as_real((bits & JK_FRACTION_BITS) + JK_SQRT_HALF_BITS);
  parts.exponent =
      jk_as_real(JK_SHIFT_RIGHT(bits, JK_MANTISSA) | jk_as_int(R(JK_INTEGER))) - offset;
  return parts;
}

/* (ln((1 + s) / (1 - s)) / s - 2) / z with z = s^2 on z <= 0.02945, the s of m in [sqrt(1/2),
 * sqrt(2)]. Degree 2, error 2^-30.2; in double degree 6, error 2^-59.5. */
JK_FN real jk_log_tail(real z)
{
#if JK_PRECISION == 32
  return R(0x1.55557ap-1) + z * (R(0x1.995ed4p-2) + z * R(0x1.31e0e2p-2));
#else
  real square = z * z;
  real even = R(0x1.74663d61df4ebp-3) + square * R(0x1.2f04560941219p-3);
  even = R(0x1.24924941e2fd6p-2) + square * even;
  even = R(0x1.5555555555592p-1) + square * even;
  real odd = R(0x1.c71c521282b90p-3) + square * R(0x1.39a1db16f4880p-3);
  odd = R(0x1.999999997ff07p-2) + square * odd;
  return even + z * odd;
#endif
}

/* ln x = exponent ln 2 + ln(1 + f). With s = f / (2 + f), 2 s = f - s f, hence
 * ln(1 + f) = f - (f^2/2 - s (f^2/2 + z tail(z))). The first two terms of the sum are added
 * exactly: for x close to sqrt(1/2) they cancel by half. */
JK_FN real jk_log(real x)
{
  jk_parts parts = jk_take_apart(x);
  real f = parts.m - R(1.0);
  real s = f / (R(1.0) + parts.m);
  real z = s * s;
  real half_square = R(0.5) * f * f;
  real curve = half_square - s * (half_square + z * jk_log_tail(z));
  real whole = parts.exponent * R(JK_LN2_HIGH);
  real sum = whole + f;
  real rest = (whole - sum) + f;
  real value = sum + (rest + (parts.exponent * R(JK_LN2_LOW) - curve));
  real at_edge = x == R(0.0) ? -JK_INF : JK_NAN;
  return x > R(0.0) ? (x < JK_INF ? value : JK_INF) : at_edge;
}

#endif
