/* Study files: the variables, constraints, objective, algorithm and limits of a study in one YAML
 * file. docs/study-file.md describes it. */
#ifndef JATO_STUDY_H
#define JATO_STUDY_H

#include "ask.h"

JATO_C_BEGIN

/* ---- Study files --------------------------------------------------------------------------------
 */

/* A study that was read and found valid. */
typedef struct jato_study jato_study;

/* Reads `text`, which messages call `name` (NULL: "study"); relative paths in it are relative to
 * `folder` (NULL: the working directory). Fails with JATO_E_ARGUMENT and "name:line: ...",
 * suggesting the nearest key, if the text is not a valid study; in the same way with JATO_E_NAME
 * for an algorithm, device or walls that is not known; with JATO_E_NOT_BUILT if this build cannot
 * read YAML; and with JATO_E_MEMORY. On success *out belongs to the caller. */
JATO_API jato_status jato_study_read(const char *text, const char *name, const char *folder,
                                     const jato_allocator *allocator, jato_study **out,
                                     jato_error *error);

/* The same for the file at `path`, whose folder relative paths in it belong to. Fails with
 * JATO_E_FILE, too. */
JATO_API jato_status jato_study_load(const char *path, const jato_allocator *allocator,
                                     jato_study **out, jato_error *error);

/* Variables and constraints as people type them, for programs that have options for them:
 *
 *   NAME=LOW:HIGH   a real variable; :int behind it makes it whole, :log searches its logarithm
 *   NAME=a,b,c      one of several choices
 *   NAME=VALUE      always this number, or this word
 *
 * with @START behind one of the first two, where one particle begins; and
 *
 *   NAME<=BOUND, NAME>=BOUND, NAME=BOUND
 *
 * with ~TOLERANCE and /SCALE behind it. */
typedef struct jato_space_strings {
  size_t size;                  /* JATO_SPACE_STRINGS_INIT */
  const char *const *variables; /* [variable_count] */
  size_t variable_count;
  const char *const *constraints; /* [constraint_count] */
  size_t constraint_count;
  double penalty; /* as in jato_space */
} jato_space_strings;
#define JATO_SPACE_STRINGS_INIT .size = sizeof(jato_space_strings)

/* A study that has nothing but its space. Fails with JATO_E_ARGUMENT, naming the text or the
 * variable, and JATO_E_MEMORY. On success *out belongs to the caller. */
JATO_API jato_status jato_study_from_strings(const jato_space_strings *strings,
                                             const jato_allocator *allocator, jato_study **out,
                                             jato_error *error);

/* Its variables and constraints; valid as long as the study. */
JATO_API const jato_space *jato_study_space(const jato_study *study);

/* The study's options: algorithm, limits, workers and so on; those it does not set are as in
 * jato_options_default(), which *options begins with. Strings are valid as long as the study. */
JATO_API void jato_study_get_options(const jato_study *study, jato_options *options);

static inline jato_options jato_study_options(const jato_study *study)
{
  jato_options options = jato_options_default();
  jato_study_get_options(study, &options);
  return options;
}

JATO_API const char *jato_study_name(const jato_study *study); /* "" if it has none */

/* Creates the problem of the study. On success *out belongs to the caller. */
JATO_API jato_status jato_study_problem(const jato_study *study, jato_problem **out,
                                        jato_error *error);

/* Whether its objective is evaluated outside of devices: a program or a shared object. */
JATO_API bool jato_study_runs_process(const jato_study *study);

/* Frees the study and sets *study to NULL. NULL and a pointer to NULL are allowed. */
JATO_API void jato_study_destroy(jato_study **study);

/* ---- One evaluation, observed ------------------------------------------------------------------
 */

/* Called with what is sent to a program and what comes back, in order. `what` is "folder",
 * "argument", "environment", "input", then "output" (its end), "errors" (the end of standard error)
 * or "file" (the result file). text[length] is valid during the call. */
typedef void (*jato_trace_fn)(const char *what, const char *text, size_t length, void *user);

typedef struct jato_single_evaluation {
  size_t size;         /* JATO_SINGLE_EVALUATION_INIT */
  jato_trace_fn trace; /* may be NULL */
  void *trace_user;
  double *c; /* [constraint_count]: receives their numbers; NULL without constraints */

  /* The outcome. */
  jato_eval_status status;
  double f, violation; /* NaN if there is no value */
  double seconds;
  char message[512]; /* why it failed; "" otherwise */
} jato_single_evaluation;
#define JATO_SINGLE_EVALUATION_INIT .size = sizeof(jato_single_evaluation)

/* Makes one evaluation at values[variable_count], in the user's units, without retries. If the
 * evaluation fails, *single says so, and the call itself succeeds. Of the options, only timeout
 * and those on compiling are used; NULL means the defaults. Fails as jato_run_create does, and with
 * JATO_E_ARGUMENT for a problem that the caller evaluates. */
JATO_API jato_status jato_problem_try(const jato_problem *problem, const double *values,
                                      const jato_options *options, jato_single_evaluation *single,
                                      jato_error *error);

JATO_C_END
#endif
