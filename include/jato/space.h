/* Spaces: the variables and constraints of a problem, in the user's terms.
 *
 * The search sees a box of real numbers, one coordinate per free variable; the user sees values in
 * their own units: whole numbers, logarithmic scales, choices by name. */
#ifndef JATO_SPACE_H
#define JATO_SPACE_H

#include "problem.h"

JATO_C_BEGIN

/* ---- Spaces -------------------------------------------------------------------------------------
 */

typedef enum jato_variable_kind {
  JATO_REAL = 0,
  JATO_INTEGER, /* lower..upper inclusive, all equally likely (on a linear scale); up to 2^45 */
  JATO_CATEGORY /* one of `choices`; its value is the index of the choice, from 0 */
} jato_variable_kind;

typedef enum jato_scale {
  JATO_LINEAR = 0,
  JATO_LOG /* searched by its logarithm: from 1e-3 to 1, each decade gets a third of the search.
              The lower bound must be above 0 */
} jato_scale;

/* One variable. Leave members 0 for their defaults; names and choices are copied with the space,
 * which has the size of this struct. */
typedef struct jato_variable {
  const char *name; /* a letter or _, then letters, digits and _; NULL: x0, x1, ... by its index */
  jato_variable_kind kind;
  jato_scale scale;
  double lower, upper;        /* ignored for a category or a fixed variable */
  const char *const *choices; /* [choice_count], for a category; any text without a newline */
  size_t choice_count;
  bool has_initial; /* true: particle 0 starts at `initial` */
  double initial;
  bool fixed; /* true: the value is always `initial`, and the variable is not searched */
} jato_variable;

typedef enum jato_relation {
  JATO_AT_MOST = 0, /* c <= bound; with bound 0, the textbook's g(x) <= 0 */
  JATO_AT_LEAST,    /* c >= bound */
  JATO_EQUALS       /* |c - bound| <= tolerance */
} jato_relation;

/* One constraint: a number c that the objective returns besides its value, and its limit. The space
 * has the size of this struct. */
typedef struct jato_constraint {
  const char *name; /* as for variables; NULL: c0, c1, ... by its index */
  jato_relation relation;
  double bound;
  double tolerance; /* how far the bound may be missed; 0 means 0, but 1e-4 for JATO_EQUALS */
  double scale;     /* divides the violation before all are added up; 0 means 1 */
} jato_constraint;

/* Variables and constraints. Everything is copied when a problem is made from it. */
typedef struct jato_space {
  size_t size;                           /* JATO_SPACE_INIT */
  size_t variable_size, constraint_size; /* of the elements */
  const jato_variable *variables;
  size_t variable_count;
  const jato_constraint *constraints;
  size_t constraint_count;

  /* 0: feasibility rules (Deb 2000): a feasible point is better than any infeasible one; of two
   * feasible points, the one with the smaller value is better; of two infeasible points, the one
   * with the smaller violation, whatever their values. Above 0: the search sees value + penalty x
   * violation instead. */
  double penalty;
} jato_space;
#define JATO_SPACE_INIT                                               \
  .size = sizeof(jato_space), .variable_size = sizeof(jato_variable), \
  .constraint_size = sizeof(jato_constraint)

/* Variable and constraint `index` of a space that the library holds, where they may be larger. */
static inline const jato_variable *jato_space_variable(const jato_space *space, size_t index)
{
  return (const jato_variable *)((const char *)space->variables + index * space->variable_size);
}

static inline const jato_constraint *jato_space_constraint(const jato_space *space, size_t index)
{
  return (const jato_constraint *)((const char *)space->constraints +
                                   index * space->constraint_size);
}

/* The space of a problem: its own copy, with all names and defaults filled in; valid as long as the
 * problem. NULL for a problem made from a box: its variables are real, free and named x0, x1, ...,
 * one per dimension, without constraints. */
JATO_API const jato_space *jato_problem_space(const jato_problem *problem);

/* Converts the point x[dim] of the search to the user's units: values[variable_count]. */
JATO_API void jato_problem_values(const jato_problem *problem, const double *x, double *values);

/* The inverse: values (those of fixed variables are ignored) to x[dim]. Whole numbers and choices
 * go to the middle of their intervals; a real value on a logarithmic scale comes back to within a
 * few units in the last place. Fails with JATO_E_ARGUMENT and the name of the variable for a value
 * that is out of bounds, not whole or not a choice. */
JATO_API jato_status jato_problem_point(const jato_problem *problem, const double *values,
                                        double *x, jato_error *error);

/* Writes value number `variable` as text: the shortest number that reads back to the same value, a
 * whole number without a decimal point, a choice by its name; truncated to `size`; out may
 * be NULL. Returns the full length. */
JATO_API size_t jato_problem_write_value(const jato_problem *problem, size_t variable, double value,
                                         char *out, size_t size);

JATO_C_END
#endif
