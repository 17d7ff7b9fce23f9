/* A swarm, or some of its tiles, in a device's own memory: private to this folder.
 *
 * kernel/offload/kernels.h describes the buffers and the arguments of kernels. */
#pragma once

#include "base/memory.h"
#include "swarm/engine.h"
#include "swarm/batched_runs.h"

/* Buffers in the device's memory. */
typedef enum jx_buffer {
  JX_BUFFER_TILES,
  JX_BUFFER_TABLE,
  JX_BUFFER_BOX,
  JX_BUFFER_GUIDE,
  JX_BUFFER_GUIDES,
  JX_BUFFER_WEIGHTS,
  JX_BUFFER_DATA,
  JX_BUFFER_RECORDS,
  JX_BUFFER_BEST,
  JX_BUFFER_OFFSETS,
  JX_BUFFER_LOCATIONS,
  JX_BUFFER_HALO_IN,
  JX_BUFFER_HALO_OUT,
  JX_BUFFER_MEMBERS,
  JX_BUFFER_PARAMETERS,
  JX_BUFFERS
} jx_buffer;

typedef enum jx_kernel {
#define JX_KERNEL(kind, ...) JX_KERNEL_##kind,
#include "swarm/offload/kernels.def"
#undef JX_KERNEL
  JX_KERNEL_KINDS
} jx_kernel;

/* A real of the run's precision. */
typedef union jx_number {
  float f;
  double d;
} jx_number;

/* The scalar arguments of kernels. */
typedef struct jx_scalars {
#define JX_SCALAR(name, type) type name;
#include "swarm/offload/scalars.def"
#undef JX_SCALAR
} jx_scalars;

/* jk_tile and jk_record of kernel/offload/slots.h on the host. */
typedef struct jx_offload_tile {
  uint64_t first;
  uint32_t groups, particles;
} jx_offload_tile;

typedef struct jx_offload_record {
  uint64_t particle;
  uint64_t nonfinite;
  uint64_t step;
  unsigned char value[8]; /* a real of the run's precision, then padding */
} jx_offload_record;

/* jk_standing of kernel/offload/batched_runs.h. */
typedef struct jx_offload_standing {
  uint64_t iterations, improved, nonfinite;
  unsigned char best[8]; /* a real of the run's precision, then padding */
} jx_offload_standing;

typedef struct jx_offload {
  jx_swarm head; /* must come first */
  jato_allocator allocator;
  const jx_device_ops *ops;
  jx_device *device;
  jx_device_facts facts;
  const jato_problem *problem;
  const jx_plan *plan;
  const jx_batched_runs_config *batch; /* NULL: there is one swarm */
  uint64_t seed;
  /* The columns of motions.def for this motion. */
  int has_velocity, has_own, has_partners;

  size_t fetched, asked;                /* as in jx_swarm_config */
  int whole;                            /* the device holds the whole swarm */
  int width;                            /* lanes of a work-item */
  size_t local;                         /* items of a work-group */
  size_t kernel_index[JX_KERNEL_KINDS]; /* in the program's list of kernels */
  jx_device_memory buffer[JX_BUFFERS];  /* NULL for one that is not needed */

  /* Memory of the host. */
  char *staging; /* a tile to be copied */
  void *guide;   /* [dim] reals: the guide as the device has it */
  char *best;    /* jx_offload_record and [dim] reals: of the last pass */
  int guide_written;
  int best_is_current; /* `best` belongs to the current positions */
  int halo_is_current; /* buffer HALO_OUT belongs to the current swarm */
} jx_offload;

/* pass.c: the name of a kernel, as in the program's text. */
const char *jx_offload_kernel_name(jx_kernel kernel);

/* pass.c: the scalars that follow from the swarm; and a launch of `groups` work-groups. With a
 * profile, the launch waits for the end, to time this kernel alone. */
jx_number jx_offload_number(const jx_offload *swarm, double value);
jx_scalars jx_offload_scalars(const jx_offload *swarm);
jato_status jx_offload_launch_kernel(jx_offload *swarm, jx_kernel kernel, size_t groups,
                                     const jx_scalars *scalars, jato_error *error);

/* build.c: chooses width and local size, and builds the program. */
jato_status jx_offload_build(jx_offload *swarm, const jx_swarm_config *config, jato_error *error);

/* tiles.c: copies between a buffer and the host, timed by the profile. */
jato_status jx_offload_write(jx_offload *swarm, jx_buffer to, size_t offset, size_t bytes,
                             const void *host, jato_error *error);
jato_status jx_offload_read(jx_offload *swarm, jx_buffer from, size_t offset, size_t bytes,
                            void *host, jato_error *error);

/* tiles.c, for a tile in the host's memory: copies marked positions to own bests, and clears the
 * marks. */
void jx_offload_flush_bests(const jx_shape *shape, const jx_tile *tile);

/* pass.c and tiles.c: operations of jx_swarm_ops. */
jato_status jx_offload_launch(jx_swarm *head, const jx_step *step, const double *guide,
                              jato_error *error);
jato_status jx_offload_collect(jx_swarm *head, jx_pass_result *found, jato_error *error);
jato_status jx_offload_read_found(jx_swarm *head, uint64_t particle, double *x, jato_error *error);
jato_status jx_offload_time_pass(jx_swarm *head, int what, uint64_t *bytes, jato_error *error);
jato_status jx_offload_read_particle(jx_swarm *head, uint64_t particle, double *x, double *value,
                                     jato_error *error);
jato_status jx_offload_map_tile(jx_swarm *head, uint64_t number, unsigned fields, jx_tile *tile,
                                jato_error *error);
jato_status jx_offload_unmap_tile(jx_swarm *head, uint64_t number, unsigned written,
                                  jato_error *error);
jato_status jx_offload_copy_tiles(jx_swarm *head, void *to, jato_error *error);
jato_status jx_offload_flush_all(jx_swarm *head, jato_error *error);
jato_status jx_offload_read_bests(jx_swarm *head, const uint32_t *particles, size_t count,
                                  void *rows, jato_error *error);
jato_status jx_offload_set_partners(jx_swarm *head, const jx_fetched *fetched, jato_error *error);
jato_status jx_offload_halo(jx_swarm *head, jx_side side, int incoming, void *halo,
                            jato_error *error);
