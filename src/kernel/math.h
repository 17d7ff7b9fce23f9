/* Elementary functions of one lane: jk_exp, jk_log, jk_sin, jk_cos, jk_pow, and the sine, cosine
 * and versine of an angle counted in turns.
 *
 * They are ours so that a run has the same bits wherever it is computed: only +, -, *, / and floor
 * in a written order, polynomials instead of tables, no branch, no fma. Choices are ternaries, and
 * whole numbers move between real and integer by adding a power of two, because SSE and AVX2 cannot
 * convert a double to a 64-bit integer. docs/decisions/0004-own-elementary-functions.md says why
 * and how fast; tests/unit/kernel/test_math.c holds the error bounds below against MPFR.
 *
 *   function            domain                           error at most, ulp, in float and double
 *   jk_exp(x)           all x                            1
 *   jk_log(x)           all x                            1
 *   jk_sin(x)  jk_cos   |x| <= JK_TRIG_LIMIT             2, also close to their zeros
 *   jk_sin_turns(t)     all finite t: sin(2 pi t)        1.75
 *   jk_cos_turns(t)     all finite t: cos(2 pi t)        2
 *   jk_versine_turns(t) all finite t: 1 - cos(2 pi t)    4.5, also close to its zeros
 *   jk_pow(x, y)        all x, y                         1.5
 *
 * JK_TRIG_LIMIT is 1e5 in float and 1e7 in double. Beyond it a neighbouring argument is far away on
 * the circle, and the reduction would lose digits: the answer is NaN, the worst value of an
 * objective.
 *
 * Special values are those of C's Annex F, with these exceptions: the sign of a zero result is kept
 * by jk_pow only, and exp and pow do not underflow gradually: a result smaller than 2^-125.5 in
 * float or 2^-1021.5 in double (both about 1.4 times the smallest normal number) is 0. Which of its
 * many bit patterns a NaN result has is left open: processors differ even in what they make of a
 * NaN times a number, so code that needs the same bits replaces NaN once, at the end. */
#ifndef JK_MATH_H
#define JK_MATH_H

#include "math_explog.h"
#include "math_pow.h"
#include "math_trig.h"

#endif
