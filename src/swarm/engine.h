/* What an engine supplies: it holds a swarm, or some of its tiles, on one device and runs
 * iterations over it. It knows motions, walls and objectives as kernels, and no algorithm and no
 * problem.
 *
 * There are two: cpu/ for a device of this process, whose SIMD kernels are compiled into the
 * library, and offload/ for all others, which hands them a program. */
#pragma once

#include "contract/algorithm.h"
#include "contract/comm.h"
#include "contract/device.h"
#include "contract/problem.h"
#include "contract/profile.h"
#include "population/shape.h"

/* Everything a swarm is made from. All pointers outlive the swarm. */
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
  int turned;    /* not 0: the largest value is wanted: passes judge -f. JX_VALUES are f always */
  jato_precision precision;
  uint64_t seed;
  size_t fetched, asked; /* with partners, where others hold a part of the swarm: rows of own bests
                            that come from them for a pass, and that they ask for, at most */
  const struct jx_batched_runs_config *batch; /* swarm/batched_runs.h; NULL: there is one swarm */
  jx_comm *comm;       /* may have a reduction open during a pass; NULL: there is none */
  jx_profile *profile; /* NULL: no profile is wanted */
  const jx_workshop *workshop;
  jato_allocator allocator;
} jx_swarm_config;

/* The head of a swarm, or of some of its tiles, on a device. Each engine's own begins with it. */
typedef struct jx_swarm {
  jx_shape shape;             /* of the whole swarm */
  uint64_t first_tile, tiles; /* those held here */
  uint64_t from, to; /* particles from..to - 1 take part in passes, where `to` is not 0; from is the
                        first of a tile. Lanes of the last group that do not are moved along and
                        not judged: peek.c puts them back. Of values, at least these
                        particles' are computed */
  char described[128]; /* the device as it was resolved: "cpu:threads=2,level=v4" */
  char built[256];     /* how a user's source was compiled; "" without one */
  double build_seconds;
  jx_profile *profile; /* NULL: nobody asked */
} jx_swarm;

/* What of a tile takes part in a pass. */
static inline jx_tile jx_swarm_cut(const jx_swarm *swarm, jx_tile tile)
{
  if (swarm->to == 0) return tile;
  uint64_t end = swarm->to > tile.first && tile.first >= swarm->from ? swarm->to - tile.first : 0;
  if (end < tile.particles) tile.particles = (size_t)end;
  tile.groups = (tile.particles + JK_LANES - 1) / JK_LANES;
  return tile;
}

/* The tiles that take part in a pass, counted from the first one held: *first and those behind it.
 * Returns how many there are. */
static inline uint64_t jx_swarm_taking_part(const jx_swarm *swarm, uint64_t *first)
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

/* Own bests of partners, wherever in the swarm they are. */
typedef struct jx_fetched {
  uint64_t first;        /* particle, the first of a group */
  size_t lanes;          /* from it on, of whole groups */
  const uint32_t *which; /* [lanes][3]: rows of the partners of each */
  const void *rows;      /* [3 * lanes][dim] reals */
} jx_fetched;

/* The two ends of a device's tiles, as neighbourhoods see them. */
typedef enum jx_side { JX_FIRST = 0, JX_LAST = 1 } jx_side;

/* For objectives that the host evaluates (JX_IS_HOST_OBJECTIVE): a pass then only moves, or places,
 * and finds nothing; the host reads where particles stand, and brings their values. Particles are
 * those held here, by their numbers in the whole swarm. Between a pass and the values the swarm can
 * be mapped, copied and written like at any other time. */
typedef struct jx_host_ops {
  /* Positions of particles first..first + count - 1 as rows: x[count][dim]. */
  void (*read_points)(jx_swarm *swarm, uint64_t first, uint64_t count, double *x);

  /* The values of all particles of the swarm, f[particles], which end the pass. NaN is worst. */
  void (*judge)(jx_swarm *swarm, const double *f, jx_pass_result *found);

  /* One particle by itself, as a pass would with this step and guide[dim]; neighbours are the
   * host's business, partners are found here, with their own bests as they stand. */
  void (*move_one)(jx_swarm *swarm, uint64_t particle, const jx_step *step, const double *guide);

  /* Its value: keeps its own best. NaN is worst. */
  void (*judge_one)(jx_swarm *swarm, uint64_t particle, double f);

  /* Its own best: position x[dim] and value (+infinity while it has none); either may be NULL. */
  void (*read_own)(jx_swarm *swarm, uint64_t particle, double *x, double *value);

  /* Puts it elsewhere before it was ever judged, with its velocity as it is. */
  void (*put_one)(jx_swarm *swarm, uint64_t particle, const double *x);
} jx_host_ops;

typedef struct jx_swarm_ops {
  int runs_in_collect;     /* collect does the work on threads of this process */
  const jx_host_ops *host; /* NULL: objectives of the host do not go with this engine */

  /* Opens the device, builds its program and takes all memory the swarm will need. Fails as the
   * device does. */
  jato_status (*create)(const jx_swarm_config *config, jx_swarm **out, jato_error *error);
  void (*destroy)(jx_swarm **swarm);

  /* Begins a pass: draw, move, walls, evaluate, own bests and best; or, where step is NULL, the
   * first one, which places and evaluates every particle. guide[dim] is the best position of the
   * run so far; it is not looked at when the plan has neighbours. Step and guide stay as they are
   * until the pass is collected. Allocates nothing. Steps behind it (step->then) belong to the
   * pass. */
  jato_status (*launch)(jx_swarm *swarm, const jx_step *step, const double *guide,
                        jato_error *error);

  /* Waits for the end of the pass. */
  jato_status (*collect)(jx_swarm *swarm, jx_pass_result *found, jato_error *error);

  /* The present position of a particle, and the best value it has seen; either may be NULL. */
  jato_status (*read_particle)(jx_swarm *swarm, uint64_t particle, double *x, double *value,
                               jato_error *error);

  /* The own best of the particle that the last pass found to be the best: x[dim]; where tiles are
   * kept apart. NULL: that of jx_host_ops will do. */
  jato_status (*read_found)(jx_swarm *swarm, uint64_t particle, double *x, jato_error *error);

  /* Tile `number` of the whole swarm as host memory: the fields of the mask (JX_HAS(...)). With
   * position, own best or best_is_here, own bests are flushed first. Valid until the
   * next call. */
  jato_status (*map_tile)(jx_swarm *swarm, uint64_t number, unsigned fields, jx_tile *tile,
                          jato_error *error);

  /* Gives a mapped tile back; the fields of the mask were written to. A swarm all of whose tiles
   * were written can be stepped on: it needs no first pass. */
  jato_status (*unmap_tile)(jx_swarm *swarm, uint64_t number, unsigned written, jato_error *error);

  /* Copies all tiles held here to `to`, [tiles] as the shape lays them, own bests flushed. What a
   * checkpoint waits for: as fast as the memory goes. */
  jato_status (*copy_tiles)(jx_swarm *swarm, void *to, jato_error *error);

  /* With neighbours, for a device that holds a part of the swarm: copies out what it leaves at one
   * end of its tiles, [reach][1 + dim] reals (value, own best), or takes in what lies beyond that
   * end (incoming not 0). Called between passes. */
  jato_status (*halo)(jx_swarm *swarm, jx_side side, int incoming, void *halo, jato_error *error);

  /* With partners, where others hold a part of the swarm (fetched in the config): an iteration is
   * made by several passes, each over some of the tiles. settle: called before the first of them,
   * brings all own bests where they belong, which passes leave as they are. read_bests: those of
   * `count` particles held here, as rows[count][dim] reals. take_partners: what those that take
   * part in the next pass look at; stays as it is until that is collected. */
  jato_status (*settle)(jx_swarm *swarm, jato_error *error);
  jato_status (*read_bests)(jx_swarm *swarm, const uint32_t *particles, size_t count, void *rows,
                            jato_error *error);
  jato_status (*take_partners)(jx_swarm *swarm, const jx_fetched *fetched, jato_error *error);

  /* One pass besides the run. JX_TIME_BARE moves the same memory and spoils the swarm, which has
   * velocities; JX_TIME_EVALUATE evaluates without moving: both are only there to be timed, by
   * `jato bench`. JX_VALUES evaluates and leaves each particle's value in JX_VALUE. */
  jato_status (*time_pass)(jx_swarm *swarm, int what, uint64_t *bytes, jato_error *error);

  /* For config->residuals: how many there are; and of points x[count][dim], which need not be
   * particles, the values f[count] and the residuals r[count][residuals]. NULL: an engine that does
   * not tell them. */
  size_t (*residual_count)(const jx_swarm *swarm);
  void (*residuals)(jx_swarm *swarm, const double *x, size_t count, double *f, double *r);
} jx_swarm_ops;

enum { JX_TIME_BARE, JX_TIME_EVALUATE, JX_VALUES };

extern const jx_swarm_ops jx_cpu_swarm_ops, jx_offload_swarm_ops;

/* The engine that a device wants. */
static inline const jx_swarm_ops *jx_engine_of(const jx_device_ops *device)
{
  return device->here != NULL ? &jx_cpu_swarm_ops : &jx_offload_swarm_ops;
}
