/* Which instruction set the kernels use. */
#pragma once

#include "base/status.h"

/* The choices of level=, in this order: the best for this machine, or a specific one. */
#define JX_CPU_LEVEL_CHOICES "best generic v2 v3 v4"

/* choice: index in JX_CPU_LEVEL_CHOICES; *name is "v4" and the like. Fails with JATO_E_NOT_BUILT
 * for a level this build does not contain, and with JATO_E_DEVICE for one this machine cannot run.
 */
jato_status jx_cpu_level_pick(int choice, const char **name, jato_error *error);
