/* From a draft to a study. */
#pragma once

#include "text/draft.h"
#include "text/study_file.h"

typedef struct jx_maker {
  jx_study *study;
  const jx_draft *draft;
  const jx_outline *outline;
  const char *folder; /* that relative paths belong to; NULL: the working directory */
  jato_error *error;
} jx_maker;

/* Variables and constraints. Fails with JATO_E_ARGUMENT and the line, JATO_E_MEMORY. */
jato_status jx_make_space(const jx_maker *maker);

/* The objective; behind jx_make_space. */
jato_status jx_make_objective(const jx_maker *maker);

/* Everything that is a member of jato_options. */
jato_status jx_make_options(const jx_maker *maker);

/* The node of a key: of `section` of the file, or of the file where section is NULL. */
size_t jx_make_node(const jx_maker *maker, const char *section, const char *key);

/* Copies a text into the study; NULL stays NULL. */
jato_status jx_make_text(const jx_maker *maker, const char *text, const char **out);

/* The same for a path; a relative one is that of the study's folder. */
jato_status jx_make_path(const jx_maker *maker, const char *path, const char **out);

jato_status jx_make_no_memory(const jx_maker *maker);

/* Numbers as people write them. `node` is where they stand. A NULL text leaves *out alone. */
jato_status jx_make_number(const jx_maker *maker, size_t node, const char *text, double *out);
jato_status jx_make_count(const jx_maker *maker, size_t node, const char *text, uint64_t least,
                          uint64_t most, uint64_t *out);

/* Two numbers, the first below the second. */
jato_status jx_make_pair(const jx_maker *maker, size_t node, const jx_texts *texts, double *low,
                         double *high);
