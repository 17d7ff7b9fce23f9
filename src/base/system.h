/* Calls of the system as we want them: words for any thread, whole reads and writes. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "jato/base.h"

typedef struct jx_reason {
  char text[128];
} jx_reason;

/* "No space left on device" and the like for an errno. */
JATO_API jx_reason jx_system_reason(int code);

/* As many of the bytes at `offset` as there are, however often it takes; -1, with errno, where
 * reading fails. */
int64_t jx_system_read(int file, void *to, size_t bytes, uint64_t offset);

/* All of the bytes. Returns 0, with errno, where writing fails. */
int jx_system_write(int file, const void *from, size_t bytes, uint64_t offset);

/* The same behind what was written before: for pipes, too. */
int jx_system_append(int file, const void *from, size_t bytes);
