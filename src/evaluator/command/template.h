/* Text with {placeholders}: a command, a line for a shell, a file. It is parsed once, and values
 * are inserted for each evaluation. They are inserted after a command was split into arguments, so
 * that they are never split or interpreted. */
#pragma once

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "text/lines.h"
#include "space/space.h"

typedef enum jx_template_part_kind {
  JX_PART_TEXT,
  JX_PART_VARIABLE,
  JX_PART_ID,
  JX_PART_FOLDER,
  JX_PART_HERE,
  JX_PART_END /* of an argument of the command */
} jx_template_part_kind;

typedef struct jx_template_part {
  jx_template_part_kind kind;
  size_t variable;      /* which one */
  size_t start, length; /* of a text: where in jx_template.text */
} jx_template_part;

typedef struct jx_template {
  /* Set by the caller before parsing. */
  const jx_space *space;
  const char *here; /* the value of {here} */
  jx_pool *pool;    /* of all memory below */
  /* Set by parsing. */
  char *text; /* may hold zeros */
  size_t length;
  jx_template_part *parts; /* [room] */
  size_t count, room;
} jx_template;

/* Whether a name is reserved: {id}, {folder} and {here} have a meaning in every template. */
int jx_template_is_reserved(jx_text name, jx_template_part_kind *kind);

/* Parse functions, of which one is called once. They fail with JATO_E_MEMORY, and with
 * JATO_E_ARGUMENT for a {name} that is no variable, id, folder or here.
 *
 * A command is split at blanks, without a shell: '...' is taken literally, "..." holds blanks
 * together, \ takes the next character literally except inside '...'. Every argument is followed by
 * JX_PART_END. Also refused: an empty command, unclosed quotes, a lone { or }. */
jato_status jx_template_parse_command(jx_template *template, const char *command,
                                      jato_error *error);

/* A line for /bin/sh, followed by JX_PART_END. Values will be quoted, which is correct only where
 * the shell reads plain words: placeholders inside of quotes, `...` or a here-document are refused.
 */
jato_status jx_template_parse_shell(jx_template *template, const char *line, jato_error *error);

/* A file. Most languages use braces themselves, so only a known {name} is a placeholder. Probable
 * mistakes are refused: a {name} that is similar to a variable's, and a file without variables. */
jato_status jx_template_parse_file(jx_template *template, const char *path, jx_text text,
                                   jato_error *error);

/* One evaluation, as it is passed to programs. */
typedef struct jx_evaluation {
  uint64_t id;
  const double *values; /* [variables] */
  const char *folder;   /* an absolute path; NULL: it has none of its own, and {folder} is "." */
} jx_evaluation;

/* Adds the value of a part; for JX_PART_END, a zero. */
void jx_template_add_part(const jx_template *template, const jx_template_part *part,
                          const jx_evaluation *evaluation, jx_line *line);
