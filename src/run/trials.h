/* Objectives of the host: points out, outcomes in.
 *
 * Two ways lead to values. An evaluator that takes many points at once gets a whole iteration in
 * one call (batch.c). Everybody else gets points one by one: trials, which may come back in any
 * order; they are applied in an order of their own, so that the run does not depend on who is quick
 * (trials.c). conduct.c hands trials to an evaluator, ask.c to the caller. */
#ifndef JX_TRIALS_H
#define JX_TRIALS_H

#include "contract/evaluator.h"

/* In which order outcomes are applied; jato_options.order says what it means. */
typedef enum jx_applying { JX_BY_ITERATION = 0, JX_BY_PARTICLE, JX_BY_ARRIVAL } jx_applying;

const char *jx_applying_name(jx_applying order); /* "iteration", ... */
jato_status jx_applying_read(const char *name, jx_applying *order, jato_error *error);

/* What became of evaluations. */
typedef struct jx_tally {
  uint64_t by_fate[JATO_FATES];
  uint64_t attempts;
  uint64_t failed_before; /* without a finite value, when the run was resumed */
  uint64_t messages; /* in all; the last JATO_MESSAGES are kept, number k at k % JATO_MESSAGES */
  struct {
    uint64_t id;
    jato_fate fate;
    char text[256];
  } message[JATO_MESSAGES];
} jx_tally;

/* An outcome as the search sees it. */
typedef struct jx_verdict {
  jato_fate fate;
  double rank; /* NaN where there is no value */
  double f, violation;
} jx_verdict;

/* space may be NULL. */
jx_verdict jx_verdict_of(const jx_space *space, jato_fate fate, double f, const double *c);

/* Counts an evaluation that is over, and keeps what is said of one that failed. */
void jx_tally_end(jx_tally *tally, uint64_t id, jato_fate fate, const char *message);
uint64_t jx_tally_failed(const jx_tally *tally); /* those without any value */

/* Memory of batch.c. */
typedef struct jx_batch {
  size_t room;         /* points that are evaluated at once, at most */
  double *x, *values;  /* [room][dim], [room][variables]; the same where values are places */
  double *f, *c;       /* [room], [room][constraints] */
  unsigned char *fate; /* [room] */
  double *rank;        /* [particles] */
  double *value;       /* [particles] f; with constraints only */
  double *violation;   /* [particles]; with constraints only */
} jx_batch;

typedef enum jx_trial_state {
  JX_TRIAL_READY = 0, /* to be handed out */
  JX_TRIAL_OUT,       /* with somebody */
  JX_TRIAL_TOLD       /* its outcome is here and waits for its turn */
} jx_trial_state;

/* One trial for each particle. */
typedef struct jx_trials {
  size_t count;         /* particles; 0 where trials are not used */
  double *x, *values;   /* [count][dim], [count][variables]; the same where values are places */
  unsigned char *state; /* [count]: jx_trial_state */
  unsigned char *fate;  /* [count]: jato_fate of those told */
  unsigned char *marks; /* [count]: what a run file says of them */
  unsigned *attempt;    /* [count] */
  uint64_t *turn;       /* [count]: evaluations of this particle that were applied */
  double *rank, *f, *violation; /* [count]: of those told */
  uint32_t *ready;              /* [count]: a ring of those to be handed out */
  size_t ready_first, ready_count;
  size_t out, told;  /* how many are in that state */
  uint64_t applied;  /* outcomes applied in all */
  uint64_t until;    /* iteration at whose end nothing more is applied by itself */
  int moved;         /* JX_BY_ITERATION: the swarm was moved, and its values are being found */
  uint32_t *arrival; /* [arrival_room]: who was applied, in order; JX_BY_ARRIVAL only */
  size_t arrival_room;
  double *guide; /* [dim] */
} jx_trials;

/* trials_begin.c. begin: the trials of a swarm that has just been placed; restore: of one that was
 * put back as `info` has it; inform: what a run file is to hold of them. */
jato_status jx_trials_create(jato_run *run, jato_error *error);
void jx_trials_destroy(jato_run *run);
void jx_trials_begin(jato_run *run);
jato_status jx_trials_restore(jato_run *run, const jato_record_info *info, jato_error *error);
void jx_trials_inform(const jato_run *run, jato_record_info *info);

/* trials.c, for trials_begin.c: reads where particles stand; puts one behind those to be handed
 * out. */
void jx_trials_read(jato_run *run, size_t first, size_t count);
void jx_trials_push(jato_run *run, size_t particle);

/* JX_BY_ITERATION: moves the whole swarm, whose trials are then ready. */
jato_status jx_trials_move(jato_run *run, jato_error *error);

/* Hands out the next trial; 0 where there is none now. Moves the swarm where an iteration begins.
 */
jato_status jx_trials_next(jato_run *run, jato_trial *trial, int *given, jato_error *error);

/* Takes an outcome in, and applies what is due. */
jato_status jx_trials_tell(jato_run *run, uint64_t id, const jato_outcome *outcome,
                           jato_error *error);

/* Applies outcomes that wait and are due. */
jato_status jx_trials_apply(jato_run *run, jato_error *error);

/* Whether the run stands between two iterations, as one that devices evaluate always does. */
int jx_trials_between(const jato_run *run);

/* Values that are not finite among outcomes that wait. */
uint64_t jx_trials_waiting_nonfinite(const jato_run *run);

/* Takes back what is out. */
void jx_trials_recall(jato_run *run);

/* conduct.c: steps a run with its evaluator until `iterations` more are over, or it stops. */
jato_status jx_run_conduct(jato_run *run, uint64_t iterations, jato_error *error);

/* Brings a run that was computed again to the state that its file was saved in. */
jato_status jx_run_end_as_saved(jato_run *run, jato_error *error);

#endif
