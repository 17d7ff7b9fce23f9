/* Starts a program, as posix_spawn does and never by fork: the caller may hold many gigabytes,
 * whose page tables a fork would copy, see docs/decisions/0013-programs.md. */
#pragma once

#include <sys/types.h>

#include "base/memory.h"
#include "contract/evaluator.h"

/* How to start a program. The descriptors remain the caller's; all others of this process are
 * closed in the program. */
typedef struct jx_spawn_options {
  char *const *argv;        /* argv[0] without a / is searched in PATH */
  char *const *environment; /* NULL: this process's own */
  const char *folder;       /* working directory; NULL: this process's */
  int in, out, err;         /* descriptors 0, 1 and 2 of the program; -1: /dev/null */
  int more;                 /* descriptor 3 of the program; -1: none */
  int own_session;          /* not 0: it leads a session; otherwise a process group only */
  jx_program_limits limits; /* sandbox is ignored here */
} jx_spawn_options;

/* Starts it with no signal blocked or ignored and, unless limits.setuid is set, with
 * PR_SET_NO_NEW_PRIVS. Returns 0 and its process id, or an errno. */
int jx_spawn(const jx_spawn_options *options, pid_t *pid);

/* Whether a later attempt may succeed: there are too many processes or open files. */
int jx_spawn_is_temporary(int reason);

/* Moves a descriptor above 2: at 0, 1 or 2, which a host program may have closed, it would be in
 * the way of the program's own. Returns 0, or an errno; it stays open then. */
int jx_descriptor_move_up(int *descriptor);

/* Opens a pipe that no program inherits, with ends above 2. ends[ours] never blocks; the other is
 * for the program. Returns 0, or an errno. */
int jx_pipe_open(int ends[2], int ours);

/* Opens a file in memory that contains `text`, at its beginning; otherwise as jx_pipe_open. */
int jx_input_file_open(const char *text, size_t length, int *descriptor);

/* Closes a descriptor, unless it is -1, and sets it to -1. */
void jx_descriptor_close(int *descriptor);

/* This process's environment with entries replaced or added. Zero it first. */
typedef struct jx_environment {
  char **entries; /* ended by NULL; the texts belong to the system and the caller */
  size_t room;
} jx_environment;

/* more: ended by NULL. Returns 0 without memory. Valid until either environment changes. */
int jx_environment_make(jx_environment *environment, char *const *more, char *one,
                        const jato_allocator *allocator);
void jx_environment_release(jx_environment *environment, const jato_allocator *allocator);
