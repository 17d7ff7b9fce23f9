/* A user's source, read once when the problem is made. */
#pragma once

#include "base/status.h"
#include "program/string.h"

/* How a source that was read begins: a line with 1 behind this when it holds residuals, else 0. */
#define JX_SOURCE_HEAD "#define JK_RESIDUALS "

/* Checks the source and writes it to the empty *out as every language gets it, but for its numbers:
 * files it includes with quotes taken in (with #line, so that messages name the right file and
 * line), <math.h> and the like left out, an expression wrapped into a function. What it wrote is
 * read as itself. Fails with JATO_E_ARGUMENT (no objective, an include that cannot be),
 * JATO_E_FILE, JATO_E_MEMORY. */
jato_status jx_source_read(const jato_source *source, const jato_allocator *allocator,
                           jx_string *out, jato_error *error);

/* Whether a source that was read is one of residuals. */
int jx_source_has_residuals(const char *source);

/* The name x(i) has in a source that was read. */
void jx_source_coordinates(const char *source, char *name, size_t size);

/* Adds the source to a program with its numbers in the run's precision: 0.1 becomes 0.1f in float,
 * where C would compute in double and OpenCL would not. Returns 0 without memory. */
int jx_source_add(jx_string *program, const char *source, jato_precision precision);
