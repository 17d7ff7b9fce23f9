/* Processes that left their evaluation's group, as by setsid. Where this process is a subreaper,
 * they become its children when their parents end; they are ended when every evaluation that can
 * have started them is over, and the dead among them are buried. */
#ifndef JX_COMMAND_ADOPTED_H
#define JX_COMMAND_ADOPTED_H

#include <sys/types.h>

#include "base/memory.h"

typedef struct jx_stranger {
  pid_t pid;
  uint64_t before; /* serial of the evaluation started next when it was first seen */
  int known;       /* it was there before the evaluator, and is nobody's business */
  int seen;        /* it is among the children now */
} jx_stranger;

typedef struct jx_adopted {
  int list; /* children of the main thread, which is the one that adopts; -1: not wanted */
  jx_stranger *strangers;
  size_t count, room;
  char *text;
  size_t text_room;
  jato_allocator allocator;
} jx_adopted;

/* Where `wanted` is 0 or this process is no subreaper, nothing is ever done. Returns 0 without
 * memory. */
int jx_adopted_create(jx_adopted *adopted, int wanted, const jato_allocator *allocator);
void jx_adopted_destroy(jx_adopted *adopted);

/* Whether pid is a child that the evaluator knows itself. */
typedef int (*jx_is_ours)(pid_t pid, const void *user);

/* Looks: the dead are buried; those that were first seen before the evaluation `oldest` started,
 * the oldest one that runs, are sent SIGKILL. `next` is the serial of the evaluation to be started
 * next; where nothing runs, it is `oldest`, too. Returns how many strangers there are. */
size_t jx_adopted_look(jx_adopted *adopted, uint64_t oldest, uint64_t next, jx_is_ours is_ours,
                       const void *user);

#endif
