/* The evaluator that runs programs, from the inside: points on their way, and who carries them.
 * Programs that are started for one evaluation are in shot.c, workers that stay in worker.c. */
#ifndef JX_COMMAND_H
#define JX_COMMAND_H

#include "contract/evaluator.h"
#include "evaluator/command/child.h"
#include "evaluator/command/command_line.h"
#include "evaluator/command/orphans.h"
#include "evaluator/command/spawn.h"

#define JX_MESSAGE 512
#define JX_AHEAD 4       /* points that a worker which stays may have at a time */
#define JX_START_TRIES 9 /* where there are too many processes: 10, 20, 40, ... ms, 5 s in all */

/* A point on its way. */
typedef struct jx_ticket {
  uint64_t id;
  double *values; /* [variables] */
  jato_fate fate;
  double f;
  double *c; /* [constraints] */
  char message[JX_MESSAGE];
} jx_ticket;

/* Tickets by number, first in, first out. */
typedef struct jx_queue {
  size_t *numbers; /* [room] */
  size_t first, count, room;
} jx_queue;

/* A program for one evaluation. */
typedef struct jx_shot {
  jx_child child;
  size_t ticket;
  uv_timer_t again;            /* until the next try to start it */
  int tries;                   /* failed tries */
  int busy;                    /* it has a ticket */
  char folder[JX_FOLDER_PATH]; /* "" without scratch */
} jx_shot;

/* A worker that stays. */
typedef struct jx_worker {
  jx_child child;
  size_t tickets[JX_AHEAD]; /* in the order they were sent; it is at the first */
  size_t count;
  int answered;     /* this process has */
  int dismissed;    /* it is being ended, and has no tickets any more */
  double since;     /* when it got the first ticket, or answered the one before */
  jx_line unsent;   /* what its pipe did not take yet */
  uv_timer_t again; /* until the next try to start it */
  int tries;
} jx_worker;

struct jx_evaluator {
  jx_evaluator_config wish;
  pid_t owner; /* the process that made it: in a copy by fork, nothing is its own */
  const jx_space *space;
  jx_command_line *line;
  size_t capacity;
  jx_ticket *tickets; /* [capacity] */
  double *numbers;    /* their values and constraints */
  jx_queue idle;      /* tickets that nobody has */
  jx_queue waiting;   /* submitted, and no worker has them */
  jx_queue finished;
  int handed;       /* a ticket was handed out with the last call: */
  size_t handed_is; /* this one */

  jx_shot *shots;     /* [workers], or NULL */
  jx_worker *workers; /* [workers], or NULL */
  uint64_t serial;    /* of the program to be started next */
  int unanswered;     /* workers in a row that ended without ever having answered */
  double pace;        /* seconds that workers take for an answer, about */
  int looks;          /* a program has ended since strangers were last looked after */
  int stopping;       /* nothing is to be started: the evaluator cancels or ends */
  jato_error broken;  /* why no evaluation can succeed; status JATO_OK while some may */

  uv_loop_t loop;
  int has_loop;
  uv_timer_t patience; /* of jx_evaluator_ops.wait */
  jx_janitor janitor;
  jx_orphans orphans;
  jx_scratch scratch;
  int told_left; /* the notice that a folder could not be removed has been given */
  jx_call call;  /* used by all, one after the other */
  jx_environment environment;
};

size_t jx_queue_take(jx_queue *queue);
void jx_queue_put(jx_queue *queue, size_t number);
void jx_queue_put_first(jx_queue *queue, size_t number);

/* ---- Outcomes: outcome.c -----------------------------------------------------------------------
 */

/* The ticket's evaluation is over; its f and c are set where it went well. */
void jx_ticket_done(jx_evaluator *evaluator, size_t ticket, jato_fate fate);

/* The same for one that failed, with words. */
void jx_ticket_failed(jx_evaluator *evaluator, size_t ticket, jato_fate fate, const char *format,
                      ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 4, 5)))
#endif
    ;

/* Its program ended by itself, without having answered: says how, with its last words. */
void jx_ticket_ended(jx_evaluator *evaluator, size_t ticket, const jx_child *child);

/* A program cannot be started: what to say of errno's `reason`. */
jato_status jx_start_failed(const jx_evaluator *evaluator, int reason, const char *folder,
                            jato_error *error);

/* ---- Looking on: witness.c ---------------------------------------------------------------------
 */

/* Tells the wish's witness, where there is one; of empty texts it is not told. */
void jx_witness_tell(const jx_evaluator *evaluator, const char *what, const char *text,
                     size_t length);

/* The same for all of evaluator->call, and the folder where it is started; NULL: the own one. */
void jx_witness_sent(const jx_evaluator *evaluator, const char *folder);

/* ---- Programs for one evaluation: shot.c -------------------------------------------------------
 */

int jx_shots_create(jx_evaluator *evaluator); /* 0 without memory */
jato_status jx_shots_submit(jx_evaluator *evaluator, size_t ticket, jato_error *error);
void jx_shots_forget(jx_evaluator *evaluator); /* those that could not be started yet */

/* ---- Workers that stay: worker.c ---------------------------------------------------------------
 */

int jx_workers_create(jx_evaluator *evaluator); /* 0 without memory */

/* Gives tickets that wait to workers, which are started where there is none. */
void jx_workers_dispatch(jx_evaluator *evaluator);

#endif
