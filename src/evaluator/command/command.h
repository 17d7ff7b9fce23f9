/* Inside the evaluator of programs: points that are being evaluated, and the processes that
 * evaluate them. A process is started for a single evaluation (single_use_process.c), or once for
 * many, which it answers line by line (persistent_process.c). */
#pragma once

#include "contract/evaluator.h"
#include "evaluator/command/child.h"
#include "evaluator/command/command_line.h"
#include "evaluator/command/cleanup.h"
#include "evaluator/command/sandbox.h"
#include "evaluator/command/spawn.h"

#define JX_MESSAGE 512
#define JX_AHEAD 4 /* points that a persistent process may have at a time */
#define JX_START_TRIES                                                       \
  9 /* if there are too many processes: after 10, 20, 40, ... ms, 5 s in all \
     */

/* A point that is being evaluated. */
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

/* A worker: runs one process at a time. */
typedef struct jx_process {
  jx_evaluator *evaluator;
  jx_child child;
  size_t tickets[JX_AHEAD]; /* in the order they were sent; the first one is being evaluated */
  size_t count;             /* of tickets; a single-use process has one from submit to its end */
  jx_timer retry;           /* until the next attempt to start it */
  int tries;                /* failed attempts */
  double since;             /* when it got the first ticket, or answered the previous one */
  /* A single-use process: */
  jx_folder folder; /* its path is "" without scratch */
  /* A persistent process: */
  int answered;   /* since it was started */
  int dismissed;  /* it is being ended, and has no tickets */
  jx_line unsent; /* text that did not fit into its pipe yet */
} jx_process;

struct jx_evaluator {
  jx_evaluator_config config;
  pid_t owner; /* the process that created it; a fork of it must not touch the programs */
  const jx_space *space;
  jx_pool pool; /* of tickets, queues and processes */
  jx_command_line *line;
  size_t capacity;
  jx_ticket *tickets; /* [capacity] */
  jx_queue idle;      /* free tickets */
  jx_queue waiting;   /* submitted, and not sent to a persistent process yet */
  jx_queue finished;
  int handed;       /* the last call returned the outcome of a ticket, */
  size_t handed_is; /* which is this one */

  jx_process *processes; /* [process_count] */
  size_t process_count;
  uint64_t serial;   /* of the next process to be started */
  int unanswered;    /* persistent processes in a row that ended without any answer */
  double pace;       /* seconds that persistent processes take for an answer, about */
  int has_ended;     /* a process has ended since orphans were last searched */
  int stopping;      /* the evaluator cancels or ends: starts no more processes */
  jato_error broken; /* why no evaluation can succeed; JATO_OK otherwise */

  jx_loop loop;
  jx_watchdog watchdog;
  jx_orphans orphans;
  jx_scratch scratch;
  int kept;          /* a folder was kept, as requested */
  int noticed_left;  /* the notice that a folder could not be removed was sent */
  int noticed_taken; /* the notice that there are folders of another run was sent */
  jx_call call;      /* used by all processes, one after the other */
  jx_environment environment;
  jx_sandbox sandbox;
};

/* ---- Shared by both kinds: process.c ---- */

size_t jx_queue_take(jx_queue *queue);
void jx_queue_put(jx_queue *queue, size_t number);
void jx_queue_put_first(jx_queue *queue, size_t number);

/* Passes a text to the config's trace function, if there is one and the text is not empty. */
void jx_evaluator_trace(const jx_evaluator *evaluator, const char *what, const char *text,
                        size_t length);

/* Starts a process for an evaluation, or a persistent one. Returns 0, or an errno. */
int jx_process_start(jx_process *process, const jx_evaluation *evaluation);

/* Calls back after a delay that doubles with each attempt to start. */
void jx_process_retry(jx_process *process, void (*callback)(jx_timer *timer));

/* Fails with a message for the errno with which the process could not be started. */
jato_status jx_process_start_failed(const jx_process *process, int reason, jato_error *error);

/* Finishes the evaluation of tickets[at]; if it succeeded, its f and c are set. */
void jx_process_done(jx_process *process, size_t at, jato_eval_status status);

/* Finishes the evaluation of tickets[0] as failed, with a message. */
void jx_process_failed(jx_process *process, jato_eval_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 3, 4)))
#endif
    ;
void jx_process_timed_out(jx_process *process);

/* Fails tickets[0] because the process ended without an answer; the message says how it ended, with
 * its last output. */
void jx_process_ended(jx_process *process);

/* ---- single_use_process.c ---- */

extern const jx_child_owner jx_single_use_owner;
jato_status jx_single_use_submit(jx_evaluator *evaluator, size_t ticket, jato_error *error);

/* Drops evaluations whose process could not be started yet. */
void jx_single_use_forget(jx_evaluator *evaluator);

/* ---- persistent_process.c ---- */

extern const jx_child_owner jx_persistent_owner;

/* Sends waiting tickets to processes, starting them if needed. */
void jx_persistent_dispatch(jx_evaluator *evaluator);
