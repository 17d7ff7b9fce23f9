/* What a user's source finds: the two ways to write an objective, and the usual names of C, which
 * mean jato's own functions here, so that a source has the same bits on every device.
 *
 *   JATO_OBJECTIVE(x, n) { ... return the value; }
 *   JATO_RESIDUALS(x, n, k, count) { ... return residual number k; }
 *
 * x(i) is coordinate i of n; the names in the brackets are the user's own choice, and program/
 * source.c writes the macro x(i) for the name it finds. `data[i]`, i < data_count, are the numbers
 * given along with the source. With residuals the objective is the sum of their squares, in the
 * order of k; count, an expression, may use n and data_count.
 *
 * Rules of portable.h for a user: a `real` may be a vector (OpenCL on a CPU), so that what chooses
 * by `condition ? a : b` is faster there than what branches by `if`. */
#ifndef JK_USER_H
#define JK_USER_H

#include "../lanes.h"
#include "../math.h"
#include "../math_more.h"
#include "../portable.h"

#define JATO_OBJECTIVE(x, n)                                                                    \
  JK_FN real jk_evaluate(JK_IN const real *jk_x, int n, real jk_a, JK_IN const jk_number *data, \
                         int data_count)

#define JK_RESIDUAL(n, k)                                                                   \
  JK_FN real jk_residual(JK_IN const real *jk_x, int n, int k, JK_IN const jk_number *data, \
                         int data_count)

#define JATO_RESIDUALS(x, n, k, count)                                                          \
  JK_FN int jk_residual_count(int n, JK_IN const jk_number *data, int data_count)               \
  {                                                                                             \
    (void)n;                                                                                    \
    (void)data;                                                                                 \
    (void)data_count;                                                                           \
    return (count);                                                                             \
  }                                                                                             \
  JK_RESIDUAL(n, k);                                                                            \
  JK_FN real jk_evaluate(JK_IN const real *jk_x, int n, real jk_a, JK_IN const jk_number *data, \
                         int data_count)                                                        \
  {                                                                                             \
    real jk_sum = (real)((jk_number)0);                                                         \
    int jk_end = jk_residual_count(n, data, data_count);                                        \
    (void)jk_a;                                                                                 \
    for (int jk_k = 0; jk_k < jk_end; jk_k++) {                                                 \
      real jk_r = jk_residual(jk_x, n, jk_k, data, data_count);                                 \
      jk_sum += jk_r * jk_r;                                                                    \
    }                                                                                           \
    return jk_sum;                                                                              \
  }                                                                                             \
  JK_RESIDUAL(n, k)

/* A table at the head of a source: JATO_CONSTANT real weights[3] = {0.2, 0.5, 0.3}; */
#if defined(__OPENCL_C_VERSION__)
#define JATO_CONSTANT __constant
#elif defined(__CUDACC__)
#define JATO_CONSTANT static __device__ const
#else
#define JATO_CONSTANT static const
#endif

/* Behind these the names below may be macros: in OpenCL and CUDA jk_sqrt means sqrt. An argument
 * that is a whole number becomes a real on the way. */
JK_FN real jk_user_sqrt(real a) { return jk_sqrt(a); }
JK_FN real jk_user_floor(real a) { return jk_floor(a); }
JK_FN real jk_user_abs(real a) { return jk_abs(a); }

/* sin(pi a) and cos(pi a), names of C23 and OpenCL: for any a, and in two thirds of the time, since
 * nothing irrational need be subtracted. */
JK_FN real jk_user_sinpi(real a) { return jk_sin_turns(R(0.5) * a); }
JK_FN real jk_user_cospi(real a) { return jk_cos_turns(R(0.5) * a); }

/* A square. A source that defines its own gets an error that names this one. */
JK_FN real sq(real a) { return a * a; }

/* Names of OpenCL C that are macros there. */
#undef M_E
#undef M_LOG2E
#undef M_LOG10E
#undef M_LN2
#undef M_LN10
#undef M_PI
#undef M_PI_2
#undef M_PI_4
#undef M_1_PI
#undef M_2_PI
#undef M_2_SQRTPI
#undef M_SQRT2
#undef M_SQRT1_2
#undef INFINITY
#undef NAN
#undef HUGE_VAL
#undef HUGE_VALF

/* A constant rounded once, to the precision of the run. */
#if JK_PRECISION == 32
#define JK_EXACT(constant) constant##f
#else
#define JK_EXACT(constant) constant
#endif
#define M_E JK_EXACT(2.7182818284590452354)
#define M_LOG2E JK_EXACT(1.4426950408889634074)
#define M_LOG10E JK_EXACT(0.43429448190325182765)
#define M_LN2 JK_EXACT(0.69314718055994530942)
#define M_LN10 JK_EXACT(2.30258509299404568402)
#define M_PI JK_EXACT(3.14159265358979323846)
#define M_PI_2 JK_EXACT(1.57079632679489661923)
#define M_PI_4 JK_EXACT(0.78539816339744830962)
#define M_1_PI JK_EXACT(0.31830988618379067154)
#define M_2_PI JK_EXACT(0.63661977236758134308)
#define M_2_SQRTPI JK_EXACT(1.12837916709551257390)
#define M_SQRT2 JK_EXACT(1.41421356237309504880)
#define M_SQRT1_2 JK_EXACT(0.70710678118654752440)
#define INFINITY JK_INF
#define NAN JK_NAN
#define HUGE_VAL JK_INF
#define HUGE_VALF JK_INF

#define isnan(a) ((a) != (a))
#define isinf(a) (jk_user_abs(a) == JK_INF)
#define isfinite(a) (jk_user_abs(a) < JK_INF)
#define exp(a) jk_exp(a)
#define expf(a) jk_exp(a)
#define exp2(a) jk_exp2(a)
#define exp2f(a) jk_exp2(a)
#define exp10(a) jk_exp10(a)
#define exp10f(a) jk_exp10(a)
#define expm1(a) jk_expm1(a)
#define expm1f(a) jk_expm1(a)
#define log(a) jk_log(a)
#define logf(a) jk_log(a)
#define log2(a) jk_log2(a)
#define log2f(a) jk_log2(a)
#define log10(a) jk_log10(a)
#define log10f(a) jk_log10(a)
#define log1p(a) jk_log1p(a)
#define log1pf(a) jk_log1p(a)
#define sin(a) jk_sin(a)
#define sinf(a) jk_sin(a)
#define cos(a) jk_cos(a)
#define cosf(a) jk_cos(a)
#define sinpi(a) jk_user_sinpi(a)
#define sinpif(a) jk_user_sinpi(a)
#define cospi(a) jk_user_cospi(a)
#define cospif(a) jk_user_cospi(a)
#define tan(a) jk_tan(a)
#define tanf(a) jk_tan(a)
#define asin(a) jk_asin(a)
#define asinf(a) jk_asin(a)
#define acos(a) jk_acos(a)
#define acosf(a) jk_acos(a)
#define atan(a) jk_atan(a)
#define atanf(a) jk_atan(a)
#define sinh(a) jk_sinh(a)
#define sinhf(a) jk_sinh(a)
#define cosh(a) jk_cosh(a)
#define coshf(a) jk_cosh(a)
#define tanh(a) jk_tanh(a)
#define tanhf(a) jk_tanh(a)
#define erf(a) jk_erf(a)
#define erff(a) jk_erf(a)
#define sqrt(a) jk_user_sqrt(a)
#define sqrtf(a) jk_user_sqrt(a)
#define cbrt(a) jk_cbrt(a)
#define cbrtf(a) jk_cbrt(a)
#define fabs(a) jk_user_abs(a)
#define fabsf(a) jk_user_abs(a)
#define floor(a) jk_user_floor(a)
#define floorf(a) jk_user_floor(a)
#define ceil(a) jk_ceil(a)
#define ceilf(a) jk_ceil(a)
#define trunc(a) jk_trunc(a)
#define truncf(a) jk_trunc(a)
#define round(a) jk_round(a)
#define roundf(a) jk_round(a)
#define pow(a, b) jk_pow(a, b)
#define powf(a, b) jk_pow(a, b)
#define atan2(a, b) jk_atan2(a, b)
#define atan2f(a, b) jk_atan2(a, b)
#define hypot(a, b) jk_hypot(a, b)
#define hypotf(a, b) jk_hypot(a, b)
#define fmod(a, b) jk_fmod(a, b)
#define fmodf(a, b) jk_fmod(a, b)
#define fmin(a, b) jk_fmin(a, b)
#define fminf(a, b) jk_fmin(a, b)
#define fmax(a, b) jk_fmax(a, b)
#define fmaxf(a, b) jk_fmax(a, b)
#define copysign(a, b) jk_copysign(a, b)
#define copysignf(a, b) jk_copysign(a, b)

/* Names of stdint.h and float.h. */
#if !defined(__OPENCL_C_VERSION__)
#define int32_t int
#define uint32_t unsigned int
#define int64_t long long
#define uint64_t unsigned long long
#else
#define int32_t int
#define uint32_t uint
#define int64_t long
#define uint64_t ulong
#endif
#undef FLT_MAX
#undef FLT_MIN
#undef FLT_EPSILON
#define FLT_MAX 0x1.fffffep+127f
#define FLT_MIN 0x1p-126f
#define FLT_EPSILON 0x1p-23f
#if JK_PRECISION == 64
#undef DBL_MAX
#undef DBL_MIN
#undef DBL_EPSILON
#define DBL_MAX 0x1.fffffffffffffp+1023
#define DBL_MIN 0x1p-1022
#define DBL_EPSILON 0x1p-52
#endif

/* Set by device/cpu/build.c when a compiler could not compute several lanes in parallel: loops over
 * a known number of coordinates are then written out one step after the other, which leaves the
 * loop over lanes alone. */
#if defined(JK_UNROLL) && defined(__clang__)
#define for _Pragma("clang loop unroll(full)") for
#elif defined(JK_UNROLL)
#define for _Pragma("GCC unroll 65534") for
#endif

#endif
