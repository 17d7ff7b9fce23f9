/* A running program: its process group, its pipes, its time limit. Everything runs on the
 * evaluator's loop, on one thread.
 *
 * The program ends when the process that was started ends, even if another process still holds its
 * pipes. A pidfd reports the end, so that this process's signals are left alone. Then its group is
 * killed, before its number is released by reaping it; then the rest of its output is read.
 *
 * Our ends of the pipes cannot raise SIGPIPE: we write only to the input of a persistent program,
 * and hold the reading end of that pipe, too. */
#pragma once

#include "contract/evaluator.h"
#include "evaluator/command/loop.h"
#include "evaluator/command/output.h"
#include "evaluator/command/cleanup.h"

#define JX_OUTPUT_KEPT ((size_t)1 << 20)
#define JX_ERRORS_KEPT ((size_t)4096)
#define JX_GRACE 0.5 /* seconds from SIGTERM to SIGKILL */

/* Seconds from SIGKILL until we stop waiting for a process. Only the system can delay its end then,
 * for example for a disk that does not answer, for any time. A choice, not a measurement: the delay
 * that a person at the terminal accepts at the end of a run. */
#define JX_GIVE_UP 1.0

typedef enum jx_child_phase {
  JX_CHILD_NONE = 0, /* there is no process; one may be started */
  JX_CHILD_RUNNING,
  JX_CHILD_ENDING, /* it has been asked to end */
  JX_CHILD_KILLED,
  JX_CHILD_CLOSING /* it is gone, and what it wrote is being read */
} jx_child_phase;

typedef struct jx_child jx_child;

/* Callbacks of the owner. */
typedef struct jx_child_owner {
  void (*output)(jx_child *child);    /* child->out has more text, or is closed; may be NULL */
  void (*input)(jx_child *child);     /* the input accepts more; NULL without input */
  void (*timed_out)(jx_child *child); /* its time is over and it is being ended; may be NULL */
  void (*ended)(jx_child *child);     /* it has ended, and all is read; may be started again */
} jx_child_owner;

struct jx_child {
  void *user; /* the owner's */
  jx_child_owner owner;
  jx_loop *loop;
  jx_watchdog *watchdog;
  size_t place; /* its row in the watchdog's table */

  jx_child_phase phase;
  pid_t pid;       /* 0: none */
  uint64_t serial; /* the owner's: in which order programs were started */
  int timed_out;   /* its time was over before it ended */
  int status;      /* from waitpid; 0 if the host program reaped the process */
  jx_output_buffer out, err;

  jx_watch end, read_out, read_err, write_in;
  int hold_in;       /* the reading end of its input, if persistent */
  jx_timer deadline; /* of the time limit, then of the grace */
  jx_timer poll;     /* polls if something cannot be watched */
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

/* The caller sets user, owner, loop, watchdog and place before. Returns 0 without memory. */
int jx_child_create(jx_child *child, const jato_allocator *allocator);

/* Requires that no process runs. */
void jx_child_destroy(jx_child *child);

/* Timers of a child in the loop. */
#define JX_CHILD_TIMERS 2

/* Starts a program; phase must be JX_CHILD_NONE. Returns 0, or an errno. */
int jx_child_start(jx_child *child, const jx_child_options *options);

/* Writes to the input of a persistent program. Returns the number of bytes written; if it is less
 * than `length`, the owner's `input` is called when more can be written. */
size_t jx_child_write(jx_child *child, const char *text, size_t length);

/* Restarts its clock: it times out in `seconds`. Infinity: never. */
void jx_child_limit(jx_child *child, double seconds);

/* Sends SIGTERM to its group, and SIGKILL `grace` seconds later; SIGKILL immediately if that is 0.
 * Does nothing without a process, or if it is being ended already. */
void jx_child_end(jx_child *child, double grace);

/* Closes the input of a persistent program, which must end then; SIGKILL follows after the grace.
 */
void jx_child_finish(jx_child *child, double grace);
