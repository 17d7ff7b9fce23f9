/* Whole files, one reader for all of them. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

/* All bytes of an open file, or of a pipe, with a zero behind them that *length does not count; to
 * be given to jx_release. Returns 0, or an errno: EFBIG where there are more than `most` bytes. */
int jx_file_read(int file, size_t most, const jato_allocator *allocator, char **bytes,
                 size_t *length);

/* Fails with JATO_E_FILE, "path: why", and JATO_E_MEMORY. */
JATO_API jato_status jx_file_read_path(const char *path, size_t most,
                                       const jato_allocator *allocator, char **bytes,
                                       size_t *length, jato_error *error);

/* The same for a text that people write: at most 16 MiB without a zero byte. A device file, or a
 * file taken for another, fails. */
jato_status jx_file_read_text(const char *path, const jato_allocator *allocator, char **text,
                              jato_error *error);

/* Makes the file `path` of these bytes: it appears whole, or what was there before stays. They are
 * written under another name beside it, which is then renamed; a link under that name is replaced,
 * not followed. A device or a pipe is written to as it is, and so is what this process has open
 * under /dev/stdout, /dev/fd and /proc/self/fd. Returns 0, or an errno. */
JATO_API int jx_file_replace(const char *path, const void *bytes, size_t length,
                             const jato_allocator *allocator);

/* The folder of a path: "a/b" of "a/b/c.c", "." of "c.c", "/" of "/c.c". To be given to jx_release;
 * NULL without memory. */
char *jx_file_folder(const char *path, const jato_allocator *allocator);
