/* Study files: read, made into what the public constructors take, and written for run files.
 * docs/study-file.md describes them. */
#pragma once

#include "base/memory.h"
#include "contract/problem.h"
#include "text/lines.h"

typedef enum jx_study_kind {
  JX_STUDY_COMMAND, /* command */
  JX_STUDY_OBJECT,  /* object */
  JX_STUDY_SOURCE,  /* source or expression, and data, dim and box */
  JX_STUDY_GALLERY  /* gallery, dim and box */
} jx_study_kind;

/* The public jato_study. All texts are its own. */
struct jato_study {
  const char *name; /* "" without one */
  const char *file; /* what messages call the study */
  size_t line;      /* of what the objective is, in the file */

  jato_space space; /* no variables where dim and box are given instead */
  jx_study_kind kind;
  jato_command command;
  jato_object object;
  const char *source, *expression; /* path of the C file, or the expression; NULL */
  const char *data;                /* path of its numbers; NULL */
  const char *gallery;             /* spec */
  size_t dim;                      /* 0: the problem's own */
  double *lower, *upper;           /* [dim]; NULL: the problem's own */

  jato_options options;
  size_t algorithm_line, device_line, walls_line; /* of these settings; 0: not in the file */
  jx_pool pool;                                   /* what all of it points to */
};
typedef struct jato_study jx_study;

/* Reads a study; see jato_study_read. The space is checked, what the objective says is not. */
jato_status jx_study_read(const char *text, const char *name, const char *folder,
                          const jato_allocator *allocator, jx_study **out, jato_error *error);
/* The same for the study of a run file, whose keys may have the names that they had when it was
 * saved. Messages call it `name`. */
jato_status jx_study_read_saved(const char *text, const char *name, jx_study **out,
                                jato_error *error);
void jx_study_destroy(jx_study **study);

/* The same for variables and constraints alone (NULL: none), of a tree without a name, such as a
 * request: a study that has nothing but a space. */
struct jx_node;
jato_status jx_study_of_space(const struct jx_node *variables, const struct jx_node *constraints,
                              double penalty, const jato_allocator *allocator, jx_study **out,
                              jato_error *error);

/* The same from texts that people type; see jato_study_from_strings. */
jato_status jx_study_from_strings(const jato_space_strings *strings,
                                  const jato_allocator *allocator, jx_study **out,
                                  jato_error *error);

/* Adds the study of a command's or an object's problem to *out: variables, constraints and
 * objective in one line of JSON, which is YAML, too. Reading and writing it again gives the same
 * text. For a problem by ask and tell only variables and constraints are written, which
 * jx_study_read does not take for a study. Returns 0 where it cannot be written so that it can be
 * read: other kinds of problems, texts that are no UTF-8, a study that is too long, no memory. */
int jx_study_write(const jato_problem *problem, jx_line *out);
