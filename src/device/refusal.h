/* What devices of several kinds say alike. */
#pragma once

#include "contract/device.h"

/* A device that was asked for and is not there. */
typedef struct jx_device_miss {
  const char *kind, *kinds; /* "opencl", "OpenCL" */
  size_t index;             /* the one that was wanted, */
  const char *part;         /* of those with this in their names; "": of all */
  size_t devices, matches;  /* how many there are, and how many have it; devices is not 0 */
  const char *behind;       /* added to the message; "" for nothing */
} jx_device_miss;

/* JATO_E_DEVICE and how many devices there are. */
jato_status jx_device_missing(const jx_device_miss *miss, jato_error *error);

/* JATO_E_SOURCE with what a compiler's log says of the user's file; JATO_E_DEVICE for a program
 * without one, which is ours or the compiler's fault: `advice` says what to do about it. */
jato_status jx_device_refuse(const jx_device_program *program, const char *spec, const char *advice,
                             const char *log, jato_error *error);
