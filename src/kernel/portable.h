/* The C subset that C, OpenCL C and CUDA C share, and the names kernels use in place of each one's
 * own.
 *
 * Kernel bodies are written for ONE particle. Whoever includes them runs them over many: the CPU
 * device in a SIMD loop over the lanes of a tile, an OpenCL or CUDA device with one work-item for a
 * lane or for a short vector of lanes. So that `real` may be a vector type, a body
 *   - chooses with `condition ? a : b`, never with `if` on a lane's value (loops over coordinates
 * are fine);
 *   - writes constants as R(0.5), never 0.5, which would be a double;
 *   - uses +, -, *, / and jk_sqrt, jk_floor, jk_abs, and the functions of math.h; no fma (a slow
 * library call on x86-64-v2) and nothing from the system's math library, whose last bits differ by
 * system;
 *   - has no static data, no pointers but its arguments, no recursion, and calls only jk_
 * functions.
 *
 * The including file sets JK_PRECISION to 32 or 64 before the first kernel header. */
#ifndef JK_PORTABLE_H
#define JK_PORTABLE_H

#if !defined(JK_PRECISION) || (JK_PRECISION != 32 && JK_PRECISION != 64)
#error "define JK_PRECISION as 32 or 64 before including a kernel header"
#endif

#if defined(__OPENCL_C_VERSION__)
#pragma OPENCL FP_CONTRACT OFF
#define JK_FN static inline
#define JK_IN __global  /* where arrays of the swarm live */
typedef uint jk_word;   /* 32 bits of one lane, unsigned */
typedef ulong jk_index; /* a particle's number, an iteration, a seed */
#if JK_PRECISION == 32
typedef float real;
typedef int jk_int; /* as wide as a real: holds its bits, and integers made from it */
#define jk_as_int(a) as_int(a)
#define jk_as_real(a) as_float(a)
#define jk_to_real(a) convert_float(a)
#else
typedef double real;
typedef long jk_int;
#define jk_as_int(a) as_long(a)
#define jk_as_real(a) as_double(a)
#define jk_to_real(a) convert_double(a)
#endif
#define jk_sqrt(a) sqrt(a)
#define jk_floor(a) floor(a)
#define jk_abs(a) fabs(a)

#else /* C11 and CUDA C */
#include <stdint.h>
#define JK_IN
#if defined(__CUDACC__)
#define JK_FN static __device__ __forceinline__
#define JK_BITS_COPY(to, from) (to) = reinterpret_cast<decltype(to) &>(from)
#elif defined(__GNUC__)
#define JK_FN static inline __attribute__((always_inline, unused))
#define JK_BITS_COPY(to, from) __builtin_memcpy(&(to), &(from), sizeof(to))
#else
#include <string.h>
#define JK_FN static inline
#define JK_BITS_COPY(to, from) memcpy(&(to), &(from), sizeof(to))
#endif
#if !defined(__CUDACC__)
#include <math.h>
#endif
typedef uint32_t jk_word;
typedef uint64_t jk_index;
#if JK_PRECISION == 32
typedef float real;
typedef int32_t jk_int;
#define jk_sqrt(a) sqrtf(a)
#define jk_floor(a) floorf(a)
#define jk_abs(a) fabsf(a)
#else
typedef double real;
typedef int64_t jk_int;
#define jk_sqrt(a) sqrt(a)
#define jk_floor(a) floor(a)
#define jk_abs(a) fabs(a)
#endif
#define jk_to_real(a) ((real)(a))

JK_FN jk_int jk_as_int(real a)
{
  jk_int bits;
  JK_BITS_COPY(bits, a);
  return bits;
}

JK_FN real jk_as_real(jk_int bits)
{
  real a;
  JK_BITS_COPY(a, bits);
  return a;
}
#endif

/* A constant in the precision of the run. */
#define R(constant) ((real)(constant))

JK_FN real jk_min(real a, real b) { return a < b ? a : b; }
JK_FN real jk_max(real a, real b) { return a > b ? a : b; }

#endif
