/* What the tests of the fake libraries begin with: a context, and a text compiled and loaded. */
#ifndef FAKE_CUDA_SESSION_H
#define FAKE_CUDA_SESSION_H

#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "control.h"
#include "cuda_types.h"

typedef struct session {
  CUcontext context;
  CUmodule module;
} session;

#define assert_result(call, wanted) \
  check_result((int)(call), (int)(wanted), #call, __FILE__, __LINE__)

static inline void check_result(int found, int wanted, const char *call, const char *file, int line)
{
  if (found == wanted) return;
  print_error("%s gave %d, wanted %d; last violation: %s\n", call, found, wanted,
              fake_cuda_last_violation());
  _fail(file, line);
}

#define OPTIONS "--gpu-architecture=sm_80", "--fmad=false", "--std=c++17", "-DBY_OPTION=3"

/* Compiles; `log` is to be freed. */
static inline nvrtcResult compile(const char *text, int count, const char *const *options,
                                  nvrtcProgram *program, char **log)
{
  size_t bytes = 0;
  assert_result(nvrtcCreateProgram(program, text, "test.cu", 0, NULL, NULL), NVRTC_SUCCESS);
  nvrtcResult result = nvrtcCompileProgram(*program, count, options);
  assert_result(nvrtcGetProgramLogSize(*program, &bytes), NVRTC_SUCCESS);
  *log = malloc(bytes);
  assert_non_null(*log);
  assert_result(nvrtcGetProgramLog(*program, *log), NVRTC_SUCCESS);
  assert_int_equal(strlen(*log) + 1, bytes);
  return result;
}

static inline char *compile_image(const char *text)
{
  const char *options[] = {OPTIONS};
  nvrtcProgram program;
  char *log;
  size_t bytes = 0;
  nvrtcResult result = compile(text, 4, options, &program, &log);
  if (result != NVRTC_SUCCESS) print_error("%s", log);
  assert_result(result, NVRTC_SUCCESS);
  assert_result(nvrtcGetCUBINSize(program, &bytes), NVRTC_SUCCESS);
  char *image = malloc(bytes);
  assert_non_null(image);
  assert_result(nvrtcGetCUBIN(program, image), NVRTC_SUCCESS);
  assert_result(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  free(log);
  return image;
}

static inline session open_session(const char *text)
{
  session s = {NULL, NULL};
  CUdevice device;
  fake_cuda_begin(0, 0);
  assert_result(cuInit(0), CUDA_SUCCESS);
  assert_result(cuDeviceGet(&device, 0), CUDA_SUCCESS);
  assert_result(cuDevicePrimaryCtxRetain(&s.context, device), CUDA_SUCCESS);
  assert_result(cuCtxPushCurrent_v2(s.context), CUDA_SUCCESS);
  if (text == NULL) return s;
  char *image = compile_image(text);
  assert_result(cuModuleLoadData(&s.module, image), CUDA_SUCCESS);
  free(image);
  return s;
}

/* Everything that the test took is to be given back by now. `wanted` is what calls give: after a
 * failed kernel they give that failure, and release all the same. */
static inline void close_session(session *s, CUresult wanted)
{
  if (s->module != NULL) assert_result(cuModuleUnload(s->module), wanted);
  assert_result(cuCtxPopCurrent_v2(NULL), CUDA_SUCCESS);
  assert_result(cuDevicePrimaryCtxRelease_v2(0), CUDA_SUCCESS);
  assert_int_equal(fake_cuda_leaks(), 0);
}

static inline CUdeviceptr take(size_t bytes)
{
  CUdeviceptr address = 0;
  assert_result(cuMemAlloc_v2(&address, bytes), CUDA_SUCCESS);
  return address;
}

/* One-dimensional, on the null stream. */
static inline CUresult launch(const session *s, const char *name, unsigned blocks, unsigned threads,
                              void **parameters)
{
  CUfunction function;
  assert_result(cuModuleGetFunction(&function, s->module, name), CUDA_SUCCESS);
  return cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, NULL, parameters, NULL);
}

/* The call was refused with this error and for this reason. */
#define assert_refused(call, error, part)                 \
  do {                                                    \
    int before = fake_cuda_violations();                  \
    assert_result((call), (error));                       \
    assert_int_equal(fake_cuda_violations(), before + 1); \
    assert_contains(fake_cuda_last_violation(), (part));  \
  } while (0)

#endif
