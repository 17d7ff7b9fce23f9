/* One run at a time for each run file: path.lock lies beside it while a run has it, locked by the
 * kernel, which drops the lock when the process ends, however that comes. What is written inside is
 * for people alone. Two names of one folder lead to one path.lock. */
#pragma once

#include "base/status.h"
#include "record/files/rotate.h"

/* Zeroed: none is held. */
typedef struct jx_lock {
  int held;
  int file;
  int was_empty; /* the file was there, without words: it may be somebody else's, and stays */
  long owner;    /* the process that took it: a copy of it made by fork does not let go */
  jx_name name;
} jx_lock;

/* Fails with JATO_E_FILE at once where another run has it, in this process or elsewhere, and says
 * which and since when; and where path.lock is something else. Where the file system has no locks,
 * `notice` (may be NULL) is called; where nothing can be written beside path, it is not, since a
 * checkpoint cannot be written either: *lock is then not held. */
jato_status jx_lock_take(jx_lock *lock, const char *path, jato_notice_fn notice, void *notice_user,
                         jato_error *error);

/* Removes path.lock and lets go of it. Does nothing where none is held. */
void jx_lock_release(jx_lock *lock);

/* Whether it is the lock of this path, too: by another name of its folder. */
int jx_lock_covers_path(const jx_lock *lock, const char *path);
