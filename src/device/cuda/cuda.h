/* A CUDA device in use, and what the files of this folder do for each other. */
#pragma once

#include "contract/device.h"
#include "device/cuda/find.h"
#include "program/program.h"

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

/* Makes the device's context the thread's own until it is left; leave hands on `status`. */
jato_status jx_cuda_enter(const jx_device *device, jato_error *error);
jato_status jx_cuda_leave(const jx_device *device, jato_status status, jato_error *error);

/* Items of a work-group, at the most: eight warps. The kernels say so to the compiler, which
 * chooses their registers so that several such groups fit on a multiprocessor; tools/check_cuda
 * shows them.
 */
#define JX_CUDA_MOST_LOCAL 256

/* The options every program is compiled with; what it is compiled for is one more. */
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
