/* A user's source, read once when the problem is created. */
#pragma once

#include "base/status.h"
#include "program/string.h"

/* The first line of a source that was read: this, followed by 1 if it has residuals, otherwise 0.
 */
#define JX_SOURCE_HEAD "#define JK_RESIDUALS "

/* Checks the source and writes it to the empty *out in a form for all languages, except for its
 * numbers: files that it includes with quotes are inserted (with #line, so that messages name the
 * right file and line), <math.h> and the like are left out, and an expression becomes a function.
 * Reading the result again changes nothing. Fails with JATO_E_ARGUMENT (no objective, an
 * unsupported include), JATO_E_FILE, JATO_E_MEMORY. */
jato_status jx_source_read(const jato_source *source, const jato_allocator *allocator,
                           jx_string *out, jato_error *error);

/* Whether a source that was read has residuals. */
int jx_source_has_residuals(const char *source);

/* The name x(i) has in a source that was read. */
void jx_source_coordinates(const char *source, char *name, size_t size);

/* Adds the source to a program with its numbers in the run's precision: in float, 0.1 becomes 0.1f,
 * since C would compute in double and OpenCL would not. Returns 0 without memory. */
int jx_source_add(jx_string *program, const char *source, jato_precision precision);
