/* Reading and replacing whole files. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

/* Reads all bytes of an open file, or of a pipe, and adds a zero that *length does not count;
 * release them with jx_release. Returns 0, or an errno: EFBIG for more than `most` bytes. */
int jx_file_read(int file, size_t most, const jato_allocator *allocator, char **bytes,
                 size_t *length);

/* The same for a path. Fails with JATO_E_FILE, "path: reason", and with JATO_E_MEMORY. */
JATO_API jato_status jx_file_read_path(const char *path, size_t most,
                                       const jato_allocator *allocator, char **bytes,
                                       size_t *length, jato_error *error);

/* The same for a text that people write: at most 16 MiB without a zero byte, to detect device files
 * and other wrong files. */
jato_status jx_file_read_text(const char *path, const jato_allocator *allocator, char **text,
                              jato_error *error);

/* Replaces the file `path` atomically: writes the bytes to another file in the same folder and
 * renames it; a link of that name is replaced, not followed. Devices, pipes and open files under
 * /dev/stdout, /dev/fd and /proc/self/fd are written to directly. Returns 0, or an errno. */
JATO_API int jx_file_replace(const char *path, const void *bytes, size_t length,
                             const jato_allocator *allocator);

/* The folder of a path: "a/b" of "a/b/c.c", "." of "c.c", "/" of "/c.c". Release it with
 * jx_release; NULL without memory. */
char *jx_file_folder(const char *path, const jato_allocator *allocator);
