/* What a simulator supplies: a state on a device that goes on step by step, draws itself, and says
 * how much it has done. A simulation belongs to one thread at a time. */
#pragma once

#include "jato/simulate.h"
#include "simulator/launcher.h"

/* Whether it begins with a picture of the user's. */
typedef enum jx_start { JX_STARTS_ITSELF, JX_MAY_TAKE_PICTURE, JX_NEEDS_PICTURE } jx_start;

/* What to make a simulation of, and where. All but the picture outlives the simulation. */
typedef struct jx_simulator_setup {
  const jx_device_ops *device_ops;
  jx_device *device; /* opened; has no program yet */
  const jx_device_facts *facts;
  const jx_toolchain *toolchain;
  const jx_values *values; /* of the parameters, in the table's order */
  const jato_image *start; /* what it begins with; NULL: what it makes itself */
  uint64_t seed;
  jx_comm *comm; /* of several ranks only for who can be spread over them */
  int timed;     /* the device is waited for after every launch, so that each is timed by itself */
  jato_allocator allocator;
} jx_simulator_setup;

typedef struct jx_simulator_ops jx_simulator_ops;

/* What each simulator's own struct begins with. */
typedef struct jx_simulation {
  const jx_simulator_ops *ops;
  jx_launcher launcher; /* frees all memory that it has given, here and on the device */
  jato_image picture;   /* of all ranks; its data is NULL */
  double work;          /* in a step, in units */
  const char *unit;     /* "cells" */
} jx_simulation;

struct jx_simulator_ops {
  const char *name, *summary, *source;
  jx_parameter_table parameters;
  jx_start start;
  int on_ranks; /* several hold it together: the rows of its picture are shared out by
                   jx_comm_first, and all make the same calls of step */

  size_t size;      /* of its own struct */
  const char *noun; /* what that is: "a cat map" */

  /* Fills its own struct, which is zeroed but for ops and launcher. Fails with JATO_E_ARGUMENT for
   * values and pictures it cannot take, JATO_E_MEMORY, JATO_E_DEVICE, JATO_E_SOURCE. */
  jato_status (*begin)(jx_simulation *simulation, const jx_simulator_setup *setup,
                       jato_error *error);
  void (*end)(jx_simulation *simulation); /* frees what the launcher has not given; may be NULL */

  /* Goes on by so many steps, and returns when the device has made them. */
  jato_status (*step)(jx_simulation *simulation, uint64_t steps, jato_error *error);

  /* Writes the picture of now, or of several ranks this one's rows: [rows][width][channels].
   */
  jato_status (*draw)(jx_simulation *simulation, unsigned char *data, jato_error *error);

  /* Numbers of now; both NULL where there are none to read. Array number `index`, or 0 past the
   * last one; and one of them, to data[rows][columns]. */
  int (*array)(const jx_simulation *simulation, size_t index, jato_simulation_array *array);
  jato_status (*read)(jx_simulation *simulation, size_t index, double *data, jato_error *error);
};

/* Fails as begin does; *out is NULL then. */
jato_status jx_simulation_create(const jx_simulator_ops *ops, const jx_simulator_setup *setup,
                                 jx_simulation **out, jato_error *error);
void jx_simulation_destroy(jx_simulation **simulation); /* NULL is fine */
