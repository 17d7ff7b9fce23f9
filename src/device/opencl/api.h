/* OpenCL's functions, found at run time: the library is not linked against OpenCL, so that one
 * build serves machines with and without it. */
#pragma once

#include "base/status.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

/* Every call that is made: CALL(Name) for clName. */
#define JX_OPENCL_CALLS(CALL)   \
  CALL(GetPlatformIDs)          \
  CALL(GetPlatformInfo)         \
  CALL(GetDeviceIDs)            \
  CALL(GetDeviceInfo)           \
  CALL(CreateContext)           \
  CALL(ReleaseContext)          \
  CALL(CreateCommandQueue)      \
  CALL(ReleaseCommandQueue)     \
  CALL(CreateBuffer)            \
  CALL(ReleaseMemObject)        \
  CALL(EnqueueWriteBuffer)      \
  CALL(EnqueueReadBuffer)       \
  CALL(CreateProgramWithSource) \
  CALL(CreateProgramWithBinary) \
  CALL(BuildProgram)            \
  CALL(GetProgramBuildInfo)     \
  CALL(GetProgramInfo)          \
  CALL(ReleaseProgram)          \
  CALL(CreateKernel)            \
  CALL(ReleaseKernel)           \
  CALL(SetKernelArg)            \
  CALL(EnqueueNDRangeKernel)    \
  CALL(Flush)                   \
  CALL(Finish)                  \
  CALL(GetEventProfilingInfo)   \
  CALL(ReleaseEvent)

typedef struct jx_opencl_api {
  void *library; /* of dlopen */
#define JX_OPENCL_POINTER(name) __typeof__(&cl##name) name;
  JX_OPENCL_CALLS(JX_OPENCL_POINTER)
#undef JX_OPENCL_POINTER
} jx_opencl_api;

/* Opens libOpenCL.so.1. Fails with JATO_E_DEVICE when this machine has none. */
jato_status jx_opencl_load(jx_opencl_api *api, jato_error *error);
void jx_opencl_unload(jx_opencl_api *api);

/* JATO_OK for CL_SUCCESS; otherwise words about what `call` of the device `spec` ("opencl:0") met,
 * and what to do. */
jato_status jx_opencl_check(const char *spec, const char *call, cl_int code, jato_error *error);

/* "CL_OUT_OF_RESOURCES (-5)" */
void jx_opencl_code_name(cl_int code, char *out, size_t size);

/* The device has too little memory. */
int jx_opencl_is_memory(cl_int code);
