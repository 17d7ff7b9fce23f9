/* Machines other than x86-64, and builds with JATO_ONE_LEVEL: one set of kernels, for the
 * compiler's default instruction set. */
#include "device/cpu/level.h"

/* Places in JX_CPU_LEVEL_CHOICES. */
enum { BEST, GENERIC };

jato_status jx_cpu_level_pick(int choice, const char **name, jato_error *error)
{
  if (choice != BEST && choice != GENERIC)
    return jx_fail(error, JATO_E_NOT_BUILT,
                   "cpu:level: v2, v3 and v4 are not in this build; take best or generic");
  *name = "generic";
  return JATO_OK;
}
