/* The functions of CUDA C++ that need no other thread: bits, IEEE arithmetic, atomics. */
#ifndef FAKE_CUDA_EMULATION_MATH_H
#define FAKE_CUDA_EMULATION_MATH_H

template <class To, class From> static inline To fake_cuda_bits(From from)
{
  static_assert(sizeof(To) == sizeof(From), "bits are moved between types of one size");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

static inline int __float_as_int(float a) { return fake_cuda_bits<int>(a); }
static inline unsigned __float_as_uint(float a) { return fake_cuda_bits<unsigned>(a); }
static inline float __int_as_float(int a) { return fake_cuda_bits<float>(a); }
static inline float __uint_as_float(unsigned a) { return fake_cuda_bits<float>(a); }
static inline long long __double_as_longlong(double a) { return fake_cuda_bits<long long>(a); }
static inline double __longlong_as_double(long long a) { return fake_cuda_bits<double>(a); }

template <class T> static inline T __ldg(const T *address) { return *address; }

/* Correctly rounded, so the same on every machine. */
static inline float sqrtf(float a) { return __builtin_sqrtf(a); }
static inline float floorf(float a) { return __builtin_floorf(a); }
static inline float fabsf(float a) { return __builtin_fabsf(a); }
static inline float sqrt(float a) { return __builtin_sqrtf(a); }
static inline double sqrt(double a) { return __builtin_sqrt(a); }
static inline float floor(float a) { return __builtin_floorf(a); }
static inline double floor(double a) { return __builtin_floor(a); }
static inline float fabs(float a) { return __builtin_fabsf(a); }
static inline double fabs(double a) { return __builtin_fabs(a); }
static inline int abs(int a) { return a < 0 ? -a : a; }
static inline float __fsqrt_rn(float a) { return __builtin_sqrtf(a); }
static inline double __dsqrt_rn(double a) { return __builtin_sqrt(a); }
static inline float __fadd_rn(float a, float b) { return a + b; }
static inline double __dadd_rn(double a, double b) { return a + b; }
static inline float __fmul_rn(float a, float b) { return a * b; }
static inline double __dmul_rn(double a, double b) { return a * b; }
static inline float __fdiv_rn(float a, float b) { return a / b; }
static inline double __ddiv_rn(double a, double b) { return a / b; }
static inline bool isnan(float a) { return a != a; }
static inline bool isnan(double a) { return a != a; }
static inline bool isfinite(float a) { return a - a == 0; }
static inline bool isfinite(double a) { return a - a == 0; }
static inline bool isinf(float a) { return !isnan(a) && !isfinite(a); }
static inline bool isinf(double a) { return !isnan(a) && !isfinite(a); }

#define FAKE_CUDA_INTEGERS(type)                                                                 \
  static inline type min(type a, type b) { return b < a ? b : a; }                               \
  static inline type max(type a, type b) { return a < b ? b : a; }                               \
  static inline type atomicAdd(type *at, type by)                                                \
  {                                                                                              \
    return __atomic_fetch_add(at, by, __ATOMIC_RELAXED);                                         \
  }                                                                                              \
  static inline type atomicExch(type *at, type value)                                            \
  {                                                                                              \
    return __atomic_exchange_n(at, value, __ATOMIC_RELAXED);                                     \
  }                                                                                              \
  static inline type atomicCAS(type *at, type wanted, type value)                                \
  {                                                                                              \
    __atomic_compare_exchange_n(at, &wanted, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);  \
    return wanted;                                                                               \
  }                                                                                              \
  static inline type atomicMin(type *at, type value)                                             \
  {                                                                                              \
    type old = __atomic_load_n(at, __ATOMIC_RELAXED);                                            \
    while (value < old && !__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_RELAXED, \
                                                       __ATOMIC_RELAXED)) {}                     \
    return old;                                                                                  \
  }                                                                                              \
  static inline type atomicMax(type *at, type value)                                             \
  {                                                                                              \
    type old = __atomic_load_n(at, __ATOMIC_RELAXED);                                            \
    while (old < value && !__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_RELAXED, \
                                                       __ATOMIC_RELAXED)) {}                     \
    return old;                                                                                  \
  }

FAKE_CUDA_INTEGERS(int)
FAKE_CUDA_INTEGERS(unsigned)
FAKE_CUDA_INTEGERS(unsigned long long)

static inline int __popc(unsigned a) { return __builtin_popcount(a); }
static inline int __ffs(int a) { return __builtin_ffs(a); }
static inline int __clz(int a) { return a == 0 ? 32 : __builtin_clz((unsigned)a); }
static inline unsigned __umulhi(unsigned a, unsigned b)
{
  return (unsigned)((unsigned long long)a * b >> 32);
}

static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}

#endif
