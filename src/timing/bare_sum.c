/* In a file of its own, for its flags: see CMakeLists.txt. */
#include "timing/bare_sum.h"

static void narrow_sum(const float *restrict p, const float *restrict q, float *restrict r,
                       size_t count)
{
  for (size_t i = 0; i < count; i++) r[i] = p[i] + q[i];
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void
wide_sum(const float *restrict p, const float *restrict q, float *restrict r, size_t count)
{
  for (size_t i = 0; i < count; i++) r[i] = p[i] + q[i];
}
#else
#define wide_sum narrow_sum
#endif

void jx_bare_sum(const float *restrict p, const float *restrict q, float *restrict r, size_t count,
                 int wide)
{
  if (wide)
    wide_sum(p, q, r, count);
  else
    narrow_sum(p, q, r, count);
}
