/* Power. Included by math.h, which states the bound and special values.
 *
 * x^y = 2^(y log2 |x|). The exponent reaches 1024, so its last digit must be ten places below that
 * of the result: the logarithm is carried as a sum of two reals with a relative error below 2^-63
 * (2^-32 in float). Without fma, exact products come from operands cut to their upper halves. */
#ifndef JK_MATH_POW_H
#define JK_MATH_POW_H

#include "math_bits.h"
#include "math_explog.h"

/* 2/ln 2 in two parts, and 2/(3 ln 2) in a half-length part and the rest. */
#if JK_PRECISION == 32
#define JK_POW_C1_HIGH 0x1.715476p+1
#define JK_POW_C1_LOW 0x1.4ae0cp-25
#define JK_POW_C3_HIGH 0x1.ec8p-1
#define JK_POW_C3_LOW -0x1.ec478cp-14
#define JK_POW_Y_LIMIT 0x1p40
#else
#define JK_POW_C1_HIGH 0x1.71547652b82fep+1
#define JK_POW_C1_LOW 0x1.777d0ffda0d24p-55
#define JK_POW_C3_HIGH 0x1.ec709ep-1
#define JK_POW_C3_LOW -0x1.e2fe0145b01f5p-28
#define JK_POW_Y_LIMIT 0x1p70
#endif

/* (log2((1 + s) / (1 - s)) / s - 2/ln 2 - z 2/(3 ln 2)) / z^2 with z = s^2 on z <= 0.02945, error
 * relative to the logarithm. Degree 2, error 2^-36.7; in double degree 6, error 2^-66.2. */
JK_FN real jk_pow_log_tail(real z)
{
#if JK_PRECISION == 32
  return R(0x1.27770ep-1) + z * (R(0x1.a5bbfap-2) + z * R(0x1.59ee06p-2));
#else
  real square = z * z;
  real even = R(0x1.c69f8c54f1232p-3) + square * R(0x1.85e9661a59717p-3);
  even = R(0x1.484b14219a164p-2) + square * even;
  even = R(0x1.2776c50ef9d24p-1) + square * even;
  real odd = R(0x1.0c9a63d63ae06p-2) + square * R(0x1.87b0baf2ad770p-3);
  odd = R(0x1.a61762a759837p-2) + square * odd;
  return even + z * odd;
#endif
}

/* A number as the sum of two, the second below half a last digit of the first. */
typedef struct jk_pair {
  real high;
  real low;
} jk_pair;

/* a + b exactly, for |a| >= |b| or a = 0. */
JK_FN jk_pair jk_pair_sum(real a, real b)
{
  jk_pair sum;
  sum.high = a + b;
  sum.low = (a - sum.high) + b;
  return sum;
}

/* log2((1 + s) / (1 - s)) / s as a pair, s = s_high + s_low with s_high of half length. The square
 * of s is cut again, so that the product with the constant of the cubic term is exact. */
JK_FN jk_pair jk_log2_ratio(real s_high, real s_low)
{
  real s = s_high + s_low;
  real z = s * s;
  real square = s_high * s_high;
  real z_high = jk_high_half(square);
  real z_low = (square - z_high) + s_low * (s + s_high);
  jk_pair sum = jk_pair_sum(R(JK_POW_C1_HIGH), z_high * R(JK_POW_C3_HIGH));
  real cubic_rest = z_high * R(JK_POW_C3_LOW) + z_low * R(JK_POW_C3_HIGH + JK_POW_C3_LOW);
  real rest = R(JK_POW_C1_LOW) + (cubic_rest + z * z * jk_pow_log_tail(z));
  return jk_pair_sum(sum.high, sum.low + rest);
}

/* log2 x as a pair, x > 0 and finite. s = (m - 1) / (m + 1) with its remainder, from one division.
 */
JK_FN jk_pair jk_log2_pair(real x)
{
  jk_parts parts = jk_take_apart(x);
  real m = parts.m;
  real f = m - R(1.0), d = m + R(1.0);
  real d_high = jk_high_half(d);
  real d_low = m - (d_high - R(1.0));
  real inverse = R(1.0) / d;
  real s_high = jk_high_half(f * inverse);
  real s_low = ((f - s_high * d_high) - s_high * d_low) * inverse;
  jk_pair ratio = jk_log2_ratio(s_high, s_low);
  real ratio_high = jk_high_half(ratio.high);
  real ratio_low = (ratio.high - ratio_high) + ratio.low;
  real low = s_low * ratio.high + s_high * ratio_low;
  jk_pair sum = jk_pair_sum(parts.exponent, s_high * ratio_high);
  return jk_pair_sum(sum.high, sum.low + low);
}

/* (2^r - 1) / r - 1/2 on |r| <= 0.501. Degree 5, error 2^-27.4; in double degree 10, error 2^-57.5.
 */
JK_FN real jk_exp2_tail(real r)
{
#if JK_PRECISION == 32
  real p = R(0x1.5f2560p-10) + r * R(0x1.33948cp-13);
  p = R(0x1.3b41f6p-7) + r * p;
  p = R(0x1.c6af1ep-5) + r * p;
  p = R(0x1.ebfbc2p-3) + r * p;
  return R(0x1.8b90c2p-3) + r * p;
#else
  real square = r * r;
  real even = R(0x1.b524325541c02p-24) + square * R(0x1.eb4e758a6363ep-32);
  even = R(0x1.ffcbfcaa9cddap-17) + square * even;
  even = R(0x1.5d87fe789e22fp-10) + square * even;
  even = R(0x1.c6b08d704a0bbp-5) + square * even;
  even = R(0x1.8b90bfbe8e7bdp-3) + square * even;
  real odd = R(0x1.62bfbdace617fp-20) + square * R(0x1.e62cc49a28343p-28);
  odd = R(0x1.43091312b22f8p-13) + square * odd;
  odd = R(0x1.3b2ab6fb9eea2p-7) + square * odd;
  odd = R(0x1.ebfbdff82c5abp-3) + square * odd;
  return even + r * odd;
#endif
}

/* 2^(high + low), low small beside high. Half of r enters exactly, the rest of r ln 2 with the
 * tail. */
JK_FN real jk_exp2_sum(real high, real low)
{
  real sum = high + low;
  real rounded = sum + R(JK_SCALE_ROUNDER);
  real n = rounded - R(JK_SCALE_ROUNDER);
  real r = (high - n) + low;
  real value = jk_scale(R(1.0) + (R(0.5) * r + r * jk_exp2_tail(r)), rounded);
  real bounded = sum < R(1.5 - JK_BIAS) ? R(0.0) : value;
  return sum > R(JK_BIAS + 1) ? JK_INF : bounded;
}

/* |x|^y for finite |x| > 0, y not NaN. Beyond JK_POW_Y_LIMIT the result is 0, 1 or infinite
 * already. */
JK_FN real jk_pow_magnitude(real x, real y)
{
  jk_pair log = jk_log2_pair(x);
  real limit = jk_as_real((jk_as_int(y) & ~JK_MAGNITUDE_BITS) | jk_as_int(R(JK_POW_Y_LIMIT)));
  real a = jk_abs(y) < R(JK_POW_Y_LIMIT) ? y : limit;
  real a_high = jk_high_half(a);
  real log_high = jk_high_half(log.high);
  real log_low = (log.high - log_high) + log.low;
  return jk_exp2_sum(a_high * log_high, a * log_low + (a - a_high) * log_high);
}

/* |x|^y with the edges: 0 and infinity to any power but 0. */
JK_FN real jk_pow_size(real size, real y)
{
  real zero_base = y < R(0.0) ? JK_INF : R(0.0);
  real inf_base = y < R(0.0) ? R(0.0) : JK_INF;
  real value = jk_pow_magnitude(size, y);
  return size == R(0.0) ? zero_base : (size == JK_INF ? inf_base : value);
}

/* Sign and NaN. A base below 0 (or -0, seen by its sign bit) has a power if y is whole or x
 * infinite. */
JK_FN real jk_pow(real x, real y)
{
  real size = jk_pow_size(jk_abs(x), y);
  real half_y = R(0.5) * y;
  real whole_power = jk_floor(half_y) == half_y ? size : -size;
  real broken_power = x < R(0.0) ? (x == -JK_INF ? size : JK_NAN) : size;
  real of_negative = jk_floor(y) == y ? whole_power : broken_power;
  real value = jk_as_int(x) < JK_I(0) ? of_negative : size;
  real number = x == x ? (y == y ? value : JK_NAN) : JK_NAN;
  return y == R(0.0) ? R(1.0) : (x == R(1.0) ? R(1.0) : number);
}

#endif
