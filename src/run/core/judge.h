/* What becomes of evaluations: judged, counted, and remembered for those who ask why. */
#pragma once

#include "contract/outcome.h"
#include "contract/problem.h"

/* In which order outcomes are applied; jato_options.order says what it means. */
typedef enum jx_apply_order { JX_BY_ITERATION = 0, JX_BY_PARTICLE, JX_BY_ARRIVAL } jx_apply_order;

const char *jx_apply_order_name(jx_apply_order order); /* "iteration", ... */
jato_status jx_apply_order_read(const char *name, jx_apply_order *order, jato_error *error);

/* A best point. */
typedef struct jx_best {
  double rank;      /* as the search compares values: see jx_space_rank */
  double f;         /* the value itself; with constraints not always the same */
  double violation; /* of its constraints */
  double *x;        /* [dim] */
  double *c;        /* [constraints], NaN where they are not known; NULL: not kept */
} jx_best;

/* Sets what the search makes of an outcome, and its status if its numbers are not finite.
 *
 * A search minimises. Where the largest value is wanted, the sign is turned once on the way in:
 * here, or by the device that judges (jx_swarm_config.turned), and back by jx_shown_value wherever
 * a value is shown. space may be NULL. */
void jx_outcome_judge(jx_outcome *outcome, const jx_space *space, int maximize);

/* A value of the search as users see it, or the other way round. No zero is negative. */
static inline double jx_shown_value(int maximize, double value)
{
  return maximize ? 0.0 - value : value;
}

/* What became of evaluations. */
typedef struct jx_tally {
  uint64_t by_status[JATO_EVAL_STATUS_ROOM];
  uint64_t attempts;
  uint64_t failed_before; /* without a finite value, when the run was resumed */
  uint64_t messages; /* in all; the last JATO_MESSAGES are kept, number k at k % JATO_MESSAGES */
  struct {
    uint64_t id;
    jato_eval_status status;
    char text[256];
  } message[JATO_MESSAGES];
} jx_tally;

/* Counts an evaluation that is over, and keeps what is said of one that failed. */
void jx_tally_end(jx_tally *tally, uint64_t id, jato_eval_status status, const char *message);
uint64_t jx_tally_failed(const jx_tally *tally); /* those without any value */

/* Evaluations of the host that failed one after the other, by their numbers: not as they arrive, so
 * that it is the same for any number of workers. */
typedef struct jx_failing {
  uint64_t applied;   /* up to the last outcome that was applied */
  uint64_t count;     /* and with those that wait for the end of their generation */
  size_t counted;     /* how many of the generation's that are */
  uint64_t valueless; /* outcomes without a finite value, while there was none with one */
  int has_value;      /* there was */
  int too_many;       /* the run is to end */
  char words[128];    /* then: how many, for people */
} jx_failing;
