/* Work that may crash, done where it can: in a fork of this process. HDF5 does not survive a failed
 * allocation of its own, and somebody may have made a file to crash it; what that costs is then the
 * file, not the run. Only for programs that own their process: see jato_options.save_forked. */
#pragma once

#include "base/status.h"

/* Returns a status, and words, as every fallible call. */
typedef jato_status (*jx_fork_fn)(void *user, jato_error *error);

/* What the work is for. A reader is confined (confine.h), as far as the kernel can do that: it can
 * read the files that are open here and use memory, and nothing else. */
typedef enum jx_fork_kind { JX_FORK_WRITES, JX_FORK_READS } jx_fork_kind;

/* Does the work in a fork, waits for its end and brings back what it returned. Nothing that it did
 * to memory is seen here but in memory that is shared; what it did to files is. What it prints is
 * lost. It ends with this process. Fails with JATO_E_MEMORY where there is no fork or where it
 * crashed. */
jato_status jx_run_in_fork(jx_fork_kind kind, jx_fork_fn work, void *user, jato_error *error);
