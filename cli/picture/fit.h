/* A smooth function fitted to evaluations, and how much each variable matters to it: least squares
 * with a small ridge on a constant, each variable, its square and the products of two. Pure
 * arithmetic: it knows no run and no picture. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct cli_fit_variable {
  double lower, upper; /* its interval */
  size_t choices;      /* of a category, whose choice i is from lower + i to lower + i + 1; 0: a
                          number */
} cli_fit_variable;

typedef enum cli_fit_form { CLI_FIT_LINEAR, CLI_FIT_SQUARES, CLI_FIT_QUADRATIC } cli_fit_form;

typedef struct cli_fit {
  size_t dim, count;           /* variables; evaluations that it was made of */
  cli_fit_variable *variables; /* [dim] */
  cli_fit_form form;           /* that which foretells evaluations best that were left out */
  size_t terms;
  double *weights; /* [terms] */
  double mean, spread;
  double explained; /* share of the variance foretold of evaluations that were left out, one by one;
                       1 at most, and below 0 for a fit that is worse than the mean */
  bool cut;         /* values far above the others were cut */
  bool logarithmic; /* of the logarithm of the values: all are positive, and span much */
} cli_fit;

/* Fits x[count][dim] with finite value[count]. Where values far above the others, as penalties are,
 * keep it from explaining much, what is above the third quartile by more than thrice the quartiles'
 * distance is cut there, if that explains more. Returns NULL where there are too few evaluations
 * for the simplest form, where all are the same, or without memory. */
cli_fit *cli_fit_make(const cli_fit_variable *variables, size_t dim, const double *x,
                      const double *value, size_t count);
void cli_fit_free(cli_fit *fit);

/* The fitted value at x[dim]. */
double cli_fit_at(const cli_fit *fit, const double *x);

/* "linear fit", "quadratic fit without products", "quadratic fit"; of the logarithm, where it is.
 */
const char *cli_fit_name(const cli_fit *fit);

/* Permutation importance: half the mean square by which the fit changes where the variable is
 * replaced by that of another of the points x[count][dim], as shares[dim] of the sum over all
 * variables; all 0 where nothing matters. */
void cli_fit_importance(const cli_fit *fit, const double *x, size_t count, double *shares);
