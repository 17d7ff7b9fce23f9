/* A CUDA device, and functions shared by the files of this folder. */
#pragma once

#include "contract/device.h"
#include "device/cuda/api.h"
#include "program/program.h"

/* A CUDA device of this machine, before it is opened. The devices are cuda:0, cuda:1, ... in the
 * order of the driver. */
typedef struct jx_cuda_found {
  jx_cuda_device device;
  char spec[32];      /* "cuda:0" */
  char name[192];     /* what the maker calls it */
  int driver_version; /* 12040: CUDA 12.4 */
  int capability;     /* 80: 8.0 */
  int mode;           /* of JX_CUDA_COMPUTE_MODE */
  size_t bytes;       /* memory in all */
} jx_cuda_found;

/* cuda.c: starts the driver and finds device number `index` among those whose name contains `part`,
 * ignoring case; all names contain "". Fails with JATO_E_DEVICE; out->spec is then "" unless the
 * device exists and cannot be queried. */
jato_status jx_cuda_find(const jx_cuda_driver *driver, size_t index, const char *part,
                         jx_cuda_found *out, jato_error *error);

/* An open device. */
struct jx_device {
  jx_cuda_driver driver;
  jx_nvrtc nvrtc;
  jx_cuda_found found;
  int nvrtc_major, nvrtc_minor;
  char target[24]; /* what programs are compiled for: "sm_80"; "compute_80" for PTX */
  jx_cuda_context
      context; /* the device's primary one, shared with its other users in this process */
  jx_cuda_stream stream;
  jx_cuda_event begin, end; /* of what was launched since the last wait */
  int launched;             /* anything was */
  jx_cuda_module module;
  jx_cuda_function kernel[JX_DEVICE_KERNELS];
  size_t kernels;
  jato_allocator allocator;
};

/* Makes the device's context current until it is left; jx_cuda_leave returns `status`, or its own
 * failure. */
jato_status jx_cuda_enter(const jx_device *device, jato_error *error);
jato_status jx_cuda_leave(const jx_device *device, jato_status status, jato_error *error);

/* The largest work-group: eight warps. The kernels declare it to the compiler, which then chooses
 * registers so that several such groups fit on a multiprocessor; tools/check_cuda shows them. */
#define JX_CUDA_MOST_LOCAL 256

/* The options of every program; the target is one more. */
#define JX_CUDA_OPTIONS                                                                \
  "--std=c++17", "--device-as-default-execution-space", "--fmad=false", "--ftz=false", \
      "--prec-div=true", "--prec-sqrt=true", "--disable-warnings"

/* Chooses the target: the device itself, or, for a device newer than the compiler, PTX for the
 * newest device the compiler knows, which the driver translates. */
jato_status jx_cuda_choose_target(jx_device *device, jato_error *error);

int jx_cuda_makes_ptx(const jx_device *device);

/* The operation of jx_device_ops. */
jato_status jx_cuda_build(jx_device *device, jx_device_program *program, jato_error *error);

/* Compiles the text into the empty *image. */
jato_status jx_cuda_compile(const jx_device *device, const jx_device_program *program,
                            jx_string *image, jato_error *error);

/* describe.c: the operation of jx_device_ops. */
void jx_cuda_describe(size_t index, jato_device_fact *facts);
