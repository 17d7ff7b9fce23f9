/* Objectives that are not kernels: functions over a space, programs, shared objects; and the
 * possible outcomes of an evaluation, which are the same for all of them. */
#ifndef JATO_OBJECTIVE_H
#define JATO_OBJECTIVE_H

#include "space.h"

JATO_C_BEGIN

/* ---- Outcomes of an evaluation -----------------------------------------------------------------
 *
 * A failed evaluation does not end a run by itself, and is never the best. It is retried
 * jato_options.retries times, and then counts as worst, or stops the run if
 * jato_options.stop_on_failure is set. */
typedef enum jato_eval_status {
  JATO_EVAL_OK = 0,
  JATO_EVAL_NONFINITE, /* the value, or a constraint's number, is NaN or infinite */
  JATO_EVAL_TIMEOUT,   /* it took longer than jato_options.timeout */
  JATO_EVAL_EXIT,      /* the program exited with a status other than 0 */
  JATO_EVAL_SIGNAL,    /* the program was killed by a signal: it crashed */
  JATO_EVAL_OUTPUT,    /* its output cannot be read as a result */
  JATO_EVAL_WORKER,    /* its worker is gone */
  JATO_EVAL_REFUSED    /* the objective itself reported that there is no value: an error, an
                          exception */
} jato_eval_status;

/* Room of arrays that have a number for each status: more than there are statuses today. */
#define JATO_EVAL_STATUS_ROOM 16

/* "ok", "nonfinite", "timeout", ...: never NULL, always valid. */
JATO_API const char *jato_eval_status_name(jato_eval_status status);

/* ---- Functions over a space --------------------------------------------------------------------
 */

/* A problem from a user callback over a space. In *function, set `points` (or batch or point, which
 * get values in the user's units and need a space without constraints). Fails with
 * JATO_E_ARGUMENT for an invalid space, and with JATO_E_MEMORY. On success *out belongs to the
 * caller. */
JATO_API jato_status jato_problem_from_space_function(const jato_function *function,
                                                      const jato_space *space, jato_problem **out,
                                                      jato_error *error);

/* A problem whose points are returned by jato_run_ask and whose values are passed to jato_run_tell:
 * see ask.h. Fails as jato_problem_from_space_function does. */
JATO_API jato_status jato_problem_for_ask(const jato_space *space, const jato_allocator *allocator,
                                          jato_problem **out, jato_error *error);

/* ---- Programs ----------------------------------------------------------------------------------
 */

/* How a program gets the values; may be combined by adding. */
enum {
  JATO_BY_ARGUMENTS = 0,   /* {name} in its command; always replaced */
  JATO_BY_ENVIRONMENT = 1, /* JATO_name=value, for each variable */
  JATO_BY_INPUT = 2        /* one line of JSON on standard input: {"id": 7, "values": {...}} */
};

/* Whether a program is started once and stays running; see jato_command.persistent. */
enum {
  JATO_NOT_PERSISTENT = 0,
  JATO_PERSISTENT = 1,
  JATO_PERSISTENT_BY_INDEX = 2 /* and gets a choice by its index, from 0, not by its name */
};

/* Which folders of evaluations are kept. */
typedef enum jato_keep_folders {
  JATO_KEEP_NONE = 0, /* removed when the evaluation is done */
  JATO_KEEP_FAILED,   /* those of failed evaluations are kept */
  JATO_KEEP_ALL
} jato_keep_folders;

/* A program that computes the value. Leave members 0 or NULL for their defaults. Everything is
 * copied.
 *
 * The command is split at blanks; ' and " quote blanks, \ escapes the next character (except inside
 * '...'); nothing else is special, and no shell is involved. {name} is replaced by a variable's
 * value, {id} by the evaluation's number, {folder} by the folder it runs in, {here} by `folder`, or
 * by the caller's working directory when the problem was made, {{ and }} by braces. Values are
 * inserted after splitting. A program without a / is looked up in PATH; with scratch, a relative
 * path such as ./sim is relative to {here}, unless it is one of the templates. The program runs in
 * its own process group, which is killed when the evaluation is done, with anything left in it.
 *
 * Shells and templates have their own use for braces. In a shell line, { and } that enclose no name
 * and ${name} are left alone, and {{name}} stands for {name}. In a template, every brace is left
 * alone except {name} of a variable, {id}, {folder} and {here}; {{name}} stands for {name} there
 * too. To catch misspelt names, a template must contain a variable, and a {name} close to a
 * variable's (one letter off from three letters on, two from six) is an error.
 *
 * The environment of the program has JATO_ID, the evaluation's number, and with scratch
 * JATO_FOLDER; that of a persistent worker does not. Both have JATO, by which what is left of a run
 * is found and ended where the process that made it was killed. */
typedef struct jato_command {
  size_t size;         /* JATO_COMMAND_INIT */
  const char *command; /* "./sim --kappa {kappa} -n {n}" */
  const char *shell;   /* or a line for /bin/sh, instead of command; values are quoted for it */
  int by;              /* JATO_BY_...: additional ways to pass the values */
  const char *folder;  /* where it runs; NULL: the caller's working directory */
  const char *scratch; /* folder in which every evaluation gets its own folder to run in, named by
                          its number (12.1 if there is a folder 12 already, which is never
                          touched); NULL: none. `folder` is then only {here} */
  jato_keep_folders keep_folders;
  const char *const *template_files; /* [template_count]: copied into the evaluation's folder with
                                        names of variables in braces replaced, other braces left
                                        alone; needs scratch; at most 16 MiB each. A file
                                        "name.in" is written as "name" */
  size_t template_count;

  /* Where the result is read from. By default the value is the last number on standard output;
   * with k constraints, the last 1 + k numbers: the value, then the constraints in order. */
  const char *result_field; /* or JSON: the last line of output that is an object (or all of it);
                               the value is this field, as in "loss" or "result.loss", and
                               constraints are the fields with their names */
  const char *result_file;  /* read this file in the evaluation's folder instead of the output */

  /* A persistent worker: it is started once, gets a line of JSON on standard input for each
   * evaluation, {"id": 7, "values": {"kappa": 0.1}}, and answers with a line on standard output:
   * {"id": 7, "value": 1.5, "constraints": [0, 2]} or {"id": 7, "error": "no convergence"}. It must
   * exit at the end of its input. */
  int persistent;                  /* JATO_PERSISTENT... */
  const jato_allocator *allocator; /* memory for the problem; copied; NULL means malloc and free */
} jato_command;
#define JATO_COMMAND_INIT .size = sizeof(jato_command)

/* A problem from a program over a space. Fails with JATO_E_ARGUMENT for braces that name no
 * variable (suggesting the nearest), unclosed quotes and settings that exclude each other; with
 * JATO_E_NOT_BUILT if this build cannot start programs; and as jato_problem_from_space_function
 * does. */
JATO_API jato_status jato_problem_from_command(const jato_command *command, const jato_space *space,
                                               jato_problem **out, jato_error *error);

/* ---- Shared objects ----------------------------------------------------------------------------
 */

/* A shared object with the function
 *
 *   double jato_objective(const double *x, int n);
 *
 * and, with constraints, void jato_constraints(const double *x, int n, double *c, int count), which
 * is called after it with the same x. Values are in the user's units. */
typedef struct jato_object {
  size_t size;        /* JATO_OBJECT_INIT */
  const char *path;   /* "./libsim.so"; copied */
  const char *worker; /* NULL: it is called in this process. Otherwise the jato program ("jato"),
                         which calls it in separate processes: a crash costs one evaluation,
                         timeouts work, and several run in parallel */
  const jato_allocator *allocator;
} jato_object;
#define JATO_OBJECT_INIT .size = sizeof(jato_object)

/* A problem from a shared object over a space. Fails with JATO_E_FILE if it cannot be loaded or
 * has no such function, and as jato_problem_from_command does. */
JATO_API jato_status jato_problem_from_object(const jato_object *object, const jato_space *space,
                                              jato_problem **out, jato_error *error);

/* What a worker process does: opens the shared object, reads lines of JSON from the descriptor
 * `input`, {"id": 7, "values": {"kappa": 0.1, "n": 3}}, calls the object with the values in the
 * order of the line, and writes answers as described at jato_command.persistent to `output`, until
 * the input ends. `constraints` is how many numbers the object's jato_constraints returns. A line
 * that cannot be read is answered with an error. Fails with JATO_E_FILE if the object cannot be
 * loaded or reading or writing fails, with JATO_E_NOT_BUILT if this build cannot read JSON, and
 * with JATO_E_MEMORY. */
JATO_API jato_status jato_object_serve(const char *path, size_t constraints, int input, int output,
                                       jato_error *error);

JATO_C_END
#endif
