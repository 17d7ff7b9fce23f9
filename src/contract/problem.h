/* What a problem supplies: a box and a way to evaluate points. */
#pragma once

#include "base/memory.h"
#include "base/status.h"
#include "space/space.h"

typedef enum jx_objective_kind {
  JX_OBJECTIVE_KERNEL, /* a kernel of the gallery: any device can run it */
  JX_OBJECTIVE_SOURCE, /* the user's source: any device can compile it */
  /* Those from here on are no business of devices: an evaluator of the host computes them. */
  JX_OBJECTIVE_FUNCTION, /* the caller's function: batch, point or points */
  JX_OBJECTIVE_COMMAND,  /* a program */
  JX_OBJECTIVE_OBJECT,   /* a shared object, called in this process */
  JX_OBJECTIVE_ASKED     /* the caller asks and tells */
} jx_objective_kind;

#define JX_IS_HOST_OBJECTIVE(objective) ((objective)->kind >= JX_OBJECTIVE_FUNCTION)

typedef struct jx_objective {
  jx_objective_kind kind;
  const char *kernel; /* name of the row of kernel/objective/gallery.def */
  int row;            /* its number */
  double parameter;   /* `a` of the kernel */
  const char *source; /* C text, its includes taken in and its numbers as they were; see program/ */
  const char *name;   /* what messages call the source */
  const double *data; /* [data_count]: what the source reads as data[i] */
  size_t data_count;
  int has_residuals;     /* the objective is the sum of their squares */
  size_t residual_count; /* of a function; those of a source are counted by its program */
  jato_batch_fn batch;   /* one of these */
  jato_point_fn point;
  jato_points_fn points;
  jato_residuals_fn residuals; /* or this one */
  void *user;
  int concurrent;              /* several threads may call the caller's function at once */
  const jato_command *command; /* the problem's own copy */
  const char *object;          /* path of the shared object */
  const char *worker; /* the program that calls it, as the command does; NULL: this process */
  const char *study;  /* command or object with the space as a study file's text, from which a run
                         file can make the problem again; NULL without */
} jx_objective;

/* The public jato_problem. Made by room `problem`, and constant from then on. */
struct jato_problem {
  char name[64];
  size_t dim;
  double *lower;          /* [dim] */
  double *upper;          /* [dim] */
  int shifted;            /* the box was drawn from a seed, and no other may take its place */
  jato_problem_info info; /* what users see; minimum and source are here only */
  double (*minimizer)(size_t n, size_t i, double a); /* NULL where not known */
  jx_objective objective;
  jx_space *space; /* NULL for a plain box: coordinates are values, nothing constrains them */
  void *owned[4];  /* what the objective points to, freed with the problem */
  jato_allocator allocator;
};

/* Numbers of a point in the user's units, and those that constraints are about. */
static inline size_t jx_problem_variables(const jato_problem *problem)
{
  return problem->space != NULL ? problem->space->given.variable_count : problem->dim;
}

/* Values of an outcome. */
static inline size_t jx_problem_objectives(const jato_problem *problem)
{
  (void)problem;
  return 1;
}

static inline size_t jx_problem_constraints(const jato_problem *problem)
{
  return problem->space != NULL ? problem->space->given.constraint_count : 0;
}

/* Whether one of them is an equality, and ranks tell points that miss constraints by how much they
 * do, and not by their values. */
static inline int jx_problem_has_equalities(const jato_problem *problem)
{
  size_t count = jx_problem_constraints(problem), i = 0;
  if (count == 0 || problem->space->given.penalty > 0) return 0;
  while (i < count && problem->space->given.constraints[i].relation != JATO_EQUALS) i++;
  return i < count;
}
