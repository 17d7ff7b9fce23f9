/* The CPU device's own view of a swarm: private to this folder. */
#ifndef JX_CPU_SWARM_H
#define JX_CPU_SWARM_H

#include "base/memory.h"
#include "contract/device.h"
#include "device/cpu/kernels.h"
#include "device/cpu/level.h"

/* Memory one thread works in. Sizes: G groups of the largest tile, H groups of halo on each side.
 */
typedef struct jx_cpu_scratch {
  void *f;         /* [G][lane]: values of a tile */
  void *guide;     /* [dim][lane]: each lane's guide; with neighbours only */
  void *snapshot;  /* [H + G + H][dim][lane]: own bests of tile and halo; with neighbours only */
  double *values;  /* [H + G + H][lane]: their values */
  size_t *from;    /* [G][lane]: where in the snapshot a lane's guide begins */
  double *points;  /* [G x lanes][dim]: a tile as rows; for the caller's functions only */
  double *results; /* [G x lanes] */
} jx_cpu_scratch;

/* Own bests of the first and last `reach` particles of each tile as the previous pass left them.
 * Two sets, for even and odd passes: one is read while the other is written. */
typedef struct jx_cpu_edges {
  jx_pages memory;
  size_t slot_reals; /* a value and dim coordinates */
} jx_cpu_edges;

struct jx_swarm {
  jato_allocator allocator;
  const jato_problem *problem;
  const jx_plan *plan;
  uint64_t seed;
  jx_shape shape;
  jx_pages tiles;
  jx_pages constants; /* lower, upper, least_v, most_v, guide: [dim] reals each */
  jx_cpu_box box;
  void *guide;
  jx_pages scratch;
  size_t scratch_bytes; /* of one thread */
  size_t halo_groups;
  jx_cpu_edges edges;
  uint64_t passes; /* made so far; its parity says which edges are read */
  jx_cpu_level level;
  int threads;
  int motion, wall; /* rows of their lists */
  int sees;         /* the motion has velocity, own best and guide */
  int objective;    /* row of the gallery; -1 for the caller's function */
};

/* sweep.c */
jato_status jx_cpu_start(jx_swarm *swarm, jx_found *found, jato_error *error);
jato_status jx_cpu_step(jx_swarm *swarm, const jx_step *step, const double *guide, jx_found *found,
                        jato_error *error);
jato_status jx_cpu_bare_pass(jx_swarm *swarm, uint64_t *bytes, jato_error *error);

/* layout.c: one group of a tile; the pieces of a thread's memory, and how much it is in all (base
 * may be NULL for that). */
jx_cpu_group jx_cpu_group_of(const jx_swarm *swarm, const jx_tile *tile, size_t group);
size_t jx_cpu_scratch_lay(const jx_swarm *swarm, void *base, jx_cpu_scratch *scratch);

/* neighbours.c */
int jx_cpu_edges_create(jx_swarm *swarm);
void jx_cpu_edges_save(jx_swarm *swarm, uint64_t tile_number, const jx_tile *tile);
void jx_cpu_guides_choose(jx_swarm *swarm, uint64_t tile_number, const jx_tile *tile,
                          jx_cpu_scratch *scratch);

/* callback.c: values of a whole tile from the caller's function, to scratch->f. Returns 0 when the
 * function asks to end the run. */
int jx_cpu_call_objective(const jx_swarm *swarm, const jx_tile *tile, jx_cpu_scratch *scratch);

#endif
