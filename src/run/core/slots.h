/* The points of a generation on their way: handed out, reported, and applied in the run's order.
 * One slot for each point; of a swarm, for each particle.
 *
 * What a run does follows from the outcomes and the order in which they are applied alone: not from
 * the evaluator, its workers or their speed. Nothing here knows a search, a swarm or an evaluator.
 */
#pragma once

#include "base/memory.h"
#include "contract/format.h"
#include "run/core/judge.h"

typedef enum jx_slot_state {
  JX_SLOT_READY = 0, /* to be handed out */
  JX_SLOT_OUT,       /* being evaluated */
  JX_SLOT_REPORTED   /* its outcome is here and waits for its turn */
} jx_slot_state;

typedef struct jx_slot {
  unsigned char state;  /* jx_slot_state */
  unsigned char status; /* jato_eval_status of one that is reported */
  unsigned attempt;
  double since;  /* when it was handed out, on jx_clock_seconds */
  uint64_t turn; /* outcomes of this slot that were applied */

  /* Slots that wait for this one's outcome, which will be theirs, by their numbers: 1 + the first
   * of them, and the last; and behind this one, 1 + the next of those that wait as it does. 0:
   * none. */
  uint32_t first_follower, last_follower, next_follower;
} jx_slot;

typedef struct jx_slots {
  jx_pool pool; /* of all arrays but `arrival` */
  const jato_problem *problem;
  jx_apply_order order;
  unsigned retries;
  const uint32_t *script; /* [script_count]: JX_BY_ARRIVAL of a run that is computed again: the
                             order in which outcomes are to be applied; NULL: as they come */
  size_t script_count;

  size_t count;       /* points of the generation; 0 before the first one */
  size_t most;        /* there is room for */
  size_t room;        /* points that x and values have room for: `most`, or fewer where a generation
                         is evaluated in pieces */
  double *x, *values; /* [room][dim], [room][variables]; the same where values are coordinates */
  jx_slot *slot;      /* [most] */

  /* Slots that are reported: what methods, devices and run files take as a whole. */
  double *rank, *f, *violation; /* [most] */
  double *c;                    /* [most][constraints]; NaN where not known */
  unsigned char *marks;         /* [most]: what a run file says of them */

  uint32_t *ready; /* [most]: a ring of those to be handed out */
  size_t ready_first, ready_count;
  size_t out, reported; /* how many are in that state */
  uint64_t applied;     /* outcomes applied in all */
  int open; /* a generation was asked for, and its values are being found; one by one: always */
  uint32_t *arrival; /* [arrival_room]: whose outcomes were applied, in order; JX_BY_ARRIVAL only */
  size_t arrival_room;
} jx_slots;

/* Not a place: the outcome is in the value cache. */
#define JX_IN_CACHE UINT32_MAX

/* What one call evaluates and fills: places for `room` outcomes, and one for a point that is tried
 * again. */
typedef struct jx_batch {
  jx_pool pool; /* of all arrays */
  size_t room;
  double *f, *c;         /* [room + 1], [room + 1][constraints] */
  unsigned char *status; /* [room + 1] */
  double *packed;        /* [room][variables]: points that are not known yet */
  uint32_t *place;       /* [room]: where the outcome of each point is; points that come again share
                            one, new ones have them in order. NULL: point i has place i */
  double seconds;        /* that a point took */
  double *residual;      /* [slots.most][residuals], by slot; of methods that need them */
  size_t residuals, residual_room; /* slots that it has room for */
} jx_batch;

/* The order, problem, pool's allocator, retries and script are set. Takes room for `count` points,
 * and where `pieces` is not 0, for some of their points at a time. Grows, never shrinks; what was
 * there is gone. Fails with JATO_E_MEMORY, and with JATO_E_ARGUMENT for too many. */
jato_status jx_slots_reserve(jx_slots *slots, size_t count, int pieces, jato_error *error);
void jx_slots_release(jx_slots *slots);

/* A new generation of `count` points, all of them ready, but for those that `saved` has as
 * reported (NULL: none), from `first` on, counted round. */
void jx_slots_open(jx_slots *slots, size_t count, size_t first, const jx_outcomes *saved);

/* x[first..first + count - 1] has been written: the same in the user's units. */
void jx_slots_translate(jx_slots *slots, size_t first, size_t count);

/* The number of the evaluation that a slot is about, over the whole run. */
uint64_t jx_slots_id(const jx_slots *slots, size_t slot);

/* Hands out the next point; *given is 0 where there is none now. most: evaluations that may be
 * under way or over in all. */
void jx_slots_next(jx_slots *slots, uint64_t most, jato_trial *trial, int *given);

/* Hands out the next points as long as their slots follow each other, `most` at most. Returns how
 * many; *first is the slot of the first one. */
size_t jx_slots_next_many(jx_slots *slots, size_t most, size_t *first);

/* Finds the slot of a point that is out. */
jato_status jx_slots_find(const jx_slots *slots, uint64_t id, size_t *slot, jato_error *error);

/* Puts a slot among those to be handed out: behind the others, or before them. */
void jx_slots_push(jx_slots *slots, size_t slot);
void jx_slots_push_front(jx_slots *slots, size_t slot);

/* The outcome of a slot is here: it waits for its turn, or goes out once more. Returns whether it
 * is over. */
int jx_slots_settle(jx_slots *slots, jx_tally *tally, size_t slot, const jx_outcome *outcome);

/* What is here of a slot, as the search sees it. */
jx_outcome jx_slots_outcome(const jx_slots *slots, size_t slot);

/* The slot whose outcome is the next to be applied, one by one; count: the first that arrives. */
size_t jx_slots_due(const jx_slots *slots);

/* A slot's outcome was applied: one by one, or of all slots together. */
jato_status jx_slots_apply_one(jx_slots *slots, size_t slot, jato_error *error);
void jx_slots_apply_all(jx_slots *slots);

/* Whether the run is between two generations, as one that devices evaluate always does. */
int jx_slots_between(const jx_slots *slots);

/* Values that are not finite among outcomes that wait. */
uint64_t jx_slots_waiting_nonfinite(const jx_slots *slots);

/* Takes back what is out. */
void jx_slots_recall(jx_slots *slots);

/* A slot that is out waits for the outcome of another. The first that waits for `slot`, which does
 * so no longer; slots->count: none does. Clears all of them. */
void jx_slots_follow(jx_slots *slots, size_t slot, size_t follower);
size_t jx_slots_next_follower(jx_slots *slots, size_t slot);
void jx_slots_forget_followers(jx_slots *slots);

/* What a run file is to hold of them; and what of it is not the generation's own, put
 * back; of the order "arrival", it has `applied` of them. */
void jx_slots_inform(const jx_slots *slots, jx_outcomes *outcomes);
jato_status jx_slots_restore(jx_slots *slots, uint64_t applied, const jx_outcomes *saved,
                             jato_error *error);
