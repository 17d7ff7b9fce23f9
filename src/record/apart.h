/* Work that may crash, done where it can: in a fork of this process. HDF5 does not survive a failed
 * allocation of its own; what that costs is then the file, not the run. Only for programs that own
 * their process: see jato_options.save_apart. */
#ifndef JX_RECORD_APART_H
#define JX_RECORD_APART_H

#include "base/status.h"

/* Returns a status, and words, as every fallible call. */
typedef jato_status (*jx_apart_fn)(void *user, jato_error *error);

/* Does the work in a fork, waits for its end and brings back what it returned. Nothing that it did
 * to memory is seen here; what it did to files is. What it prints is lost. It ends with this
 * process. Fails with JATO_E_MEMORY where there is no fork or where it crashed. */
jato_status jx_apart(jx_apart_fn work, void *user, jato_error *error);

#endif
