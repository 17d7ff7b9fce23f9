/* Files of numbers, which a source reads as its data. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

/* Reads numbers with white space or one comma or semicolon between them; # begins a comment. Fails
 * with JATO_E_FILE and "path:line: ..." for anything else, for a comma with no number in front of
 * it (it would move all numbers behind it) and for a file without numbers; and with JATO_E_MEMORY.
 * *numbers[*count] is to be given to jx_release. */
jato_status jx_numbers_read(const char *path, const jato_allocator *allocator, double **numbers,
                            size_t *count, jato_error *error);
