/* Problems: a box and an objective to minimise over it. */
#ifndef JATO_PROBLEM_H
#define JATO_PROBLEM_H

#include "base.h"

JATO_C_BEGIN

/* ---- Problems ---------------------------------------------------------------------------------
 */

/* A box and an objective to minimise over it. Never changed by a run; it must outlive the runs made
 * from it. */
typedef struct jato_problem jato_problem;

/* Writes f[i] for each of the n points in x, which has shape [n][dim]: one point after another.
 * A NaN or infinite value counts as worst and never ends a run.
 * Return 0; anything else ends the run with JATO_E_OBJECTIVE.
 * Called once at a time with all particles of an iteration (at most a million numbers), unless the
 * function is concurrent. */
typedef int (*jato_batch_fn)(const double *x, size_t n, size_t dim, double *f, void *user);

/* The value at one point x[dim]. NaN and infinity count as worst. */
typedef double (*jato_point_fn)(const double *x, size_t dim, void *user);

/* A problem of the gallery by name, with parameters if it has any: "rastrigin",
 * "quadrature:m_max=5", "rastrigin:shift=7" with the box moved so that the minimum is not in its
 * middle. dim 0 means the problem's own dimension (if it has none 10, or the next that it can
 * have). Fails with JATO_E_NAME, JATO_E_ARGUMENT, JATO_E_MEMORY. On success *out belongs to the
 * caller. */
JATO_API jato_status jato_problem_from_gallery(const char *spec, size_t dim,
                                               const jato_allocator *allocator, jato_problem **out,
                                               jato_error *error);

/* Points of a space to evaluate, and where to put the results: see objective.h. */
typedef struct jato_points {
  size_t size; /* of this struct in the library */
  size_t count, variables, constraints;
  const double *x;       /* [count][variables], in the user's units */
  double *f;             /* [count] */
  double *c;             /* [count][constraints]: the numbers to be constrained; NULL if none */
  unsigned char *status; /* [count], all JATO_EVAL_OK; set another for a point without a value */
} jato_points;

/* Fills in f, c and, for points without a value, status. Return 0; anything else ends the run with
 * JATO_E_OBJECTIVE. Called once at a time, unless the function is concurrent. */
typedef int (*jato_points_fn)(const jato_points *points, void *user);

/* Writes r[count], the residuals at one point x[dim]; the objective is the sum of their squares, in
 * this order. One that is not finite makes the value count as worst. Return 0; anything else ends
 * the run with JATO_E_OBJECTIVE. */
typedef int (*jato_residuals_fn)(const double *x, size_t dim, double *r, size_t count, void *user);

/* A user callback. Set `batch`, `point`, `points` or `residuals`; leave the rest 0 unless needed.
 */
typedef struct jato_function {
  size_t size; /* JATO_FUNCTION_INIT */
  jato_batch_fn batch;
  jato_point_fn point;
  jato_points_fn points;
  jato_residuals_fn residuals; /* and residual_count: what the algorithm lm needs */
  size_t residual_count;
  void *user;                      /* passed to every call */
  bool concurrent;                 /* true: several threads may call it at once */
  const jato_allocator *allocator; /* memory for the problem; copied; NULL means malloc and free */
} jato_function;
#define JATO_FUNCTION_INIT .size = sizeof(jato_function)

/* A problem from a user callback over the box lower[dim]..upper[dim] (both copied).
 * Fails with JATO_E_ARGUMENT if there is no function, if lower[i] < upper[i] does not hold or if a
 * bound is not finite, and with JATO_E_MEMORY. On success *out belongs to the caller. */
JATO_API jato_status jato_problem_from_function(const jato_function *function, size_t dim,
                                                const double *lower, const double *upper,
                                                jato_problem **out, jato_error *error);

/* An objective given as C source, compiled for each device when a run is created:
 *
 *   JATO_OBJECTIVE(x, n)
 *   {
 *     real sum = 0;
 *     for (int i = 0; i < n; i++) sum += x(i) * x(i);
 *     return sum;
 *   }
 *
 * docs/objectives.md says what it may contain. Set `file`, `text` or `expression`, and leave the
 * rest 0 unless needed. Everything is copied. */
typedef struct jato_source {
  size_t size;      /* JATO_SOURCE_INIT */
  const char *file; /* path of a C file: JATO_OBJECTIVE or JATO_RESIDUALS, and what they need */
  const char *text; /* or what such a file holds */
  const char *expression; /* or the value alone, as in "sq(x(0) - 1) + sq(x(1))" */
  const char *name;       /* for messages; NULL means the file's path, or "objective.c" */
  const char *folder;     /* where #include "..." is looked up; NULL: beside the file; not
                             allowed in a text */
  const double *data;     /* [data_count] numbers it reads as data[0], data[1], ... */
  size_t data_count;
  const char *data_file; /* or the path of a file with them: white space or one comma between, #
                            begins a comment */
  const jato_allocator *allocator; /* memory for the problem; copied; NULL means malloc and free */
} jato_source;
#define JATO_SOURCE_INIT .size = sizeof(jato_source)

/* A problem from C source over the box lower[dim]..upper[dim] (both copied). Compiler
 * errors are reported when a run is created. Fails with JATO_E_ARGUMENT if the source has no
 * objective or an #include that is not allowed, or if the box is invalid, with JATO_E_FILE
 * for a file that cannot be read, and with JATO_E_MEMORY. On success *out belongs to the caller. */
JATO_API jato_status jato_problem_from_source(const jato_source *source, size_t dim,
                                              const double *lower, const double *upper,
                                              jato_problem **out, jato_error *error);

/* Replaces the box by lower[dim]..upper[dim] (copied), before any run is made from the problem.
 * A known minimum stays known only if its location is known and inside the new box. Fails as
 * jato_problem_from_function does, and with JATO_E_ARGUMENT for a problem with a shift, whose box
 * comes from there; then it changes nothing. */
JATO_API jato_status jato_problem_set_box(jato_problem *problem, const double *lower,
                                          const double *upper, jato_error *error);

/* What is known about a problem. Pointers are valid as long as the problem. */
typedef struct jato_problem_info {
  size_t size;      /* of this struct in the library */
  const char *name; /* "quadrature:m_max=5"; "callback" for a user callback; the file name for a
                       source */
  size_t dim;
  const double *lower; /* [dim] */
  const double *upper; /* [dim] */
  double minimum;      /* the known minimum over the box; NaN if none is known */
  const char *source;  /* where the minimum comes from; "" if none is known */
} jato_problem_info;

/* Valid as long as the problem; its minimum changes with jato_problem_set_box. */
JATO_API const jato_problem_info *jato_problem_get_info(const jato_problem *problem);

/* The location of the known minimum: writes x[dim] and returns true, or returns 0 if it is not
 * known.
 */
JATO_API bool jato_problem_minimizer(const jato_problem *problem, double *x);

/* Frees the problem and sets *problem to NULL. NULL and a pointer to NULL are allowed. */
JATO_API void jato_problem_destroy(jato_problem **problem);

JATO_C_END
#endif
