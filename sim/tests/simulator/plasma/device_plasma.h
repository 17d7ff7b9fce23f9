/* The simulator `plasma` on any device, with a look at its particles and fields. */
#ifndef DEVICE_PLASMA_H
#define DEVICE_PLASMA_H

#include "plain_plasma.h"
#include "plasma_checks.h"
#include "simulator/plasma/plasma_state.h"
#include "simulator/simulators.h"

typedef struct device_plasma {
  const jx_device_ops *device_ops;
  jx_device *device;
  jx_device_facts facts;
  jx_toolchain toolchain;
  jx_values values;
  jx_simulation *simulation;
  jx_plasma *plasma;    /* the same */
  double kinetic, last; /* in the middle of the last push, and behind it */
  int looks;            /* whether `kinetic` is kept: it takes time */
} device_plasma;

/* Fails the test where it cannot be made; destroy takes NULL members. */
void device_plasma_create(device_plasma *out, const char *spec, const char *device,
                          const char *cache);
void device_plasma_destroy(device_plasma *made);
int device_is_ready(const char *name); /* "opencl" */

void device_plasma_step(device_plasma *made, int steps);
plasma_bed device_plasma_bed(device_plasma *made);

/* Fields: [6][height][width]. */
void device_plasma_fields(device_plasma *made, float *out);

/* A plain plasma with the same particles and fields. */
plain_plasma *device_plasma_as_plain(device_plasma *made);

#endif
