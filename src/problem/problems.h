/* Creates problems: from the gallery, or from functions or a source of the caller. */
#pragma once

#include "base/spec.h"
#include "contract/problem.h"

/* A zeroed problem with memory for `dim` bounds, or NULL. Freed by jx_problem_destroy. */
jato_problem *jx_problem_allocate(size_t dim, const jato_allocator *allocator);
void jx_problem_destroy(jato_problem **problem);

/* Largest dimension of a problem. */
#define JX_DIM_MAX 10000000

typedef struct jx_interval {
  double lower, upper;
} jx_interval;

/* One row of the gallery. */
typedef struct jx_gallery_row {
  const char *name;
  const char *formula;
  double lower, upper;           /* of every coordinate; NaN if intervals differ */
  const char *fixed;             /* why `shift` cannot move the box; NULL if it can */
  size_t least_dim, only_dim;    /* only_dim 0: any from least_dim on that */
  size_t dim_step;               /* is a multiple of this */
  jx_parameter_table parameters; /* its own; `shift` follows them */
  jx_interval (*interval)(size_t n, size_t i, double a);
  double (*minimum)(size_t n, double a);
  double (*minimizer)(size_t n, size_t i, double a);
  const char *source;
} jx_gallery_row;

/* Row `index`, or NULL past the last one. */
const jx_gallery_row *jx_gallery(size_t index);

/* The parameters that may be set: its own, and `shift` unless its box is fixed. */
jx_parameter_table jx_gallery_parameters(const jx_gallery_row *row);

jato_status jx_problem_from_row(const jx_gallery_row *row, const char *spec, size_t dim,
                                const jato_allocator *allocator, jato_problem **out,
                                jato_error *error);

/* A box as it is given: nothing of it has been checked. */
typedef struct jx_box {
  size_t dim;
  const double *lower, *upper; /* [dim] */
} jx_box;

/* Checks that a function of residuals says how many there are. */
jato_status jx_problem_check_residuals(const jato_function *function, jato_error *error);

/* A problem from the caller's function. */
jato_status jx_problem_from_function(const jato_function *function, const jx_box *box,
                                     jato_problem **out, jato_error *error);

/* A problem over a space, whose name and objective the caller sets. Fails as jx_space_create does;
 * *out is then NULL. */
jato_status jx_problem_over_space(const jato_space *space, const jato_allocator *allocator,
                                  jato_problem **out, jato_error *error);

/* A problem from the C source of the caller, which is read and checked but not compiled. Fails with
 * JATO_E_ARGUMENT, JATO_E_FILE, JATO_E_MEMORY; *out is then NULL. */
jato_status jx_problem_from_source(const jato_source *source, const jx_box *box, jato_problem **out,
                                   jato_error *error);

/* copy_objective.c: sets the objective to a program, or to a shared object that is called in this
 * process; everything is copied. */
jato_status jx_problem_set_command(jato_problem *problem, const jato_command *command,
                                   jato_error *error);
jato_status jx_problem_set_object(jato_problem *problem, const char *path, const char *worker,
                                  jato_error *error);
/* Sets the text from which a run file can recreate the problem; it is copied. */
jato_status jx_problem_set_study(jato_problem *problem, const char *text, jato_error *error);

/* worker_command.c: the command by which `worker`, the jato program, calls the shared object at
 * `path`, quoted as jato_command reads it. Requires persistent = JATO_PERSISTENT_BY_INDEX. Release
 * it by jx_release; NULL without memory. */
char *jx_object_command(const char *worker, const char *path, size_t constraints,
                        const jato_allocator *allocator);

/* Sets another box; forgets the minimum unless it is known to be inside. Fails with JATO_E_ARGUMENT
 * for a problem over a space, whose box follows from its variables, and for a shifted one. */
jato_status jx_problem_set_box(jato_problem *problem, const jx_box *box, jato_error *error);
