/* What a study's text says, section by section: nodes of its tree, which the reader of keys has
 * found and whose kinds it has looked at, and the choices among words. NULL, or 0, where the text
 * says nothing. A choice is its index among the words of its key, counted from 1; of several, each
 * is a bit. */
#pragma once

#include "text/keys.h"
#include "text/study_file.h"
#include "text/tree.h"

typedef struct jx_parsed_variable {
  const jx_node *range, *choices, *initial, *fixed;
  int kind, scale;
} jx_parsed_variable;

typedef struct jx_parsed_constraint {
  const jx_node *at_most, *at_least, *equals, *tolerance, *scale;
} jx_parsed_constraint;

typedef struct jx_parsed_result {
  const jx_node *field, *file;
} jx_parsed_result;

typedef struct jx_parsed_objective {
  const jx_node *command, *shell, *object, *source, *expression, *problem; /* one of them */
  const jx_node *folder, *scratch, *worker, *data, *dim, *templates, *bounds, *result;
  int by; /* JATO_BY_... */
  int keep_folders, persistent;
} jx_parsed_objective;

typedef struct jx_parsed_study {
  const jx_node *name, *variables, *constraints, *penalty, *objective;
} jx_parsed_study;

/* Where what was read goes to. */
typedef struct jx_reader {
  jx_study *study;
  const char *folder; /* that relative paths belong to; NULL: the working directory */
  jato_error *error;
} jx_reader;

/* Reads an object by a section of the table of keys: fills in the section's structure at `out`, and
 * sets the settings that belong there. Fails with JATO_E_ARGUMENT where the object does not follow
 * the table: the first thing that does not, with its line and the nearest name; and with
 * JATO_E_MEMORY. An item of a list of objects may have a "name", which is no key. */
jato_status jx_read_section(const jx_reader *reader, const jx_section *section, const jx_node *node,
                            void *out);

/* Variables, constraints and penalty. */
jato_status jx_read_space(const jx_reader *reader, const jx_parsed_study *from);

/* The objective; behind jx_read_space. */
jato_status jx_read_objective(const jx_reader *reader, const jx_node *node);

/* ---- Values; without a node or text, *out is left alone ---- */

/* Copies a text into the study. */
jato_status jx_read_copy(const jx_reader *reader, const char *text, const char **out);
jato_status jx_read_text(const jx_reader *reader, const jx_node *node, const char **out);

/* The same for a path; a relative one is that of the study's folder. */
jato_status jx_read_path(const jx_reader *reader, const jx_node *node, const char **out);

/* Numbers as people write them. */
jato_status jx_read_number(const jx_reader *reader, const jx_node *node, double *out);
jato_status jx_read_count(const jx_reader *reader, const jx_node *node, uint64_t least,
                          uint64_t most, uint64_t *out);

/* Two numbers, the first not above the second. */
jato_status jx_read_pair(const jx_reader *reader, const jx_node *node, double *low, double *high);

jato_status jx_read_no_memory(const jx_reader *reader);
