/* The devices of a run, which the run sees as one swarm. Several devices divide the tiles among
 * them in proportion to their measured speed.
 *
 * In a run over several ranks, a device set holds the tiles of its own rank: a range that follows
 * from rank and size alone. Functions that all ranks must call say so; all others concern particles
 * and tiles held here. */
#pragma once

#include "base/digest.h"
#include "swarm/engine.h"

#define JX_DEVICES_MAX 8

/* A device that was chosen, but not opened yet. */
typedef struct jx_device_choice {
  const jx_device_ops *ops;
  jx_values values;
} jx_device_choice;

/* One device and the tiles it holds. */
typedef struct jx_device_part {
  const jx_swarm_ops *ops;
  jx_swarm *swarm;
} jx_device_part;

typedef struct jx_fetch jx_fetch;

typedef struct jx_device_set {
  jx_shape shape;             /* of the whole swarm */
  jx_comm *comm;              /* NULL: this process holds all of it */
  uint64_t first_tile, tiles; /* those of this rank */
  size_t count;
  jx_device_part part[JX_DEVICES_MAX]; /* in the order of their tiles */
  int neighbours;                      /* the plan has neighbours: parts must exchange halos */
  int host_objective;                  /* the host evaluates: a pass only moves */
  jx_profile *profile;                 /* NULL: no profile is wanted */
  char *halo;      /* [4][reach][1 + dim] reals: halos between parts, or between ranks */
  jx_fetch *fetch; /* device_set_partners.c; NULL: no partners are on other ranks */
  jato_allocator allocator;
} jx_device_set;

/* The devices that share the particles. */
typedef struct jx_device_set_config {
  const jx_device_choice *devices;
  size_t count;
  uint64_t particles;
  jx_comm *comm; /* the ranks that hold the swarm; NULL: there is one */
} jx_device_set_config;

/* Creates the swarm on all devices. swarm_config needs everything but device, values, shape and
 * tiles, which this function fills in. Fails as the devices do, and with JATO_E_ARGUMENT for fewer
 * tiles than devices or ranks, or neighbours farther away than the swarm is large. Destroy *devices
 * even if this fails. */
jato_status jx_devices_create(const jx_device_set_config *set_config,
                              const jx_swarm_config *swarm_config, jx_device_set *devices,
                              jato_error *error);
void jx_devices_destroy(jx_device_set *devices);

/* The shape of a swarm, from problem, plan and precision. */
jato_status jx_devices_shape(const jx_swarm_config *swarm_config, uint64_t particles,
                             jx_shape *shape, jato_error *error);

/* The steps that one pass makes. */
typedef struct jx_pass_steps {
  size_t count;
  jx_step step[JX_STEPS_MOST];
} jx_pass_steps;

/* One pass over the tiles held here, as launch and collect of a device. When all ranks have made
 * it, they must call jx_devices_exchange_halos and jx_devices_write_halo. All ranks call this if
 * partners may be on other ranks. */
jato_status jx_devices_pass(jx_device_set *devices, const jx_step *step, const double *guide,
                            jx_pass_result *found, jato_error *error);

/* device_set_pass.c: the same without fetching partners; and the particles that the next passes
 * work on, for all devices: from..to - 1, or all if `to` is 0; see jx_swarm. */
jato_status jx_devices_pass_once(jx_device_set *devices, const jx_step *step, const double *guide,
                                 jx_pass_result *found, jato_error *error);
void jx_devices_limit_particles(jx_device_set *devices, uint64_t from, uint64_t to);

/* device_set_partners.c, for a swarm with partners on several ranks: its buffers, and the pass,
 * made in pieces, each of which is a pass of device_set_pass.c. Called by device_set.c. */
jato_status jx_devices_fetch_create(jx_device_set *devices, jx_swarm_config *config,
                                    jato_error *error);
void jx_devices_fetch_destroy(jx_device_set *devices);
jato_status jx_devices_pass_fetching(jx_device_set *devices, const jx_step *step,
                                     const double *guide, jx_pass_result *found, jato_error *error);
/* Called instead of a pass by a rank that has failed with status `own`: all ranks fail with it. */
jato_status jx_devices_skip_pass(jx_device_set *devices, jato_status own, jato_error *error);

/* preview.c: what a pass would find among particles 0..count - 1, and its position x[dim]; count is
 * at least 1. Leaves the swarm as it is. Called by all ranks. */
typedef struct jx_preview {
  const jx_step *step;
  const double *guide;
  uint64_t count;
} jx_preview;
jato_status jx_devices_preview(jx_device_set *devices, const jx_preview *preview,
                               jx_pass_result *found, double *x, jato_error *error);

/* As the operations of a device. */
jato_status jx_devices_read(jx_device_set *devices, uint64_t particle, double *x, double *value,
                            jato_error *error);
jato_status jx_devices_map(jx_device_set *devices, uint64_t tile, unsigned fields, jx_tile *out,
                           jato_error *error);
jato_status jx_devices_unmap(jx_device_set *devices, uint64_t tile, unsigned written,
                             jato_error *error);
jato_status jx_devices_copy(jx_device_set *devices, void *to, jato_error *error);
jato_status jx_devices_time(jx_device_set *devices, int what, uint64_t *bytes, jato_error *error);

/* device_set_host.c: as jx_host_ops, over all parts. */
void jx_devices_read_points(jx_device_set *devices, uint64_t first, uint64_t count, double *x);
jato_status jx_devices_judge(jx_device_set *devices, const double *f, jx_pass_result *found,
                             jato_error *error);
void jx_devices_move_one(jx_device_set *devices, uint64_t particle, const jx_step *step,
                         const double *guide);
void jx_devices_judge_one(jx_device_set *devices, uint64_t particle, double f);
void jx_devices_read_own(jx_device_set *devices, uint64_t particle, double *x, double *value);
/* The own best of the particle that the last pass found to be the best: x[dim]. */
jato_status jx_devices_read_found(jx_device_set *devices, uint64_t particle, double *x,
                                  jato_error *error);
void jx_devices_set_position(jx_device_set *devices, uint64_t particle, const double *x);

/* Computes values f[count] of points x[count][dim] in pieces of the swarm's size, overwriting its
 * positions. Only for kernels and sources, and for a swarm that is not spread over ranks. */
jato_status jx_devices_values(jx_device_set *devices, const double *x, size_t count, double *f,
                              jato_error *error);

/* As the operations of an engine, by the first device. The count is 0 if it computes none. */
size_t jx_devices_residual_count(const jx_device_set *devices);
void jx_devices_residuals(jx_device_set *devices, const double *x, size_t count, double *f,
                          double *r);

/* For device_set_host.c: the part that holds a tile. */
jx_device_part *jx_devices_holder(jx_device_set *devices, uint64_t tile);

/* device_set_pass.c: devices exchange their halos. Call it after all tiles were written; with
 * several ranks, call jx_devices_exchange_halos next. */
jato_status jx_devices_swap_halos(jx_device_set *devices, jato_error *error);

/* device_set_ranks.c: the range of tiles of a rank. Fails if there are fewer tiles than ranks. */
jato_status jx_devices_assign_range(jx_device_set *devices, jato_error *error);
int jx_devices_has_ranks(const jx_device_set *devices);              /* more than one */
int jx_devices_rank_of(const jx_device_set *devices, uint64_t tile); /* the rank that holds it */
uint64_t jx_devices_most_tiles(const jx_device_set *devices);        /* the most of any rank */
static inline int jx_devices_holds(const jx_device_set *devices, uint64_t tile)
{
  return tile >= devices->first_tile && tile - devices->first_tile < devices->tiles;
}
/* Reads the halos for the previous and the next rank; for device_set_pass.c. */
jato_status jx_devices_read_halo(jx_device_set *devices, jato_error *error);
/* Exchanges the halos that were read. Called by all ranks, even by one whose pass has failed; then
 * each rank calls jx_devices_write_halo. */
jato_status jx_devices_exchange_halos(jx_device_set *devices, jato_error *error);
jato_status jx_devices_write_halo(jx_device_set *devices, jato_error *error);

/* "opencl:0+cpu:threads=2,level=v4". */
void jx_devices_describe(const jx_device_set *devices, char *out, size_t size);

/* device_set_diversity.c: how far the swarm is spread in the problem's box; see jato_run_diversity.
 * work[JX_DEVICES_SPREAD(dim)]. Called by all ranks. */
#define JX_DEVICES_SPREAD(dim) (3 * (dim) + 1)
jato_status jx_devices_diversity(jx_device_set *devices, const jato_problem *problem, double *work,
                                 double *diversity, jato_error *error);

/* How near to the first particle all others must be: a share of the width of each coordinate, and
 * a share of the first one's value. */
typedef struct jx_tolerance {
  double share, value_share;
} jx_tolerance;

/* Whether a value is that near to the first one. Never true for a NaN or an infinity, nor for a
 * first value of 0, of which no share can be taken: a target of 0 ends such a run. */
static inline int jx_value_within_tolerance(double value, double first, const jx_tolerance *near)
{
  double distance = value > first ? value - first : first - value;
  double size = first < 0 ? -first : first;
  return size > 0 && size <= JX_VALUE_MOST && distance <= near->value_share * size;
}

/* device_set_convergence.c: whether all particles and their best values are that near to those of
 * the first particle. work is [dim]. Called by all ranks. */
typedef struct jx_convergence {
  const jato_problem *problem;
  const jx_tolerance *near;
  double *work;
} jx_convergence;
jato_status jx_devices_has_converged(jx_device_set *devices, const jx_convergence *asked,
                                     int *is_together, jato_error *error);

/* device_set_digest.c: adds all tiles; called by all ranks. */
jato_status jx_devices_digest(jx_device_set *devices, jx_digest *digest, jato_error *error);

/* balance.c: divides all tiles among the devices by their speed, at least one for each. */
jato_status jx_devices_balance_tiles(const jx_device_set_config *set_config,
                                     const jx_swarm_config *swarm_config, uint64_t *tiles,
                                     jato_error *error);
