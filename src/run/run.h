/* The loop: asks the algorithm, steps the device, shares the best, looks at the limits. */
#ifndef JX_RUN_H
#define JX_RUN_H

#include "contract/algorithm.h"
#include "contract/comm.h"
#include "contract/device.h"
#include "run/fleet.h"

/* When a run ends; a 0 (for target: a NaN) switches a limit off. */
typedef struct jx_limits {
  uint64_t iterations, evaluations, stall;
  double seconds, target;
} jx_limits;

/* Everything a run is made from, with all names already resolved. */
typedef struct jx_run_parts {
  const jato_problem *problem;
  const jx_algorithm_ops *algorithm;
  jx_values algorithm_values;
  jx_crew crew[JX_FLEET_MAX]; /* the devices, in the order of their tiles */
  size_t crew_count;          /* at least 1 */
  const jx_comm_ops *comm;
  int wall;             /* JK_WALL_... */
  const char *walls;    /* its name */
  jx_workshop workshop; /* its texts are the caller's, used while the run is created */
  jato_precision precision;
  uint64_t particles; /* not 0 */
  uint64_t seed;
  jx_limits limits;
  jato_progress_fn progress;
  void *progress_user;
  jato_allocator allocator;
} jx_run_parts;

/* The public jato_run. */
struct jato_run {
  jx_run_parts parts;
  jx_plan plan;
  jx_fleet fleet;
  double *best_x;    /* [dim] */
  double *candidate; /* [dim] */
  double best;
  uint64_t iteration;
  uint64_t evaluations;
  uint64_t nonfinite;
  uint64_t improved_at; /* iteration of the last better best */
  double began, seconds;
  jato_stop stop;
  const char *broken;    /* why the swarm is no longer that of the run; NULL while it is */
  jato_status broken_by; /* what a failed step returned; JATO_OK otherwise */
  union {
    unsigned char bytes[JX_STATE_BYTES];
    double aligned;
  } state; /* the algorithm's */
};

/* Makes a run and evaluates its first swarm. */
jato_status jx_run_create(const jx_run_parts *parts, jato_run **out, jato_error *error);
void jx_run_destroy(jato_run **run);

/* At most `iterations` more; sets run->stop. */
jato_status jx_run_advance(jato_run *run, uint64_t iterations, jato_error *error);

/* Fails for a run whose swarm a failed step or a bare pass has spoiled. */
jato_status jx_run_check_whole(const jato_run *run, jato_error *error);

/* stop.c: the limit that is reached, or JATO_STOP_NONE; and how much of the nearest one is used up.
 */
jato_stop jx_run_limit_reached(const jato_run *run);
double jx_run_fraction(const jato_run *run);

/* fingerprint.c: the hash of all that the seed decides: best value, best position, the whole swarm.
 */
jato_status jx_run_fingerprint(jato_run *run, uint64_t *digest, jato_error *error);

#endif
