/* Text with {placeholders}: a command, a line for a shell, a file. It is parsed once and filled in
 * for every evaluation. Values take their places after a command was split into arguments, so that
 * nothing of them is ever split or interpreted. */
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
  /* Set before it is parsed, and the caller's. */
  const jx_space *space;
  const char *here; /* what {here} stands for */
  jx_pool *pool;    /* of all memory below */
  /* What is parsed. */
  char *text; /* may hold zeros */
  size_t length;
  jx_template_part *parts; /* [room] */
  size_t count, room;
} jx_template;

/* Whether a name is taken: {id}, {folder} and {here} stand for something in every template. */
int jx_template_is_reserved(jx_text name, jx_template_part_kind *kind);

/* Each is called once. They fail with JATO_E_MEMORY, and with JATO_E_ARGUMENT for a {name} that is
 * no variable, id, folder or here.
 *
 * A command is split at blanks, without a shell: '...' is taken literally, "..." holds blanks
 * together, \ takes the next character literally except inside '...'. Every argument is followed by
 * JX_PART_END. Also refused: an empty command, unclosed quotes, a lone { or }. */
jato_status jx_template_parse_command(jx_template *template, const char *command,
                                      jato_error *error);

/* A line for /bin/sh, with JX_PART_END behind it. Values are going to be quoted, which is right
 * only where the shell reads plain words: placeholders inside of quotes, of `...` or of a
 * here-document are refused. */
jato_status jx_template_parse_shell(jx_template *template, const char *line, jato_error *error);

/* A file. Most languages use braces themselves, so only a known {name} is a placeholder; what would
 * go wrong silently is refused: a {name} that is nearly a variable's, and a file without one. */
jato_status jx_template_parse_file(jx_template *template, const char *path, jx_text text,
                                   jato_error *error);

/* One evaluation, as it is passed to programs. */
typedef struct jx_evaluation {
  uint64_t id;
  const double *values; /* [variables] */
  const char *folder;   /* an absolute path; NULL: it has none of its own, and {folder} is "." */
} jx_evaluation;

/* Adds what a part stands for; for JX_PART_END, a zero. */
void jx_template_add_part(const jx_template *template, const jx_template_part *part,
                          const jx_evaluation *evaluation, jx_line *line);
