/* The CUDA devices of this machine, in the order in which NVIDIA's driver names them: cuda:0,
 * cuda:1, ... */
#pragma once

#include "contract/device.h"
#include "device/cuda/api.h"

/* What is known of a device before it is opened. */
typedef struct jx_cuda_found {
  jx_cuda_device device;
  char spec[32];      /* "cuda:0" */
  char name[192];     /* what the maker calls it */
  int driver_version; /* 12040: CUDA 12.4 */
  int capability;     /* 80: 8.0 */
  int mode;           /* of JX_CUDA_COMPUTE_MODE */
  size_t bytes;       /* memory in all */
} jx_cuda_found;

/* Starts the driver and finds device number `index` among those whose name has `part` in it, in
 * whatever case; "" is in every name. Fails with JATO_E_DEVICE; out->spec is then "" unless the
 * device is there and cannot be asked. */
jato_status jx_cuda_find(const jx_cuda_driver *driver, size_t index, const char *part,
                         jx_cuda_found *out, jato_error *error);

/* Fails with JATO_E_DEVICE for a device in prohibited mode. */
jato_status jx_cuda_check_mode(const jx_cuda_found *found, jato_error *error);
