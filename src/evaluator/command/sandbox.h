/* Runs programs in bubblewrap: without network, and with all files read-only except in one folder.
 */
#pragma once

#include "base/memory.h"
#include "base/status.h"

/* The arguments of bubblewrap. Zero it first; it is reused for later programs. */
typedef struct jx_sandbox {
  char **argv;
  size_t room;
  char hidden[4096]; /* the path that programs cannot read; "" for none */
  int hides_folder;  /* it is a folder */
} jx_sandbox;

/* Hides the user's key, with which a program could sign run files in the user's name: its folder if
 * it contains nothing else, otherwise the file. The key need not exist yet, but its folder must.
 * NULL: hides nothing. */
void jx_sandbox_hide(jx_sandbox *sandbox, const char *key);

/* Tries it once. Fails with JATO_E_OBJECTIVE, and bubblewrap's messages, if it is not installed or
 * the kernel does not allow it. */
jato_status jx_sandbox_check(jx_sandbox *sandbox, const jato_allocator *allocator,
                             jato_error *error);

/* The argv that runs argv[0] with its arguments in the sandbox; only `folder` may be written to, or
 * nothing if it is NULL. Valid as long as argv and folder. Returns NULL without memory. */
char **jx_sandbox_wrap(jx_sandbox *sandbox, char *const *argv, const char *folder,
                       const jato_allocator *allocator);
void jx_sandbox_release(jx_sandbox *sandbox, const jato_allocator *allocator);
