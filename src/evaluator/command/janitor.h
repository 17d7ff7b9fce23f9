/* What stays behind when this process dies without a word, as by kill -9: a small process that then
 * ends all programs still running, and itself. It costs nothing while all goes well: the table of
 * what runs is memory that both see, and the janitor sleeps until the pipe between the two breaks.
 *
 * It is a line for /bin/sh: a fork of this process would keep all of its memory alive, and a
 * library has no program of its own to start. */
#ifndef JX_COMMAND_JANITOR_H
#define JX_COMMAND_JANITOR_H

#include <sys/types.h>

#include "base/memory.h"

typedef struct jx_janitor {
  pid_t pid;    /* 0: there is none */
  int lifeline; /* the end of the pipe that only this process holds */
  int table;
  char *rows; /* [places][bytes of a row], mapped */
  size_t places;
} jx_janitor;

/* For programs at `places` at a time. Returns 0, or errno's why there is none; the calls below then
 * do nothing. */
int jx_janitor_create(jx_janitor *janitor, size_t places);

/* Lets it end and waits for its end. No program may be running. */
void jx_janitor_destroy(jx_janitor *janitor);

/* A program is about to be started at `place`. Its number is not known yet, the pipe that it is
 * going to write to is: by that the janitor would find it, and children that left its group. */
void jx_janitor_expect(jx_janitor *janitor, size_t place, int pipe);

/* It runs, in a process group of its own; or it does not, or no more. Called before its number is
 * given back to the system, so that the janitor never ends somebody else. */
void jx_janitor_started(jx_janitor *janitor, size_t place, pid_t group);
void jx_janitor_ended(jx_janitor *janitor, size_t place);

#endif
