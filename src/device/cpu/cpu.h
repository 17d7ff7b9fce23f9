/* The CPU as an open device, and functions shared by the files of this folder. */
#pragma once

#include "contract/device.h"
#include "device/cpu/team.h"

/* A kernel as launch calls it, once for each work-group: JK_ENTRY of kernel/language.h. */
typedef void (*jx_cpu_entry)(const void *const *arguments, uint32_t group);

struct jx_device {
  jato_allocator allocator;
  const char *level; /* "v4" */
  int threads;       /* that share the work-groups of a launch, unless a team was started before */
  jx_cpu_team *team; /* NULL: the caller works alone */
  size_t pieces;     /* of memory, allocated so far */
  double seconds;    /* of the launches since the last wait */
  void *library;     /* of dlopen: the program; NULL without one */
  size_t kernels;
  jx_kernel_fn kernel[JX_DEVICE_KERNELS];
  jx_cpu_entry entry[JX_DEVICE_KERNELS]; /* NULL for a kernel that cannot be launched */
};

/* compile.c: the operation of jx_device_ops, and closing the program. */
jato_status jx_cpu_compile(jx_device *device, jx_device_program *program, jato_error *error);
void jx_cpu_drop_program(jx_device *device);

/* The cores that this process may use. */
int jx_cpu_cores(void);

/* describe.c: the operation of jx_device_ops. */
void jx_cpu_describe(size_t index, jato_device_fact *facts);
