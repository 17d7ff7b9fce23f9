/* The format of a real, and what math_ headers do with its bits. Included by them. */
#ifndef JK_MATH_BITS_H
#define JK_MATH_BITS_H

#include "portable.h"

/* Integer shifts and sums whose bits may pass the sign. In C they go through the unsigned type,
 * where that is defined, and where a right shift of 64 bits is one instruction below AVX-512, too.
 * OpenCL C defines them for signed integers. JK_SHIFT_RIGHT is for numbers that are not
 * negative. */
#if defined(__OPENCL_C_VERSION__)
#define JK_SHIFT_RIGHT(a, bits) ((a) >> (bits))
#define JK_SHIFT_LEFT(a, bits) ((a) << (bits))
#define JK_INT_ADD(a, b) ((a) + (b))
#elif JK_PRECISION == 32
#define JK_SHIFT_RIGHT(a, bits) ((jk_int)((jk_word1)(a) >> (bits)))
#define JK_SHIFT_LEFT(a, bits) ((jk_int)((jk_word1)(a) << (bits)))
#define JK_INT_ADD(a, b) ((jk_int)((jk_word1)(a) + (jk_word1)(b)))
#else
#define JK_SHIFT_RIGHT(a, bits) ((jk_int)((jk_index)(a) >> (bits)))
#define JK_SHIFT_LEFT(a, bits) ((jk_int)((jk_index)(a) << (bits)))
#define JK_INT_ADD(a, b) ((jk_int)((jk_index)(a) + (jk_index)(b)))
#endif

/* The format: JK_ROUNDER + a, for a much smaller, is a rounded to a whole number, which then stands
 * in the low bits of the sum. JK_INTEGER has the bits 0 there, so that OR puts a small integer into
 * it. */
#if JK_PRECISION == 32
#define JK_MANTISSA 23
#define JK_BIAS 127
#define JK_EXPONENT_BITS JK_I(0xFF)
#define JK_FRACTION_BITS JK_I(0x7FFFFF)
#define JK_MAGNITUDE_BITS JK_I(0x7FFFFFFF)
#define JK_HIGH_HALF JK_I(-4096)
#define JK_INF_BITS JK_I(0x7F800000)
#define JK_NAN_BITS JK_I(0x7FC00000)
#define JK_ROUNDER 12582912.0
#define JK_INTEGER 8388608.0
#define JK_SMALLEST_NORMAL 0x1p-126
#else
#define JK_MANTISSA 52
#define JK_BIAS 1023
#define JK_EXPONENT_BITS JK_I(0x7FF)
#define JK_FRACTION_BITS JK_I(0xFFFFFFFFFFFFF)
#define JK_MAGNITUDE_BITS JK_I(0x7FFFFFFFFFFFFFFF)
#define JK_HIGH_HALF JK_I(-134217728)
#define JK_INF_BITS JK_I(0x7FF0000000000000)
#define JK_NAN_BITS JK_I(0x7FF8000000000000)
#define JK_ROUNDER 6755399441055744.0
#define JK_INTEGER 4503599627370496.0
#define JK_SMALLEST_NORMAL 0x1p-1022
#endif
#define JK_INF jk_as_real(JK_INF_BITS)
#define JK_NAN jk_as_real(JK_NAN_BITS)

/* The upper half of a's digits (12 of 24, 26 of 53): products of two such halves are exact. */
JK_FN real jk_high_half(real a) { return jk_as_real(jk_as_int(a) & JK_HIGH_HALF); }

#endif
