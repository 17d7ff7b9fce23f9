/* A swarm, or some of its tiles, on a device of this process: private to this folder. */
#pragma once

#include "base/memory.h"
#include "swarm/cpu/kernels.h"
#include "swarm/cpu/compiled_source.h"
#include "swarm/engine.h"

/* The working memory of one thread. Sizes: G groups of the largest tile, H groups of halo on each
 * side. */
typedef struct jx_cpu_scratch {
  void *f;        /* [G][lane]: values of a tile */
  void *guide;    /* [dim][lane]: each lane's guide, with neighbours; [dim]: the guide of an
                     independent tile */
  void *snapshot; /* [H + G + H][dim][lane]: own bests of tile and halo; with neighbours only */
  double *values; /* [H + G + H][lane]: their values */
  size_t *from;   /* [G][lane]: where in the snapshot a lane's guide begins */
  void *partners; /* [3][dim][lane]: own bests of a group's partners; with partners only */
  uint32_t (*drawn)[JK_LANES]; /* [JX_CPU_DRAWN][lane]: their numbers */
  double *spent;      /* [JX_WORKS]: seconds of this thread in this pass; NULL without a profile */
  jx_comm *reduction; /* NULL but for the run's own thread, which polls an open reduction */
} jx_cpu_scratch;

/* Own bests of the first and last `reach` particles of each tile as the previous pass left them.
 * Two sets, for even and odd passes: one is read while the other is written. */
typedef struct jx_cpu_halos {
  jx_pages memory;
  jx_pages outer; /* [side]: what lies beyond the first and last tile held here, when the rest of
                     the swarm is on another device */
} jx_cpu_halos;

/* The order in which requested own bests are read: by particle, in buckets of 1 << shift. */
typedef struct jx_cpu_read_order {
  int shift;
  size_t places;
  uint32_t *place; /* [places + 1]: where the next one goes */
  uint32_t *which; /* [asked] */
} jx_cpu_read_order;

typedef struct jx_cpu_level {
  const char *name; /* "v4" */
  const jx_cpu_kernels *kernels;
} jx_cpu_level;

typedef struct jx_cpu_swarm {
  jx_swarm head;
  jato_allocator allocator;
  const jx_device_ops *ops;
  jx_device *device;
  const jato_problem *problem;
  const jx_plan *plan;
  jx_comm *comm; /* NULL: no reduction is open during a pass */
  uint64_t seed;
  jx_pages tiles;
  jx_pages constants; /* [5][dim] reals: the box (population/reals.h) and the guide */
  jx_cpu_box box;
  void *guide;
  const jx_step *step; /* of the pass that was launched; NULL for the first one */
  jx_pages scratch;
  jx_pages single;        /* one group of all fields; for objectives of the host only */
  size_t scratch_bytes;   /* of one thread */
  jx_pages residual_rows; /* what threads compute residuals in; if the method uses them */
  jx_pass_result *found;  /* [threads]: what each found in this pass */
  size_t halo_groups;
  jx_cpu_halos halos;
  uint64_t passes; /* made so far; its parity says which halos are read */
  jx_cpu_level level;
  int threads;
  int wall;                                /* JK_WALL_... */
  int turned;                              /* as in jx_swarm_config */
  int copied_dim;                          /* as in jx_cpu_group */
  int has_velocity, has_own, has_partners; /* the columns of motions.def for this motion */
  int fetches;                             /* other ranks hold partners, */
  jx_fetched fetched;                      /* whose own bests are these; */
  jx_cpu_read_order order;                 /* other ranks ask for own bests held here */
  jx_cpu_evaluate_fn evaluate;             /* of the gallery; NULL for the user's own objectives */
  jx_cpu_source source;                    /* a user's source; its evaluate is NULL without one */
} jx_cpu_swarm;

/* The host evaluates the objective: a pass only moves. */
static inline int jx_cpu_host_objective(const jx_cpu_swarm *swarm)
{
  return swarm->evaluate == NULL && swarm->source.evaluate == NULL;
}

/* sweep.c */
jato_status jx_cpu_launch(jx_swarm *head, const jx_step *step, const double *guide,
                          jato_error *error);
jato_status jx_cpu_collect(jx_swarm *head, jx_pass_result *found, jato_error *error);
jx_cpu_push jx_cpu_push_of(const jx_cpu_swarm *swarm, const jx_step *step);

/* Judges a group's values, in the run's precision, and joins *found with the best of them. */
void jx_cpu_judge(const jx_cpu_swarm *swarm, const jx_cpu_group *group, void *f,
                  jx_pass_result *found);

/* time_pass.c */
jato_status jx_cpu_time_pass(jx_swarm *head, int what, uint64_t *bytes, jato_error *error);

/* residuals.c; create allocates its memory. */
jato_status jx_cpu_residuals_create(jx_cpu_swarm *swarm, jato_error *error);
size_t jx_cpu_residual_count(const jx_swarm *head);
void jx_cpu_residuals(jx_swarm *head, const double *x, size_t count, double *f, double *r);

/* layout.c: a tile by its number in the whole swarm; one group of it; the pieces of a thread's
 * memory, and how much it is in all (base may be NULL for that). */
jx_tile jx_cpu_tile(const jx_cpu_swarm *swarm, uint64_t number);
jx_cpu_group jx_cpu_group_of(const jx_cpu_swarm *swarm, const jx_tile *tile, size_t group);
size_t jx_cpu_scratch_lay(const jx_cpu_swarm *swarm, void *base, jx_cpu_scratch *scratch);
jx_cpu_scratch jx_cpu_scratch_of(const jx_cpu_swarm *swarm, int thread);

/* layout.c: the threads of the device share the tiles held, counted from 0. */
void jx_cpu_for_tiles(const jx_cpu_swarm *swarm, jx_range_fn fn, void *work);

/* layout.c: adds the time that all threads spent on a kind of work in a pass to the profile. */
void jx_cpu_note_spent(jx_cpu_swarm *swarm, jx_work work);

/* layout.c: clears the marks of a group that has moved, since moving has copied its own bests.
 * Judging clears them too, but with a host objective other code may read the group before. */
void jx_cpu_clear_best_is_here(const jx_cpu_swarm *swarm, const jx_tile *tile, size_t group);

/* layout.c: copies the marked positions of a whole tile to their own bests. */
void jx_cpu_flush_bests(const jx_cpu_swarm *swarm, const jx_tile *tile);

/* neighbours.c */
jato_status jx_cpu_halo(jx_swarm *head, jx_side side, int incoming, void *halo, jato_error *error);
int jx_cpu_halos_create(jx_cpu_swarm *swarm);
void jx_cpu_halos_save(jx_cpu_swarm *swarm, uint64_t pass, uint64_t tile_number,
                       const jx_tile *tile);
void jx_cpu_guides_choose(jx_cpu_swarm *swarm, uint64_t tile_number, const jx_tile *tile,
                          jx_cpu_scratch *scratch);

/* neighbours.c: copies the best own best of an independent tile, its guide, to scratch->guide. */
const void *jx_cpu_guide_independent_tile(const jx_cpu_swarm *swarm, const jx_tile *tile,
                                          jx_cpu_scratch *scratch);

/* partners.c. jx_cpu_flush_all_bests flushes all own bests. jx_cpu_read_order_create allocates for
 * `asked` own bests that other ranks may ask for, and returns 0 without memory.
 * jx_cpu_partners_gather sets the partners of the group that begins at particle `first`, and
 * jx_cpu_partners_of_one those of a particle that moves alone, flushing own bests as needed. */
void jx_cpu_flush_all_bests(jx_cpu_swarm *swarm);
int jx_cpu_read_order_create(jx_cpu_swarm *swarm, size_t asked);
jato_status jx_cpu_flush_all(jx_swarm *head, jato_error *error);
jato_status jx_cpu_read_bests(jx_swarm *head, const uint32_t *particles, size_t count, void *rows,
                              jato_error *error);
jato_status jx_cpu_set_partners(jx_swarm *head, const jx_fetched *fetched, jato_error *error);
void jx_cpu_partners_gather(const jx_cpu_swarm *swarm, uint64_t first, jx_cpu_scratch *scratch,
                            jx_cpu_push *push);
void jx_cpu_partners_of_one(const jx_cpu_swarm *swarm, uint64_t particle, jx_cpu_push *push);

/* tables.c: NULL for a level that this build does not have. */
const jx_cpu_kernels *jx_cpu_kernels_find(const char *level, jato_precision precision);

/* host.c */
jato_status jx_cpu_read_particle(jx_swarm *head, uint64_t particle, double *x, double *value,
                                 jato_error *error);
extern const jx_host_ops jx_cpu_host_ops;
