/* Programs that would outlive their evaluation, in two ways: this process dies while they run, or
 * they leave the process group that is ended with the evaluation. */
#pragma once

#include <sys/types.h>

#include "base/memory.h"

/* What stays behind when this process dies without a word, as by kill -9: a small process that then
 * ends all programs still running, and itself. It costs nothing while all goes well: the table of
 * what runs is memory that both see, and the watchdog sleeps until the pipe between the two breaks.
 *
 * What it cannot find: a process that left its group, gave its output away and cleared its
 * environment, or that the system does not let us look at.
 *
 * It is a line for /bin/sh: a fork of this process would keep all of its memory alive, and a
 * library has no program of its own to start. */
typedef struct jx_watchdog {
  pid_t pid;     /* 0: there is none */
  char mark[80]; /* "JATO=...": what is in the environment of all programs of this run */
  int lifeline;  /* the end of the pipe that only this process holds */
  int table;
  char *rows; /* [places][bytes of a row], mapped */
  size_t places;
} jx_watchdog;

/* For programs at `places` at a time. Returns 0, or errno's why there is none; the calls below then
 * do nothing. */
int jx_watchdog_create(jx_watchdog *watchdog, size_t places);

/* Lets it end and waits for its end. No program may be running. */
void jx_watchdog_destroy(jx_watchdog *watchdog);

/* A program is about to be started at `place`. Its number is not known yet, the pipe that it is
 * going to write to is: by that the watchdog would find it, and children that left its group. */
void jx_watchdog_expect(jx_watchdog *watchdog, size_t place, int pipe);

/* It runs, in a process group of its own; or it does not, or no more. Called before its number is
 * given back to the system, so that the watchdog never ends another process. */
void jx_watchdog_started(jx_watchdog *watchdog, size_t place, pid_t group);
void jx_watchdog_ended(jx_watchdog *watchdog, size_t place);

/* Processes that left their evaluation's group, as by setsid. Where this process is a subreaper,
 * they become its children when their parents end; they are killed when every evaluation that can
 * have started them is over, and reaped when they are dead. */
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

/* Where `wanted` is 0 or this process is no subreaper, nothing is ever done. Returns 0 without
 * memory. */
int jx_orphans_create(jx_orphans *orphans, int wanted, const jato_allocator *allocator);
void jx_orphans_destroy(jx_orphans *orphans);

/* Whether pid is a child that the evaluator knows itself. */
typedef int (*jx_is_ours)(pid_t pid, const void *user);

/* Reaps the dead, and sends SIGKILL to those that were first seen before the evaluation `oldest`
 * started, the oldest one that runs. `next` is the serial of the evaluation to be started next;
 * where nothing runs, it is `oldest`, too. Returns how many orphans are left. */
size_t jx_orphans_end(jx_orphans *orphans, uint64_t oldest, uint64_t next, jx_is_ours is_ours,
                      const void *user);
