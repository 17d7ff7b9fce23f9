/* The evaluator that runs programs, from the inside: points on their way, and the processes that
 * evaluate them. A process is started for a single evaluation (single_use_process.c), or once for
 * many, and then answers line by line (persistent_process.c). */
#pragma once

#include "contract/evaluator.h"
#include "evaluator/command/child.h"
#include "evaluator/command/command_line.h"
#include "evaluator/command/cleanup.h"
#include "evaluator/command/sandbox.h"
#include "evaluator/command/spawn.h"

#define JX_MESSAGE 512
#define JX_AHEAD 4       /* points that a persistent process may have at a time */
#define JX_START_TRIES 9 /* where there are too many processes: 10, 20, 40, ... ms, 5 s in all */

/* A point on its way. */
typedef struct jx_ticket {
  jx_outcome outcome;
  double *values; /* [variables] */
  double f;
  double *c; /* [constraints] */
  char message[JX_MESSAGE];
} jx_ticket;

/* Tickets by number, first in, first out. */
typedef struct jx_queue {
  size_t *numbers; /* [room] */
  size_t first, count, room;
} jx_queue;

/* A place for one process at a time. */
typedef struct jx_process {
  jx_evaluator *evaluator;
  jx_child child;
  size_t tickets[JX_AHEAD]; /* in the order they were sent; it is at the first */
  size_t count;             /* of them; a single-use process has one from submit to its end */
  jx_timer retry;           /* until the next try to start it */
  int tries;                /* failed ones */
  double since;             /* when it got the first ticket, or answered the one before */
  /* A single-use process: */
  jx_folder folder; /* its path is "" without scratch */
  /* A persistent process: */
  int answered;   /* since it was started */
  int dismissed;  /* it is being ended, and has no tickets any more */
  jx_line unsent; /* what its pipe did not take yet */
} jx_process;

struct jx_evaluator {
  jx_evaluator_config config;
  pid_t owner; /* the process that made it: in a copy by fork, nothing is its own */
  const jx_space *space;
  jx_pool pool; /* of tickets, queues and processes */
  jx_command_line *line;
  size_t capacity;
  jx_ticket *tickets; /* [capacity] */
  jx_queue idle;      /* free tickets */
  jx_queue waiting;   /* submitted, and no persistent process has them */
  jx_queue finished;
  int handed;       /* a ticket was handed out with the last call: */
  size_t handed_is; /* this one */

  jx_process *processes; /* [process_count] */
  size_t process_count;
  uint64_t serial;   /* of the process to be started next */
  int unanswered;    /* persistent processes in a row that ended without ever having answered */
  double pace;       /* seconds that they take for an answer, about */
  int has_ended;     /* a process has, since orphans were last looked for */
  int stopping;      /* nothing is to be started: the evaluator cancels or ends */
  jato_error broken; /* why no evaluation can succeed; status JATO_OK while some may */

  jx_loop loop;
  jx_watchdog watchdog;
  jx_orphans orphans;
  jx_scratch scratch;
  int kept;       /* a folder was left where it is, as asked */
  int told_left;  /* the notice that a folder could not be removed has been given */
  int told_taken; /* the notice that folders of another run are there */
  jx_call call;   /* used by all, one after the other */
  jx_environment environment;
  jx_sandbox sandbox;
};

/* ---- What both kinds share: process.c ---- */

size_t jx_queue_take(jx_queue *queue);
void jx_queue_put(jx_queue *queue, size_t number);
void jx_queue_put_first(jx_queue *queue, size_t number);

/* Tells the config's trace function, where there is one; of empty texts it is not told. */
void jx_evaluator_trace(const jx_evaluator *evaluator, const char *what, const char *text,
                        size_t length);

/* Starts it for an evaluation, or a persistent one for any. Returns 0, or errno's why not. */
int jx_process_start(jx_process *process, const jx_evaluation *evaluation);

/* Calls back when it is time to try again, each time after twice as long. */
void jx_process_retry(jx_process *process, void (*callback)(jx_timer *timer));

/* It cannot be started, for errno's `reason`: writes what to say of that, returns its status. */
jato_status jx_process_start_failed(const jx_process *process, int reason, jato_error *error);

/* The evaluation of tickets[at] is over; its f and c are set where it went well. */
void jx_process_done(jx_process *process, size_t at, jato_eval_status status);

/* The first one failed, with words. */
void jx_process_failed(jx_process *process, jato_eval_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 3, 4)))
#endif
    ;
void jx_process_timed_out(jx_process *process);

/* It failed as the process ended without having answered: says how, with its last words. */
void jx_process_ended(jx_process *process);

/* ---- single_use_process.c ---- */

extern const jx_child_owner jx_single_use_owner;
jato_status jx_single_use_submit(jx_evaluator *evaluator, size_t ticket, jato_error *error);

/* Forgets those that could not be started yet. */
void jx_single_use_forget(jx_evaluator *evaluator);

/* ---- persistent_process.c ---- */

extern const jx_child_owner jx_persistent_owner;

/* Gives tickets that wait to processes, which are started where there is none. */
void jx_persistent_dispatch(jx_evaluator *evaluator);
