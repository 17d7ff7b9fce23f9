/* An OpenCL device in use: private to this folder. */
#pragma once

#include "contract/device.h"
#include "device/opencl/api.h"
#include "device/opencl/find.h"

struct jx_device {
  jato_allocator allocator;
  jx_opencl_api api;
  jx_opencl_found found;
  jx_opencl_traits traits;
  cl_context context;
  cl_command_queue queue; /* in order, with profiling */
  cl_program program;
  cl_kernel kernels[JX_DEVICE_KERNELS];
  /* The first and the last launch since the last wait; the same one after a single launch. */
  cl_event first, last;
};

/* build.c: the operation of jx_device_ops, and what frees its program and kernels. */
jato_status jx_opencl_build(jx_device *device, jx_device_program *program, jato_error *error);
void jx_opencl_drop_program(jx_device *device);
