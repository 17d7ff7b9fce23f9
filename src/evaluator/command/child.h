/* A program that runs: its process group, its pipes, its time. Everything happens on the loop of
 * the evaluator, on one thread.
 *
 * The end of the program is the end of the process that was started, even if another process still
 * holds its pipes. It is seen by a pidfd, so that the process's signals are left alone. Then its
 * group is ended, before its number is given back to the system; then what it wrote is read to
 * where it is.
 *
 * None of our ends of pipes can raise SIGPIPE: we write only to a persistent one's input, and of
 * that pipe we hold the reading end, too. */
#pragma once

#include "contract/evaluator.h"
#include "evaluator/command/loop.h"
#include "evaluator/command/output.h"
#include "evaluator/command/cleanup.h"

#define JX_OUTPUT_KEPT ((size_t)1 << 20)
#define JX_ERRORS_KEPT ((size_t)4096)
#define JX_GRACE 0.5 /* seconds from SIGTERM to SIGKILL */

/* Seconds from SIGKILL to when a process is left alone. Nothing but the system can hold it then, as
 * by a disk that does not answer, and for as long as that likes. A choice, not a measurement: what
 * a person at the terminal puts up with at the end of a run. */
#define JX_GIVE_UP 1.0

typedef enum jx_child_phase {
  JX_CHILD_NONE = 0, /* there is no process; one may be started */
  JX_CHILD_RUNNING,
  JX_CHILD_ENDING, /* it has been asked to end */
  JX_CHILD_KILLED,
  JX_CHILD_CLOSING /* it is gone, and what it wrote is being read */
} jx_child_phase;

typedef struct jx_child jx_child;

/* What its owner is told. */
typedef struct jx_child_owner {
  void (*output)(jx_child *child);    /* child->out has more, or is closed; may be NULL */
  void (*input)(jx_child *child);     /* its input takes more; NULL where it has none */
  void (*timed_out)(jx_child *child); /* its time is over and it is being ended; may be NULL */
  void (*ended)(jx_child *child);     /* it is gone, and all is read; may be started again */
} jx_child_owner;

struct jx_child {
  void *user; /* the owner's */
  jx_child_owner owner;
  jx_loop *loop;
  jx_watchdog *watchdog;
  size_t place; /* its row with the watchdog */

  jx_child_phase phase;
  pid_t pid;       /* 0: none */
  uint64_t serial; /* the owner's: in which order programs were started */
  int timed_out;   /* its time was over before it ended */
  int status;      /* as waitpid has it; 0 if another caller of waitpid took it */
  jx_tail out, err;

  jx_watch end, read_out, read_err, write_in;
  int hold_in;       /* the reading end of its input, if persistent */
  jx_timer deadline; /* of the time limit, then of the grace */
  jx_timer look;     /* looks again and again where something could not be watched */
};

typedef struct jx_child_options {
  char *const *argv;
  char *const *environment;
  const char *folder;
  const char *input; /* what it reads on standard input; NULL: nothing */
  size_t input_length;
  int persistent; /* not 0: its input is a pipe that stays open */
  jx_program_limits limits;
} jx_child_options;

/* user, owner, loop, watchdog and place are set by the caller before. Returns 0 without memory. */
int jx_child_create(jx_child *child, const jato_allocator *allocator);

/* There must be no process. */
void jx_child_destroy(jx_child *child);

/* Timers of the loop that a child has. */
#define JX_CHILD_TIMERS 2

/* Starts a program; phase must be JX_CHILD_NONE. Returns 0, or errno's why not. */
int jx_child_start(jx_child *child, const jx_child_options *options);

/* Writes to the input of a persistent one. Returns how many bytes it took; where that is less than
 * all, the owner is told when it takes more. */
size_t jx_child_write(jx_child *child, const char *text, size_t length);

/* Restarts its clock: it times out in `seconds` from now. Infinity: never. */
void jx_child_limit(jx_child *child, double seconds);

/* Asks its group to end by SIGTERM, and sends SIGKILL `grace` seconds later; at once for 0. Does
 * nothing where there is no process, or it has been asked before with less. */
void jx_child_end(jx_child *child, double grace);

/* Closes the input of a persistent one, which thereby has to end; SIGKILL follows after the grace.
 */
void jx_child_finish(jx_child *child, double grace);
