/* Spaces: the variables and constraints of the user, checked and copied, and the two maps between
 * the search and the user: points to values, and outcomes to the one number that every algorithm
 * compares. exp and log are those of kernel/, with the same bits everywhere. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

/* Largest number of variables, of constraints and of choices. */
#define JX_SPACE_MAX 1000000

/* The largest absolute bound of an integer: 2^45. Up to there the logarithm of a whole number is
 * exact enough to recover the number. */
#define JX_INTEGER_MAX 35184372088832.0

/* A copy of a space, in one piece of memory, with all names written out (x0, c0, ...) and the
 * defaults of tolerances and scales filled in. Unused members have values, too: the bounds of a
 * category are its first and last choice, those of a fixed variable its value. */
typedef struct jx_space {
  jato_space given;      /* points to the arrays that follow */
  size_t dim;            /* variables that are free; at least 1 */
  size_t *variable_of;   /* [dim]: the variable of a coordinate */
  double *lower, *upper; /* [dim]: the box of the search */
  double *cells;   /* [dim]: number of equal cells of a whole number; 0: not a whole number, or
                      on a log scale, where cells differ. NULL: all are 0 */
  int plain;       /* values are coordinates: all variables are real, linear, free */
  int has_initial; /* one of the free variables has an initial value */
} jx_space;

/* Checks and copies a space. Fails with JATO_E_ARGUMENT and the name of the variable: no variables;
 * names that are not valid or occur twice (constraints and variables together); bounds not finite,
 * not in order, not whole or beyond JX_INTEGER_MAX for an integer, not above 0 for a logarithm; a
 * category without a choice, with a choice twice, or on a log scale; an initial value outside; no
 * free variable; a tolerance, scale or penalty below 0 or not finite. Also fails with
 * JATO_E_MEMORY. Release *out by jx_space_destroy. */
jato_status jx_space_create(const jato_space *given, const jato_allocator *allocator,
                            jx_space **out, jato_error *error);
void jx_space_destroy(const jato_allocator *allocator, jx_space **space);

/* Sets values[variable_count] for x[dim]; see jato_problem_values. An x outside its box is moved to
 * its edge, a NaN to the lower one; the edges are exactly the bounds. Category of k choices: box
 * 0..k. Integer: lower-0.5..upper+0.5, rounded. Logarithms are natural: box log(lower)..log(upper),
 * for an integer log(lower-0.5)..log(upper+0.5). */
void jx_space_values(const jx_space *space, const double *x, double *values);

/* The inverse; see jato_problem_point. On a log scale a real value is recovered except for some
 * units in its last place. */
jato_status jx_space_point(const jx_space *space, const double *values, double *x,
                           jato_error *error);

/* Sets x to the initial values of variables that have one; the rest of x stays as it is. */
void jx_space_begin(const jx_space *space, double *x);

/* See jato_problem_write_value. */
size_t jx_space_write(const jx_space *space, size_t variable, double value, char *out, size_t size);

/* The choice that a value represents; NULL if the variable is no category, or the value none of its
 * choices. */
const char *jx_space_choice(const jx_space *space, size_t variable, double value);

/* ---- Constraints: rank.c ---- */

/* The violation of c[constraint_count]: the sum over constraints of the excess over bound and
 * tolerance, divided by their scales; 0 if and only if all are satisfied. NaN if a c is not finite;
 * DBL_MAX if the sum would overflow. */
double jx_space_violation(const jx_space *space, const double *c);

/* The number that algorithms compare instead of f: by the rules of feasibility, or by penalty.
 * Feasible points have f itself, limited to +-JX_RANK_FEASIBLE; others have a number above
 * JX_RANK_FEASIBLE that rises with the violation only, which is limited to 2^-100..2^100. NaN if f
 * or violation is not finite. Requires double precision. */
#define JX_RANK_FEASIBLE 1e300
double jx_space_rank(const jx_space *space, double f, double violation);
