/* The key of a user: a file of 32 bytes that no other user can read. */
#pragma once

#include "base/status.h"
#include "base/hash/hash.h"

/* Whether there is something of that name, be it a key or not. */
int jx_key_is_there(const char *path);

/* Reads the key. Fails with JATO_E_FILE where there is none, or one that others could have read or
 * written. */
jato_status jx_key_read(const char *path, jx_key *key, jato_error *error);

/* The same, but a key that is not there is made, with its folder and the folder of that. Several
 * processes that do so at once all get the same key. Fails with JATO_E_NOT_BUILT, too. */
jato_status jx_key_read_or_make(const char *path, jx_key *key, jato_error *error);
