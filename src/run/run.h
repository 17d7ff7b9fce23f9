/* One run: a search is asked for points, they are evaluated and reported; the best is kept, the
 * limits looked at, checkpoints written. loop.c drives; the other files do one thing each, and only
 * resume.c, which is above it, calls loop.c. */
#pragma once

#include "record/files/lock.h"
#include "record/signature/signature.h"
#include "run/evaluations/types.h"
#include "run/parts.h"

/* A run that is kept. */
typedef struct jx_checkpoint_state {
  jx_lock lock;          /* of its file, from the beginning to the end */
  jx_recorder *recorder; /* NULL: it is not */
  jx_trace *history;     /* the recorder's */
  char *path;
  char signature[JX_SIGNATURE_SIZE]; /* of objective and guards; "" where they are not signed */
  double *points;                    /* [frame_particles][2] */
  double due;                        /* run->seconds from which on a checkpoint is wanted */
  uint64_t begun_at; /* run->changes of the checkpoint that was begun last; UINT64_MAX: none */
  int failing;       /* the last checkpoint could not be written, and the caller knows */
  int by_shards;     /* of several ranks: each writes its own tiles */
  int is_wanted;     /* of several ranks: rank 0 wants one at the end of this iteration */
} jx_checkpoint_state;

/* Bests on their way from rank to rank while the next iteration is made:
 * ranks/ranks.h. */
typedef struct jx_overlapped_reduction {
  int is_open;
  jx_best_reduction reduction; /* of the iteration before */
  double *x;                   /* [dim]: its position */
  uint64_t nonfinite;          /* of an iteration whose best is not the guide yet */
  unsigned flags;              /* what ranks wished for in it */
} jx_overlapped_reduction;

/* Numbers before the point in jato_run.resume_extra. */
#define JX_EXTRA_NUMBERS 5

/* The public jato_run. */
struct jato_run {
  jx_run_parts parts;
  jx_pool pool; /* of the arrays and texts below */
  jx_comm *comm;
  size_t *pieces; /* [ranks]: bytes of what they gather; NULL: there is one */
  jx_search *search;
  unsigned sentence;      /* by which the search explained itself last; 0: by none */
  char explained[256];    /* that sentence, or why the search was chosen */
  jx_generation asked;    /* the generation in work, or the last one */
  jx_pass_steps together; /* iterations that the pass in work makes */
  jx_device_set devices; /* the swarm; of a method that gives points, where kernels evaluate them */
  jx_evaluator *evaluator; /* NULL where devices or the caller evaluate */
  jx_slots slots;          /* of generations that are not evaluated by the pass that moves them */
  jx_batch batch;
  jx_tally tally;
  jx_failing failing;

  jx_best best;  /* shown to users; written by best.c alone */
  jx_best guide; /* the best that was reported to the search: the same, but for a last generation
                    that was cut short, whose values are shown and not reported yet */
  uint64_t extra, extra_nonfinite; /* evaluations of such a generation that devices made, to be made
                                    again if the run goes on */
  double *resume_extra;            /* [JX_EXTRA_NUMBERS + dim]: all of that, for a run file */
  double *candidate;               /* [dim] */
  jx_overlapped_reduction overlap;
  double *spread; /* [3][dim]: the sums of device_set_diversity.c */
  uint64_t iteration;
  uint64_t evaluations;  /* that the search knows */
  uint64_t nonfinite;    /* of devices; those of the host are counted by status */
  uint64_t changes;      /* rises whenever something happened that a checkpoint would hold */
  uint64_t improved_at;  /* iteration of the last better best */
  double diversity;      /* of the last generation that was looked at */
  double began, seconds; /* seconds before a resumption are in both */
  double seconds_before; /* what was spent before the run was resumed */
  uint64_t until;        /* iteration at whose end a step does */
  int is_together;       /* its points and values were when they were looked at last */
  jato_stop stop;
  int is_in_call;        /* a call that changes the run has begun, and may call the caller back */
  const char *broken;    /* why the swarm is no longer that of the run; NULL while it is */
  jato_status broken_by; /* what a failed step returned; JATO_OK otherwise */
  jx_checkpoint_state checkpoint;
  jx_evaluations evaluated;
};

/* Which way a run goes. A swarm is moved on devices; other methods give points. A pass moves and
 * evaluates a swarm at once; otherwise points go through slots: as a batch, all that are ready in
 * one call, or one by one to an evaluator or the caller. */
static inline int jx_run_has_swarm(const jato_run *run)
{
  return (run->parts.algorithm->traits & JX_ON_DEVICES) != 0;
}

static inline int jx_run_by_pass(const jato_run *run)
{
  return jx_run_has_swarm(run) && !run->parts.evaluating.host_objective;
}

static inline int jx_run_by_batch(const jato_run *run)
{
  const jx_evaluating *evaluating = &run->parts.evaluating;
  if (!evaluating->host_objective) return !jx_run_has_swarm(run);
  return evaluating->order == JX_BY_ITERATION && evaluating->ops != NULL &&
         evaluating->ops->evaluate != NULL;
}

/* ---- create.c ---- */

/* A run with its search and memory, whose swarm is nowhere yet. */
jato_status jx_run_prepare(const jx_run_parts *parts, jato_run **out, jato_error *error);
void jx_run_destroy(jato_run **run);

/* ---- loop.c ---- */

/* Makes a run and evaluates its first generation. */
jato_status jx_run_create(const jx_run_parts *parts, jato_run **out, jato_error *error);

/* Around each call that changes the run. A callback that comes from such a call cannot make
 * another one: fails with JATO_E_ARGUMENT. A new run is entered until it is handed over. */
jato_status jx_run_enter(jato_run *run, jato_error *error);
void jx_run_leave(jato_run *run);

/* At most `iterations` more; sets run->stop. */
jato_status jx_run_advance(jato_run *run, uint64_t iterations, jato_error *error);

/* The next point (*given 0: none now); the next not known; an outcome. */
jato_status jx_run_next(jato_run *run, jato_trial *trial, int *given, jato_error *error);
jato_status jx_run_ask(jato_run *run, jato_trial *trial, int *given, jato_error *error);
jato_status jx_run_take(jato_run *run, jx_outcome *outcome, jato_error *error);

/* Fails for a run whose swarm a failed step or a bare pass has spoiled. */
jato_status jx_run_check_whole(const jato_run *run, jato_error *error);

/* Brings a run that was computed again to the state that its file was saved in. */
jato_status jx_run_end_as_saved(jato_run *run, jato_error *error);

/* ---- points.c: where points come from, and values go ---- */

/* The next generation: the swarm is placed or moved (by a pass: evaluated); the method asked. */
jato_status jx_points_open(jato_run *run, jx_pass_result *found, jato_error *error);
/* What a pass of the next generation would find among the first `count` particles; its position is
 * run->candidate then. */
jato_status jx_points_peek(jato_run *run, uint64_t count, jx_pass_result *found, jato_error *error);

/* The same after a resumption: the swarm stands where it was moved to, the method asked again. */
jato_status jx_points_reopen(jato_run *run, jato_error *error);

/* The generation's slots, to be evaluated; saved: of a run file that was written in the middle of
 * it, NULL otherwise. */
jato_status jx_points_hand_over(jato_run *run, const jx_outcomes *saved, jato_error *error);

/* Points first..first + count - 1 of the generation; or one, with the best value that a particle,
 * or the value that a point has; either may be NULL. */
void jx_points_read(jato_run *run, size_t first, size_t count, double *x);
jato_status jx_points_read_one(jato_run *run, uint64_t point, double *x, double *value,
                               jato_error *error);

/* All ranks of the generation are in the slots: the swarm's own bests, and the best of them. */
jato_status jx_points_judge(jato_run *run, jx_pass_result *found, jato_error *error);
jato_status jx_points_tell(jato_run *run, jato_error *error);

/* A particle goes on alone, or a point is reported and replaced, and can be handed out. */
jato_status jx_points_move_one(jato_run *run, size_t particle, jato_error *error);

void jx_points_middle(const jato_problem *problem, double *x);

/* ---- evaluate.c: many at once ---- */
/* The swarm of a plan; plan NULL: where points stand while kernels evaluate them, unmoved. comm:
 * the communicator it is distributed over; NULL: none. */
jato_status jx_evaluate_create_devices(const jx_run_parts *parts, const jx_plan *plan,
                                       jx_comm *comm, jx_device_set *devices, jato_error *error);

/* Hands out slots that are ready, `most` at most, evaluates them together and settles them, with
 * retries. */
jato_status jx_evaluate_ready(jato_run *run, uint64_t most, jato_error *error);
void jx_evaluate_destroy(jato_run *run);

/* For a method that needs residuals: those of the first `count` slots, whose values are known. */
jato_status jx_evaluate_residuals(jato_run *run, size_t count, jato_error *error);

/* evaluate_at.c: the objective at parts->particles points of the caller's; see
 * jato_problem_evaluate. */
jato_status jx_run_evaluate_at(const jx_run_parts *parts, const double *x, double *f,
                               jato_error *error);

/* ---- limits.c ---- */

/* The limit that is reached, or NONE; how much of the nearest is used up; evaluations in all. */
jato_stop jx_limits_reached(const jato_run *run);
jato_stop jx_limits_reached_by_work(const jato_run *run); /* but for the clock's */
int jx_limits_is_time_over(const jato_run *run);
const char *jx_limits_words(const jato_run *run); /* why, where there is more to say; or "" */
double jx_limits_fraction(const jato_run *run);
uint64_t jx_limits_evaluations(const jato_run *run);
void jx_limits_count_one(jato_run *run,
                         jato_eval_status status); /* failures in a row: one by one */
void jx_limits_count_reported(jato_run *run);      /* those of the open generation that are here */
void jx_limits_count_applied(jato_run *run);       /* all of it: the next one begins */

/* ---- describe.c: how the run stands ---- */

double jx_run_best(const jato_run *run, const jx_best *best);    /* as users see it */
int jx_run_estimate(const jato_run *run, jx_estimate *estimate); /* 0: none; NULL to ask if any */
uint64_t jx_run_nonfinite(const jato_run *run);                  /* of devices and host */
uint64_t jx_run_evaluations(const jato_run *run);                /* those that wait, too */
void jx_run_get_info(const jato_run *run, jato_result *result);
int jx_run_profile(const jato_run *run, size_t index, jato_kernel_time *time);
jato_progress jx_run_progress(jato_run *run);
void jx_run_tell(jato_run *run, jato_event_kind kind, const char *text);
void jx_run_explain(jato_run *run);             /* reports what the search does, when that is new */
void jx_run_report(jato_run *run);              /* calls the caller, which may stop the run */
void jx_run_stop(jato_run *run, jato_stop why); /* NONE: it goes on; a run stops once */

/* The hash of all that the seed decides: the best that the search knows, what the method keeps,
 * and the whole swarm. begin: all but the swarm. */
void jx_run_digest_begin(jato_run *run, jx_digest *digest);
jato_status jx_run_digest(jato_run *run, uint64_t *digest, jato_error *error);

/* ---- state.c: what a run file holds of it ---- */

/* What a description points to. */
typedef struct jx_written {
  char algorithm[1024]; /* its spec, which may be longer than that of a result */
  jato_array arrays[JX_ARRAYS_MOST + 2];
} jx_written;

/* Everything that is not the recorder's; texts and arrays are those of the run and of *written. */
void jx_run_inform(jato_run *run, jx_record_content *content, jx_written *written);
void jx_run_inform_of_problem(const jato_problem *problem, jx_record_info *info);
void jx_run_inform_of_guards(const jx_run_parts *parts, jato_options *options);

/* Puts the arrays of a record back. Fails with JATO_E_FILE where they are not the search's. */
jato_status jx_run_load_state(jato_run *run, const jx_record_info *info, jato_error *error);

/* ---- restore.c: a search put back where a run file says that it was ---- */

/* Puts all arrays of a search that was just created back; sizes are made to fit. No number
 * of the file is read before it was checked, whatever its origin. Fails with JATO_E_FILE where the
 * arrays are not those of the search, a number is out of its array's bounds, or numbers contradict
 * each other, and with JATO_E_MEMORY. The search is only good for being destroyed then. */
jato_status jx_restore_search(jx_search *search, const jato_array *saved, size_t count,
                              jato_error *error);

/* ---- resume.c: the run of a record, put back where it was saved ---- */

/* Fails with JATO_E_FILE when the record is of another version of the algorithm: such a run can be
 * shown, but neither resumed nor made again. */
jato_status jx_run_check_version(const jx_algorithm_ops *algorithm, const jx_record_info *info,
                                 jato_error *error);

jato_status jx_run_resume(const jx_run_parts *parts, jato_record *record, jato_run **out,
                          jato_error *error);
