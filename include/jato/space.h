/* Spaces: what a user calls the variables and constraints of a problem.
 *
 * The search sees a box of real numbers, one coordinate for each variable that is free; the user
 * sees values in units of their own: whole numbers, logarithmic scales, names to choose from. */
#ifndef JATO_SPACE_H
#define JATO_SPACE_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Spaces -------------------------------------------------------------------------------------
 */

typedef enum jato_variable_kind {
  JATO_REAL = 0,
  JATO_INTEGER, /* lower..upper, both taken, each as likely as the other (on a linear scale); up to
                   2^45 */
  JATO_CATEGORY /* one of `choices`; its value is the place of the choice, counted from 0 */
} jato_variable_kind;

typedef enum jato_scale {
  JATO_LINEAR = 0,
  JATO_LOG /* searched by its logarithm: from 1e-3 to 1, a third of the search goes to each decade.
              The lower bound must be above 0 */
} jato_scale;

/* One variable. Zero where nothing is said; names and choices are copied with the space. */
typedef struct jato_variable {
  const char *name; /* a letter or _, then letters, digits and _; NULL: x0, x1, ... by its place */
  jato_variable_kind kind;
  jato_scale scale;
  double lower, upper;        /* not looked at for a category, nor where it is fixed */
  const char *const *choices; /* [choice_count], of a category; any text without a newline */
  size_t choice_count;
  int has_initial; /* not 0: particle 0 begins at `initial` */
  double initial;
  int fixed; /* not 0: the value is always `initial`, and the search does not see the variable */
} jato_variable;

typedef enum jato_relation {
  JATO_AT_MOST = 0, /* c <= bound; with bound 0 the g(x) <= 0 of textbooks */
  JATO_AT_LEAST,    /* c >= bound */
  JATO_EQUALS       /* |c - bound| <= tolerance */
} jato_relation;

/* One constraint: a number c that the objective yields besides its value, and what it has to be. */
typedef struct jato_constraint {
  const char *name; /* as of variables; NULL: c0, c1, ... by its place */
  jato_relation relation;
  double bound;
  double tolerance; /* by how much it may be missed; 0 means 0, but 1e-4 for JATO_EQUALS */
  double scale;     /* what a violation is divided by before those of all are added up; 0 means 1 */
} jato_constraint;

/* Variables and constraints. Everything is copied where a problem is made of it. */
typedef struct jato_space {
  const jato_variable *variables;
  size_t variable_count;
  const jato_constraint *constraints;
  size_t constraint_count;

  /* 0: rules of feasibility (Deb 2000): any point that keeps all constraints is better than any
   * that does not; of two that do, the one with the smaller value; of two that do not, the one with
   * the smaller violation, whatever their values. Above 0: the search sees value + penalty x
   * violation instead. */
  double penalty;
} jato_space;

/* The space of a problem: its own copy, with all names and defaults filled in; valid as long as the
 * problem. NULL for a problem that was made from a box: its variables are real, free and called x0,
 * x1, ..., there are as many as dimensions, and nothing constrains them. */
JATO_API const jato_space *jato_problem_space(const jato_problem *problem);

/* The place x[dim] of the search in the user's units: values[variable_count]. */
JATO_API void jato_problem_values(const jato_problem *problem, const double *x, double *values);

/* The way back: values, those of fixed variables not looked at, to x[dim]. Whole numbers and
 * choices go to the middle of what stands for them; a real value on a logarithmic scale is found
 * again to some units in its last place. Fails with JATO_E_ARGUMENT and the name of the
 * variable for a value that is out of bounds, not whole or no choice. */
JATO_API jato_status jato_problem_point(const jato_problem *problem, const double *values,
                                        double *x, jato_error *error);

/* Writes value number `variable` as people and programs read it: the shortest number that reads
 * back to the same, a whole number without a point, a choice by its name; cut at `size`. Returns
 * the length it has uncut. */
JATO_API size_t jato_problem_write_value(const jato_problem *problem, size_t variable, double value,
                                         char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
