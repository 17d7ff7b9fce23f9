/* Fits a smooth function to evaluations, and measures how much each variable matters to it. */
#include <math.h>
#include <string.h>

#include "analysis/sort.h"
#include "base/memory.h"
#include "base/status.h"
#include "jato/analysis.h"
#include "math/cholesky.h"
#include "math/vector.h"

enum { MOST_TERMS = 400, FEATURES = 2 * MOST_TERMS };
static const double wide = 1000;                         /* ratio of values from which logarithms
                                                            are fitted */
static const double ridges[] = {1e-9, 1e-5, 1e-3, 3e-2}; /* relative to the number of evaluations */

typedef enum fit_form { LINEAR, SQUARES, QUADRATIC } fit_form;

struct jato_fit {
  size_t dim, count; /* variables; evaluations that were fitted */
  fit_form form;     /* the form with the best leave-one-out prediction */
  size_t terms;
  double weights[MOST_TERMS]; /* the first `terms` are in use */
  double mean, spread;        /* of the fitted values */
  double explained;
  bool cut, logarithmic;
  jato_fit_info info;            /* what users see */
  jato_fit_variable variables[]; /* [dim] */
};

/* ---- Terms ---- */

static size_t linear_count(const jato_fit_variable *variable)
{
  return variable->choices == 0 ? 1 : variable->choices - 1;
}

/* A number becomes -1 to 1; a category becomes 0 or 1 for each choice but the first. */
static size_t write_linear(const jato_fit_variable *variable, double x, double *out)
{
  if (variable->choices == 0) {
    double width = variable->upper - variable->lower;
    *out = width > 0 ? 2 * (x - variable->lower) / width - 1 : 0;
    return 1;
  }
  for (size_t i = 1; i < variable->choices; i++)
    out[i - 1] = floor(x - variable->lower) == (double)i ? 1 : 0;
  return variable->choices - 1;
}

/* The number of terms of a form; MOST_TERMS + 1 for too many. */
static size_t count_terms(const jato_fit_variable *variables, size_t dim, fit_form form)
{
  size_t linear = 0, squares = 0, within = 0;
  for (size_t i = 0; i < dim; i++) {
    size_t own = linear_count(&variables[i]);
    if (own > MOST_TERMS || linear > MOST_TERMS) return MOST_TERMS + 1;
    linear += own;
    within += own * (own - 1) / 2;
    squares += variables[i].choices == 0;
  }
  size_t terms = 1 + linear;
  if (form >= SQUARES) terms += squares;
  if (form == QUADRATIC) terms += linear * (linear - 1) / 2 - within;
  return terms <= MOST_TERMS ? terms : MOST_TERMS + 1;
}

/* The terms of a point: 1, the linear ones, squares, products of different variables. */
static void write_terms(const jato_fit *fit, fit_form form, const double *x,
                        double terms[MOST_TERMS])
{
  size_t owner[FEATURES], linear = 0;
  terms[0] = 1;
  for (size_t i = 0; i < fit->dim; i++) {
    size_t own = write_linear(&fit->variables[i], x[i], terms + 1 + linear);
    for (size_t k = 0; k < own; k++) owner[linear + k] = i;
    linear += own;
  }
  size_t used = 1 + linear;
  for (size_t k = 0; k < linear && form >= SQUARES; k++)
    if (fit->variables[owner[k]].choices == 0) terms[used++] = terms[1 + k] * terms[1 + k];
  for (size_t k = 0; k < linear && form == QUADRATIC; k++)
    for (size_t l = k + 1; l < linear; l++)
      if (owner[l] != owner[k]) terms[used++] = terms[1 + k] * terms[1 + l];
}

/* ---- Least squares ---- */

static jato_status no_memory(size_t count, jato_error *error)
{
  return jx_fail(error, JATO_E_MEMORY, "not enough memory to fit %zu evaluations", count);
}

/* Evaluations as terms, and room to solve them in. */
typedef struct equations {
  size_t n, count;
  const double *y;        /* [count]: of mean 0 and spread 1 */
  double *terms;          /* [count][n] */
  double *gram, *root;    /* [n][n] each: the upper half counts */
  double *right, *weight; /* [n] each */
} equations;

/* Computes both sides of the normal equations. */
static void build_equations(equations *all)
{
  size_t n = all->n;
  memset(all->gram, 0, n * n * sizeof *all->gram);
  memset(all->right, 0, n * sizeof *all->right);
  for (size_t p = 0; p < all->count; p++) {
    const double *t = all->terms + p * n;
    for (size_t i = 0; i < n; i++) jx_add(n - i, t[i], t + i, all->gram + i * n + i);
    jx_add(n, all->y[p], t, all->right);
  }
}

/* The squared leave-one-out errors over the squares of the values, by the diagonal of the hat
 * matrix, without fitting again. The weights are in all->weight. */
static double unexplained(equations *all, double ridge)
{
  size_t n = all->n;
  double missed = 0, total = 0;
  memcpy(all->root, all->gram, n * n * sizeof *all->root);
  for (size_t i = 0; i < n; i++)
    all->root[i * n + i] += (i == 0 ? 1e-12 : ridge) * (double)all->count;
  if (!jx_cholesky(n, all->root)) return (double)INFINITY;
  memcpy(all->weight, all->right, n * sizeof *all->weight);
  jx_cholesky_solve(n, all->root, all->weight);
  for (size_t p = 0; p < all->count; p++) {
    double room[MOST_TERMS];
    memcpy(room, all->terms + p * n, n * sizeof *room);
    double error = all->y[p] - jx_product(n, room, all->weight);
    jx_cholesky_forward(n, all->root, room);
    error /= fmax(1 - jx_product(n, room, room), 1e-9);
    missed += error * error;
    total += all->y[p] * all->y[p];
  }
  return missed / total;
}

/* Fits a form with every ridge, and keeps the best in *fit if it is better than the present one. */
static jato_status try_form(jato_fit *fit, fit_form form, const double *x, const double *y,
                            jato_error *error)
{
  const jato_allocator allocator = jx_allocator_or_default(NULL);
  size_t n = count_terms(fit->variables, fit->dim, form), count = fit->count;
  if (n > MOST_TERMS || count < n + n / 4 + 2) return JATO_OK;
  equations all = {.n = n, .count = count, .y = y};
  all.terms = jx_allocate(&allocator, n * count + 2 * n * n + 2 * n, sizeof *all.terms);
  if (all.terms == NULL) return no_memory(count, error);
  all.gram = all.terms + n * count;
  all.root = all.gram + n * n;
  all.right = all.root + n * n;
  all.weight = all.right + n;
  for (size_t p = 0; p < count; p++) {
    double terms[MOST_TERMS];
    write_terms(fit, form, x + p * fit->dim, terms);
    memcpy(all.terms + p * n, terms, n * sizeof *terms);
  }
  build_equations(&all);
  for (size_t r = 0; r < sizeof ridges / sizeof ridges[0]; r++) {
    double explained = 1 - unexplained(&all, ridges[r]);
    if (!(explained > fit->explained)) continue;
    fit->explained = explained;
    fit->form = form;
    fit->terms = n;
    memcpy(fit->weights, all.weight, n * sizeof *all.weight);
  }
  jx_release(&allocator, all.terms);
  return JATO_OK;
}

/* ---- Values ---- */

/* Sets y[count] to the values as they are fitted; y has room for twice as many. Returns false if
 * all are equal. */
static bool scale_values(jato_fit *fit, const double *values, double *y)
{
  size_t n = fit->count;
  double *sorted = y + n, sum = 0, squares = 0;
  memcpy(sorted, values, n * sizeof *sorted);
  jx_sort_values(sorted, n);
  double first = jato_quantile(sorted, n, 0.25), third = jato_quantile(sorted, n, 0.75);
  double fence = third + 3 * (third - first);
  fit->logarithmic = sorted[0] > 0 && sorted[n - 1] > wide * sorted[0];
  for (size_t i = 0; i < n; i++) {
    double shown = fit->cut ? fmin(values[i], fence) : values[i];
    y[i] = fit->logarithmic ? log(values[i]) : shown;
    sum += y[i];
  }
  fit->mean = sum / (double)n;
  for (size_t i = 0; i < n; i++) squares += (y[i] - fit->mean) * (y[i] - fit->mean);
  fit->spread = sqrt(squares / (double)n);
  if (!(fit->spread > 0) || !isfinite(fit->spread)) return false;
  for (size_t i = 0; i < n; i++) y[i] = (y[i] - fit->mean) / fit->spread;
  return true;
}

/* Finds the best form for the values, cut or not; *fit explains -infinity if there is none. */
static jato_status fit_values(jato_fit *fit, bool cut, const double *x, const double *values,
                              jato_error *error)
{
  const jato_allocator allocator = jx_allocator_or_default(NULL);
  double *y = jx_allocate(&allocator, 2 * fit->count, sizeof *y);
  jato_status status = y != NULL ? JATO_OK : no_memory(fit->count, error);
  fit->cut = cut;
  fit->explained = -(double)INFINITY;
  bool differ = status == JATO_OK && scale_values(fit, values, y);
  for (int form = LINEAR; differ && status == JATO_OK && form <= QUADRATIC; form++)
    status = try_form(fit, (fit_form)form, x, y, error);
  jx_release(&allocator, y);
  return status;
}

/* Fits the values as they are, and cut if that may explain more. */
static jato_status fit_best(jato_fit *fit, jato_fit *room, const double *x, const double *values,
                            jato_error *error)
{
  const double good = 0.9; /* another look at the values could gain nothing */
  size_t bytes = sizeof *fit + fit->dim * sizeof fit->variables[0];
  JX_TRY(fit_values(fit, false, x, values, error));
  if (!isfinite(fit->explained))
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%zu evaluations of %zu variables cannot be fitted: they are too few, or all "
                   "values are equal",
                   fit->count, fit->dim);
  if (fit->logarithmic || fit->explained > good) return JATO_OK;
  memcpy(room, fit, bytes);
  JX_TRY(fit_values(room, true, x, values, error));
  if (room->explained > fit->explained) memcpy(fit, room, bytes);
  return JATO_OK;
}

static jato_fit_info info_of(const jato_fit *fit)
{
  static const char *const names[][2] = {
      {"linear fit", "linear fit of the logarithm"},
      {"quadratic fit without products", "quadratic fit of the logarithm, without products"},
      {"quadratic fit", "quadratic fit of the logarithm"}};
  bool is_whole = fit->form == SQUARES && fit->dim == 1; /* there are no products */
  return (jato_fit_info){.size = sizeof(jato_fit_info),
                         .name = names[is_whole ? QUADRATIC : fit->form][fit->logarithmic],
                         .dim = fit->dim,
                         .count = fit->count,
                         .explained = fit->explained,
                         .is_quadratic = fit->form == QUADRATIC || is_whole,
                         .is_cut = fit->cut,
                         .is_logarithmic = fit->logarithmic};
}

/* NOLINTNEXTLINE(readability-function-size): the points, their values and the usual rest */
jato_status jato_fit_create(const jato_fit_variable *variables, size_t dim, const double *x,
                            const double *values, size_t count, jato_fit **out, jato_error *error)
{
  const jato_allocator allocator = jx_allocator_or_default(NULL);
  if (out != NULL) *out = NULL;
  if (variables == NULL || x == NULL || values == NULL || out == NULL || dim == 0)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "variables, points, values and a place for a fit are needed");
  if (count_terms(variables, dim, LINEAR) > MOST_TERMS)
    return jx_fail(error, JATO_E_ARGUMENT, "%zu variables are too many for a fit", dim);
  size_t bytes = sizeof **out + dim * sizeof *variables; /* at most MOST_TERMS of them */
  jato_fit *fit = jx_allocate(&allocator, 1, bytes), *room = jx_allocate(&allocator, 1, bytes);
  jato_status status = fit != NULL && room != NULL ? JATO_OK : no_memory(count, error);
  if (status == JATO_OK) {
    fit->dim = dim;
    fit->count = count;
    memcpy(fit->variables, variables, dim * sizeof *variables);
    status = fit_best(fit, room, x, values, error);
    fit->info = info_of(fit);
  }
  jx_release(&allocator, room);
  *out = fit;
  if (status != JATO_OK) jato_fit_destroy(out);
  return status;
}

void jato_fit_destroy(jato_fit **fit)
{
  const jato_allocator allocator = jx_allocator_or_default(NULL);
  if (fit == NULL) return;
  jx_release(&allocator, *fit);
  *fit = NULL;
}

const jato_fit_info *jato_fit_get_info(const jato_fit *fit)
{
  return fit != NULL ? &fit->info : NULL;
}

/* The fitted function, which may be a logarithm. */
static double raw_at(const jato_fit *fit, const double *x)
{
  double terms[MOST_TERMS] = {0};
  write_terms(fit, fit->form, x, terms);
  return fit->mean + fit->spread * jx_product(fit->terms, fit->weights, terms);
}

void jato_fit_evaluate(const jato_fit *fit, const double *x, size_t count, double *values)
{
  if (fit == NULL || x == NULL || values == NULL) return;
  for (size_t i = 0; i < count; i++) {
    double value = raw_at(fit, x + i * fit->dim);
    values[i] = fit->logarithmic ? exp(value) : value;
  }
}

enum { MOST_PARTNERS = 64 }; /* other points from which a variable is taken, for each point */

jato_status jato_fit_importance(const jato_fit *fit, const double *x, size_t count, double *shares,
                                jato_error *error)
{
  const jato_allocator allocator = jx_allocator_or_default(NULL);
  if (fit == NULL || x == NULL || shares == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "a fit, points and a place for shares are needed");
  double sum = 0;
  double *moved = jx_allocate(&allocator, fit->dim, sizeof *moved);
  if (moved == NULL) return no_memory(count, error);
  memset(shares, 0, fit->dim * sizeof *shares);
  size_t step = count / MOST_PARTNERS + 1;
  for (size_t p = 0; p < count; p++) {
    const double *here = x + p * fit->dim;
    double value = raw_at(fit, here);
    memcpy(moved, here, fit->dim * sizeof *moved);
    for (size_t i = 0; i < fit->dim; i++) {
      for (size_t other = p % step; other < count; other += step) {
        moved[i] = x[other * fit->dim + i];
        double change = raw_at(fit, moved) - value;
        shares[i] += change * change / 2;
      }
      moved[i] = here[i];
    }
  }
  for (size_t i = 0; i < fit->dim; i++) sum += shares[i];
  for (size_t i = 0; i < fit->dim && sum > 0; i++) shares[i] /= sum;
  jx_release(&allocator, moved);
  return JATO_OK;
}
