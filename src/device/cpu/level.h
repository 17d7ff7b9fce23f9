/* Which instruction set the kernels use. */
#ifndef JX_CPU_LEVEL_H
#define JX_CPU_LEVEL_H

#include "base/status.h"
#include "swarm/cpu/kernels.h"

/* What people type for level=, in this order: the best this machine has, or a certain one. */
#define JX_CPU_LEVEL_CHOICES "best generic v2 v3 v4"

typedef struct jx_cpu_level {
  const char *name; /* "v4" */
  const jx_cpu_kernels *kernels;
} jx_cpu_level;

/* choice: place in JX_CPU_LEVEL_CHOICES. Fails with JATO_E_NOT_BUILT for a level this build does
 * not contain, and with JATO_E_DEVICE for one this machine cannot run. */
jato_status jx_cpu_level_pick(int choice, jato_precision precision, jx_cpu_level *level,
                              jato_error *error);

#endif
