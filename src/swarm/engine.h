/* The interface of an engine, which holds a swarm, or some of its tiles, on one device and runs
 * iterations over it. An engine knows motions, walls and objectives as kernels; it knows no
 * algorithm and no problem.
 *
 * There are two: cpu/ for devices of this process, with SIMD kernels compiled into the library, and
 * offload/ for all others, which it gives a program. */
#pragma once

#include "contract/algorithm.h"
#include "contract/comm.h"
#include "contract/device.h"
#include "contract/problem.h"
#include "contract/profile.h"
#include "population/shape.h"

/* The configuration of a swarm. All pointers must outlive the swarm. */
typedef struct jx_swarm_config {
  const jato_problem *problem;
  const jx_plan *plan;
  const jx_device_ops *device;
  const jx_values *values; /* the device's own parameters */
  const jx_shape *shape;   /* of the whole swarm */
  uint64_t first_tile;     /* this device holds tiles first_tile..first_tile + tiles - 1 */
  uint64_t tiles;
  int wall;      /* JK_WALL_... */
  int residuals; /* not 0: the method uses those of the problem's source */
  int turned;    /* not 0: the run maximises: passes judge -f. JX_VALUES are always f */
  jato_precision precision;
  uint64_t seed;
  size_t fetched, asked; /* with partners on other ranks: rows of own bests that this rank receives
                            for a pass, and that other ranks ask for, at most */
  const struct jx_batched_runs_config *batch; /* swarm/batched_runs.h; NULL: there is one swarm */
  jx_comm *comm;       /* may have a reduction open during a pass; NULL: there is none */
  jx_profile *profile; /* NULL: no profile is wanted */
  const jx_toolchain *toolchain;
  jato_allocator allocator;
} jx_swarm_config;

/* A swarm, or some of its tiles, on a device; each engine's own struct begins with it. */
typedef struct jx_swarm {
  jx_shape shape;             /* of the whole swarm */
  uint64_t first_tile, tiles; /* those held here */
  uint64_t from, to;   /* unless `to` is 0, passes work on particles from..to - 1 only; from is the
                          first of a tile. Other lanes of the last group are moved too, but not
                          judged: preview.c restores them. Values of at least these particles are
                          computed */
  char described[128]; /* the device as it was resolved: "cpu:threads=2,level=v4" */
  char built[256];     /* how a user's source was compiled; "" without one */
  double build_seconds;
  jx_profile *profile; /* NULL: no profile is wanted */
} jx_swarm;

/* The part of a tile that a pass works on. */
static inline jx_tile jx_swarm_clip_tile(const jx_swarm *swarm, jx_tile tile)
{
  if (swarm->to == 0) return tile;
  uint64_t end = swarm->to > tile.first && tile.first >= swarm->from ? swarm->to - tile.first : 0;
  if (end < tile.particles) tile.particles = (size_t)end;
  tile.groups = (tile.particles + JK_LANES - 1) / JK_LANES;
  return tile;
}

/* The tiles that a pass works on: *first, counted from the first tile held, and those after it.
 * Returns their number. */
static inline uint64_t jx_swarm_active_tiles(const jx_swarm *swarm, uint64_t *first)
{
  const jx_shape *shape = &swarm->shape;
  uint64_t begin = swarm->first_tile, end = begin + swarm->tiles;
  *first = 0;
  if (swarm->to == 0) return swarm->tiles;
  if (swarm->from >= jx_shape_first(shape, end) || swarm->to <= jx_shape_first(shape, begin))
    return 0;
  if (swarm->from > jx_shape_first(shape, begin)) begin = jx_shape_find(shape, swarm->from).tile;
  if (swarm->to < jx_shape_first(shape, end)) end = jx_shape_find(shape, swarm->to - 1).tile + 1;
  *first = begin - swarm->first_tile;
  return end - begin;
}

/* Own bests of partners, from any rank. */
typedef struct jx_fetched {
  uint64_t first;        /* the first particle of a group */
  size_t lanes;          /* from that particle on, of whole groups */
  const uint32_t *which; /* [lanes][3]: rows of the partners of each */
  const void *rows;      /* [3 * lanes][dim] reals */
} jx_fetched;

/* The two ends of a device's tiles, as neighbourhoods see them. */
typedef enum jx_side { JX_FIRST = 0, JX_LAST = 1 } jx_side;

/* For host objectives (JX_IS_HOST_OBJECTIVE): a pass only moves, or places, and finds nothing; the
 * host reads the positions and supplies their values. Particles are those held here, by their
 * numbers in the whole swarm. Between a pass and its values the swarm can be mapped, copied and
 * written as at any other time. */
typedef struct jx_host_ops {
  /* Positions of particles first..first + count - 1 as rows: x[count][dim]. */
  void (*read_points)(jx_swarm *swarm, uint64_t first, uint64_t count, double *x);

  /* Judges the values of all particles of the swarm, f[particles], which ends the pass. NaN is
   * worst. */
  void (*judge)(jx_swarm *swarm, const double *f, jx_pass_result *found);

  /* Moves one particle as a pass would with this step and guide[dim]. The caller chooses the guide
   * among neighbours; partners are found here, with their current own bests. */
  void (*move_one)(jx_swarm *swarm, uint64_t particle, const jx_step *step, const double *guide);

  /* Judges its value and updates its own best. NaN is worst. */
  void (*judge_one)(jx_swarm *swarm, uint64_t particle, double f);

  /* Reads its own best: position x[dim] and value (+infinity while it has none); either may be
   * NULL. */
  void (*read_own)(jx_swarm *swarm, uint64_t particle, double *x, double *value);

  /* Moves it elsewhere before it was ever judged; its velocity stays. */
  void (*set_position)(jx_swarm *swarm, uint64_t particle, const double *x);
} jx_host_ops;

typedef struct jx_swarm_ops {
  int runs_in_collect;     /* collect does the work on threads of this process */
  const jx_host_ops *host; /* NULL: this engine supports no host objectives */

  /* Opens the device, builds its program and allocates all memory the swarm will need. Fails as the
   * device does. */
  jato_status (*create)(const jx_swarm_config *config, jx_swarm **out, jato_error *error);
  void (*destroy)(jx_swarm **swarm);

  /* Begins a pass: draw, move, walls, evaluate, own bests and best; if step is NULL, the first one,
   * which places and evaluates every particle. guide[dim] is the best position of the run so far,
   * and is not read if the plan has neighbours. Step and guide must not change until the pass is
   * collected. The following steps (step->then) belong to the same pass. Allocates nothing. */
  jato_status (*launch)(jx_swarm *swarm, const jx_step *step, const double *guide,
                        jato_error *error);

  /* Waits for the end of the pass. */
  jato_status (*collect)(jx_swarm *swarm, jx_pass_result *found, jato_error *error);

  /* Reads the current position of a particle, and the best value it has seen; either may be NULL.
   */
  jato_status (*read_particle)(jx_swarm *swarm, uint64_t particle, double *x, double *value,
                               jato_error *error);

  /* Reads the own best x[dim] of the particle that the last pass found to be the best; for plans
   * with independent tiles. NULL: the caller uses read_own of jx_host_ops. */
  jato_status (*read_found)(jx_swarm *swarm, uint64_t particle, double *x, jato_error *error);

  /* Maps the fields of the mask (JX_HAS(...)) of tile `number` of the whole swarm to host memory.
   * For position, own best or best_is_here, own bests are flushed first. Valid until the next call.
   */
  jato_status (*map_tile)(jx_swarm *swarm, uint64_t number, unsigned fields, jx_tile *tile,
                          jato_error *error);

  /* Unmaps a tile; the caller has written to the fields of the mask. A swarm of which all tiles
   * were written needs no first pass. */
  jato_status (*unmap_tile)(jx_swarm *swarm, uint64_t number, unsigned written, jato_error *error);

  /* Copies all tiles held here to `to`, in the layout of the shape, with own bests flushed. A
   * checkpoint waits for this, so it runs at the speed of the memory. */
  jato_status (*copy_tiles)(jx_swarm *swarm, void *to, jato_error *error);

  /* With neighbours, for a device that holds a part of the swarm: copies out the halo at one end of
   * its tiles, [reach][1 + dim] reals (value, own best), or copies in the one beyond that end
   * (incoming not 0). Called between passes. */
  jato_status (*halo)(jx_swarm *swarm, jx_side side, int incoming, void *halo, jato_error *error);

  /* With partners on other ranks (fetched in the config), several passes, each over some of the
   * tiles, make an iteration. flush_all_bests is called before the first of them; the passes leave
   * own bests as they are. read_bests copies those of `count` particles held here to
   * rows[count][dim] reals. set_partners sets the partners of the next pass, which must not change
   * until it is collected. */
  jato_status (*flush_all_bests)(jx_swarm *swarm, jato_error *error);
  jato_status (*read_bests)(jx_swarm *swarm, const uint32_t *particles, size_t count, void *rows,
                            jato_error *error);
  jato_status (*set_partners)(jx_swarm *swarm, const jx_fetched *fetched, jato_error *error);

  /* A pass outside of the run. JX_TIME_BARE moves the same memory and overwrites the swarm, which
   * has velocities; JX_TIME_EVALUATE evaluates without moving: `jato bench` times both. JX_VALUES
   * evaluates and writes each particle's value to JX_VALUE. */
  jato_status (*time_pass)(jx_swarm *swarm, int what, uint64_t *bytes, jato_error *error);

  /* For config->residuals: the number of residuals; and the values f[count] and residuals
   * r[count][residuals] of points x[count][dim], which need not be particles. NULL: the engine
   * computes none. */
  size_t (*residual_count)(const jx_swarm *swarm);
  void (*residuals)(jx_swarm *swarm, const double *x, size_t count, double *f, double *r);
} jx_swarm_ops;

enum { JX_TIME_BARE, JX_TIME_EVALUATE, JX_VALUES };

extern const jx_swarm_ops jx_cpu_swarm_ops, jx_offload_swarm_ops;

/* The engine for a device. */
static inline const jx_swarm_ops *jx_engine_of(const jx_device_ops *device)
{
  return device->in_process != NULL ? &jx_cpu_swarm_ops : &jx_offload_swarm_ops;
}
