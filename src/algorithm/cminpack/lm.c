/* Levenberg-Marquardt for sums of squares, with restarts: lmder of cminpack.
 *
 * More, "The Levenberg-Marquardt algorithm: implementation and theory", in Numerical Analysis,
 * Lecture Notes in Mathematics 630 (1978) 105-116. cminpack: Devernay, "C/C++ Minpack", 2007,
 * http://devernay.free.fr/hacks/cminpack/.
 *
 * The derivatives are forward differences, whose n points are one generation: they are evaluated
 * side by side. MINPACK has no bounds, so it works in coordinates in which the box is [0, 1], and
 * the points that it asks for are folded into the box (algorithm/fold.h). */
#include "algorithm/algorithms.h"

#include <cminpack-1/cminpack.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "algorithm/fold.h"
#include "algorithm/callback_adapter/callback_search.h"

#define START_CHOICES 20 /* random points among which a start is chosen, at least */
#define NO_VALUE 1e150   /* replaces a residual that is not finite */
#define SHARE_LEAST 1e-5 /* a difference is a part of the coordinate, at least of this */

enum { FACTOR, XTOL, FTOL, STEPS, RESTARTS };

/* The factor is the middle of what MINPACK's guide advises; 200 steps with their derivatives are
 * the 200 (n + 1) evaluations of lmdif1. */
static const jato_parameter parameters[] = {
    [FACTOR] =
        JX_REAL_ROW("factor", 100, 0.001, 1000,
                    "bound of the first step, as a multiple of the scaled length of the start"),
    [XTOL] = JX_REAL_ROW("xtol", 1e-15, 0, 1,
                         "a local search ends when steps are this part of the point's length"),
    [FTOL] =
        JX_REAL_ROW("ftol", 1e-15, 0, 1,
                    "a local search ends when the sum of squares falls by no more than this part"),
    [STEPS] = JX_WHOLE_ROW("steps", 200, 1, 1e9, "a local search ends after this many steps"),
    [RESTARTS] = JX_CHOICE_ROW("restarts", "yes no", 0,
                               "restart from a random point when a local search has ended"),
};

/* By the return value of lmder, from 0 on; NO_MORE is for other values. */
enum { MANY_STEPS = 5, NO_MORE = 9 };
static const char *const reasons[] = {
    [0] = "",
    [1] = "the sum of squares falls by less than ftol",
    [2] = "steps are smaller than xtol",
    [3] = "the sum of squares falls by less than ftol, and steps are smaller than xtol",
    [4] = "the residuals are orthogonal to their derivatives",
    [MANY_STEPS] = "the local search has made its steps",
    [6] = "rounding errors leave nothing to gain: ftol is too small",
    [7] = "rounding errors leave nothing to gain: xtol is too small",
    [8] = "rounding errors leave nothing to gain",
    [NO_MORE] = "the start has no residuals to work with",
};

/* Maps u into the box, as point `row` of those that are asked for. */
static void put_point(jx_callback_search *r, size_t row, const double *u)
{
  for (size_t i = 0; i < r->n; i++)
    r->x[row * r->n + i] = jx_into_box(jx_fold(u[i]), r->lower[i], r->upper[i]);
}

/* Fills fvec[m]. MINPACK needs at least as many residuals as coordinates; the rest is 0. */
static int find_residuals(jx_callback_search *r, int m, const double *u, double *fvec)
{
  put_point(r, 0, u);
  const double *value = jx_callback_search_values(r, 1);
  if (value == NULL) return -1;
  for (size_t k = 0; k < (size_t)m; k++) {
    fvec[k] = k < r->width ? value[k] : 0;
    if (!isfinite(fvec[k])) fvec[k] = NO_VALUE;
  }
  return 0;
}

/* The step of MINPACK's own differences: lmdif. */
static double difference_at(double u)
{
  return sqrt(DBL_EPSILON) * (fabs(u) > SHARE_LEAST ? fabs(u) : SHARE_LEAST);
}

/* Fills fjac[n][m]: a column of MINPACK's matrix is a row of ours. Without a value it is 0. */
static int find_derivatives(jx_callback_search *r, int m, const double *u, const double *fvec,
                            double *fjac)
{
  for (size_t j = 0; j < r->n; j++) {
    double *moved = fjac; /* not in use until the values have arrived */
    memcpy(moved, u, r->n * sizeof *moved);
    moved[j] += difference_at(u[j]);
    put_point(r, j, moved);
  }
  const double *value = jx_callback_search_values(r, r->n);
  if (value == NULL) return -1;
  for (size_t j = 0; j < r->n; j++) {
    double h = difference_at(u[j]);
    for (size_t k = 0; k < (size_t)m; k++) {
      double change = k < r->width ? (value[j * r->width + k] - fvec[k]) / h : 0;
      fjac[j * (size_t)m + k] = isfinite(change) ? change : 0;
    }
  }
  return 0;
}

/* The callback of lmder, with its parameters. */
/* NOLINTNEXTLINE(readability-function-size) */
static int answer(void *user, int m, int n, const double *u, double *fvec, double *fjac, int ldfjac,
                  int flag)
{
  jx_callback_search *r = user;
  (void)n;
  (void)ldfjac; /* m */
  if (flag == 1) return find_residuals(r, m, u, fvec);
  return find_derivatives(r, m, u, fvec, fjac);
}

static size_t rows_of(size_t n, size_t width) { return width > n ? width : n; }

/* fjac[n][m]; fvec and wa4[m]; u, diag, qtf, wa1, wa2, wa3[n]; and ipvt, n whole numbers. */
static size_t scratch(size_t n, size_t width)
{
  size_t m = rows_of(n, width);
  return m * n + 2 * m + 7 * n;
}

static int search_by_lm(jx_callback_search *r)
{
  size_t n = r->n, m = rows_of(n, r->width);
  const double *value = r->values.value;
  double *fjac = r->scratch, *fvec = fjac + m * n, *wa4 = fvec + m, *u = wa4 + m, *diag = u + n,
         *qtf = diag + n, *wa1 = qtf + n, *wa2 = wa1 + n, *wa3 = wa2 + n;
  int *ipvt = (int *)(wa3 + n);
  int steps = 0, derivatives = 0;
  if (m > INT_MAX / n) return NO_MORE;
  for (size_t i = 0; i < n; i++)
    u[i] = jx_unfold(jx_share_of(r->start[i], r->lower[i], r->upper[i]));
  int info = lmder(answer, r, (int)m, (int)n, u, fvec, fjac, (int)m, value[FTOL], value[XTOL], 0,
                   (int)value[STEPS], diag, 1, value[FACTOR], 0, &steps, &derivatives, ipvt, qtf,
                   wa1, wa2, wa3, wa4);
  return info >= 1 && info <= 8 ? info : NO_MORE;
}

static const jx_local by_lm = {search_by_lm, reasons, sizeof reasons / sizeof reasons[0], 1,
                               scratch};

static uint64_t lm_particles(size_t dim) { return dim > START_CHOICES ? dim : START_CHOICES; }

static jato_status lm_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_callback_search_create(&jx_lm_ops, &by_lm, setup, setup->values->value[RESTARTS] == 0,
                                   out, error);
}

const jx_algorithm_ops jx_lm_ops = {
    .name = "lm",
    .summary = "Levenberg-Marquardt for sums of squares, from their parts, started again",
    .source = "More 1978; cminpack",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_RESIDUALS,
    .state_version = 1,
    .particles = lm_particles,
    .create = lm_create,
    JX_CALLBACK_SEARCH_OPS,
};
