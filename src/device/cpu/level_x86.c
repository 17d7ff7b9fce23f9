/* x86-64: the kernels are built for three of the levels of the psABI, of which the machine's CPUID
 * selects one. v1 (before 2009) is left out: it lacks the rounding instructions of SSE4.1. */
#include "device/cpu/level.h"

static int has_v2(void)
{
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3") &&
         __builtin_cpu_supports("popcnt");
}

static int has_v3(void)
{
  return has_v2() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

static int has_v4(void)
{
  return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}

/* Places in JX_CPU_LEVEL_CHOICES. */
enum { BEST, GENERIC, V2, V3, V4 };

jato_status jx_cpu_level_pick(int choice, const char **name, jato_error *error)
{
  static const struct {
    const char *name;
    int (*runs_here)(void);
  } rows[] = {{"v4", has_v4}, {"v3", has_v3}, {"v2", has_v2}};
  __builtin_cpu_init();
  if (choice == GENERIC)
    return jx_fail(error, JATO_E_NOT_BUILT,
                   "cpu:level=generic: not in a build for x86-64; take best, v2, v3 or v4");
  for (int i = 0; i < 3; i++) {
    if (choice != BEST && choice != V4 - i) continue;
    if (rows[i].runs_here()) {
      *name = rows[i].name;
      return JATO_OK;
    }
    if (choice != BEST)
      return jx_fail(error, JATO_E_DEVICE,
                     "cpu:level=%s: this machine lacks instructions of that level; take level=best",
                     rows[i].name);
  }
  return jx_fail(error, JATO_E_DEVICE,
                 "cpu: needs x86-64-v2 (SSE4.2, POPCNT), which this machine lacks");
}
