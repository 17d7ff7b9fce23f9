/* The words between a program and the search: what a program is called with, which files it finds,
 * and how its result is read. Nothing here starts a process; jx_words_create reads the template
 * files, jx_words_write_templates writes them, all else is pure. */
#ifndef JX_EVALUATOR_WORDS_H
#define JX_EVALUATOR_WORDS_H

#include "base/memory.h"
#include "base/status.h"
#include "lines/lines.h"
#include "space/space.h"

/* A command, split and checked once. Never changed afterwards: several threads may use it. */
typedef struct jx_words jx_words;

/* Checks and splits. Copies all that it keeps of the command; `space` has to outlive it. Fails with
 * JATO_E_ARGUMENT for
 *   command and shell both, or neither; an empty one; quotes that do not close;
 *   {name} that is no variable (with the nearest), a { or } that stands alone in a command;
 *   a command that hands nothing over: no braces, no `by`, no templates, no worker that stays;
 *   in a shell's line, braces inside of quotes, of `...` or of a here-document;
 *   templates, keep_folders or result_file without scratch; a result_file that is an absolute path;
 *   stays together with braces, templates, scratch, result_field, result_file or the environment;
 *   templates: see jato_command;
 * with JATO_E_FILE for a template that cannot be read or is larger than JX_TEMPLATE_LIMIT, and with
 * JATO_E_MEMORY. On success *out is to be given to jx_words_destroy. */
#define JX_TEMPLATE_LIMIT ((size_t)16 << 20)
jato_status jx_words_create(const jato_command *command, const jx_space *space,
                            const jato_allocator *allocator, jx_words **out, jato_error *error);
void jx_words_destroy(jx_words **words);

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
  jx_line text, line;
  char **pointers; /* [argc + 1 + envc + 1] */
  size_t *starts;  /* [argc + envc]: where in text they begin */
} jx_call;

/* Composes the call of evaluation `id` with values[variable_count], which works in `folder`, an
 * absolute path, or NULL without scratch ({folder} is then "."). Values take their places after the
 * command was split: nothing of them is ever split or interpreted.
 *
 * A worker that stays: argv is the same for all evaluations, env is NULL, and input is the line to
 * be sent for this one; with values NULL there is none, and id does not matter.
 *
 * env has JATO_ID, with a folder JATO_FOLDER, and by the environment JATO_name for each variable.
 * argv[0] of a command with scratch that is a relative path with a / was made absolute, unless it
 * is one of the templates. Returns 0 without memory. */
int jx_words_compose(const jx_words *words, uint64_t id, const double *values, const char *folder,
                     jx_call *call);
void jx_call_release(const jx_words *words, jx_call *call);

/* Writes all template files into `folder`, which is there, with the rights their originals have.
 * Fails with JATO_E_FILE and JATO_E_MEMORY. Does nothing without templates. */
jato_status jx_words_write_templates(const jx_words *words, uint64_t id, const double *values,
                                     const char *folder, jato_error *error);

/* Reads the result of a program that does not stay: `text` is what it wrote to standard output, or
 * what the result file holds. answer->value and c[constraint_count] may come out not finite.
 * Returns 0, with answer->message in words, where there is no result. An answer never has an id. */
int jx_words_read(const jx_words *words, const char *text, size_t length, jx_answer *answer,
                  double *c);

/* The copies of the command's own; NULL or 0 where there are none. */
const char *jx_words_result_file(const jx_words *words); /* relative to the evaluation's folder */
const char *jx_words_folder(const jx_words *words);      /* where to run without scratch */
const char *jx_words_scratch(const jx_words *words);     /* as given, perhaps relative */
jato_keep_folders jx_words_keep_folders(const jx_words *words);
int jx_words_stays(const jx_words *words);

/* The last `count` numbers of a text, at least 1: the first of them goes to *first, the others to
 * rest[count - 1]; both are left alone where there are fewer. Returns how many there are in all.
 * Numbers are 1, -1.5e-3, +2, .5, 5., nan, inf and Fortran's 1.0D-3 and 0.1-100 (its 0.1E-100).
 * They are never taken out of words such as x2, 3rd, 1.2.3 or 2026-11-15. */
size_t jx_words_last_numbers(const char *text, size_t length, size_t count, double *first,
                             double *rest);

#endif
