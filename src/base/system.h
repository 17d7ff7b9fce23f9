/* System calls made convenient: thread-safe error messages, complete reads and writes. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "jato/base.h"

typedef struct jx_reason {
  char text[128];
} jx_reason;

/* "No space left on device" and the like for an errno. */
JATO_API jx_reason jx_system_reason(int code);

/* Reads the bytes at `offset`, with as many calls as needed. Returns their number, which is smaller
 * at the end of the file; -1, with errno, on failure. */
int64_t jx_system_read(int file, void *to, size_t bytes, uint64_t offset);

/* Writes all bytes. Returns 0, with errno, on failure. */
int jx_system_write(int file, const void *from, size_t bytes, uint64_t offset);

/* The same at the current position; for pipes, too. */
int jx_system_append(int file, const void *from, size_t bytes);
