/* Local methods of NLopt that need no derivatives and respect a box, with restarts.
 *
 * Johnson, "The NLopt nonlinear-optimization package", https://github.com/stevengj/nlopt. The
 * methods: Powell, "The BOBYQA algorithm for bound constrained optimization without derivatives",
 * report NA2009/06, Cambridge 2009; Rowan, "Functional stability analysis of numerical algorithms",
 * thesis, University of Texas at Austin 1990 (Subplex, of which Sbplx is Johnson's version);
 * Powell, "A direct search optimization method that models the objective and constraint functions
 * by linear interpolation", in Advances in Optimization and Numerical Analysis, 1994 (COBYLA). */
#include "algorithm/algorithms.h"

#include <math.h>
#include <nlopt.h>

#include "algorithm/fold.h"
#include "algorithm/callback_adapter/callback_search.h"

#define START_CHOICES 20 /* random points among which a start is chosen */

enum { STEP, XTOL, FTOL, RESTARTS };

static const jato_parameter parameters[] = {
    [STEP] = JX_REAL_ROW("step", 0.2, 1e-9, 1, "first step as a fraction of the box width"),
    [XTOL] = JX_REAL_ROW("xtol", 1e-10, 0, 1,
                         "a local search ends when steps are this fraction of the box width"),
    [FTOL] = JX_REAL_ROW("ftol", 1e-11, 0, 1e9,
                         "a local search ends when values differ by no more than this"),
    [RESTARTS] = JX_CHOICE_ROW("restarts", "yes no", 0,
                               "restart from a random point when a local search has ended"),
};

enum reason { NOT_USED, STOPPED, SMALL_STEPS, SMALL_VALUES, ROUNDING, REFUSED };

static const char *const reasons[] = {
    [NOT_USED] = "",
    [STOPPED] = "the local search has ended",
    [SMALL_STEPS] = "steps are smaller than xtol",
    [SMALL_VALUES] = "values differ by less than ftol",
    [ROUNDING] = "rounding errors leave nothing to gain",
    [REFUSED] = "NLopt cannot search here",
};

static enum reason reason_of(nlopt_result result)
{
  switch (result) {
  case NLOPT_XTOL_REACHED: return SMALL_STEPS;
  case NLOPT_FTOL_REACHED: return SMALL_VALUES;
  case NLOPT_ROUNDOFF_LIMITED: return ROUNDING;
  case NLOPT_FAILURE:
  case NLOPT_INVALID_ARGS:
  case NLOPT_OUT_OF_MEMORY: return REFUSED;
  default: return STOPPED;
  }
}

/* One call of nlopt_optimize. */
typedef struct call {
  jx_callback_search *r;
  nlopt_opt opt;
  double worst; /* of the finite values so far; -infinity without one */
} call;

/* Infinite values would make a model NaN. A point without a value counts as the worst value so far;
 * the start always has one. */
static double objective(unsigned n, const double *x, double *gradient, void *user)
{
  call *c = user;
  jx_callback_search *r = c->r;
  (void)gradient; /* NULL: these methods use none */
  for (unsigned i = 0; i < n; i++) r->x[i] = jx_clip(x[i], r->lower[i], r->upper[i]);
  const double *value = jx_callback_search_values(r, 1);
  if (value == NULL) {
    (void)nlopt_force_stop(c->opt);
    return isfinite(c->worst) ? c->worst : 0;
  }
  if (isfinite(*value) && !(*value < c->worst)) c->worst = *value;
  if (isfinite(*value)) return *value;
  return isfinite(c->worst) ? c->worst : 0;
}

/* r->x is free: the library has not asked for a point yet. */
static nlopt_result prepare(call *c)
{
  const jx_callback_search *r = c->r;
  const double *value = r->values.value;
  nlopt_result result = nlopt_set_lower_bounds(c->opt, r->lower);
  if (result > 0) result = nlopt_set_upper_bounds(c->opt, r->upper);
  if (result > 0) result = nlopt_set_min_objective(c->opt, objective, c);
  if (result > 0) result = nlopt_set_ftol_abs(c->opt, value[FTOL]);
  for (size_t i = 0; i < r->n; i++) {
    double width = value[STEP] * r->upper[i] - value[STEP] * r->lower[i];
    r->x[i] = width > 0 ? width : 1;
  }
  if (result > 0) result = nlopt_set_initial_step(c->opt, r->x);
  for (size_t i = 0; i < r->n; i++) r->x[i] = value[XTOL] * r->upper[i] - value[XTOL] * r->lower[i];
  return result > 0 ? nlopt_set_xtol_abs(c->opt, r->x) : result;
}

static int search_by(jx_callback_search *r, nlopt_algorithm algorithm)
{
  double least = 0;
  call c = {.r = r, .opt = nlopt_create(algorithm, (unsigned)r->n), .worst = -INFINITY};
  if (c.opt == NULL) return REFUSED;
  nlopt_result result = prepare(&c);
  for (size_t i = 0; i < r->n; i++) r->scratch[i] = r->start[i];
  if (result > 0) result = nlopt_optimize(c.opt, r->scratch, &least);
  nlopt_destroy(c.opt);
  return (int)reason_of(result);
}

static int search_by_bobyqa(jx_callback_search *r) { return search_by(r, NLOPT_LN_BOBYQA); }
static int search_by_sbplx(jx_callback_search *r) { return search_by(r, NLOPT_LN_SBPLX); }
static int search_by_cobyla(jx_callback_search *r) { return search_by(r, NLOPT_LN_COBYLA); }

/* The point from which NLopt starts, and in which it leaves the best. */
static size_t scratch(size_t n, size_t width)
{
  (void)width;
  return n;
}

#define REASONS reasons, sizeof reasons / sizeof reasons[0]
static const jx_local by_bobyqa = {search_by_bobyqa, REASONS, 0, scratch};
static const jx_local by_sbplx = {search_by_sbplx, REASONS, 0, scratch};
static const jx_local by_cobyla = {search_by_cobyla, REASONS, 0, scratch};

static uint64_t choices(size_t dim)
{
  (void)dim;
  return START_CHOICES;
}

static jato_status create(const jx_algorithm_ops *ops, const jx_local *local,
                          const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return jx_callback_search_create(ops, local, setup, setup->values->value[RESTARTS] == 0, out,
                                   error);
}

/* NLopt documents that BOBYQA does not work in one dimension. */
static jato_status bobyqa_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  *out = NULL;
  if (setup->dim < 2)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "bobyqa: needs at least 2 variables; take sbplx or cobyla for one");
  return create(&jx_bobyqa_ops, &by_bobyqa, setup, out, error);
}

static jato_status sbplx_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return create(&jx_sbplx_ops, &by_sbplx, setup, out, error);
}

static jato_status cobyla_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  return create(&jx_cobyla_ops, &by_cobyla, setup, out, error);
}

#define NLOPT_OPS                                                                           \
  .parameters = {parameters, sizeof parameters / sizeof parameters[0]}, .state_version = 1, \
  .particles = choices, JX_CALLBACK_SEARCH_OPS

const jx_algorithm_ops jx_bobyqa_ops = {
    .name = "bobyqa",
    .summary = "BOBYQA, a local search by quadratic models in a trust region, started again",
    .source = "Powell 2009; NLopt",
    .create = bobyqa_create,
    NLOPT_OPS,
};

const jx_algorithm_ops jx_sbplx_ops = {
    .name = "sbplx",
    .summary = "Subplex, Nelder-Mead simplices on changing subspaces, started again",
    .source = "Rowan 1990; NLopt",
    .create = sbplx_create,
    NLOPT_OPS,
};

const jx_algorithm_ops jx_cobyla_ops = {
    .name = "cobyla",
    .summary = "COBYLA, a local search by linear models in a trust region, started again",
    .source = "Powell 1994; NLopt",
    .create = cobyla_create,
    NLOPT_OPS,
};
