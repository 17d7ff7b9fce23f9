/* Everything a run is made from, with all names already resolved. */
#pragma once

#include "contract/algorithm.h"
#include "contract/evaluator.h"
#include "record/saving/recorder.h"
#include "run/core/slots.h"
#include "swarm/device_set.h"

/* When a run ends; a 0 (for target: a NaN) switches a limit off. */
typedef struct jx_limits {
  uint64_t iterations, evaluations, stall;
  double seconds, target;
  int target_is_minimum; /* the known one of the problem, by default */
  int converges;         /* it ends when its points have come together: limits.c */
} jx_limits;

/* How a run is kept. */
typedef struct jx_checkpoint_plan {
  const jx_format_ops *format;
  const char *path; /* the caller's, used while the run is created; NULL: it is not kept */
  const char *key;  /* that signs it, used while the run is created; NULL: it is not signed */
  double every;     /* seconds between checkpoints */
  unsigned keep;
  uint64_t frames;
  int shards;          /* of several ranks each writes its own tiles, however few */
  int must_save;       /* a checkpoint that cannot be written ends the run */
  int forked;          /* a fork of this process writes: record/forked/forked.h */
  const char *journal; /* the caller's, used while the run is created; NULL: beside path */
  int no_journal;      /* single evaluations are not kept */
  int resume_journal;  /* a journal that is left without a run file is taken up */
  int must_be_new;     /* no run may be there yet; one that is resumed into its own file may */
} jx_checkpoint_plan;

/* How objectives of the host are evaluated. */
typedef struct jx_evaluating {
  const jx_evaluator_ops *ops; /* NULL: a device evaluates, or the caller asks and tells */
  int host_objective;          /* the objective is one of the host's */
  jx_apply_order order;
  size_t workers; /* 0: as the evaluator likes */
  double timeout; /* infinity: none */
  jx_program_limits limits;
  unsigned retries;
  int stop_on_failure, adopts;
  int reuses;               /* a point that comes again is answered by what was found before */
  uint64_t failures_in_row; /* that end the run; 0: 50, or the whole first generation */
  const uint32_t *script;   /* [script_count]: JX_BY_ARRIVAL of a run that is computed again: the
                               order in which outcomes are to be applied; NULL: as they come */
  size_t script_count;
} jx_evaluating;

typedef struct jx_run_parts {
  const jato_problem *problem;
  jato_options options; /* as asked for, of which those settings stay that a run file keeps */
  const jx_algorithm_ops *algorithm;
  jx_values algorithm_values;
  const char *chosen; /* why the algorithm was chosen, where the user left it to jato; or "" */
  jato_status (*make_search)(const char *spec, const jx_search_setup *setup, jx_search **out,
                             jato_error *error); /* for methods that have others inside */
  jx_device_choice devices[JX_DEVICES_MAX];      /* the devices, in the order of their tiles */
  size_t device_count;                           /* at least 1 */
  const jato_method *method;                     /* of the caller; NULL: none */
  int in_batch;     /* the swarm is one of a batch's: run/batched_runs.h */
  char device[256]; /* the devices as they were asked for */
  const jx_comm_ops *comm;
  double patience;        /* of a rank with the others: jx_comm */
  int wall;               /* JK_WALL_... */
  const char *walls;      /* its name */
  jx_toolchain toolchain; /* its texts are the caller's, used while the run is created */
  jato_precision precision;
  uint64_t particles, seed; /* particles: not 0 */
  jx_limits limits;
  uint64_t planned_iterations, planned_evaluations; /* the limits it began with: for schedules */
  jx_evaluating evaluating;
  const char *warm_start; /* the caller's, used while the run is created; NULL: nothing is known */
  int is_warm_already;    /* it is the run's own file, whose journal has what was given */
  int ends_moved;         /* of a run that is computed again: its swarm is to be moved at the end of
                             iteration ends_at, and to wait for values there */
  uint64_t ends_at;
  jx_checkpoint_plan checkpoints;
  jx_profile *profile; /* the run's own; NULL: none is taken */
  jato_progress_fn progress;
  void *progress_user;
  jato_event_fn event;
  void *event_user;
  jato_allocator allocator;
} jx_run_parts;

/* Whether coordinates of its points are numbers of single precision. */
static inline int jx_run_in_float(const jx_run_parts *parts)
{
  return parts->precision == JATO_FLOAT && !parts->evaluating.host_objective;
}

/* What an evaluator of its problem is made from. */
static inline jx_evaluator_config jx_run_evaluator_config(const jx_run_parts *parts)
{
  return (jx_evaluator_config){.problem = parts->problem,
                               .workers = parts->evaluating.workers,
                               .timeout = parts->evaluating.timeout,
                               .limits = parts->evaluating.limits,
                               .key = parts->checkpoints.key,
                               .adopts = parts->evaluating.adopts,
                               .notice = parts->toolchain.notice,
                               .notice_user = parts->toolchain.notice_user,
                               .allocator = parts->allocator};
}
