/* The C subset that C, OpenCL C and CUDA C share, and the names that kernels use instead of those
 * of each language.
 *
 * Kernel bodies are written for ONE particle. The including file runs them over many: the CPU
 * device in a SIMD loop over the lanes of a tile, a GPU with one work-item for a lane, an OpenCL
 * device that is a CPU with one work-item for the 16 lanes of a group. A `real` is the value of one
 * lane and, in the last case (JK_WIDTH 16), a vector of 16. So a body
 *   - chooses with `condition ? a : b`, never with `if` on a lane's value (loops over coordinates
 *     are fine), and the condition is a comparison: a vector has no truth of its own, so a flag is
 *     asked `best_is_here != JK_I(0)`;
 *   - writes constants as R(0.5), never 0.5, which would be a double, and integers that meet a
 *     jk_int as JK_I(1);
 *   - converts with the names below, never with a cast;
 *   - uses +, -, *, / and jk_sqrt, jk_floor, jk_abs, and the functions of math.h; no fma (a slow
 *     library call on x86-64-v2) and nothing from the system's math library, whose last bits differ
 *     by system;
 *   - has no static data, no pointers but its arguments, no recursion, and calls only jk_
 *     functions.
 *
 *   of a lane    real, jk_int (as wide: its bits, and integers made from it), jk_word (32 bits)
 *   of all lanes jk_number, jk_int1, jk_word1 (the same of one lane, in every language), int, and
 *                jk_index (64 bits: a particle's number, an iteration, a seed)
 *   conversions  jk_as_int, jk_as_real   the bits of a lane
 *                jk_to_real              an integer of all lanes
 *                jk_word_to_real, jk_word_to_int   a lane's word below 2^31
 *                jk_word_scale           a lane's word, to 0..count - 1 in even shares
 *
 * The including file sets JK_PRECISION to 32 or 64 before the first kernel header. Nothing of the
 * system is included: a user's objective is compiled behind these headers at run time. */
#ifndef JK_PORTABLE_H
#define JK_PORTABLE_H

/* In front of a loop that adds up: Intel's compiler for CPUs would add 16 terms at once and have
 * other bits than a sum in order, which is what OpenCL C asks for. */
#if defined(__OPENCL_C_VERSION__) && defined(__clang__)
#define JK_IN_ORDER _Pragma("clang loop vectorize(disable)")
#else
#define JK_IN_ORDER
#endif

#if !defined(JK_PRECISION) || (JK_PRECISION != 32 && JK_PRECISION != 64)
#error "define JK_PRECISION as 32 or 64 before including a kernel header"
#endif

#if !defined(JK_WIDTH)
#define JK_WIDTH 1
#endif
#if JK_WIDTH != 1 && (JK_WIDTH != 16 || !defined(__OPENCL_C_VERSION__))
#error "JK_WIDTH is 1, or 16 in OpenCL C"
#endif

/* An objective that forgets to return a value is an error, not a guess. */
#if defined(__clang__)
#pragma clang diagnostic error "-Wreturn-type"
#endif

#if defined(__OPENCL_C_VERSION__)
#pragma OPENCL FP_CONTRACT OFF
#if JK_PRECISION == 64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define JK_FN static inline __attribute__((always_inline))
#define JK_IN __global /* where arrays of the swarm live */

typedef uint jk_word1;
typedef ulong jk_index;
#if JK_PRECISION == 32
#define JK_NUMBER_NAME float
#define JK_INTEGER_NAME int
#else
#define JK_NUMBER_NAME double
#define JK_INTEGER_NAME long
#endif
typedef JK_NUMBER_NAME jk_number;
typedef JK_INTEGER_NAME jk_int1;

/* JK_OF_LANES(as_, int) is as_int or as_int16. */
#define JK_PASTE(a, b, c) a##b##c
#define JK_PASTE_NAMES(a, b, c) JK_PASTE(a, b, c)
#if JK_WIDTH == 1
#define JK_OF_LANES(before, name) JK_PASTE_NAMES(before, name, )
#else
#define JK_OF_LANES(before, name) JK_PASTE_NAMES(before, name, 16)
#endif
typedef JK_OF_LANES(, JK_NUMBER_NAME) real;
typedef JK_OF_LANES(, JK_INTEGER_NAME) jk_int;
typedef JK_OF_LANES(, uint) jk_word;
#define jk_as_int(a) JK_OF_LANES(as_, JK_INTEGER_NAME)(a)
#define jk_as_real(a) JK_OF_LANES(as_, JK_NUMBER_NAME)(a)
#define jk_word_to_real(a) JK_OF_LANES(convert_, JK_NUMBER_NAME)(JK_OF_LANES(as_, int)(a))
#define jk_word_to_int(a) JK_OF_LANES(convert_, JK_INTEGER_NAME)(JK_OF_LANES(as_, int)(a))
#define jk_word_scale(a, count) mul_hi(a, (jk_word)(count))
#define jk_sqrt(a) sqrt(a)
#define jk_floor(a) floor(a)
#define jk_abs(a) fabs(a)

#elif defined(__CUDACC__)
#define JK_FN static __device__ __forceinline__ __attribute__((unused))
#define JK_IN
typedef unsigned int jk_word1;
typedef unsigned long long jk_index;
#if JK_PRECISION == 32
typedef float real;
typedef int jk_int;
#define jk_as_int(a) __float_as_int(a)
#define jk_as_real(a) __int_as_float(a)
#define jk_sqrt(a) sqrtf(a)
#define jk_floor(a) floorf(a)
#define jk_abs(a) fabsf(a)
#else
typedef double real;
typedef long long jk_int;
#define jk_as_int(a) __double_as_longlong(a)
#define jk_as_real(a) __longlong_as_double(a)
#define jk_sqrt(a) sqrt(a)
#define jk_floor(a) floor(a)
#define jk_abs(a) fabs(a)
#endif
typedef real jk_number;
typedef jk_int jk_int1;
typedef jk_word1 jk_word;
#define jk_word_to_real(a) ((real)(int)(a))

#else /* C11, by gcc or clang */
#define JK_FN static inline __attribute__((always_inline, unused))
#define JK_IN
typedef __UINT32_TYPE__ jk_word1;
typedef __UINT64_TYPE__ jk_index;
#if JK_PRECISION == 32
typedef float real;
typedef __INT32_TYPE__ jk_int;
#define jk_sqrt(a) __builtin_sqrtf(a)
#define jk_floor(a) __builtin_floorf(a)
#define jk_abs(a) __builtin_fabsf(a)
#else
typedef double real;
typedef __INT64_TYPE__ jk_int;
#define jk_sqrt(a) __builtin_sqrt(a)
#define jk_floor(a) __builtin_floor(a)
#define jk_abs(a) __builtin_fabs(a)
#endif
typedef real jk_number;
typedef jk_int jk_int1;
typedef jk_word1 jk_word;
#define jk_word_to_real(a) ((real)(int)(a))

JK_FN jk_int jk_as_int(real a)
{
  jk_int bits;
  __builtin_memcpy(&bits, &a, sizeof(bits));
  return bits;
}

JK_FN real jk_as_real(jk_int bits)
{
  real a;
  __builtin_memcpy(&a, &bits, sizeof(a));
  return a;
}
#endif

#if !defined(__OPENCL_C_VERSION__)
#define jk_word_to_int(a) ((jk_int)(int)(a))
#define jk_word_scale(a, count) ((jk_word)(((jk_index)(a) * (jk_word1)(count)) >> 32))
#endif

/* A constant, or any number that all lanes share, in the precision of the run. */
#define R(constant) ((real)((jk_number)(constant)))
#define jk_to_real(a) R(a)

/* For what cannot be said of 16 lanes in parallel, such as an array's index of each: a loop over
 * JK_WIDTH lanes, JK_LANE(r, lane) of a real in a variable, which is a jk_number, and JK_N. */
#if JK_WIDTH == 1
#define JK_LANE(a, lane) (a)
#else
#define JK_LANE(a, lane) (((jk_number *)&(a))[lane])
#endif
#define JK_N(constant) ((jk_number)(constant))

/* An integer constant as wide as a real. */
#define JK_I(constant) ((jk_int)(constant))

JK_FN real jk_min(real a, real b) { return a < b ? a : b; }
JK_FN real jk_max(real a, real b) { return a > b ? a : b; }

#endif
