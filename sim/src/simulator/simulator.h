/* The interface of a simulator: a state on a device that advances step by step, draws itself, and
 * reports its amount of work. A simulation belongs to one thread at a time. */
#pragma once

#include "jato/simulate.h"
#include "simulator/launcher.h"

/* Whether it begins with a user's picture. */
typedef enum jx_start { JX_STARTS_ITSELF, JX_MAY_TAKE_PICTURE, JX_NEEDS_PICTURE } jx_start;

/* The configuration of a simulation. All but the picture must outlive the simulation. */
typedef struct jx_simulator_setup {
  const jx_device_ops *device_ops;
  jx_device *device; /* opened; has no program yet */
  const jx_device_facts *facts;
  const jx_toolchain *toolchain;
  const jx_values *values; /* of the parameters, in the table's order */
  const jato_image *start; /* the initial picture; NULL: it makes its own */
  uint64_t seed;
  jx_comm *comm; /* has several ranks only for simulators with on_ranks */
  int timed;     /* wait for the device after every launch, to time each by itself */
  jato_allocator allocator;
} jx_simulator_setup;

typedef struct jx_simulator_ops jx_simulator_ops;

/* The beginning of each simulator's own struct. */
typedef struct jx_simulation {
  const jx_simulator_ops *ops;
  jx_launcher launcher; /* frees all memory that it has allocated, here and on the device */
  jato_image picture;   /* of all ranks; its data is NULL */
  double work;          /* in a step, in units */
  const char *unit;     /* "cells" */
} jx_simulation;

struct jx_simulator_ops {
  const char *name, *summary, *source;
  jx_parameter_table parameters;
  jx_start start;
  int on_ranks; /* supports several ranks: jx_comm_first divides the rows of its picture among them,
                   and all make the same calls of step */

  size_t size;      /* of its own struct */
  const char *noun; /* for messages: "a cat map" */

  /* Fills its own struct, which is zeroed except ops and launcher. Fails with JATO_E_ARGUMENT for
   * unsupported values and pictures, JATO_E_MEMORY, JATO_E_DEVICE, JATO_E_SOURCE. */
  jato_status (*begin)(jx_simulation *simulation, const jx_simulator_setup *setup,
                       jato_error *error);
  void (*end)(jx_simulation *simulation); /* frees memory not from the launcher; may be NULL */

  /* Makes so many steps, and returns when the device has finished. */
  jato_status (*step)(jx_simulation *simulation, uint64_t steps, jato_error *error);

  /* Writes the current picture, or this rank's rows of it: [rows][width][channels]. */
  jato_status (*draw)(jx_simulation *simulation, unsigned char *data, jato_error *error);

  /* The current numbers; both are NULL if there are none. `array` describes array number `index`,
   * and returns 0 past the last one; `read` copies it to data[rows][columns]. */
  int (*array)(const jx_simulation *simulation, size_t index, jato_simulation_array *array);
  jato_status (*read)(jx_simulation *simulation, size_t index, double *data, jato_error *error);
};

/* Fails as begin does; *out is NULL then. */
jato_status jx_simulation_create(const jx_simulator_ops *ops, const jx_simulator_setup *setup,
                                 jx_simulation **out, jato_error *error);
void jx_simulation_destroy(jx_simulation **simulation); /* NULL is fine */
