/* The devices of a run. Usually there is one; with several the tiles of the swarm are shared out
 * among them by their measured speed, and the run sees one swarm all the same.
 *
 * In a run over several ranks a device set holds the tiles of its own rank: a range that follows
 * from rank and size alone. What is called by all ranks says so; anything else is about particles
 * and tiles that are held here. */
#pragma once

#include "base/digest.h"
#include "swarm/engine.h"

#define JX_DEVICES_MAX 8

/* A device by name, before it holds anything. */
typedef struct jx_device_choice {
  const jx_device_ops *ops;
  jx_values values;
} jx_device_choice;

/* One device and the tiles it holds. */
typedef struct jx_part {
  const jx_swarm_ops *ops;
  jx_swarm *swarm;
} jx_part;

typedef struct jx_fetch jx_fetch;

typedef struct jx_device_set {
  jx_shape shape;             /* of the whole swarm */
  jx_comm *comm;              /* NULL: this process holds all of it */
  uint64_t first_tile, tiles; /* those of this rank */
  size_t count;
  jx_part part[JX_DEVICES_MAX]; /* in the order of their tiles */
  int neighbours;               /* the plan has some: halos must cross between parts */
  int host_objective;           /* the host evaluates: a pass only moves */
  jx_profile *profile;          /* NULL: no profile is wanted */
  char *halo;      /* [4][reach][1 + dim] reals on their way from one part, or rank, to the next */
  jx_fetch *fetch; /* device_set_partners.c; NULL: no partners are on other ranks */
  jato_allocator allocator;
} jx_device_set;

/* The devices that share the particles. */
typedef struct jx_device_set_config {
  const jx_device_choice *devices;
  size_t count;
  uint64_t particles;
  jx_comm *comm; /* of the ranks that hold it together; NULL: there is one */
} jx_device_set_config;

/* Creates the swarm on all devices. swarm_config: everything but device, values, shape and tiles,
 * which are filled in here. Fails as the devices do, and with JATO_E_ARGUMENT when there are fewer
 * tiles than devices or ranks, or neighbours farther away than the swarm is large. To be destroyed
 * in any case. */
jato_status jx_devices_create(const jx_device_set_config *set_config,
                              const jx_swarm_config *swarm_config, jx_device_set *devices,
                              jato_error *error);
void jx_devices_destroy(jx_device_set *devices);

/* The shape of a swarm that problem, plan and precision ask for. */
jato_status jx_devices_shape(const jx_swarm_config *swarm_config, uint64_t particles,
                             jx_shape *shape, jato_error *error);

/* The steps of a pass. */
typedef struct jx_together {
  size_t count;
  jx_step step[JX_STEPS_MOST];
} jx_together;

/* One pass over what is held here; as launch and collect of a device. When all ranks have made it,
 * jx_devices_exchange_halos and jx_devices_write_halo have to follow. Called by all ranks where
 * partners may be on others. */
jato_status jx_devices_pass(jx_device_set *devices, const jx_step *step, const double *guide,
                            jx_pass_result *found, jato_error *error);

/* device_set_pass.c: the same without fetching partners; and which particles take
 * part in what follows, on all of them: from..to - 1, or all where `to` is 0; see jx_swarm. */
jato_status jx_devices_pass_once(jx_device_set *devices, const jx_step *step, const double *guide,
                                 jx_pass_result *found, jato_error *error);
void jx_devices_take_part(jx_device_set *devices, uint64_t from, uint64_t to);

/* device_set_partners.c, of a swarm with partners on several ranks: what it needs to know and
 * what is kept for it, and the pass, in pieces, each of which is a pass of device_set_pass.c; for
 * device_set.c. */
jato_status jx_devices_fetch_create(jx_device_set *devices, jx_swarm_config *config,
                                    jato_error *error);
void jx_devices_fetch_destroy(jx_device_set *devices);
jato_status jx_devices_pass_fetching(jx_device_set *devices, const jx_step *step,
                                     const double *guide, jx_pass_result *found, jato_error *error);
/* In place of a pass that this rank cannot make, since it has failed: all fail as it does. */
jato_status jx_devices_decline(jx_device_set *devices, jato_status own, jato_error *error);

/* peek.c: what a pass would find among particles 0..count - 1, count at least 1, and where: x[dim].
 * The swarm stays as it is. Called by all ranks. */
typedef struct jx_peek {
  const jx_step *step;
  const double *guide;
  uint64_t count;
} jx_peek;
jato_status jx_devices_peek(jx_device_set *devices, const jx_peek *peek, jx_pass_result *found,
                            double *x, jato_error *error);

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
void jx_devices_put_one(jx_device_set *devices, uint64_t particle, const double *x);

/* Values f[count] of points x[count][dim], in pieces that the swarm has room for, whose positions
 * are then those points; kernels and sources only. Only for a swarm that is not spread over ranks.
 */
jato_status jx_devices_values(jx_device_set *devices, const double *x, size_t count, double *f,
                              jato_error *error);

/* As the operations of an engine, by the first device. count: 0 where it does not tell them. */
size_t jx_devices_residual_count(const jx_device_set *devices);
void jx_devices_residuals(jx_device_set *devices, const double *x, size_t count, double *f,
                          double *r);

/* For device_set_host.c: the part that holds a tile. */
jx_part *jx_devices_holder(jx_device_set *devices, uint64_t tile);

/* device_set_pass.c, to be called when all tiles were written to: devices exchange their
 * halos; several ranks then call jx_devices_exchange_halos. */
jato_status jx_devices_swap_halos(jx_device_set *devices, jato_error *error);

/* device_set_ranks.c: the range of tiles of a rank. Fails if there are fewer tiles than ranks. */
jato_status jx_devices_take_range(jx_device_set *devices, jato_error *error);
int jx_devices_has_ranks(const jx_device_set *devices);              /* several */
int jx_devices_rank_of(const jx_device_set *devices, uint64_t tile); /* that holds it */
uint64_t jx_devices_most_tiles(const jx_device_set *devices);        /* that a rank holds */
static inline int jx_devices_holds(const jx_device_set *devices, uint64_t tile)
{
  return tile >= devices->first_tile && tile - devices->first_tile < devices->tiles;
}
/* Reads the halos that go to the ranks before and behind; for device_set_pass.c. */
jato_status jx_devices_read_halo(jx_device_set *devices, jato_error *error);
/* Called by all ranks: they exchange the halos that were read. A rank whose pass has failed calls
 * it, too. Then each calls jx_devices_write_halo alone. */
jato_status jx_devices_exchange_halos(jx_device_set *devices, jato_error *error);
jato_status jx_devices_write_halo(jx_device_set *devices, jato_error *error);

/* "opencl:0+cpu:threads=2,level=v4". */
void jx_devices_describe(const jx_device_set *devices, char *out, size_t size);

/* device_set_diversity.c: how far the swarm is spread in the problem's box; see jato_run_diversity.
 * work[JX_DEVICES_SPREAD(dim)]. Called by all ranks. */
#define JX_DEVICES_SPREAD(dim) (3 * (dim) + 1)
jato_status jx_devices_diversity(jx_device_set *devices, const jato_problem *problem, double *work,
                                 double *diversity, jato_error *error);

/* How near to the first of them others lie: by a share of the width of each coordinate, and of the
 * value itself. */
typedef struct jx_nearness {
  double share, value_share;
} jx_nearness;

/* Whether a value is that near to the first; never for a NaN or an infinity, nor for 0, which has
 * no rounding to measure by: a target of 0 ends such a run. */
static inline int jx_is_near_value(double value, double first, const jx_nearness *near)
{
  double apart = value > first ? value - first : first - value;
  double size = first < 0 ? -first : first;
  return size > 0 && size <= JX_VALUE_MOST && apart <= near->value_share * size;
}

/* device_set_spread.c: whether all particles and their best values lie together. work is [dim].
 * Called by all ranks. */
typedef struct jx_gathering {
  const jato_problem *problem;
  const jx_nearness *near;
  double *work;
} jx_gathering;
jato_status jx_devices_is_together(jx_device_set *devices, const jx_gathering *asked,
                                   int *is_together, jato_error *error);

/* device_set_digest.c: adds all tiles; called by all ranks. */
jato_status jx_devices_digest(jx_device_set *devices, jx_digest *digest, jato_error *error);

/* share.c: tiles for each device chosen, at least one, all of them together; by speed. */
jato_status jx_devices_share(const jx_device_set_config *set_config,
                             const jx_swarm_config *swarm_config, uint64_t *tiles,
                             jato_error *error);
