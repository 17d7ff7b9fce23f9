/* Turns a user's command into the arguments of a process. Nothing here starts a process;
 * jx_command_line_create reads the template files, and all other functions are pure. */
#pragma once

#include "evaluator/command/folder.h"
#include "evaluator/command/template.h"

/* A command, parsed and checked once. It never changes afterwards, so several threads may use it.
 * It owns its texts, which are NULL if the command has none. */
typedef struct jx_command_line {
  const jx_space *space;
  jx_pool pool;         /* of all its memory */
  jx_template template; /* for a shell: its line */
  size_t argc;
  int shell;
  int from_here; /* the program is a path relative to `here` */
  int by;
  int persistent; /* JATO_PERSISTENT... */
  jato_keep_folders keep_folders;
  jx_template_files files;
  char *here;         /* the working directory in which it was made, or `folder` from there */
  char *folder;       /* where to run without scratch */
  char *scratch;      /* as given, perhaps relative */
  char *result_field; /* see jx_output_read */
  char *result_file;  /* relative to the evaluation's folder */
} jx_command_line;

/* Copies what it needs of the command; `space` must outlive it. Fails as jx_template_parse_command,
 * _shell and jx_template_files_read do, and with JATO_E_ARGUMENT for
 * - command and shell both, or neither;
 * - a program that gets no values: no braces, no `by`, no templates, not persistent;
 * - templates, keep_folders or result_file without scratch; a result_file that is an absolute path;
 * - persistent with braces, templates, scratch, result_field, result_file or the environment.
 * On success *out must be destroyed. */
jato_status jx_command_line_create(const jato_command *command, const jx_space *space,
                                   const jato_allocator *allocator, jx_command_line **out,
                                   jato_error *error);
void jx_command_line_destroy(jx_command_line **line);

/* Checks that every searched variable reaches the program. Fails with JATO_E_ARGUMENT, since
 * searching a variable that the program does not get is a waste. */
jato_status jx_command_line_check_use(const jx_command_line *line, jato_error *error);

/* The arguments of a process. Zero it first; it is reused for later evaluations, so that after a
 * few of them nothing is allocated. Release it with jx_call_release. */
typedef struct jx_call {
  /* Valid until the next compose or release. */
  char **argv;       /* ended by NULL; argv[0] without a / is searched in PATH */
  char **env;        /* "NAME=value", ended by NULL: additions to the environment; NULL: none */
  const char *input; /* a line of JSON with its newline; NULL: none */
  size_t input_length;
  /* The memory of the above. */
  jx_line text, json;
  char **pointers; /* [argc + 1 + envc + 1] */
  size_t *starts;  /* [argc + envc]: their offsets in text */
} jx_call;

/* Composes the call of an evaluation.
 *
 * For a persistent process, argv is the same for all evaluations, env is NULL, and input is the
 * line to send for this one; without values there is no line, and id is ignored.
 *
 * env has JATO_ID, with a folder JATO_FOLDER, and for values in the environment JATO_name for each
 * variable. With scratch, argv[0] is made absolute if it is a relative path with a /, unless it is
 * one of the templates. Returns 0 without memory. */
int jx_call_compose(jx_call *call, const jx_command_line *line, const jx_evaluation *evaluation);
void jx_call_release(jx_call *call, const jato_allocator *allocator);
