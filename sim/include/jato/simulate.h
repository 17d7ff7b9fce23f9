/* Simulations: automata, maps, bodies and plasmas on the devices that swarms use. In libjato_sim.
 */
#ifndef JATO_SIMULATE_H
#define JATO_SIMULATE_H

#include "image.h"
#include <jato/catalogue.h>
#include <jato/run.h>

JATO_C_BEGIN

/* Fills *entry with simulator `index`, as jato_catalogue does for algorithms, and returns true;
 * returns false past the last one. */
JATO_API bool jato_simulator_find_sized(size_t index, jato_entry *entry);
static inline bool jato_simulator_find(size_t index, jato_entry *entry)
{
  if (entry != NULL) entry->size = sizeof *entry;
  return jato_simulator_find_sized(index, entry);
}

/* Writes a simulator's spec with every parameter written out, as jato_spec_complete does for
 * algorithms. Fails with JATO_E_NAME and the nearest name, JATO_E_ARGUMENT. */
JATO_API jato_status jato_simulator_complete(const char *spec, char *out, size_t size,
                                             jato_error *error);

typedef struct jato_simulation jato_simulation;

/* Zero or NULL means the default. */
typedef struct jato_simulation_options {
  size_t size;             /* JATO_SIMULATION_OPTIONS_INIT */
  const char *device;      /* "cpu", "cpu:threads=1", "opencl:0", "cuda:0"; one; NULL: "cpu" */
  const jato_image *start; /* the picture it begins with; NULL: whatever the simulator makes */
  uint64_t seed;           /* of what it makes */
  bool ranks; /* true: all ranks (jato_ranks_begin, see ranks.h) make it together: each holds a
                part of it, and all make the same calls of create, step, any, draw and digest. For
                totalistic, by rows; others are refused where there are several */
  double rank_timeout; /* seconds after which ranks that do not answer are given up; 0: 600 */
  bool timed;          /* true: every launch of a kernel is timed by itself, which takes time */

  /* As in jato_options. Kernels are compiled for every device, the cpu too. */
  const char *cache, *compiler, *temporary;
  double compile_seconds;
  jato_notice_fn notice;
  void *notice_user;
  const jato_allocator *allocator; /* copied; NULL means malloc and free */
} jato_simulation_options;
#define JATO_SIMULATION_OPTIONS_INIT .size = sizeof(jato_simulation_options)

typedef struct jato_simulation_info {
  size_t size;                    /* of this struct in the library */
  const char *simulator, *device; /* valid as long as the simulation */
  uint64_t width, height;         /* of its picture */
  int channels, bits;
  uint64_t steps;   /* made so far */
  double seconds;   /* that they took */
  double work;      /* of a step, in units */
  const char *unit; /* "cells" */
  size_t kernels;   /* that it has */
} jato_simulation_info;

/* Makes a simulation of a spec such as "elementary:rule=30,width=1024"; `jato list simulators` has
 * the names. options may be NULL. Fails with JATO_E_NAME and the nearest name, JATO_E_ARGUMENT,
 * JATO_E_MEMORY, JATO_E_NOT_BUILT, JATO_E_DEVICE. */
JATO_API jato_status jato_simulation_create(const char *spec,
                                            const jato_simulation_options *options,
                                            jato_simulation **out, jato_error *error);
JATO_API void jato_simulation_destroy(jato_simulation **simulation); /* NULL is fine */

/* Goes on by so many steps. What follows from a seed and a spec is the same on every device. */
JATO_API jato_status jato_simulation_step(jato_simulation *simulation, uint64_t steps,
                                          jato_error *error);

/* Whether any of the ranks wishes so: to stop, say. 1 where one of them is lost. */
JATO_API bool jato_simulation_any(jato_simulation *simulation, bool wish);

/* Valid as long as the simulation; a step changes it. */
JATO_API const jato_simulation_info *jato_simulation_get_info(const jato_simulation *simulation);

/* Writes the picture of now to data[height][width][channels], as jato_simulation_get_info and
 * jato_image have them; of several ranks, that of rank 0 alone, and the others may give NULL. */
JATO_API jato_status jato_simulation_draw(jato_simulation *simulation, unsigned char *data,
                                          jato_error *error);

/* A hash of the picture of now and of all arrays: two simulations with the same are the same. */
JATO_API jato_status jato_simulation_digest(jato_simulation *simulation, uint64_t *digest,
                                            jato_error *error);

/* Kernel number `index`; returns false past the last one. */
JATO_API bool jato_simulation_kernel_sized(const jato_simulation *simulation, size_t index,
                                           jato_kernel_time *time);
static inline bool jato_simulation_kernel(const jato_simulation *simulation, size_t index,
                                          jato_kernel_time *time)
{
  if (time != NULL) time->size = sizeof *time;
  return jato_simulation_kernel_sized(simulation, index, time);
}

/* Numbers of a simulation that are more than its picture. */
typedef struct jato_simulation_array {
  size_t size;      /* of this struct, as that of jato_result */
  const char *name; /* "positions"; valid as long as the simulation */
  uint64_t rows, columns;
} jato_simulation_array;

/* Array number `index`; returns false past the last one. Automata have none. Bodies have positions,
 * velocities and accelerations (the forces that were evaluated last), [bodies][3], and energies,
 * kinetic and potential. A plasma has electric_x to magnetic_z, [height][width], and energies,
 * kinetic and of its fields. */
JATO_API bool jato_simulation_array_find_sized(const jato_simulation *simulation, size_t index,
                                               jato_simulation_array *array);
static inline bool jato_simulation_array_find(const jato_simulation *simulation, size_t index,
                                              jato_simulation_array *array)
{
  if (array != NULL) array->size = sizeof *array;
  return jato_simulation_array_find_sized(simulation, index, array);
}

/* Writes the array of this name, as it is now, to data[rows][columns]. Fails with JATO_E_NAME and
 * the nearest name, JATO_E_ARGUMENT, JATO_E_DEVICE. */
JATO_API jato_status jato_simulation_read(jato_simulation *simulation, const char *name,
                                          double *data, jato_error *error);

JATO_C_END
#endif
