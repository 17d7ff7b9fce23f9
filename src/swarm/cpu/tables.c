/* The tables of kernels in this build, by level and precision. The build defines JX_CPU_LEVELS as
 * JX_LEVEL(v2) JX_LEVEL(v3) ... */
#include "swarm/cpu/swarm.h"

#include <string.h>

#define JX_LEVEL(level) \
  extern const jx_cpu_kernels jx_cpu_kernels_##level##_32, jx_cpu_kernels_##level##_64;
JX_CPU_LEVELS
#undef JX_LEVEL

const jx_cpu_kernels *jx_cpu_kernels_find(const char *level, jato_precision precision)
{
  static const struct {
    const char *level;
    const jx_cpu_kernels *kernels[2]; /* by jato_precision */
  } rows[] = {
#define JX_LEVEL(level) {#level, {&jx_cpu_kernels_##level##_64, &jx_cpu_kernels_##level##_32}},
      JX_CPU_LEVELS
#undef JX_LEVEL
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(rows[i].level, level) == 0) return rows[i].kernels[precision];
  return NULL;
}
