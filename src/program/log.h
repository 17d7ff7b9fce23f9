/* What a compiler said, cut to what a user needs. */
#pragma once

#include <stddef.h>

/* Copies the errors of a log, each with the lines that belong to it, beginning with the first one
 * in the file people call `user_name` (NULL: no user's file), until `size` is used up. A log
 * without an error is copied from its beginning. */
void jx_program_quote(const char *log, const char *user_name, char *out, size_t size);
