/* Programs run by bubblewrap: without network, with every file read-only but those of one folder.
 */
#pragma once

#include "base/memory.h"
#include "base/status.h"

/* What bubblewrap is started with. Zeroed at first; used again for the next program. */
typedef struct jx_sandbox {
  char **argv;
  size_t room;
  char hidden[4096]; /* path of what no program in it can read; "" if nothing */
  int hides_folder;  /* it is a folder */
} jx_sandbox;

/* Hides the user's key, with which a program could sign run files in the user's name: its folder
 * where nothing else is in it, otherwise the file. The key need not be there yet, if its folder
 * is. NULL: hides nothing. */
void jx_sandbox_hide(jx_sandbox *sandbox, const char *key);

/* Tries it once. Fails with JATO_E_OBJECTIVE, and bubblewrap's words, where it is not installed or
 * the kernel does not let it. */
jato_status jx_sandbox_check(jx_sandbox *sandbox, const jato_allocator *allocator,
                             jato_error *error);

/* The argv that runs argv[0] with its arguments; only `folder` may be written to, or nothing if it
 * is NULL. Valid as long as both. Returns NULL without memory. */
char **jx_sandbox_wrap(jx_sandbox *sandbox, char *const *argv, const char *folder,
                       const jato_allocator *allocator);
void jx_sandbox_release(jx_sandbox *sandbox, const jato_allocator *allocator);
