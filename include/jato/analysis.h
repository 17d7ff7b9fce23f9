/* What many runs say about methods, and many evaluations about variables: quantiles, ranks and
 * tests of samples; how methods compare over runs with equal budgets; a smooth fit to evaluations
 * and the importance of each variable in it. `jato compare` and the pictures of `jato plot` show
 * these numbers.
 *
 * Arithmetic on the caller's arrays: nothing here runs anything. Values may be infinite, never NaN.
 * Every call may be made by several threads at once. Calls that return a status fail with
 * JATO_E_MEMORY, and with JATO_E_ARGUMENT where they say so. */
#ifndef JATO_ANALYSIS_H
#define JATO_ANALYSIS_H

#include "base.h"

JATO_C_BEGIN

/* ---- Samples ----------------------------------------------------------------------------------
 */

/* The quantile q, 0 to 1, of values[count] in rising order: linear between the two values that it
 * lies between, as numpy.quantile by default. NaN if count is 0. */
JATO_API double jato_quantile(const double *values, size_t count, double q);

/* ranks[i]: the place of values[i] among all of them, from 1; equal values share the mean of their
 * places. */
JATO_API jato_status jato_rank_values(const double *values, size_t count, double *ranks,
                                      jato_error *error);

/* How likely it is that two samples of one distribution differ in their ranks at least as much as
 * these do: the test of Wilcoxon, Mann and Whitney. */
typedef struct jato_rank_test {
  double p;   /* two-sided; 1 if a sample is empty */
  bool exact; /* counts all orders of the values: no two are equal, and neither sample has more than
                 25. Otherwise the normal approximation, corrected for ties and for continuity */
} jato_rank_test;

JATO_API jato_status jato_rank_sum_test(const double *a, size_t a_count, const double *b,
                                        size_t b_count, jato_rank_test *test, jato_error *error);

/* Corrects p[count], the results of as many tests, in place by Holm's method. */
JATO_API jato_status jato_holm(double *p, size_t count, jato_error *error);

/* ---- Methods ----------------------------------------------------------------------------------
 */

/* The best value of a run after so many evaluations. */
typedef struct jato_improvement {
  uint64_t evaluations;
  double best;
} jato_improvement;

typedef struct jato_compared_run {
  size_t method;        /* which of the methods made it, from 0 */
  double best;          /* the result; +infinity for none, -infinity where larger is better */
  uint64_t evaluations; /* that it used */
  const jato_improvement *improvements; /* [improvement_count]: each is better than the one before,
                                           the last is `best` */
  size_t improvement_count;
} jato_compared_run;

/* Runs of several methods on one problem. */
typedef struct jato_comparison {
  size_t size;                   /* JATO_COMPARISON_INIT */
  const jato_compared_run *runs; /* [run_count], in any order */
  size_t run_count, method_count;
  double target; /* a value that is good enough; NaN: none */
  bool maximize; /* larger values are better */
} jato_comparison;
#define JATO_COMPARISON_INIT .size = sizeof(jato_comparison)

/* A method among the others. */
typedef struct jato_standing {
  size_t size; /* of this struct; that of the first one is that of all */
  size_t method, runs;
  double lower_quartile, median, upper_quartile; /* of the results; NaN without runs */
  size_t reached;                                /* runs that reached the target */
  double ert; /* expected evaluations to the target: those of all runs, up to the target or the
                 end, for each run that reached it; infinity if none did, NaN without a target */
  double mean_rank; /* of its runs among all runs: by the result; with a target, runs that reached
                       it come first, by their evaluations. Infinity without runs */
  double p;   /* of the rank-sum test against the first method, by Holm's method; 1 for the first
                 method itself */
  bool exact; /* that test is exact */
  bool among_best; /* it has runs, and p is at least JATO_SIGNIFICANT */
} jato_standing;

#define JATO_SIGNIFICANT 0.05

/* Fills standings[method_count], the lowest mean rank first. Fails with JATO_E_ARGUMENT if a run is
 * of no method. */
JATO_API jato_status jato_compare_methods_sized(const jato_comparison *comparison,
                                                jato_standing *standings, jato_error *error);
static inline jato_status jato_compare_methods(const jato_comparison *comparison,
                                               jato_standing *standings, jato_error *error)
{
  if (standings != NULL) standings->size = sizeof *standings;
  return jato_compare_methods_sized(comparison, standings, error);
}

/* The smallest number of runs of each method for which a difference between so many methods can be
 * significant. */
JATO_API size_t jato_significant_runs(size_t method_count);

/* The evaluations after which a run had the value `target` or a better one; 0 if it never had. */
JATO_API uint64_t jato_reached_after(const jato_compared_run *run, double target, bool maximize);

/* Runtime distributions (Hansen et al., COCO, 2021): which share of all pairs of a run and one of
 * these targets was solved after how many evaluations. */
#define JATO_RUNTIME_TARGETS 51

/* Writes distance[JATO_RUNTIME_TARGETS]: how far the targets lie above the reference, the best
 * known value (below it where larger is better). They fall evenly on a logarithmic scale from 100
 * to 1e-8, or to the target of the comparison, where runs end. */
JATO_API void jato_runtime_targets(const jato_comparison *comparison, double reference,
                                   double *distance);

/* Writes the evaluations after which the runs of a method solved these targets to
 * evaluations[JATO_RUNTIME_TARGETS for each of its runs], rising, and returns how many were solved.
 */
JATO_API size_t jato_runtimes(const jato_comparison *comparison, size_t method, double reference,
                              double *evaluations);

/* ---- Variables --------------------------------------------------------------------------------
 */

typedef struct jato_fit_variable {
  double lower, upper; /* its interval */
  size_t choices; /* of a category, whose choice i reaches from lower + i to lower + i + 1; 0: a
                     number */
} jato_fit_variable;

/* Least squares with a small ridge on a constant, each variable, its square and the products of
 * two, as many of these as the evaluations support. */
typedef struct jato_fit jato_fit;

typedef struct jato_fit_info {
  size_t size;       /* of this struct in the library */
  const char *name;  /* "linear fit", "quadratic fit without products", "quadratic fit", also "of
                        the logarithm": valid as long as the fit */
  size_t dim, count; /* variables; evaluations that it was made of */
  double explained;  /* share of the variance that is predicted of evaluations left out, one by one;
                        at most 1, and below 0 for a fit that is worse than the mean */
  bool is_quadratic; /* with squares and products */
  bool is_cut;       /* values far above the others were cut */
  bool is_logarithmic; /* of the logarithm of the values, which are positive and span much */
} jato_fit_info;

/* Fits the points x[count][dim] with finite values[count]. Where values far above the others, such
 * as penalties, keep it from explaining much, those above the third quartile by more than three
 * times the distance of the quartiles are cut there, if that explains more. Fails with
 * JATO_E_ARGUMENT if there are too few evaluations for a linear fit, or all values are equal.
 * *out belongs to the caller. */
JATO_API jato_status jato_fit_create(const jato_fit_variable *variables, size_t dim,
                                     const double *x, const double *values, size_t count,
                                     jato_fit **out, jato_error *error);
JATO_API void jato_fit_destroy(jato_fit **fit);

/* Valid as long as the fit. */
JATO_API const jato_fit_info *jato_fit_get_info(const jato_fit *fit);

/* Writes the fitted values of the points x[count][dim] to values[count]. */
JATO_API void jato_fit_evaluate(const jato_fit *fit, const double *x, size_t count, double *values);

/* Permutation importance: half the mean square of the change of the fit when a variable takes its
 * value from another of the points x[count][dim], as shares[dim] of the sum over all variables; all
 * 0 where nothing matters. */
JATO_API jato_status jato_fit_importance(const jato_fit *fit, const double *x, size_t count,
                                         double *shares, jato_error *error);

JATO_C_END
#endif
