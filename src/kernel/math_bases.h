/* Powers and logarithms of 2 and 10, and ln(1 + x). Included by math_more.h, which states bounds
 * and special values. */
#ifndef JK_MATH_BASES_H
#define JK_MATH_BASES_H

#include "math_bits.h"
#include "math_explog.h"
#include "math_pow.h"
#include "math_round.h"

/* Logarithms, each in a half-length part and the rest; and an x beyond which 10^x is infinite, -x
 * being one below which it is 0. */
#if JK_PRECISION == 32
#define JK_LOG2_10_HIGH 0x1.a94p+1
#define JK_LOG2_10_LOW -0x1.61ed0cp-12
#define JK_LOG10_2_HIGH 0x1.344p-2
#define JK_LOG10_2_LOW 0x1.3509f8p-18
#define JK_LOG2_E_HIGH 0x1.716p+0
#define JK_LOG2_E_LOW -0x1.7135a8p-13
#define JK_LOG10_E_HIGH 0x1.bccp-2
#define JK_LOG10_E_LOW -0x1.09d5b2p-15
#define JK_EXP10_LIMIT 40.0
#else
#define JK_LOG2_10_HIGH 0x1.a934f08p+1
#define JK_LOG2_10_LOW 0x1.79a3715fc9258p-27
#define JK_LOG10_2_HIGH 0x1.344135p-2
#define JK_LOG10_2_LOW 0x1.3ef3fde623e25p-31
#define JK_LOG2_E_HIGH 0x1.7154768p+0
#define JK_LOG2_E_LOW -0x1.6a3e80f444178p-27
#define JK_LOG10_E_HIGH 0x1.bcb7b18p-2
#define JK_LOG10_E_LOW -0x1.6c8d78e6acaa4p-29
#define JK_EXP10_LIMIT 310.0
#endif

JK_FN real jk_exp2(real x) { return jk_exp2_sum(x, R(0.0)); }

/* The product with the half-length parts is exact; the rest is the second term of the exponent. */
JK_FN real jk_exp10(real x)
{
  real x_high = jk_high_half(x);
  real rest = x_high * R(JK_LOG2_10_LOW) + (x - x_high) * R(JK_LOG2_10_HIGH + JK_LOG2_10_LOW);
  real value = jk_exp2_sum(x_high * R(JK_LOG2_10_HIGH), rest);
  real bounded = x < R(-JK_EXP10_LIMIT) ? R(0.0) : value;
  return x > R(JK_EXP10_LIMIT) ? JK_INF : bounded;
}

/* ln x = exponent ln 2 + f - curve, the terms that jk_log adds. */
typedef struct jk_log_terms {
  real exponent;
  real f;
  real curve;
} jk_log_terms;

/* x > 0 and finite. */
JK_FN jk_log_terms jk_log_take_apart(real x)
{
  jk_log_terms terms;
  jk_parts parts = jk_take_apart(x);
  real f = parts.m - R(1.0);
  real s = f / (R(1.0) + parts.m);
  real z = s * s;
  real half_square = R(0.5) * f * f;
  terms.exponent = parts.exponent;
  terms.f = f;
  terms.curve = half_square - s * (half_square + z * jk_log_tail(z));
  return terms;
}

/* a + b + rest, the first two added exactly, for |a| >= |b| or a = 0. */
JK_FN real jk_sum_of_three(real a, real b, real rest)
{
  jk_pair sum = jk_pair_sum(a, b);
  return sum.high + (sum.low + rest);
}

/* A logarithm of x, given its value for x that are positive and finite. */
JK_FN real jk_log_edges(real x, real value)
{
  real at_edge = x == R(0.0) ? -JK_INF : JK_NAN;
  return x > R(0.0) ? (x < JK_INF ? value : JK_INF) : at_edge;
}

/* ln u + c / u, where u + c is 1 + x exactly. */
JK_FN real jk_log1p(real x)
{
  real u = R(1.0) + x;
  real most = u - R(1.0);
  real c = (R(1.0) - (u - most)) + (x - most);
  jk_log_terms terms = jk_log_take_apart(u);
  real rest = (terms.exponent * R(JK_LN2_LOW) - terms.curve) + c / u;
  real value = jk_sum_of_three(terms.exponent * R(JK_LN2_HIGH), terms.f, rest);
  return jk_log_edges(u, jk_copysign(value, x));
}

/* The product of f's upper half and the constant's is exact, the rest of (f - curve) / ln 2 small.
 */
JK_FN real jk_log2(real x)
{
  jk_log_terms terms = jk_log_take_apart(x);
  real f_high = jk_high_half(terms.f);
  real f_rest = (terms.f - f_high) - terms.curve;
  real rest = f_high * R(JK_LOG2_E_LOW) + f_rest * R(JK_LOG2_E_HIGH + JK_LOG2_E_LOW);
  return jk_log_edges(x, jk_sum_of_three(terms.exponent, f_high * R(JK_LOG2_E_HIGH), rest));
}

JK_FN real jk_log10(real x)
{
  jk_log_terms terms = jk_log_take_apart(x);
  real f_high = jk_high_half(terms.f);
  real f_rest = (terms.f - f_high) - terms.curve;
  real rest = f_high * R(JK_LOG10_E_LOW) + f_rest * R(JK_LOG10_E_HIGH + JK_LOG10_E_LOW);
  real value = jk_sum_of_three(terms.exponent * R(JK_LOG10_2_HIGH), f_high * R(JK_LOG10_E_HIGH),
                               rest + terms.exponent * R(JK_LOG10_2_LOW));
  return jk_log_edges(x, value);
}

#endif
