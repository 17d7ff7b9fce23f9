/* Starting a program. As posix_spawn does it and never by fork: the caller may hold many gigabytes,
 * whose page tables a fork would copy, see docs/decisions/0013-programs.md. */
#pragma once

#include <sys/types.h>

#include "base/memory.h"
#include "contract/evaluator.h"

/* What a program is started with. Descriptors stay the caller's; all others of this process are
 * closed in the program. */
typedef struct jx_spawn_options {
  char *const *argv;        /* argv[0] without a / is looked for in PATH */
  char *const *environment; /* NULL: this process's own */
  const char *folder;       /* where it runs; NULL: here */
  int in, out, err;         /* what it gets as 0, 1 and 2; -1: /dev/null */
  int more;                 /* what it gets as 3; -1: nothing */
  int own_session;          /* not 0: it leads a session; otherwise a process group only */
  jx_program_limits limits; /* sandbox is not looked at here */
} jx_spawn_options;

/* Starts it with no signal blocked or ignored, and unless limits.setuid is set without the right to
 * gain rights. Returns 0 and its number, or errno's why not. */
int jx_spawn(const jx_spawn_options *options, pid_t *pid);

/* Whether it may go better in a moment: there are too many processes or open files. */
int jx_spawn_is_temporary(int reason);

/* Moves it above 2: what stands at 0, 1 or 2, which a host may have closed, would get into the way
 * when a program's own are put there. Returns 0, or errno's why not; it stays open then. */
int jx_descriptor_lift(int *descriptor);

/* A pipe that no program inherits, its ends above 2. ends[ours] never blocks; the other is for the
 * program. Returns 0, or errno's why not. */
int jx_pipe_open(int ends[2], int ours);

/* A file in memory that holds `text`, to be read from its begin; as jx_pipe_open otherwise. */
int jx_text_open(const char *text, size_t length, int *descriptor);

/* Closes it, unless it is -1, and makes it -1. */
void jx_descriptor_close(int *descriptor);

/* This process's environment with entries that replace or join what is there. Zeroed at first. */
typedef struct jx_environment {
  char **entries; /* ended by NULL; the texts are the system's and the caller's */
  size_t room;
} jx_environment;

/* more: ended by NULL. Returns 0 without memory. Valid until either environment changes. */
int jx_environment_make(jx_environment *environment, char *const *more, char *one,
                        const jato_allocator *allocator);
void jx_environment_release(jx_environment *environment, const jato_allocator *allocator);
