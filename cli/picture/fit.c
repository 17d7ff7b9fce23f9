#include "picture/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TERMS = 400, FEATURES = 2 * MOST_TERMS };
static const double wide = 1000;                         /* where logarithms are fitted */
static const double ridges[] = {1e-9, 1e-5, 1e-3, 3e-2}; /* by the number of evaluations */

/* ---- Terms ---- */

static size_t linear_count(const cli_fit_variable *variable)
{
  return variable->choices == 0 ? 1 : variable->choices - 1;
}

/* -1 to 1 for a number; for a category whether it is a choice, but for the first one. */
static size_t write_linear(const cli_fit_variable *variable, double x, double *out)
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
static size_t count_terms(const cli_fit_variable *variables, size_t dim, cli_fit_form form)
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
  if (form >= CLI_FIT_SQUARES) terms += squares;
  if (form == CLI_FIT_QUADRATIC) terms += linear * (linear - 1) / 2 - within;
  return terms <= MOST_TERMS ? terms : MOST_TERMS + 1;
}

/* The terms of a point: 1, the linear ones, squares, products of different variables. */
static void write_terms(const cli_fit *fit, const double *x, double terms[MOST_TERMS])
{
  size_t owner[FEATURES], linear = 0;
  terms[0] = 1;
  for (size_t i = 0; i < fit->dim; i++) {
    size_t own = write_linear(&fit->variables[i], x[i], terms + 1 + linear);
    for (size_t k = 0; k < own; k++) owner[linear + k] = i;
    linear += own;
  }
  size_t used = 1 + linear;
  for (size_t k = 0; k < linear && fit->form >= CLI_FIT_SQUARES; k++)
    if (fit->variables[owner[k]].choices == 0) terms[used++] = terms[1 + k] * terms[1 + k];
  for (size_t k = 0; k < linear && fit->form == CLI_FIT_QUADRATIC; k++)
    for (size_t l = k + 1; l < linear; l++)
      if (owner[l] != owner[k]) terms[used++] = terms[1 + k] * terms[1 + l];
}

/* ---- Least squares ---- */

/* The lower triangle a[n][n] becomes its root by Cholesky; false where it has none. */
static bool take_root(double *a, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      double sum = a[i * n + j];
      for (size_t k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      if (i == j && !(sum > 0)) return false;
      a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
    }
  }
  return true;
}

/* Solves root y = b in place. */
static void solve_forward(const double *root, size_t n, double *b)
{
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < i; k++) b[i] -= root[i * n + k] * b[k];
    b[i] /= root[i * n + i];
  }
}

static void solve_backward(const double *root, size_t n, double *b)
{
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; k++) b[i] -= root[k * n + i] * b[k];
    b[i] /= root[i * n + i];
  }
}

/* Evaluations as terms, and room to solve them in. */
typedef struct equations {
  size_t n, count;
  double *terms, *y;      /* [count][n], [count]: of mean 0 and spread 1 */
  double *gram, *root;    /* [n][n] each */
  double *right, *weight; /* [n] each */
} equations;

/* Both sides of the normal equations. */
static void gather(equations *all)
{
  size_t n = all->n;
  memset(all->gram, 0, n * n * sizeof *all->gram);
  memset(all->right, 0, n * sizeof *all->right);
  for (size_t p = 0; p < all->count; p++) {
    const double *t = all->terms + p * n;
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j <= i; j++) all->gram[i * n + j] += t[i] * t[j];
    for (size_t i = 0; i < n; i++) all->right[i] += t[i] * all->y[p];
  }
}

/* The squares of what each evaluation is missed by if it is left out, over those of the values:
 * by the diagonal of the hat matrix, without fitting again. The weights are in all->weight. */
static double unexplained(equations *all, double ridge)
{
  size_t n = all->n;
  double missed = 0, total = 0;
  memcpy(all->root, all->gram, n * n * sizeof *all->root);
  for (size_t i = 0; i < n; i++)
    all->root[i * n + i] += (i == 0 ? 1e-12 : ridge) * (double)all->count;
  if (!take_root(all->root, n)) return INFINITY;
  memcpy(all->weight, all->right, n * sizeof *all->weight);
  solve_forward(all->root, n, all->weight);
  solve_backward(all->root, n, all->weight);
  for (size_t p = 0; p < all->count; p++) {
    double room[MOST_TERMS], hat = 0, error = all->y[p];
    memcpy(room, all->terms + p * n, n * sizeof *room);
    for (size_t i = 0; i < n; i++) error -= room[i] * all->weight[i];
    solve_forward(all->root, n, room);
    for (size_t i = 0; i < n; i++) hat += room[i] * room[i];
    error /= fmax(1 - hat, 1e-9);
    missed += error * error;
    total += all->y[p] * all->y[p];
  }
  return missed / total;
}

/* Tries a form with every ridge, and keeps the best of them in *fit if it is better than what is
 * there. false without memory. */
static bool try_form(cli_fit *fit, cli_fit_form form, const double *x, const double *y)
{
  cli_fit tried = *fit;
  tried.form = form;
  tried.terms = count_terms(fit->variables, fit->dim, form);
  size_t n = tried.terms;
  if (n > MOST_TERMS || fit->count < n + n / 4 + 2) return true;
  equations all = {.n = n, .count = fit->count};
  all.terms = malloc((n * fit->count + 2 * n * n + 2 * n + fit->count) * sizeof *all.terms);
  if (all.terms == NULL) return false;
  all.gram = all.terms + n * fit->count;
  all.root = all.gram + n * n;
  all.right = all.root + n * n;
  all.weight = all.right + n;
  all.y = all.weight + n;
  memcpy(all.y, y, fit->count * sizeof *y);
  for (size_t p = 0; p < fit->count; p++) {
    double terms[MOST_TERMS];
    write_terms(&tried, x + p * fit->dim, terms);
    memcpy(all.terms + p * n, terms, n * sizeof *terms);
  }
  gather(&all);
  for (size_t r = 0; r < sizeof ridges / sizeof ridges[0]; r++) {
    double explained = 1 - unexplained(&all, ridges[r]);
    if (!(explained > fit->explained)) continue;
    fit->explained = explained;
    fit->form = form;
    fit->terms = n;
    memcpy(fit->weights, all.weight, n * sizeof *all.weight);
  }
  free(all.terms);
  return true;
}

/* ---- Values ---- */

static int compare(const void *a, const void *b)
{
  double one = *(const double *)a, other = *(const double *)b;
  return (one > other) - (one < other);
}

/* Values as they are fitted: y[count] has room for twice as many. false where all are the same. */
static bool prepare(cli_fit *fit, const double *value, double *y)
{
  size_t n = fit->count;
  double *sorted = y + n, sum = 0, squares = 0;
  memcpy(sorted, value, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, compare);
  double first = sorted[n / 4], third = sorted[n - 1 - n / 4];
  double fence = third + 3 * (third - first);
  fit->logarithmic = sorted[0] > 0 && sorted[n - 1] > wide * sorted[0];
  for (size_t i = 0; i < n; i++) {
    double shown = fit->cut ? fmin(value[i], fence) : value[i];
    y[i] = fit->logarithmic ? log(value[i]) : shown;
    sum += y[i];
  }
  fit->mean = sum / (double)n;
  for (size_t i = 0; i < n; i++) squares += (y[i] - fit->mean) * (y[i] - fit->mean);
  fit->spread = sqrt(squares / (double)n);
  if (!(fit->spread > 0) || !isfinite(fit->spread)) return false;
  for (size_t i = 0; i < n; i++) y[i] = (y[i] - fit->mean) / fit->spread;
  return true;
}

/* One way to look at the values, with the best form for it. */
static cli_fit *make_one(const cli_fit *like, const double *x, const double *value)
{
  size_t dim = like->dim, count = like->count;
  cli_fit *fit = calloc(1, sizeof *fit);
  double *y = malloc(2 * count * sizeof *y);
  bool made = fit != NULL && y != NULL;
  if (made) {
    *fit = (cli_fit){.dim = dim, .count = count, .cut = like->cut, .explained = -INFINITY};
    fit->variables = malloc(dim * sizeof *fit->variables);
    fit->weights = malloc(MOST_TERMS * sizeof *fit->weights);
    made = fit->variables != NULL && fit->weights != NULL && prepare(fit, value, y);
  }
  if (made) memcpy(fit->variables, like->variables, dim * sizeof *fit->variables);
  for (int form = CLI_FIT_LINEAR; made && form <= CLI_FIT_QUADRATIC; form++)
    made = try_form(fit, (cli_fit_form)form, x, y);
  free(y);
  if (made && isfinite(fit->explained)) return fit;
  cli_fit_free(fit);
  return NULL;
}

cli_fit *cli_fit_make(const cli_fit_variable *variables, size_t dim, const double *x,
                      const double *value, size_t count)
{
  const double good = 0.9; /* nothing is to be gained by another look at the values */
  if (dim == 0 || count < 4 || count_terms(variables, dim, CLI_FIT_LINEAR) > MOST_TERMS)
    return NULL;
  cli_fit like = {.dim = dim, .count = count, .variables = (cli_fit_variable *)variables};
  cli_fit *whole = make_one(&like, x, value);
  if (whole == NULL || whole->logarithmic || whole->explained > good) return whole;
  like.cut = true;
  cli_fit *cut = make_one(&like, x, value);
  bool better = cut != NULL && cut->explained > whole->explained;
  cli_fit_free(better ? whole : cut);
  return better ? cut : whole;
}

void cli_fit_free(cli_fit *fit)
{
  if (fit == NULL) return;
  free(fit->variables);
  free(fit->weights);
  free(fit);
}

/* As it was fitted: the logarithm, where it is one. */
static double raw_at(const cli_fit *fit, const double *x)
{
  double terms[MOST_TERMS] = {0}, sum = 0;
  write_terms(fit, x, terms);
  for (size_t i = 0; i < fit->terms; i++) sum += fit->weights[i] * terms[i];
  return fit->mean + fit->spread * sum;
}

double cli_fit_at(const cli_fit *fit, const double *x)
{
  double value = raw_at(fit, x);
  return fit->logarithmic ? exp(value) : value;
}

const char *cli_fit_name(const cli_fit *fit)
{
  static const char *const names[][2] = {
      {"linear fit", "linear fit of the logarithm"},
      {"quadratic fit without products", "quadratic fit of the logarithm, without products"},
      {"quadratic fit", "quadratic fit of the logarithm"}};
  bool is_whole = fit->form == CLI_FIT_SQUARES && fit->dim == 1; /* there are no products */
  return names[is_whole ? CLI_FIT_QUADRATIC : fit->form][fit->logarithmic];
}

enum { MOST_PARTNERS = 64 }; /* other points that a variable is taken from, for each point */

void cli_fit_importance(const cli_fit *fit, const double *x, size_t count, double *shares)
{
  double sum = 0;
  double *moved = malloc(fit->dim * sizeof *moved);
  memset(shares, 0, fit->dim * sizeof *shares);
  size_t step = count / MOST_PARTNERS + 1;
  for (size_t p = 0; p < count && moved != NULL; p++) {
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
  free(moved);
}
