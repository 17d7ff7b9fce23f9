/* More of C's math library, of one lane. Made as the functions of math.h are, and for the same
 * reason: only +, -, *, /, sqrt and floor in a written order, polynomials instead of tables, no
 * branch, no fma. tests/unit/kernel/test_math_more.c holds the error bounds below against MPFR,
 * test_math_edges.c the exact results and special values against the system's functions.
 *
 *   function            domain                          error at most, ulp, in float and double
 *   jk_exp2(x)          all x                           1
 *   jk_exp10(x)         all x                           1
 *   jk_log2(x)          all x                           1.25
 *   jk_log10(x)         all x                           1.25
 *   jk_expm1(x)         all x                           1.5
 *   jk_log1p(x)         all x                           1
 *   jk_sinh(x)  jk_cosh all x                           1.75
 *   jk_tanh(x)          all x                           2
 *   jk_tan(x)           |x| <= JK_TRIG_LIMIT            2
 *   jk_asin(x)  jk_acos all x                           1.25
 *   jk_atan(x)          all x                           1.5
 *   jk_atan2(y, x)      all y, x                        1.75
 *   jk_cbrt(x)          all x                           1
 *   jk_hypot(x, y)      all x, y                        1.25
 *   jk_erf(x)           all x                           1.5
 *   jk_fmod(x, y)       |x / y| < 2^23, in double 2^52  exact
 *   jk_ceil(x)  jk_trunc  jk_round                      exact
 *   jk_fmin(x, y)  jk_fmax  jk_copysign                 exact
 *
 * jk_log2 of a power of two and jk_exp2 of a whole number are exact. jk_round takes halves away
 * from zero. jk_fmin and jk_fmax give the other operand for a NaN, which jk_min and jk_max do not;
 * which of 0 and -0 they give is left open.
 *
 * Special values are those of C's Annex F, the sign of zero included, with these exceptions. jk_tan
 * beyond JK_TRIG_LIMIT is NaN, and so is jk_fmod where x / y is too large: from there on x has
 * hardly a digit left that tells where in its period it is. jk_exp2 and jk_exp10 do not underflow
 * gradually: results that jk_exp would take as 0 are 0. Which bit pattern a NaN has is left open.
 */
#ifndef JK_MATH_MORE_H
#define JK_MATH_MORE_H

#include "math_round.h"
#include "math_bases.h"
#include "math_hyperbolic.h"
#include "math_inverse.h"
#include "math_roots.h"
#include "math_erf.h"

#endif
