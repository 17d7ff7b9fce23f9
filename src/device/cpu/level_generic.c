/* Machines other than x86-64: one set of kernels, for the instructions the compiler takes by
 * itself. */
#include "device/cpu/level.h"

extern const jx_cpu_kernels jx_cpu_kernels_generic_32, jx_cpu_kernels_generic_64;

/* Places in JX_CPU_LEVEL_CHOICES. */
enum { BEST, GENERIC };

jato_status jx_cpu_level_pick(int choice, jato_precision precision, jx_cpu_level *level,
                              jato_error *error)
{
  if (choice != BEST && choice != GENERIC)
    return jx_fail(error, JATO_E_NOT_BUILT,
                   "cpu:level: v2, v3 and v4 are for x86-64; take best or generic");
  *level = (jx_cpu_level){"generic", precision == JATO_FLOAT ? &jx_cpu_kernels_generic_32
                                                             : &jx_cpu_kernels_generic_64};
  return JATO_OK;
}
