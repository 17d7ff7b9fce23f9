/* The part of a compiler's log that a user needs. */
#pragma once

#include <stddef.h>

/* Copies the errors of a log, each with its lines, beginning with the first one in the user's file
 * `user_name` (NULL: there is none), as far as they fit. A log without an error is copied from its
 * beginning. */
void jx_compiler_log_excerpt(const char *log, const char *user_name, char *out, size_t size);
