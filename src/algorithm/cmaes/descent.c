#include "algorithm/cmaes/descent.h"

#include <math.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/cmaes/shape.h"
#include "algorithm/eigen.h"
#include "algorithm/fold.h"
#include "math/vector.h"

#define JK_PRECISION 64
#include "kernel/math.h"

#define STEP_MOST (1.0 / 3) /* of a box's width: larger steps are only folded back */

#define CONDITION_MOST 1e14 /* of the covariance matrix */
#define GROWTH_MOST 1e4     /* of the largest step */

static const jx_shape *const shapes[] = {[JX_COVARIANCE_FULL] = &jx_full_shape,
                                         [JX_COVARIANCE_SEPARABLE] = &jx_separable_shape,
                                         [JX_COVARIANCE_LIMITED] = &jx_limited_shape};

/* ---- Memory ---- */

static size_t window_of(size_t n, size_t lambda) { return 10 + (30 * n + lambda - 1) / lambda; }

static void take_fixed(jx_descent *d, jx_pool *pool)
{
  jx_cmaes_distribution *m = &d->distribution;
  size_t n = m->n, size = sizeof(double);
  m->covariance = jx_pool_take(pool, m->shape->covariance_rows(n), n * size);
  m->axes = jx_pool_take(pool, m->shape->axes_rows(n), n * size);
  d->history = jx_pool_take(pool, window_of(n, d->setup.lambda), size);
  m->lengths = jx_pool_take(pool, n, size);
  m->mean = jx_pool_take(pool, n, size);
  d->cells.scale = jx_pool_take(pool, n, size);
  m->path_sigma = jx_pool_take(pool, n, size);
  m->path_c = jx_pool_take(pool, n, size);
  m->shift = jx_pool_take(pool, n, size);
  m->white = jx_pool_take(pool, n, size);
  m->scratch = jx_pool_take(pool, JX_EIGEN_WORK(n), size);
  if (d->setup.impatient) d->stagnation = jx_pool_take(pool, 1, sizeof *d->stagnation);
}

/* The arrays of a generation, and the constants that depend on its size. */
static jato_status take_grown(jx_descent *d, jato_error *error)
{
  jx_cmaes_distribution *m = &d->distribution;
  jx_pool *pool = d->setup.pool;
  size_t n = m->n, lambda = (size_t)d->lambda;
  if (lambda > d->room) {
    d->x = jx_pool_retake(pool, d->x, lambda, n * sizeof *d->x);
    d->y = jx_pool_retake(pool, d->y, lambda, n * sizeof *d->y);
    d->squares = jx_pool_retake(pool, d->squares, lambda, sizeof *d->squares);
    m->weight = jx_pool_retake(pool, m->weight, lambda, sizeof *m->weight);
    d->order = jx_pool_retake(pool, d->order, lambda, sizeof *d->order);
    d->room = 0;
    JX_TRY(jx_search_check_pool(pool, "cmaes", lambda, n, error));
    d->room = lambda;
  }
  m->lambda = lambda;
  m->rates = jx_cmaes_rates_make(n, lambda, d->setup.covariance, d->setup.active, m->weight);
  d->window = window_of(n, lambda);
  return JATO_OK;
}

/* lambda changes when a descent begins, and when a run file is restored. */
static jato_status make_ready(jx_descent *d, jato_error *error)
{
  return d->distribution.lambda == d->lambda ? JATO_OK : take_grown(d, error);
}

jato_status jx_descent_create(jx_descent *d, const jx_descent_setup *setup, jato_error *error)
{
  *d = (jx_descent){.setup = *setup, .most = UINT64_MAX, .lambda = setup->lambda};
  d->cells.count = setup->cells;
  d->distribution.n = setup->n;
  d->distribution.by_pair = setup->by_pair;
  d->distribution.shape = shapes[setup->covariance];
  take_fixed(d, setup->pool);
  return jx_search_check_pool(setup->pool, "cmaes", setup->lambda, setup->n, error);
}

/* ---- Points ---- */

static int folds(const jx_descent *d, size_t coordinate)
{
  return d->setup.bounds == JX_BOUNDS_FOLD && !jx_cells_are_in(&d->cells, coordinate);
}

void jx_descent_out_of_box(const jx_descent *d, const double *x, double *inner)
{
  for (size_t i = 0; i < d->setup.n; i++) {
    double share = jx_share_of(x[i], d->setup.lower[i], d->setup.upper[i]);
    inner[i] = (folds(d, i) ? jx_unfold(share) : share) / d->cells.scale[i];
  }
}

/* A triangle wave, which is the identity in [0, 1]. */
static double mirror(double u)
{
  if (u >= 0 && u <= 1) return u;
  u -= 2 * floor(u / 2);
  return u > 1 ? 2 - u : u;
}

void jx_descent_begin(jx_descent *d, const double *mean, double sigma, size_t lambda)
{
  jx_cmaes_distribution *m = &d->distribution;
  d->start_generation += m->generation;
  d->lambda = lambda;
  d->most = UINT64_MAX;
  d->reason = JX_DESCENT_GOES_ON;
  d->sigma0 = m->sigma = sigma;
  m->generation = m->decomposed = 0;
  m->step_most = jk_max(STEP_MOST, sigma);
  for (size_t i = 0; i < d->setup.n; i++) d->cells.scale[i] = 1;
  jx_descent_out_of_box(d, mean, m->mean);
  jx_cmaes_reset(m);
  if (d->stagnation != NULL) jx_stagnation_begin(d->stagnation);
}

void jx_descent_into_box(const jx_descent *d, const double *inner, double *x)
{
  const double *lower = d->setup.lower, *upper = d->setup.upper;
  for (size_t i = 0; i < d->setup.n; i++) {
    double u = inner[i] * d->cells.scale[i];
    x[i] = jx_into_box(folds(d, i) ? jx_fold(u) : mirror(u), lower[i], upper[i]);
  }
}

/* Mirrors a point that is outside of the box, and changes its step accordingly. */
static void mirror_step(jx_descent *d, size_t point)
{
  const jx_cmaes_distribution *m = &d->distribution;
  double *y = d->y + point * m->n;
  int any = 0;
  for (size_t j = 0; j < m->n; j++) {
    double u = (m->mean[j] + m->sigma * y[j]) * d->cells.scale[j];
    if ((u >= 0 && u <= 1) || folds(d, j)) continue;
    y[j] = (mirror(u) / d->cells.scale[j] - m->mean[j]) / m->sigma;
    any = 1;
  }
  if (any) d->squares[point] = -1;
}

static void place(jx_descent *d, size_t point)
{
  double *x = d->x + point * d->setup.n;
  if (d->setup.bounds == JX_BOUNDS_MIRROR || d->cells.count != NULL) mirror_step(d, point);
  jx_descent_inner(d, point, x);
  jx_descent_into_box(d, x, x);
}

/* Eq. 40. */
jato_status jx_descent_draw_as(jx_descent *d, uint64_t number, jato_error *error)
{
  JX_TRY(make_ready(d, error));
  const jx_cmaes_distribution *m = &d->distribution;
  jx_cmaes_draw(m, d->setup.seed, number, d->y, d->squares);
  for (size_t i = 0; i < m->lambda; i++) place(d, i);
  return JATO_OK;
}

jato_status jx_descent_draw(jx_descent *d, jato_error *error)
{
  return jx_descent_draw_as(d, jx_descent_generations(d), error);
}

double jx_descent_longest(const jx_descent *d)
{
  double n = (double)d->setup.n;
  return sqrt(n) + 2 * n / (n + 2);
}

void jx_descent_inner(const jx_descent *d, size_t point, double *inner)
{
  const jx_cmaes_distribution *m = &d->distribution;
  const double *y = d->y + point * m->n;
  for (size_t j = 0; j < m->n; j++) inner[j] = m->mean[j] + m->sigma * y[j];
}

void jx_descent_whiten(const jx_descent *d, const double *inner, double *z)
{
  const jx_cmaes_distribution *m = &d->distribution;
  for (size_t j = 0; j < m->n; j++) m->shift[j] = (inner[j] - m->mean[j]) / m->sigma;
  memset(z, 0, m->n * sizeof *z);
  jx_cmaes_add_white(m, 1, m->shift, z);
}

void jx_descent_inject(jx_descent *d, size_t point, const double *inner, double longest)
{
  const jx_cmaes_distribution *m = &d->distribution;
  double *y = d->y + point * m->n;
  jx_descent_whiten(d, inner, m->white);
  double length = sqrt(jx_product(m->n, m->white, m->white));
  double factor = length > longest ? longest / length : 1;
  for (size_t j = 0; j < m->n; j++) y[j] = factor * ((inner[j] - m->mean[j]) / m->sigma);
  d->squares[point] = factor * length * (factor * length);
  place(d, point);
}

/* ---- Its end: section B.3 of the tutorial ---- */

int jx_descent_is_done(const jx_descent *d, const char **why)
{
  static const char *const words[JX_DESCENT_REASONS] = {
      [JX_DESCENT_SMALL_STEPS] = "all steps are smaller than tolx",
      [JX_DESCENT_SMALL_VALUES] = "values differ by less than tolfun",
      [JX_DESCENT_EQUAL_VALUES] = "the best values of many generations are equal",
      [JX_DESCENT_NO_EFFECT] = "steps are too small to change a point",
      [JX_DESCENT_CONDITION] = "the covariance matrix has become too ill-conditioned",
      [JX_DESCENT_LARGE_STEPS] = "steps have grown a lot without success",
      [JX_DESCENT_STAGNATION] = "values have not become better for many generations",
      [JX_DESCENT_USED_UP] = "its share of evaluations is used up",
  };
  if (d->reason == JX_DESCENT_GOES_ON) return JX_GOES_ON;
  *why = words[d->reason];
  return JX_ENDED;
}

/* Whether a step of a fifth of the deviation of a coordinate, or of a tenth of an axis, changes
 * nothing. Each generation checks one axis. */
static int has_no_effect(const jx_cmaes_distribution *m)
{
  size_t n = m->n, axis = (size_t)(m->generation % n), same = 0;
  for (size_t i = 0; i < n; i++) {
    double at = m->mean[i];
    if (at == at + 0.2 * m->sigma * jx_cmaes_deviation(m, i)) return 1;
    if (m->shape != &jx_full_shape) continue;
    same += at == at + 0.1 * m->sigma * m->lengths[axis] * m->axes[axis * n + i];
  }
  return same == n;
}

static int has_small_steps(const jx_descent *d)
{
  const jx_cmaes_distribution *m = &d->distribution;
  for (size_t i = 0; i < m->n; i++) {
    double step = jk_max(jx_cmaes_deviation(m, i), fabs(m->path_c[i]));
    if (!(m->sigma * step < d->setup.tolx * d->sigma0)) return 0;
  }
  return 1;
}

static uint64_t reason_of_values(const jx_descent *d)
{
  if (d->distribution.generation < d->window) return JX_DESCENT_GOES_ON;
  double least = d->history[0], most = least;
  for (size_t i = 1; i < d->window; i++) {
    least = jk_min(least, d->history[i]);
    most = jk_max(most, d->history[i]);
  }
  if (most == least && most < INFINITY) return JX_DESCENT_EQUAL_VALUES;
  most = jk_max(most, d->order[d->distribution.lambda - 1].rank);
  return most - least <= d->setup.tolfun ? JX_DESCENT_SMALL_VALUES : JX_DESCENT_GOES_ON;
}

static uint64_t find_reason(const jx_descent *d)
{
  const jx_cmaes_distribution *m = &d->distribution;
  double shortest, longest;
  jx_cmaes_extremes(m, &shortest, &longest);
  if (has_no_effect(m)) return JX_DESCENT_NO_EFFECT;
  if (longest > sqrt(CONDITION_MOST) * shortest) return JX_DESCENT_CONDITION;
  if (has_small_steps(d)) return JX_DESCENT_SMALL_STEPS;
  uint64_t reason = reason_of_values(d);
  if (reason != JX_DESCENT_GOES_ON || d->stagnation == NULL) return reason;
  if (m->sigma * longest > GROWTH_MOST * d->sigma0) return JX_DESCENT_LARGE_STEPS;
  int stagnates = jx_stagnation_note(d->stagnation, m->n, m->lambda, m->generation,
                                     d->order[0].rank, d->order[m->lambda / 2].rank);
  return stagnates ? JX_DESCENT_STAGNATION : JX_DESCENT_GOES_ON;
}

/* ---- Values ---- */

void jx_descent_learn(jx_descent *d, const double *rank)
{
  jx_cmaes_distribution *m = &d->distribution;
  jx_sort_by_rank(d->order, rank, m->lambda);
  int informed = d->order[0].rank < INFINITY, bent = 0;
  d->history[m->generation % d->window] = d->order[0].rank;
  if (informed && d->cells.count != NULL)
    jx_cells_centre_steps(&d->cells, m, d->order, d->y, d->squares);
  if (informed) bent = jx_cmaes_learn(m, d->y, d->squares, d->order);
  jx_cmaes_end_generation(m, bent);
  if (d->cells.count != NULL) jx_cells_rescale(&d->cells, m);
  if (informed) d->reason = find_reason(d);
  if (d->reason == JX_DESCENT_GOES_ON && m->generation * m->lambda >= d->most)
    d->reason = JX_DESCENT_USED_UP;
}

size_t jx_descent_state(jx_descent *d, jx_array *arrays)
{
  jx_cmaes_distribution *m = &d->distribution;
  jx_stagnation *s = d->stagnation;
  size_t n = m->n;
  const jx_array list[] = {
      {"generation", JX_COUNTS, 1, 1, &m->generation, JX_TALLY},
      {"decomposed", JX_COUNTS, 1, 1, &m->decomposed, JX_TALLY},
      {"born", JX_COUNTS, 1, 1, &d->start_generation, JX_TALLY},
      {"lambda", JX_COUNTS, 1, 1, &d->lambda, JX_COUNT_IN(d->setup.lambda, JX_TALLY_MOST)},
      {"most", JX_COUNTS, 1, 1, &d->most, JX_ANY_COUNT},
      {"reason", JX_COUNTS, 1, 1, &d->reason, JX_INDEX(JX_DESCENT_REASONS)},
      {"sigma0", JX_DOUBLES, 1, 1, &d->sigma0, JX_ANY_DOUBLE},
      {"sigma", JX_DOUBLES, 1, 1, &m->sigma, JX_ANY_DOUBLE},
      {"mean", JX_DOUBLES, 1, n, m->mean, JX_ANY_DOUBLE},
      {"path_sigma", JX_DOUBLES, 1, n, m->path_sigma, JX_ANY_DOUBLE},
      {"path_c", JX_DOUBLES, 1, n, m->path_c, JX_ANY_DOUBLE},
      {"lengths", JX_DOUBLES, 1, n, m->lengths, JX_ANY_DOUBLE},
      {"history", JX_DOUBLES, 1, window_of(n, d->setup.lambda), d->history, JX_ANY_DOUBLE},
  };
  size_t count = JX_PUT_ARRAYS(arrays, list);
  size_t rows = m->shape->covariance_rows(n), axes = m->shape->axes_rows(n);
  if (rows > 0)
    arrays[count++] = (jx_array){"covariance", JX_DOUBLES, rows, n, m->covariance, JX_ANY_DOUBLE};
  if (axes > 0) arrays[count++] = (jx_array){"axes", JX_DOUBLES, axes, n, m->axes, JX_ANY_DOUBLE};
  if (m->by_pair) {
    arrays[count++] = (jx_array){"trend", JX_DOUBLES, 1, 1, &m->trend, JX_ANY_DOUBLE};
    arrays[count++] = (jx_array){"least_sigma", JX_DOUBLES, 1, 1, &m->least, JX_ANY_DOUBLE};
    arrays[count++] = (jx_array){"settled", JX_COUNTS, 1, 1, &m->settled, JX_TALLY};
    arrays[count++] = (jx_array){"shift", JX_DOUBLES, 1, n, m->shift, JX_ANY_DOUBLE};
  }
  if (d->cells.count != NULL)
    arrays[count++] = (jx_array){"scale", JX_DOUBLES, 1, n, d->cells.scale, JX_ANY_DOUBLE};
  if (s == NULL) return count;
  const jx_array histories[] = {
      {"kept", JX_COUNTS, 1, 1, &s->kept, JX_COUNT_IN(0, JX_STAGNATION_ROOM)},
      {"stride", JX_COUNTS, 1, 1, &s->stride, JX_COUNT_IN(1, JX_TALLY_MOST)},
      {"best_values", JX_DOUBLES, 1, JX_STAGNATION_ROOM, s->best, JX_ANY_DOUBLE},
      {"median_values", JX_DOUBLES, 1, JX_STAGNATION_ROOM, s->median, JX_ANY_DOUBLE},
  };
  return count + JX_PUT_ARRAYS(arrays + count, histories);
}
