/* Ends programs that would outlive their evaluation: because this process dies while they run, or
 * because they leave the process group that is killed with the evaluation. */
#pragma once

#include <sys/types.h>

#include "base/memory.h"

/* A small process that survives this one, even after kill -9, and then kills all programs that
 * still run. It costs nothing meanwhile: the table of running programs is shared memory, and the
 * watchdog sleeps until the pipe between the two processes breaks.
 *
 * It cannot find a process that left its group, redirected its output and cleared its environment,
 * or one that the system does not let us inspect.
 *
 * It is a script for /bin/sh: a fork of this process would keep all its memory alive, and a library
 * has no program of its own to start. */
typedef struct jx_watchdog {
  pid_t pid;     /* 0: there is none */
  char mark[80]; /* "JATO=...", in the environment of all programs of this run */
  int lifeline;  /* the end of the pipe that only this process holds */
  int table;
  char *rows; /* [places][bytes of a row], mapped */
  size_t places;
} jx_watchdog;

/* Starts a watchdog for up to `places` programs at a time. Returns 0, or an errno; the functions
 * below then do nothing. */
int jx_watchdog_create(jx_watchdog *watchdog, size_t places);

/* Ends it and waits for its end. Requires that no program runs. */
void jx_watchdog_destroy(jx_watchdog *watchdog);

/* Records that a program is about to be started at `place`. Its process is not known yet, but the
 * pipe it will write to is: the watchdog can find it, and children that left its group, by that. */
void jx_watchdog_expect(jx_watchdog *watchdog, size_t place, int pipe);

/* Records that the program runs, in a process group of its own; or that it has not started, or has
 * ended. Called before its process is reaped, so that the watchdog never kills another process. */
void jx_watchdog_started(jx_watchdog *watchdog, size_t place, pid_t group);
void jx_watchdog_ended(jx_watchdog *watchdog, size_t place);

/* Processes that left their evaluation's group, for example by setsid. If this process is a
 * subreaper, they become its children when their parents end; they are killed when every evaluation
 * that may have started them is over, and reaped when they are dead. */
typedef struct jx_orphan {
  pid_t pid;
  uint64_t before; /* serial of the evaluation started next when it was first seen */
  int known;       /* it was there before the evaluator, and is left alone */
  int seen;        /* it is among the children now */
} jx_orphan;

typedef struct jx_orphans {
  int children;    /* the system's list of the main thread's children; -1: orphans are not wanted */
  jx_orphan *list; /* [count] */
  size_t count, room;
  char *text;
  size_t text_room;
  jato_allocator allocator;
} jx_orphans;

/* If `wanted` is 0 or this process is no subreaper, orphans are left alone. Returns 0 without
 * memory. */
int jx_orphans_create(jx_orphans *orphans, int wanted, const jato_allocator *allocator);
void jx_orphans_destroy(jx_orphans *orphans);

/* Whether pid is a child that the evaluator started. */
typedef int (*jx_is_ours)(pid_t pid, const void *user);

/* Reaps dead orphans, and sends SIGKILL to those that were first seen before `oldest` started, the
 * oldest running evaluation. `next` is the serial of the next evaluation to be started; `oldest` is
 * the same if none runs. Returns how many orphans are left. */
size_t jx_orphans_end(jx_orphans *orphans, uint64_t oldest, uint64_t next, jx_is_ours is_ours,
                      const void *user);
