/* Objectives that are not kernels: functions over a space, programs, shared objects. And what may
 * become of an evaluation, which is the same for all of them. */
#ifndef JATO_OBJECTIVE_H
#define JATO_OBJECTIVE_H

#include "space.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What may become of an evaluation ----------------------------------------------------------
 *
 * None of it ends a run by itself, and none of it is ever the best. An evaluation that did not end
 * well is tried again jato_options.retries times, and then counts as worst, or stops the run, as
 * jato_options.stop_on_failure says. */
typedef enum jato_fate {
  JATO_FATE_OK = 0,
  JATO_FATE_NONFINITE, /* the value, or a constraint's number, is NaN or infinite */
  JATO_FATE_TIMEOUT,   /* it took longer than jato_options.timeout */
  JATO_FATE_EXIT,      /* the program ended with another status than 0 */
  JATO_FATE_SIGNAL,    /* the program was ended by a signal: it crashed */
  JATO_FATE_OUTPUT,    /* what it wrote cannot be read as a result */
  JATO_FATE_WORKER,    /* the worker that had it is gone */
  JATO_FATE_REFUSED, /* the objective said itself that there is no value: an error, an exception */
  JATO_FATES
} jato_fate;

/* "ok", "nonfinite", "timeout", ...: never NULL, valid for ever. */
JATO_API const char *jato_fate_name(jato_fate fate);

/* ---- Functions over a space --------------------------------------------------------------------
 */

/* A problem from the caller's function over a space. Of *function, set `points` (or batch or point,
 * which get values in the user's units and go with a space without constraints). Fails with
 * JATO_E_ARGUMENT for a space that is none, and with JATO_E_MEMORY. On success *out belongs to the
 * caller. */
JATO_API jato_status jato_problem_from_space_function(const jato_function *function,
                                                      const jato_space *space, jato_problem **out,
                                                      jato_error *error);

/* A problem whose points are handed out by jato_run_ask and whose values come in by jato_run_tell:
 * see ask.h. Fails as jato_problem_from_space_function does. */
JATO_API jato_status jato_problem_for_ask(const jato_space *space, const jato_allocator *allocator,
                                          jato_problem **out, jato_error *error);

/* ---- Programs ----------------------------------------------------------------------------------
 */

/* How a program reads the values; several may be added up. */
enum {
  JATO_BY_ARGUMENTS = 0,   /* {name} in its command, which is always replaced */
  JATO_BY_ENVIRONMENT = 1, /* JATO_name=value, for each variable */
  JATO_BY_INPUT = 2        /* one line of JSON on standard input: {"id": 7, "values": {...}} */
};

/* Whether a program is started once and stays; see jato_command.stays. */
enum {
  JATO_STAYS_NOT = 0,
  JATO_STAYS = 1,
  JATO_STAYS_BY_INDEX = 2 /* and gets a choice as its index, counted from 0, not as its name */
};

/* What becomes of the folder an evaluation works in. */
typedef enum jato_keep_folders {
  JATO_KEEP_NONE = 0, /* removed when the evaluation is over */
  JATO_KEEP_FAILED,   /* those of evaluations that failed stay */
  JATO_KEEP_ALL
} jato_keep_folders;

/* A program that yields the value. Zero or NULL where nothing special is wanted. Everything is
 * copied.
 *
 * The command is split at blanks; ' and " hold blanks together, \ takes the next character as it
 * is (but for inside of '...'); nothing else has a meaning, and no shell sees it. {name} stands for
 * a variable's value, {id} for the evaluation's number, {folder} for the folder it works in, {here}
 * for `folder`, or the caller's working directory when the problem was made, {{ and }} for braces.
 * Values take their places after the splitting. A program without a / is looked for in PATH; with
 * scratch, a relative path such as ./sim is meant from {here}, unless it is one of the templates.
 * It runs in a process group of its own, which is ended when the evaluation is over, whatever it
 * has left behind.
 *
 * A shell and templates use braces for themselves: in a shell's line, { and } that enclose no name
 * and ${name} are left as they are, and {{name}} stands for {name}. In a template, every brace is
 * left as it is but for {name} of a variable, {id}, {folder} and {here}; {{name}} stands for {name}
 * there, too. So that a misspelt name is noticed, a template has to hold a variable, and a {name}
 * that is nearly a variable's (by one letter from three letters on, by two from six) is an error.
 *
 * The program finds JATO_ID, the evaluation's number, and with scratch JATO_FOLDER in its
 * environment. A worker that stays does not. */
typedef struct jato_command {
  const char *command; /* "./sim --kappa {kappa} -n {n}" */
  const char *shell;   /* or a line for /bin/sh, in place of command; values are quoted for it */
  int by;              /* JATO_BY_...: ways to hand the values over besides */
  const char *folder;  /* where it runs; NULL: the caller's own working directory */
  const char *scratch; /* folder in which every evaluation gets a folder of its own to run in,
                          named by its number; NULL: none. `folder` is then {here} alone */
  jato_keep_folders keep_folders;
  const char *const *template_files; /* [template_count]: copied into the evaluation's own folder,
                                        names of variables in braces replaced, other braces left
                                        as they are; with scratch only, at most 16 MiB each. A file
                                        "name.in" is written as "name" */
  size_t template_count;

  /* Where the result is read. By default the value is the last number that standard output holds;
   * with k constraints, the last 1 + k numbers: the value, then the constraints in their order. */
  const char *result_field; /* or JSON: the last line of output that is an object (or all of it);
                               the value is this field, as in "loss" or "result.loss", and
                               constraints are the fields of their names */
  const char *result_file;  /* read this file of the evaluation's folder in place of the output */

  /* A worker that stays: it is started once, gets a line of JSON on standard input for each
   * evaluation, {"id": 7, "values": {"kappa": 0.1}}, and answers with a line on standard output:
   * {"id": 7, "value": 1.5, "constraints": [0, 2]} or {"id": 7, "error": "no convergence"}. It has
   * to end when its input does. */
  int stays;                       /* JATO_STAYS... */
  const jato_allocator *allocator; /* memory for the problem; copied; NULL means malloc and free */
} jato_command;

/* A problem from a program over a space. Fails with JATO_E_ARGUMENT for braces that name no
 * variable (with the nearest), quotes that do not close, settings that do not go together; with
 * JATO_E_NOT_BUILT where this build cannot start programs; and as jato_problem_from_space_function
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
 * is called behind it with the same x. Values are in the user's units. */
typedef struct jato_object {
  const char *path;   /* "./libsim.so"; copied */
  const char *worker; /* NULL: it is called in this process. Otherwise the jato program ("jato"),
                         which calls it in processes of its own: a crash costs one evaluation, a
                         time limit is kept, and several run at once */
  const jato_allocator *allocator;
} jato_object;

/* A problem from a shared object over a space. Fails with JATO_E_FILE where it cannot be loaded or
 * has no such function, and as jato_problem_from_command does. */
JATO_API jato_status jato_problem_from_object(const jato_object *object, const jato_space *space,
                                              jato_problem **out, jato_error *error);

/* What a worker process does: opens the shared object, reads lines of JSON from the descriptor
 * `input`, {"id": 7, "values": {"kappa": 0.1, "n": 3}}, calls the object with the values in the
 * order of the line, and writes answers as jato_command.stays has them to `output`, until the input
 * ends. `constraints` is how many numbers the object's jato_constraints yields. A line that cannot
 * be read is answered with an error. Fails with JATO_E_FILE where the object cannot be loaded,
 * reading or writing fails, with JATO_E_NOT_BUILT where this build reads no JSON, and with
 * JATO_E_MEMORY. */
JATO_API jato_status jato_object_serve(const char *path, size_t constraints, int input, int output,
                                       jato_error *error);

#ifdef __cplusplus
}
#endif
#endif
