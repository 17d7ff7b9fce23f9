/* Spaces: what the user calls variables and constraints, checked and copied, and the two maps
 * between the search and the user: points to values, and outcomes to the one number that every
 * algorithm compares. Same bits everywhere: exp and log are those of kernel/. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

/* Largest number of variables, of constraints and of choices. */
#define JX_SPACE_MAX 1000000

/* How far from 0 the bounds of an integer may be: 2^45. Up to there the logarithm of a whole number
 * is exact enough to find the number again. */
#define JX_INTEGER_MAX 35184372088832.0

/* A space of the library's own, in one piece of memory with all names written out (x0, c0, ...),
 * and defaults of tolerances and scales filled in. What is not looked at has a value all the same:
 * the bounds of a category are its first and last choice, those of a fixed variable its value. */
typedef struct jx_space {
  jato_space given;      /* points to what follows */
  size_t dim;            /* variables that are free; at least 1 */
  size_t *variable_of;   /* [dim]: which variable a coordinate stands for */
  double *lower, *upper; /* [dim]: the box of the search */
  double *cells;   /* [dim]: into how many equal cells whole numbers divide a coordinate; 0: it
                      is none, or on a log scale, where cells differ. NULL: all are 0 */
  int plain;       /* values are coordinates: all variables are real, linear, free */
  int has_initial; /* one of the free variables has an initial value */
} jx_space;

/* Checks and copies. Fails with JATO_E_ARGUMENT and the variable's name: no variables; names that
 * are none or occur twice (constraints and variables together); bounds not finite, not in order,
 * not whole or beyond JX_INTEGER_MAX for an integer, not above 0 for a logarithm; a category
 * without at least 1 choice, with a choice twice, or on a log scale; an initial value outside;
 * nothing that is free; a tolerance or scale or penalty below 0 or not finite. Fails with
 * JATO_E_MEMORY, too. On success *out is to be given to jx_space_destroy. */
jato_status jx_space_create(const jato_space *given, const jato_allocator *allocator,
                            jx_space **out, jato_error *error);
void jx_space_destroy(const jato_allocator *allocator, jx_space **space);

/* values[variable_count] of x[dim]; see jato_problem_values. An x outside its box is taken to its
 * edge, a NaN to the lower one; the edges stand for the bounds exactly. Category of k choices: box
 * 0..k. Integer: lower-0.5..upper+0.5, rounded. Logarithms are natural: box log(lower)..log(upper),
 * for an integer log(lower-0.5)..log(upper+0.5). */
void jx_space_values(const jx_space *space, const double *x, double *values);

/* The way back; see jato_problem_point. On a log scale a real value comes back to some units in its
 * last place. */
jato_status jx_space_point(const jx_space *space, const double *values, double *x,
                           jato_error *error);

/* Where particle 0 begins: initial values where there are some, x as it is elsewhere. */
void jx_space_begin(const jx_space *space, double *x);

/* See jato_problem_write_value. */
size_t jx_space_write(const jx_space *space, size_t variable, double value, char *out, size_t size);

/* The choice that a value stands for; NULL where the variable is no category, or the value none of
 * its choices. */
const char *jx_space_choice(const jx_space *space, size_t variable, double value);

/* ---- Constraints: rank.c ---- */

/* How far c[constraint_count] misses what it has to be: the sum over constraints of what is beyond
 * bound and tolerance, over their scales; 0 where all are kept, and only there. NaN where a c is
 * not finite; a sum that would overflow is DBL_MAX. */
double jx_space_violation(const jx_space *space, const double *c);

/* The number that algorithms compare in place of f: by the rules of feasibility, or by penalty.
 * Feasible points have f itself (values beyond +-JX_RANK_FEASIBLE are taken to there); others have
 * a number above JX_RANK_FEASIBLE that rises with the violation alone; violations beyond 2^-100 and
 * 2^100 are taken to there. NaN where f or violation is not finite. Double precision is needed. */
#define JX_RANK_FEASIBLE 1e300
double jx_space_rank(const jx_space *space, double f, double violation);
