/* The seal: 32 bytes behind the end of a file that say how long it is and which digest it has, so
 * that a file that was torn, cut or changed is known as such before anybody believes it. Readers of
 * HDF5 pass over bytes behind a file's end.
 *
 *   "jatoseal"  8 bytes
 *   version     8 bytes, least significant first: 1
 *   length      8 bytes: of everything before the seal
 *   digest      8 bytes: XXH64 of everything before the seal, then of the 24 bytes above */
#pragma once

#include "base/memory.h"
#include "base/status.h"

#define JX_SEAL_BYTES 32

/* Reads the file from its start and writes the seal behind it. Fails with JATO_E_FILE. */
jato_status jx_seal_write(int file, jato_error *error);

/* Reads the file and fails with JATO_E_FILE, and words on what is wrong with it, unless it is whole
 * and unchanged. `path` is for the words: "path: why". */
jato_status jx_seal_check(int file, const char *path, jato_error *error);

/* The digest in its seal; nothing else is looked at. Returns 0 where the file has no seal. */
int jx_seal_digest(int file, uint64_t *digest);

/* What a file is by its first and last bytes; it is not read. */
typedef enum jx_sight {
  JX_SIGHT_EMPTY = 0,
  JX_SIGHT_SEALED, /* ends as a file of ours; whether it is sound is another matter */
  JX_SIGHT_HDF5,   /* begins as HDF5, and has no seal */
  JX_SIGHT_OTHER
} jx_sight;
jx_sight jx_seal_look(int file);
