/* A swarm, or some of its tiles, in the memory of a device that is not this process: private to
 * this folder.
 *
 * kernel/offload/kernels.h says what each buffer holds and what each kernel takes. */
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
  JX_KERNEL_PLACE,
  JX_KERNEL_PASS,
  JX_KERNEL_BEST,
  JX_KERNEL_EVALUATE,
  JX_KERNEL_BARE,
  JX_KERNEL_FLUSH_BESTS,
  JX_KERNEL_HALO,
  JX_KERNEL_ROWS,
  JX_KERNEL_KINDS
} jx_kernel;

/* jk_tile and jk_record of kernel/offload/slots.h, as the host sees them. */
typedef struct jx_offload_tile {
  uint64_t first;
  uint32_t groups, particles;
} jx_offload_tile;

typedef struct jx_offload_record {
  uint64_t particle;
  uint64_t nonfinite;
  uint64_t step;
  unsigned char value[8]; /* a real of the run's precision, then nothing */
} jx_offload_record;

/* jk_standing of kernel/offload/batched_runs.h. */
typedef struct jx_offload_standing {
  uint64_t iterations, improved, nonfinite;
  unsigned char best[8]; /* a real of the run's precision, then nothing */
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
  /* What the motion keeps of each particle, and looks at. */
  int has_velocity, has_own, has_partners;

  size_t fetched, asked;                /* as in jx_swarm_config */
  int whole;                            /* the device holds the whole swarm */
  int width;                            /* lanes of a work-item */
  size_t local;                         /* items of a work-group */
  size_t kernel_index[JX_KERNEL_KINDS]; /* in the program's list of kernels */
  jx_device_memory buffer[JX_BUFFERS];  /* NULL for one that is not needed */

  /* Memory of the host. */
  char *staging; /* a tile on its way */
  void *guide;   /* [dim] reals: the guide as the device has it */
  char *best;    /* jx_offload_record and [dim] reals: of the last pass */
  int guide_written;
  int best_read;  /* `best` is of the positions as they are */
  int halo_taken; /* buffer HALO_OUT is of the swarm as it is */
} jx_offload;

/* build.c: chooses width and local size, and builds the program. */
jato_status jx_offload_build(jx_offload *swarm, const jx_swarm_config *config, jato_error *error);

/* tiles.c: copies between a buffer and the host, which are noted where there is a profile. */
jato_status jx_offload_write(jx_offload *swarm, jx_buffer to, size_t offset, size_t bytes,
                             const void *host, jato_error *error);
jato_status jx_offload_read(jx_offload *swarm, jx_buffer from, size_t offset, size_t bytes,
                            void *host, jato_error *error);

/* tiles.c, for a tile in the host's memory: copies x to own where the best is here, and clears the
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
jato_status jx_offload_settle(jx_swarm *head, jato_error *error);
jato_status jx_offload_read_bests(jx_swarm *head, const uint32_t *particles, size_t count,
                                  void *rows, jato_error *error);
jato_status jx_offload_take_partners(jx_swarm *head, const jx_fetched *fetched, jato_error *error);
jato_status jx_offload_halo(jx_swarm *head, jx_side side, int incoming, void *halo,
                            jato_error *error);
