/* Files of numbers, which a source uses as its data. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

/* Reads numbers separated by white space or by one comma or semicolon; # begins a comment. Fails
 * with JATO_E_FILE and "path:line: ..." for anything else, for a comma with no number in front of
 * it (which would shift all numbers after it) and for a file without numbers; and with
 * JATO_E_MEMORY. Release *numbers, an array of *count, by jx_release. */
jato_status jx_numbers_read(const char *path, const jato_allocator *allocator, double **numbers,
                            size_t *count, jato_error *error);
