/* The functions of NVIDIA's driver and of its run-time compiler, found at run time: the library is
 * not linked against them and needs none of their headers, so that every build has this device.
 * Names and numbers are those of the public interface of CUDA 11.2 and later. */
#pragma once

#include "base/status.h"

/* Handles. A CUdevice is an int, a CUdeviceptr 64 bits wide. */
typedef int jx_cuda_device;
typedef unsigned long long jx_cuda_pointer;
typedef struct jx_cuda_context_body *jx_cuda_context;
typedef struct jx_cuda_stream_body *jx_cuda_stream;
typedef struct jx_cuda_event_body *jx_cuda_event;
typedef struct jx_cuda_module_body *jx_cuda_module;
typedef struct jx_cuda_function_body *jx_cuda_function;
typedef struct jx_nvrtc_program_body *jx_nvrtc_program;
typedef int (*jx_nvrtc_flow_fn)(void *payload, void *reserved);

/* Results of the compiler with a message of their own; 0 is success. */
enum {
  JX_NVRTC_OUT_OF_MEMORY = 1,
  JX_NVRTC_INVALID_OPTION = 5,
  JX_NVRTC_COMPILATION = 6,
  JX_NVRTC_BUILTINS = 7,
  JX_NVRTC_CANCELLED = 16
};

/* Attributes of a device. */
enum {
  JX_CUDA_THREADS_OF_BLOCK = 1,
  JX_CUDA_SHARED_OF_BLOCK = 8, /* bytes */
  JX_CUDA_CONSTANT_MEMORY = 9,
  JX_CUDA_WARP = 10,
  JX_CUDA_REGISTERS_OF_BLOCK = 12, /* of 32 bits */
  JX_CUDA_CLOCK_KHZ = 13,
  JX_CUDA_MULTIPROCESSORS = 16,
  JX_CUDA_COMPUTE_MODE = 20,
  JX_CUDA_MEMORY_CLOCK_KHZ = 36,
  JX_CUDA_MEMORY_BUS_BITS = 37,
  JX_CUDA_L2_CACHE = 38,
  JX_CUDA_THREADS_OF_MULTIPROCESSOR = 39,
  JX_CUDA_CAPABILITY_MAJOR = 75,
  JX_CUDA_CAPABILITY_MINOR = 76
};

#define JX_CUDA_MODE_PROHIBITED 2 /* of JX_CUDA_COMPUTE_MODE */
#define JX_CUDA_STREAM_NON_BLOCKING 1u

/* Options of loading a module. */
enum { JX_CUDA_JIT_ERROR_LOG = 5, JX_CUDA_JIT_ERROR_LOG_BYTES = 6 };

/* CALL(field, symbol, arguments); each call returns a result. The symbol names the version of the
 * call that has these arguments. */
#define JX_CUDA_CALLS(CALL)                                                                       \
  CALL(init, cuInit, (unsigned flags))                                                            \
  CALL(version, cuDriverGetVersion, (int *version))                                               \
  CALL(error_name, cuGetErrorName, (int result, const char **name))                               \
  CALL(count, cuDeviceGetCount, (int *count))                                                     \
  CALL(get, cuDeviceGet, (jx_cuda_device * device, int index))                                    \
  CALL(name, cuDeviceGetName, (char *name, int size, jx_cuda_device device))                      \
  CALL(attribute, cuDeviceGetAttribute, (int *value, int attribute, jx_cuda_device device))       \
  CALL(total_memory, cuDeviceTotalMem_v2, (size_t * bytes, jx_cuda_device device))                \
  CALL(retain, cuDevicePrimaryCtxRetain, (jx_cuda_context * context, jx_cuda_device device))      \
  CALL(release, cuDevicePrimaryCtxRelease_v2, (jx_cuda_device device))                            \
  CALL(push, cuCtxPushCurrent_v2, (jx_cuda_context context))                                      \
  CALL(pop, cuCtxPopCurrent_v2, (jx_cuda_context * context))                                      \
  CALL(memory, cuMemGetInfo_v2, (size_t * free, size_t * total))                                  \
  CALL(allocate, cuMemAlloc_v2, (jx_cuda_pointer * pointer, size_t bytes))                        \
  CALL(free, cuMemFree_v2, (jx_cuda_pointer pointer))                                             \
  CALL(write, cuMemcpyHtoDAsync_v2,                                                               \
       (jx_cuda_pointer to, const void *from, size_t bytes, jx_cuda_stream stream))               \
  CALL(read, cuMemcpyDtoHAsync_v2,                                                                \
       (void *to, jx_cuda_pointer from, size_t bytes, jx_cuda_stream stream))                     \
  CALL(stream_create, cuStreamCreate, (jx_cuda_stream * stream, unsigned flags))                  \
  CALL(stream_wait, cuStreamSynchronize, (jx_cuda_stream stream))                                 \
  CALL(stream_destroy, cuStreamDestroy_v2, (jx_cuda_stream stream))                               \
  CALL(event_create, cuEventCreate, (jx_cuda_event * event, unsigned flags))                      \
  CALL(event_record, cuEventRecord, (jx_cuda_event event, jx_cuda_stream stream))                 \
  CALL(event_elapsed, cuEventElapsedTime,                                                         \
       (float *milliseconds, jx_cuda_event begin, jx_cuda_event end))                             \
  CALL(event_destroy, cuEventDestroy_v2, (jx_cuda_event event))                                   \
  CALL(module_load, cuModuleLoadDataEx,                                                           \
       (jx_cuda_module * module, const void *image, unsigned count, int *options, void **values)) \
  CALL(module_function, cuModuleGetFunction,                                                      \
       (jx_cuda_function * function, jx_cuda_module module, const char *name))                    \
  CALL(module_unload, cuModuleUnload, (jx_cuda_module module))                                    \
  CALL(launch, cuLaunchKernel,                                                                    \
       (jx_cuda_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,             \
        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,                    \
        jx_cuda_stream stream, void **arguments, void **extra))

#define JX_NVRTC_CALLS(CALL)                                                         \
  CALL(version, nvrtcVersion, (int *major, int *minor))                              \
  CALL(count_targets, nvrtcGetNumSupportedArchs, (int *count))                       \
  CALL(targets, nvrtcGetSupportedArchs, (int *targets))                              \
  CALL(create, nvrtcCreateProgram,                                                   \
       (jx_nvrtc_program * program, const char *text, const char *name, int headers, \
        const char *const *header_texts, const char *const *header_names))           \
  CALL(destroy, nvrtcDestroyProgram, (jx_nvrtc_program * program))                   \
  CALL(compile, nvrtcCompileProgram,                                                 \
       (jx_nvrtc_program program, int count, const char *const *options))            \
  CALL(log_size, nvrtcGetProgramLogSize, (jx_nvrtc_program program, size_t * bytes)) \
  CALL(log, nvrtcGetProgramLog, (jx_nvrtc_program program, char *log))               \
  CALL(cubin_size, nvrtcGetCUBINSize, (jx_nvrtc_program program, size_t * bytes))    \
  CALL(cubin, nvrtcGetCUBIN, (jx_nvrtc_program program, char *cubin))                \
  CALL(ptx_size, nvrtcGetPTXSize, (jx_nvrtc_program program, size_t * bytes))        \
  CALL(ptx, nvrtcGetPTX, (jx_nvrtc_program program, char *ptx))

#define JX_CUDA_FIELD(field, symbol, arguments) int(*field) arguments;

typedef struct jx_cuda_driver {
  void *library;
  JX_CUDA_CALLS(JX_CUDA_FIELD)
} jx_cuda_driver;

typedef struct jx_nvrtc {
  void *library;
  JX_NVRTC_CALLS(JX_CUDA_FIELD)
  const char *(*words)(int result);
  /* Sets a callback that can end a compilation; NULL before CUDA 12.8. */
  int (*on_flow)(jx_nvrtc_program program, jx_nvrtc_flow_fn flow, void *payload);
} jx_nvrtc;

/* Opens libcuda.so.1. Fails with JATO_E_DEVICE when this machine has none; *driver is then empty.
 */
jato_status jx_cuda_load(jx_cuda_driver *driver, jato_error *error);
void jx_cuda_unload(jx_cuda_driver *driver);

/* Opens the compiler. `version` is the driver's: 12040 for 12.4. The driver accepts programs of
 * compilers of its own major version or an older one, so these are tried first. */
jato_status jx_nvrtc_load(jx_nvrtc *nvrtc, int version, jato_error *error);
void jx_nvrtc_unload(jx_nvrtc *nvrtc);

/* Returns JATO_OK for a result of 0; otherwise fails with what happened to `call` of the device
 * `spec`
 * ("cuda:0"), and what to do. */
jato_status jx_cuda_check(const jx_cuda_driver *driver, const char *spec, const char *call,
                          int result, jato_error *error);

/* Whether the device has too little memory; whether it cannot load the program. */
int jx_cuda_is_memory(int result);
int jx_cuda_is_image(int result);
