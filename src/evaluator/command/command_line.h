/* From a user's command to what a process is started with. Nothing here starts one;
 * jx_command_line_create reads the template files, all else is pure. */
#pragma once

#include "evaluator/command/folder.h"
#include "evaluator/command/template.h"

/* A command, parsed and checked once. Never changed afterwards: several threads may use it. The
 * texts are its own, NULL where the command has none. */
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

/* Copies all that it keeps of the command; `space` has to outlive it. Fails as
 * jx_template_parse_command, _shell and jx_template_files_read do, and with JATO_E_ARGUMENT for
 * - command and shell both, or neither;
 * - a program that is given no values: no braces, no `by`, no templates, not persistent;
 * - templates, keep_folders or result_file without scratch; a result_file that is an absolute path;
 * - persistent with braces, templates, scratch, result_field, result_file or the environment.
 * On success *out is to be given to jx_command_line_destroy. */
jato_status jx_command_line_create(const jato_command *command, const jx_space *space,
                                   const jato_allocator *allocator, jx_command_line **out,
                                   jato_error *error);
void jx_command_line_destroy(jx_command_line **line);

/* Whether every variable that is searched reaches the program. Fails with JATO_E_ARGUMENT: a search
 * over one that it never sees is wasted. */
jato_status jx_command_line_check_use(const jx_command_line *line, jato_error *error);

/* What a process is started with. Zeroed at first; used again for the next evaluation, so that
 * after the first few nothing is allocated; to be released with jx_call_release. */
typedef struct jx_call {
  /* Valid until the next compose or release. */
  char **argv;       /* ended by NULL; argv[0] without a / is to be looked for in PATH */
  char **env;        /* "NAME=value", ended by NULL: what the environment is to have besides;
                        NULL: nothing */
  const char *input; /* a line of JSON with its newline; NULL: none */
  size_t input_length;
  /* The memory behind it. */
  jx_line text, json;
  char **pointers; /* [argc + 1 + envc + 1] */
  size_t *starts;  /* [argc + envc]: where in text they begin */
} jx_call;

/* Composes the call of an evaluation.
 *
 * A persistent process: argv is the same for all evaluations, env is NULL, and input is the line to
 * be sent for this one; with values NULL there is none, and id does not matter.
 *
 * env has JATO_ID, with a folder JATO_FOLDER, and by the environment JATO_name for each variable.
 * argv[0] of a command with scratch that is a relative path with a / was made absolute, unless it
 * is one of the templates. Returns 0 without memory. */
int jx_call_compose(jx_call *call, const jx_command_line *line, const jx_evaluation *evaluation);
void jx_call_release(jx_call *call, const jato_allocator *allocator);
