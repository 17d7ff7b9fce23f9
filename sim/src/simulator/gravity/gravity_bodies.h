/* Bodies that attract each other: what a simulation of them keeps, and how it begins. */
#pragma once

#include "simulator/simulator.h"

/* In the order of JX_GRAVITY_STARTS, JX_GRAVITY_INTEGRATORS and JX_GRAVITY_KERNELS. */
typedef enum jx_gravity_start {
  JX_GRAVITY_RANDOM,
  JX_GRAVITY_RING,
  JX_GRAVITY_EIGHT
} jx_gravity_start;
#define JX_GRAVITY_STARTS "random ring eight"
#define JX_GRAVITY_INTEGRATORS "euler verlet forest_ruth"
typedef enum jx_gravity_kernel { JX_GRAVITY_TILED, JX_GRAVITY_NAIVE } jx_gravity_kernel;
#define JX_GRAVITY_KERNELS "tiled naive"

typedef struct jx_gravity {
  jx_simulation head;
  jx_gravity_start start;
  jx_gravity_kernel kernel;
  int integrator;
  jato_precision precision;
  size_t element; /* bytes of a number on the device */
  uint64_t bodies;
  uint64_t block, stride; /* of a work-group; bodies rounded up to whole blocks */
  double dt, softening, gravity, mass;

  /* [3][stride], but for potentials, which are [stride]. */
  jx_device_memory positions, velocities, accelerations, potentials;
  double *numbers; /* [3][stride]: one of them here, for copies */
  float *singles;  /* [3][stride]: the same in float; NULL where the device has doubles */
} jx_gravity;

/* A number as the device has it. */
typedef union jx_gravity_number {
  float single;
  double whole;
} jx_gravity_number;

static inline jx_gravity_number jx_gravity_number_of(const jx_gravity *bodies, double value)
{
  jx_gravity_number number = {.whole = value};
  if (bodies->precision == JATO_FLOAT) number.single = (float)value;
  return number;
}

#define JX_GRAVITY_SCALAR(bodies, number)                   \
  {                                                         \
    .scalar = &(number), .bytes = (size_t)(bodies)->element \
  }

enum { JX_GRAVITY_ACCELERATE, JX_GRAVITY_MOVE, JX_GRAVITY_POTENTIAL, JX_GRAVITY_KERNEL_COUNT };

/* ---- gravity_bodies.c ---- */

/* Writes the first positions and velocities to the device. */
jato_status jx_gravity_begin(jx_gravity *bodies, uint64_t seed, jato_error *error);

/* As in jx_simulator_ops. */
int jx_gravity_array(const jx_simulation *simulation, size_t index, jato_simulation_array *array);
jato_status jx_gravity_read(jx_simulation *simulation, size_t index, double *data,
                            jato_error *error);
jato_status jx_gravity_draw(jx_simulation *simulation, unsigned char *data, jato_error *error);
