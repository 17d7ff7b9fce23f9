/* The OpenCL devices of this machine: all devices of all platforms, in the order in which the
 * loader names them, are opencl:0, opencl:1, ... */
#pragma once

#include "contract/device.h"
#include "device/opencl/api.h"

typedef struct jx_opencl_found {
  cl_platform_id platform;
  cl_device_id id;
  char spec[32];  /* "opencl:0" */
  char name[192]; /* "platform / device" */
} jx_opencl_found;

/* Device number `index` among those whose name has `part` in it, in whatever case; "" is in every
 * name. Fails with JATO_E_DEVICE and the list of devices. */
jato_status jx_opencl_find(const jx_opencl_api *api, size_t index, const char *part,
                           jx_opencl_found *out, jato_error *error);

/* What is known of a device before it is opened. */
typedef struct jx_opencl_traits {
  int is_cpu;
  int doubles;
  int rounds;    /* divides and takes roots correctly rounded in float when it is asked to */
  int same_bits; /* gives the bits of every other such device */
  size_t most_local;
  uint64_t most_bytes; /* of one piece of memory */
  uint64_t bytes;      /* in all */
  char driver[256], version[256];
} jx_opencl_traits;

/* Fails with JATO_E_DEVICE for a device that cannot be used. */
jato_status jx_opencl_look(const jx_opencl_api *api, const jx_opencl_found *device,
                           jx_opencl_traits *out, jato_error *error);

/* The operation of jx_device_ops. */
int jx_opencl_probe(size_t index, jato_device *device);

/* describe.c: the operation of jx_device_ops. */
void jx_opencl_describe(size_t index, jato_device_fact *facts);
