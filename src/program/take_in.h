/* Takes the files a source includes into its text. Part of source.c. */
#pragma once

#include "base/status.h"
#include "program/string.h"

/* Files that include each other may be this deep in each other. */
#define JX_INCLUDE_DEPTH 32

/* A file in work, and the file that included it. */
typedef struct jx_source_file {
  const char *name;   /* what messages call it */
  const char *folder; /* [folder_length]: where what it includes is looked for; NULL: nowhere */
  size_t folder_length;
  const struct jx_source_file *includer; /* NULL for the source itself */
  int depth;
} jx_source_file;

/* Adds `#line 1 "name"` and the text to *out, with its includes taken in or left out. Fails with
 * JATO_E_ARGUMENT, JATO_E_FILE, JATO_E_MEMORY. */
jato_status jx_source_take_in(const char *text, const jx_source_file *file, jx_string *out,
                              jato_error *error);

/* Adds a line `#line number "name"`, the name written as C writes a string. Returns 0 without
 * memory. */
int jx_source_mark_line(jx_string *out, size_t number, const char *name);
