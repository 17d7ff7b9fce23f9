/* The error function. Included by math_more.h, which states the bound; math_explog.h tells how the
 * polynomials were made. */
#ifndef JK_MATH_ERF_H
#define JK_MATH_ERF_H

#include "math_bits.h"
#include "math_explog.h"
#include "math_round.h"

/* erf(x) / x - 1 with z = x^2 on z <= 1. Degree 6, error 2^-29.4; in double degree 11, error
 * 2^-56.0. */
JK_FN real jk_erf_near(real z)
{
#if JK_PRECISION == 32
  real p = R(-0x1.a3515cp-11) + z * R(0x1.4771ecp-14);
  p = R(0x1.53f224p-8) + z * p;
  p = R(-0x1.b7f71ap-6) + z * p;
  p = R(0x1.ce2ce6p-4) + z * p;
  p = R(-0x1.81273ep-2) + z * p;
  return R(0x1.06eba8p-3) + z * p;
#else
  real square = z * z;
  real even = R(0x1.b98a7ca23e1bdp-20) + square * R(0x1.d90328e448d32p-27);
  even = R(0x1.f9a2c90ae8604p-14) + square * even;
  even = R(0x1.565bccfaea51ap-8) + square * even;
  even = R(0x1.ce2f21a040748p-4) + square * even;
  even = R(0x1.06eba8214db68p-3) + square * even;
  real odd = R(-0x1.5c4bbb25e1bfdp-23) + square * R(-0x1.b1752bf2fece4p-31);
  odd = R(-0x1.f4cb4bfc05bbfp-17) + square * odd;
  odd = R(-0x1.c02db0b4b1c70p-11) + square * odd;
  odd = R(-0x1.b82ce311f8dcbp-6) + square * odd;
  odd = R(-0x1.812746b0379a9p-2) + square * odd;
  return even + z * odd;
#endif
}

/* (1 - erf(x)) e^(x^2) with t = (x - 3) / (x + 3), for x from 1 to JK_ERF_TOP, error relative to
 * erf(x). Degree 5, error 2^-33.0; in double degree 11, error 2^-57.1. */
JK_FN real jk_erf_far(real t)
{
#if JK_PRECISION == 32
  real p = R(0x1.179848p-4) + t * R(-0x1.e973d6p-6);
  p = R(-0x1.35d4e0p-3) + t * p;
  p = R(0x1.f68a08p-3) + t * p;
  p = R(-0x1.4e15e2p-2) + t * p;
  return R(0x1.6e97bap-3) + t * p;
#else
  real square = t * t;
  real even = R(-0x1.308d1fe8609fap-11) + square * R(0x1.b0b329998822ap-14);
  even = R(0x1.17dd2122c19ebp-8) + square * even;
  even = R(0x1.258b175206234p-4) + square * even;
  even = R(0x1.f6ff203f5aeb3p-3) + square * even;
  even = R(0x1.6e9827d2297c4p-3) + square * even;
  real odd = R(0x1.419565c535f89p-14) + square * R(0x1.003fc1f151ebbp-16);
  odd = R(0x1.75f5aae03d986p-11) + square * odd;
  odd = R(-0x1.8fa4d0cfa4f62p-6) + square * odd;
  odd = R(-0x1.336ffbe89c6e8p-3) + square * odd;
  odd = R(-0x1.4e102b9d055d8p-2) + square * odd;
  return even + t * odd;
#endif
}

/* From here on erf(x) rounds to 1. */
#define JK_ERF_TOP 5.95

JK_FN real jk_erf(real x)
{
  real a = jk_abs(x);
  real near = a + a * jk_erf_near(a * a);
  real far = R(1.0) - jk_exp(-(a * a)) * jk_erf_far((a - R(3.0)) / (a + R(3.0)));
  real finite = a < R(1.0) ? near : far;
  return jk_copysign(a > R(JK_ERF_TOP) ? R(1.0) : finite, x);
}

#endif
