/* Lets a host compiler read CUDA C++ as NVRTC reads it, one function call for each CUDA thread.
 *
 * As with NVRTC there are no system headers, no types such as uint32_t, and no macro that says
 * which compiler this is. Not here: textures, dynamic shared memory (extern __shared__), printf.
 *
 * All threads of a block run on one thread of the host, so that a variable of that thread is shared
 * by the block alone. */
#ifndef FAKE_CUDA_EMULATION_H
#define FAKE_CUDA_EMULATION_H

#include "interface.h"

#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#define __device__
#define __host__
#define __constant__
#define __shared__ static thread_local
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(bytes) __attribute__((aligned(bytes)))
/* The first of two readings only looks for kernels, which these two words mark. */
#if defined(FAKE_CUDA_SCAN)
#define __global__ FAKE_CUDA_KERNEL_HERE
#define __launch_bounds__(...) FAKE_CUDA_BOUNDS_HERE(__VA_ARGS__)
#else
#define __global__
#define __launch_bounds__(...)
#endif

typedef __SIZE_TYPE__ size_t;
typedef fake_cuda_triple uint3;
typedef fake_cuda_triple dim3;
static const int warpSize = FAKE_CUDA_WARP;

extern "C" {
/* Set by the driver when it loads the text. */
__attribute__((visibility("default"))) const fake_cuda_runtime *fake_cuda_here;
/* Its address says where the shared variables of the asking thread are. */
__attribute__((visibility("default"))) thread_local char fake_cuda_shared_anchor;
}

/* A thread never changes its place, so the compiler may ask once. */
__attribute__((const, noinline, unused)) static const fake_cuda_place *fake_cuda_my_place()
{
  return fake_cuda_here->place();
}

#define threadIdx (fake_cuda_my_place()->thread)
#define blockIdx (fake_cuda_my_place()->grid->block)
#define blockDim (fake_cuda_my_place()->grid->block_dim)
#define gridDim (fake_cuda_my_place()->grid->grid_dim)

/* The place in the text from which a function with these last parameters is called. */
#define FAKE_CUDA_CALLER const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define FAKE_CUDA_SITE (fake_cuda_site{file, line})

static inline void __syncthreads(FAKE_CUDA_CALLER) { fake_cuda_here->barrier(FAKE_CUDA_SITE); }
static inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

static inline void __syncwarp(unsigned mask = ~0u, FAKE_CUDA_CALLER)
{
  (void)fake_cuda_here->exchange(mask, 0, 0, FAKE_CUDA_SITE);
}

static inline unsigned __ballot_sync(unsigned mask, int yes, FAKE_CUDA_CALLER)
{
  return fake_cuda_here->exchange(mask, yes != 0, 0, FAKE_CUDA_SITE).vote;
}

static inline int __any_sync(unsigned mask, int yes, FAKE_CUDA_CALLER)
{
  return fake_cuda_here->exchange(mask, yes != 0, 0, FAKE_CUDA_SITE).vote != 0;
}

static inline int __all_sync(unsigned mask, int yes, FAKE_CUDA_CALLER)
{
  return fake_cuda_here->exchange(mask, yes == 0, 0, FAKE_CUDA_SITE).vote == 0;
}

/* The lane itself when `source` is behind the last lane of its part of the warp. */
static inline int fake_cuda_within(int source, int width)
{
  int lane = fake_cuda_my_place()->lane;
  return source > (lane | (width - 1)) ? lane : source;
}

template <class T>
static inline T fake_cuda_take(unsigned mask, T value, int source, fake_cuda_site site)
{
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a shuffle moves 4 or 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  bits = fake_cuda_here->exchange(mask, bits, source, site).value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

#define FAKE_CUDA_SHUFFLES(type)                                                                  \
  static inline type __shfl_sync(unsigned mask, type value, int source, int width = warpSize,     \
                                 FAKE_CUDA_CALLER)                                                \
  {                                                                                               \
    int first = fake_cuda_my_place()->lane & -width;                                              \
    return fake_cuda_take(mask, value, first | (source & (width - 1)), FAKE_CUDA_SITE);           \
  }                                                                                               \
  static inline type __shfl_down_sync(unsigned mask, type value, unsigned by,                     \
                                      int width = warpSize, FAKE_CUDA_CALLER)                     \
  {                                                                                               \
    int source = fake_cuda_within(fake_cuda_my_place()->lane + (int)by, width);                   \
    return fake_cuda_take(mask, value, source, FAKE_CUDA_SITE);                                   \
  }                                                                                               \
  static inline type __shfl_up_sync(unsigned mask, type value, unsigned by, int width = warpSize, \
                                    FAKE_CUDA_CALLER)                                             \
  {                                                                                               \
    int lane = fake_cuda_my_place()->lane, source = lane - (int)by;                               \
    return fake_cuda_take(mask, value, source < (lane & -width) ? lane : source, FAKE_CUDA_SITE); \
  }                                                                                               \
  static inline type __shfl_xor_sync(unsigned mask, type value, int by, int width = warpSize,     \
                                     FAKE_CUDA_CALLER)                                            \
  {                                                                                               \
    int source = fake_cuda_within(fake_cuda_my_place()->lane ^ by, width);                        \
    return fake_cuda_take(mask, value, source, FAKE_CUDA_SITE);                                   \
  }

FAKE_CUDA_SHUFFLES(int)
FAKE_CUDA_SHUFFLES(unsigned)
FAKE_CUDA_SHUFFLES(long)
FAKE_CUDA_SHUFFLES(unsigned long)
FAKE_CUDA_SHUFFLES(long long)
FAKE_CUDA_SHUFFLES(unsigned long long)
FAKE_CUDA_SHUFFLES(float)
FAKE_CUDA_SHUFFLES(double)

#include "emulation_math.h"

/* How a kernel is called with parameters that are known by address only. */
template <class T> struct fake_cuda_is_pointer {
  static const unsigned long long value = 0;
};
template <class T> struct fake_cuda_is_pointer<T *> {
  static const unsigned long long value = 1;
};

template <int... I> struct fake_cuda_numbers {
};
template <int N, int... I> struct fake_cuda_count : fake_cuda_count<N - 1, N - 1, I...> {
};
template <int... I> struct fake_cuda_count<0, I...> {
  typedef fake_cuda_numbers<I...> numbers;
};

template <class... T, int... I>
static inline void fake_cuda_call(void (*kernel)(T...), void **parameters, fake_cuda_numbers<I...>)
{
  kernel(*static_cast<const T *>(parameters[I])...);
}

template <class... T> static inline void fake_cuda_run(void (*kernel)(T...), void **parameters)
{
  fake_cuda_call(kernel, parameters, typename fake_cuda_count<sizeof...(T)>::numbers());
}

template <class... T>
constexpr fake_cuda_kernel fake_cuda_describe(void (*)(T...), void (*run)(void **),
                                              int most_threads)
{
  static_assert(sizeof...(T) <= 64, "more parameters than the fake driver looks at");
  unsigned long long pointers = 0, bit = 1;
  ((pointers |= fake_cuda_is_pointer<T>::value * bit, bit <<= 1), ...);
  return {run, sizeof...(T), pointers, most_threads};
}

#define FAKE_CUDA_FIRST(first, ...) first
#define FAKE_CUDA_KERNEL(name, ...)                                                              \
  extern "C" {                                                                                   \
  static void fake_cuda_run_##name(void **parameters) { fake_cuda_run(name, parameters); }       \
  __attribute__((visibility("default"))) extern const fake_cuda_kernel fake_cuda_kernel_##name = \
      fake_cuda_describe(name, fake_cuda_run_##name, FAKE_CUDA_FIRST(__VA_ARGS__, 0));           \
  }

/* NVRTC defines none of these. */
#undef __GNUC__
#undef __clang__
#undef __linux__
#undef __unix__
#undef __x86_64__
#undef __aarch64__
#undef __BYTE_ORDER__
#undef __STRICT_ANSI__

#endif
