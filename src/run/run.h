/* The loop: asks the algorithm, steps the device, shares the best, looks at the limits. */
#ifndef JX_RUN_H
#define JX_RUN_H

#include "contract/algorithm.h"
#include "contract/comm.h"
#include "contract/device.h"
#include "contract/evaluator.h"
#include "contract/recorder.h"
#include "run/fleet.h"
#include "run/trials.h"

/* When a run ends; a 0 (for target: a NaN) switches a limit off. */
typedef struct jx_limits {
  uint64_t iterations, evaluations, stall;
  double seconds, target;
} jx_limits;

/* How a run is kept. */
typedef struct jx_keeping {
  const jx_recorder_ops *ops;
  const char *path; /* the caller's, used while the run is created; NULL: it is not kept */
  double every;     /* seconds between checkpoints */
  unsigned keep;
  uint64_t frames;
  int must_save; /* a checkpoint that cannot be written ends the run */
} jx_keeping;

/* How objectives of the host are evaluated. */
typedef struct jx_evaluating {
  const jx_evaluator_ops *ops; /* NULL: a device evaluates, or the caller asks and tells */
  int by_host;                 /* the objective is one of the host's */
  jx_applying order;
  size_t workers; /* 0: as the evaluator likes */
  double timeout; /* infinity: none */
  unsigned retries;
  int stop_on_failure, adopts;
  const uint32_t *script; /* [script_count]: JX_BY_ARRIVAL of a run that is computed again: the
                             order in which outcomes are to be applied; NULL: as they come */
  size_t script_count;
} jx_evaluating;

/* Everything a run is made from, with all names already resolved. */
typedef struct jx_run_parts {
  const jato_problem *problem;
  const jx_algorithm_ops *algorithm;
  jx_values algorithm_values;
  jx_crew crew[JX_FLEET_MAX]; /* the devices, in the order of their tiles */
  size_t crew_count;          /* at least 1 */
  char device[256];           /* the devices as they were asked for */
  const jx_comm_ops *comm;
  int wall;             /* JK_WALL_... */
  const char *walls;    /* its name */
  jx_workshop workshop; /* its texts are the caller's, used while the run is created */
  jato_precision precision;
  uint64_t particles; /* not 0 */
  uint64_t seed;
  jx_limits limits;
  uint64_t planned_iterations; /* what schedules of the algorithm follow: the limit it began with */
  jx_evaluating evaluating;
  int ends_moved; /* of a run that is computed again: its swarm is to be moved at the end of
                     iteration ends_at, and to wait for values there */
  uint64_t ends_at;
  jx_keeping keeping;
  jato_progress_fn progress;
  void *progress_user;
  jato_event_fn event;
  void *event_user;
  jato_allocator allocator;
} jx_run_parts;

/* A run that is kept. */
typedef struct jx_kept {
  jx_recorder *recorder; /* NULL: it is not */
  char *path;
  double *points;    /* [frame_particles][2] */
  double due;        /* run->seconds from which on a checkpoint is wanted */
  uint64_t begun_at; /* run->changes of the checkpoint that was begun last; UINT64_MAX: none */
  int failing;       /* the last checkpoint could not be written, and the caller knows */
} jx_kept;

/* The public jato_run. */
struct jato_run {
  jx_run_parts parts;
  jx_plan plan;
  jx_fleet fleet;
  double *best_x;        /* [dim] */
  double *candidate;     /* [dim] */
  double *spread;        /* [3][dim]: the sums of diversity.c */
  double best;           /* as the search compares values: see jx_space_rank */
  double best_f;         /* the value itself; with constraints of the host's not always the same */
  double best_violation; /* of its constraints */
  uint64_t iteration;
  uint64_t evaluations;
  uint64_t nonfinite;    /* of devices; those of the host are counted by fate */
  uint64_t changes;      /* rises whenever something happened that a checkpoint would hold */
  uint64_t improved_at;  /* iteration of the last better best */
  double began, seconds; /* seconds before a resumption are in both */
  double seconds_before; /* what was spent before the run was resumed */
  jato_stop stop;
  const char *broken;    /* why the swarm is no longer that of the run; NULL while it is */
  jato_status broken_by; /* what a failed step returned; JATO_OK otherwise */
  union {
    unsigned char bytes[JX_STATE_BYTES];
    double aligned;
  } state; /* the algorithm's */
  jx_kept kept;

  /* Of objectives of the host; empty otherwise. */
  jx_evaluator *evaluator;
  jx_batch batch;
  jx_trials trials;
  jx_tally tally;
};

/* Makes a run and evaluates its first swarm. */
jato_status jx_run_create(const jx_run_parts *parts, jato_run **out, jato_error *error);
void jx_run_destroy(jato_run **run);

/* resume.c: the run of a record, put back where it was saved. */
jato_status jx_run_resume(const jx_run_parts *parts, const jx_recorder_ops *ops,
                          jato_record *record, jato_run **out, jato_error *error);

/* run.c, for resume.c: a run with its swarm, which is nowhere yet. */
jato_status jx_run_prepare(const jx_run_parts *parts, jato_run **out, jato_error *error);

/* At most `iterations` more; sets run->stop. */
jato_status jx_run_advance(jato_run *run, uint64_t iterations, jato_error *error);

/* Fails for a run whose swarm a failed step or a bare pass has spoiled. */
jato_status jx_run_check_whole(const jato_run *run, jato_error *error);

/* run.c: takes over what a pass found. report: tells the caller, who may stop the run. */
jato_status jx_run_take(jato_run *run, jx_found *found, jato_error *error);
void jx_run_report(jato_run *run);
void jx_run_stop(jato_run *run, jato_stop why); /* NONE: it goes on; a run stops once */

/* run.c: an iteration is over: limits, report, keeping. */
jato_status jx_run_close_iteration(jato_run *run, jato_error *error);

/* batch.c: objectives of the host that take many points at once. create: memory and evaluator;
 * evaluate: the swarm's values, where it stands now; values: those of the first points of the
 * batch's memory, for points.c. */
jato_status jx_run_batch_create(jato_run *run, jato_error *error);
jato_status jx_run_batch_evaluate(jato_run *run, jx_found *found, jato_error *error);
jato_status jx_run_batch_values(jato_run *run, size_t count, jato_error *error);
void jx_run_batch_destroy(jato_run *run);

/* host.c: which of the two ways a run goes, and its evaluator; where it begins; and the values of
 * other points. */
int jx_run_by_batch(const jato_run *run);
jx_evaluator_wish jx_run_evaluator_wish(const jato_run *run, size_t at_once);
jato_status jx_run_host_create(jato_run *run, jato_error *error);
void jx_run_host_destroy(jato_run *run);
void jx_run_put_initial(jato_run *run);

/* stop.c: the limit that is reached, or JATO_STOP_NONE; and how much of the nearest one is used up.
 */
jato_stop jx_run_limit_reached(const jato_run *run);
double jx_run_fraction(const jato_run *run);

/* describe.c: how the run stands, without the digest; what a run file says of it; its progress. */
double jx_run_best(const jato_run *run);        /* as people are told */
uint64_t jx_run_nonfinite(const jato_run *run); /* of devices and host */
void jx_run_describe(const jato_run *run, jato_result *result);
void jx_run_inform(const jato_run *run, jato_record_info *info, char *algorithm, size_t size);
jato_progress jx_run_progress(jato_run *run);
void jx_run_tell(jato_run *run, jato_event_kind kind, const char *text);

/* diversity.c: how far the swarm is spread; see jato_run_diversity. */
jato_status jx_run_diversity(jato_run *run, double *diversity, jato_error *error);

/* evaluate.c: the objective at points of the caller's; see jato_problem_evaluate. */
jato_status jx_run_evaluate(const jx_run_parts *parts, const double *x, double *f,
                            jato_error *error);

/* points.c: the same for an objective of the host, whose run was prepared for as many particles. */
jato_status jx_run_evaluate_on_host(jato_run *run, const double *x, double *f, jato_error *error);

/* keep.c. begin: makes the recorder that the parts ask for; so_far is NULL for a new run. note:
 * keeps what is worth keeping of an iteration, and begins a checkpoint where one is due; stop: the
 * last one. Both fail only where a checkpoint must be written and cannot. */
jato_status jx_run_keep_begin(jato_run *run, const jato_record_info *so_far, jato_error *error);
void jx_run_keep_end(jato_run *run);
jato_status jx_run_keep_note(jato_run *run, jato_error *error);
jato_status jx_run_keep_look(jato_run *run, jato_error *error); /* between iterations */
jato_status jx_run_keep_stop(jato_run *run, jato_error *error);
jato_status jx_run_save(jato_run *run, const jx_recorder_ops *ops, const char *path,
                        jato_error *error);

/* fingerprint.c: the hash of all that the seed decides: best value, best position, the whole swarm.
 */
jato_status jx_run_fingerprint(jato_run *run, uint64_t *digest, jato_error *error);

#endif
