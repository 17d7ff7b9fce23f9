/* Cube root, and the length of a vector of two. Included by math_more.h, which states bounds and
 * special values; math_explog.h tells how the polynomials were made. */
#ifndef JK_MATH_ROOTS_H
#define JK_MATH_ROOTS_H

#include "math_bits.h"
#include "math_explog.h"
#include "math_round.h"

/* m^(1/3) on [sqrt(1/2), sqrt(2)]. Degree 2, error 2^-10.6; in double degree 5, error 2^-19.6. */
JK_FN real jk_cbrt_start(real m)
{
#if JK_PRECISION == 32
  return R(0x1.1b7f40p-1) + m * (R(0x1.1b79b0p-1) + m * R(-0x1.b83a10p-4));
#else
  real p = R(-0x1.6fba8f1a73fc9p-3) + m * R(0x1.b99fc473bdc4bp-6);
  p = R(0x1.059ccdc213715p-1) + m * p;
  p = R(-0x1.ac10c9eef4127p-1) + m * p;
  p = R(0x1.0e56dc67f3dc0p+0) + m * p;
  return R(0x1.afcf8fc9bb4d0p-2) + m * p;
#endif
}

/* |x| = w 2^(3n) with w = m / 2, m or 2 m. From an approximate root of w one step of Halley's
 * triples the digits. The root is cut to half length, so that its square is exact. */
JK_FN real jk_cbrt(real x)
{
  jk_parts parts = jk_take_apart(jk_abs(x));
  real rounded = parts.exponent * R(1.0 / 3.0) + R(JK_SCALE_ROUNDER);
  real beyond = parts.exponent - R(3.0) * (rounded - R(JK_SCALE_ROUNDER));
  real factor = beyond < R(0.0) ? R(0.5) : (beyond > R(0.0) ? R(2.0) : R(1.0));
  real factor_root = beyond < R(0.0) ? R(0x1.965fea53d6e3dp-1)
                                     : (beyond > R(0.0) ? R(0x1.428a2f98d728bp+0) : R(1.0));
  real w = parts.m * factor;
  real root = jk_high_half(jk_cbrt_start(parts.m) * factor_root);
  real cube = root * root * root;
  real value = jk_scale(root + root * ((w - cube) / (w + (cube + cube))), rounded);
  return jk_abs(x) < JK_INF ? (x == R(0.0) ? x : jk_copysign(value, x)) : x + x;
}

/* Sizes beyond which squares are not safe, and powers of two that bring them back. */
#if JK_PRECISION == 32
#define JK_SQUARE_LARGE 0x1p62
#define JK_SQUARE_SMALL 0x1p-43
#define JK_SQUARE_DOWN 0x1p-70
#define JK_SQUARE_UP 0x1p100
#else
#define JK_SQUARE_LARGE 0x1p510
#define JK_SQUARE_SMALL 0x1p-450
#define JK_SQUARE_DOWN 0x1p-600
#define JK_SQUARE_UP 0x1p700
#endif

JK_FN real jk_hypot(real x, real y)
{
  real a = jk_abs(x), b = jk_abs(y);
  real size = jk_max(a, b);
  real up = size < R(JK_SQUARE_SMALL) ? R(JK_SQUARE_UP) : R(1.0);
  real scale = size > R(JK_SQUARE_LARGE) ? R(JK_SQUARE_DOWN) : up;
  real back = size < R(JK_SQUARE_SMALL) ? R(1.0 / JK_SQUARE_UP) : R(1.0);
  real unscale = size > R(JK_SQUARE_LARGE) ? R(1.0 / JK_SQUARE_DOWN) : back;
  real value = jk_sqrt((a * scale) * (a * scale) + (b * scale) * (b * scale)) * unscale;
  return a == JK_INF ? JK_INF : (b == JK_INF ? JK_INF : value);
}

#endif
