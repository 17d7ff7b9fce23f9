/* OpenCL devices: private to this folder, and to tests. OpenCL's functions are loaded at run time,
 * not linked, so that one build runs on machines with and without it. */
#pragma once

#include "contract/device.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

/* Every function in use: CALL(Name) for clName. */
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

/* Returns JATO_OK for CL_SUCCESS; otherwise fails with what happened to `call` of the device `spec`
 * ("opencl:0"), and what to do. */
jato_status jx_opencl_check(const char *spec, const char *call, cl_int code, jato_error *error);

/* "CL_OUT_OF_RESOURCES (-5)" */
void jx_opencl_code_name(cl_int code, char *out, size_t size);

/* Whether the code says that the device has too little memory. */
int jx_opencl_is_memory(cl_int code);

/* A device of this machine. All devices of all platforms, in the order in which the loader lists
 * them, are opencl:0, opencl:1, ... */
typedef struct jx_opencl_found {
  cl_platform_id platform;
  cl_device_id id;
  char spec[32];  /* "opencl:0" */
  char name[192]; /* "platform / device" */
} jx_opencl_found;

/* Finds device number `index` among those whose name contains `part`, ignoring case; all names
 * contain "". Fails with JATO_E_DEVICE and the list of devices. */
jato_status jx_opencl_find(const jx_opencl_api *api, size_t index, const char *part,
                           jx_opencl_found *out, jato_error *error);

/* The properties of a device, known before it is opened. */
typedef struct jx_opencl_traits {
  int is_cpu;
  int doubles;
  int rounds;    /* has the option of correctly rounded division and square root in float */
  int same_bits; /* computes the same bits as every other such device */
  size_t most_local;
  uint64_t most_bytes; /* of one piece of memory */
  uint64_t bytes;      /* in all */
  char driver[256], version[256];
} jx_opencl_traits;

/* Fails with JATO_E_DEVICE for a device that cannot be used. */
jato_status jx_opencl_read_traits(const jx_opencl_api *api, const jx_opencl_found *device,
                                  jx_opencl_traits *out, jato_error *error);

/* find.c: the operation of jx_device_ops. */
int jx_opencl_probe(size_t index, jato_device *device);

/* describe.c: the operation of jx_device_ops. */
void jx_opencl_describe(size_t index, jato_device_fact *facts);

/* An open device. */
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
