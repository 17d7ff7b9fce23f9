/* Inserts the files that a source includes into its text. Part of source.c. */
#pragma once

#include "base/status.h"
#include "program/string.h"

/* The deepest nesting of includes. */
#define JX_INCLUDE_DEPTH 32

/* A file that is being read, and the file that included it. */
typedef struct jx_source_file {
  const char *name;   /* in messages */
  const char *folder; /* [folder_length]: where its includes are searched; NULL: nowhere */
  size_t folder_length;
  const struct jx_source_file *includer; /* NULL for the source itself */
  int depth;
} jx_source_file;

/* Adds `#line 1 "name"` and the text to *out, with its includes inserted or left out. Fails with
 * JATO_E_ARGUMENT, JATO_E_FILE, JATO_E_MEMORY. */
jato_status jx_source_expand_includes(const char *text, const jx_source_file *file, jx_string *out,
                                      jato_error *error);

/* Adds a line `#line number "name"`, with the name escaped as in C. Returns 0 without memory. */
int jx_source_mark_line(jx_string *out, size_t number, const char *name);
