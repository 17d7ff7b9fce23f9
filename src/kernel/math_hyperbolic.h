/* e^x - 1 and the hyperbolic functions. Included by math_more.h, which states bounds and special
 * values; math_explog.h tells how the polynomials were made. */
#ifndef JK_MATH_HYPERBOLIC_H
#define JK_MATH_HYPERBOLIC_H

#include "math_bits.h"
#include "math_explog.h"
#include "math_round.h"

/* A size below which e^x - 1 and sinh x are x: half of the smallest x would be no real. */
#define JK_TINY 0x1p-60

/* e^x - 1 = (2^n - 1) + 2^n (e^r - 1), both terms halved, so that 2^n stays finite. Their greater
 * parts are added first: where more than half of that sum cancels, with n = 1, it is exact. */
JK_FN real jk_expm1(real x)
{
  real rounded = x * R(JK_LOG2_E) + R(JK_SCALE_ROUNDER);
  real n = rounded - R(JK_SCALE_ROUNDER);
  real high = x - n * R(JK_LN2_HIGH);
  real low = n * R(JK_LN2_LOW);
  real r = high - low;
  real power = jk_as_real((jk_as_int(rounded) & JK_EXPONENT_BITS) << JK_MANTISSA);
  real most = (power - R(0.5)) + power * high;
  real value = R(2.0) * (most + power * (r * r * jk_exp_tail(r) - low));
  real bounded = x < R(JK_EXP_BOTTOM) ? R(-1.0) : value;
  real finite = jk_abs(x) < R(JK_TINY) ? x : bounded;
  return x > R(JK_EXP_TOP) ? JK_INF : finite;
}

/* (sinh(r) / r - 1) / z with z = r^2 on |r| <= 0.4855. Degree 2, error 2^-33.3; double: 5, 2^-64.3.
 */
JK_FN real jk_sinh_tail(real z)
{
#if JK_PRECISION == 32
  return R(0x1.555556p-3) + z * (R(0x1.110fcep-7) + z * R(0x1.a29a20p-13));
#else
  real square = z * z;
  real even = R(0x1.a01a019faa1f6p-13) + square * R(0x1.ae61fce89bcf3p-26);
  even = R(0x1.5555555555555p-3) + square * even;
  real odd = R(0x1.71de3b5cf9abep-19) + square * R(0x1.63958f2ac943fp-33);
  odd = R(0x1.1111111111266p-7) + square * odd;
  return even + z * odd;
#endif
}

/* (cosh(r) - 1 - z/2) / z^2 with z = r^2 on |r| <= 0.4855. Degree 1, error 2^-29.4; double: 4,
 * 2^-63.3. */
JK_FN real jk_cosh_tail(real z)
{
#if JK_PRECISION == 32
  return R(0x1.5553aep-5) + z * R(0x1.6e78cep-10);
#else
  real square = z * z;
  real even = R(0x1.a01a020374050p-16) + square * R(0x1.2022be600d45fp-29);
  even = R(0x1.55555555555a0p-5) + square * even;
  real odd = R(0x1.6c16c16bfd6bap-10) + square * R(0x1.27e446eefe35dp-22);
  return even + z * odd;
#endif
}

/* An argument beyond that of any finite result, which the powers of two below still reach. And
 * one above which e^-x is negligible beside e^x. */
#if JK_PRECISION == 32
#define JK_SINH_TOP 89.8
#else
#define JK_SINH_TOP 710.9
#endif
#define JK_SINH_ONE_SIDED 40.0

/* x = n ln 2 + r, and sinh and cosh of both terms. Those of n ln 2 are (2^n -+ 2^-n) / 2; halves of
 * them are kept, because the sum with a negative r may be finite where 2^n is not. */
typedef struct jk_hyperbola {
  real sinh_r;
  real cosh_r_less_1;
  real half_sinh_n;
  real half_cosh_n;
} jk_hyperbola;

/* 0 <= x <= JK_SINH_TOP. n is not the nearest whole number but the one that leaves r between -0.208
 * and 0.4855: with n = 1 an r of -0.347 would cancel half of sinh(ln 2). */
JK_FN jk_hyperbola jk_hyperbola_of(real x)
{
  jk_hyperbola h;
  real rounded = (x * R(JK_LOG2_E) - R(0.2)) + R(JK_SCALE_ROUNDER - 1);
  real n = rounded - R(JK_SCALE_ROUNDER - 1);
  real r = (x - n * R(JK_LN2_HIGH)) - n * R(JK_LN2_LOW);
  real z = r * r;
  h.sinh_r = r + r * (z * jk_sinh_tail(z));
  h.cosh_r_less_1 = R(0.5) * z + z * z * jk_cosh_tail(z);
  jk_int up = (jk_as_int(rounded) & JK_EXPONENT_BITS) << JK_MANTISSA;
  jk_int down = (JK_I(2 * JK_BIAS - 4) << JK_MANTISSA) - up;
  real falling = x < R(JK_SINH_ONE_SIDED) ? jk_as_real(down) : R(0.0);
  h.half_sinh_n = jk_as_real(up) - falling;
  h.half_cosh_n = jk_as_real(up) + falling;
  return h;
}

/* sinh(a + b) = sinh a cosh b + cosh a sinh b, with cosh r as 1 and the rest. */
JK_FN real jk_sinh(real x)
{
  real a = jk_abs(x);
  jk_hyperbola h = jk_hyperbola_of(a);
  real bend = h.half_cosh_n * h.sinh_r + h.half_sinh_n * h.cosh_r_less_1;
  real value = a < R(JK_TINY) ? a : R(2.0) * (h.half_sinh_n + bend);
  return jk_copysign(a > R(JK_SINH_TOP) ? JK_INF : value, x);
}

JK_FN real jk_cosh(real x)
{
  real a = jk_abs(x);
  jk_hyperbola h = jk_hyperbola_of(a);
  real bend = h.half_sinh_n * h.sinh_r + h.half_cosh_n * h.cosh_r_less_1;
  return a > R(JK_SINH_TOP) ? JK_INF : R(2.0) * (h.half_cosh_n + bend);
}

/* With h = (e^(2x) - 1) / 2, tanh x = h / (1 + h), which is h less h^2 / (1 + h) where h is small,
 * and 1 less 1 / (1 + h) where it is not: the quotient, with its three rounding errors, is the
 * smaller term. */
JK_FN real jk_tanh(real x)
{
  real a = jk_abs(x);
  real h = R(0.5) * jk_expm1(a + a);
  real whole = h < R(1.0) ? h : R(1.0);
  real top = h < R(1.0) ? h * h : R(1.0);
  return jk_copysign(whole - top / (R(1.0) + h), x);
}

#endif
