#include "algorithm/cmaes/descent.h"

#include <math.h>
#include <string.h>

#include "algorithm/cmaes/shape.h"
#include "algorithm/eigen.h"
#include "algorithm/fold.h"
#include "math/vector.h"

#define JK_PRECISION 64
#include "kernel/math.h"

#define STEP_MOST (1.0 / 3) /* of a box's width: a larger step sees nothing but folds */

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

/* The arrays of a generation, and the constants that its size makes. */
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
    d->room = jx_pool_is_whole(pool) ? lambda : 0;
    if (d->room == 0)
      return jx_fail(error, JATO_E_MEMORY,
                     "cmaes: not enough memory for %llu points of %llu coordinates",
                     (unsigned long long)lambda, (unsigned long long)n);
  }
  m->lambda = lambda;
  m->rates = jx_cmaes_rates_make(n, lambda, d->setup.covariance, d->setup.active, m->weight);
  d->window = window_of(n, lambda);
  return JATO_OK;
}

/* lambda changes when a descent begins, and when a run file is put back. */
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
  if (jx_pool_is_whole(setup->pool)) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "cmaes: not enough memory for %llu coordinates",
                 (unsigned long long)setup->n);
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

/* A triangle wave: the identity in [0, 1]. */
static double mirror(double u)
{
  if (u >= 0 && u <= 1) return u;
  u -= 2 * floor(u / 2);
  return u > 1 ? 2 - u : u;
}

void jx_descent_begin(jx_descent *d, const double *mean, double sigma, size_t lambda)
{
  jx_cmaes_distribution *m = &d->distribution;
  d->born += m->generation;
  d->lambda = lambda;
  d->most = UINT64_MAX;
  d->reason = JX_DESCENT_GOES_ON;
  d->sigma0 = m->sigma = sigma;
  m->generation = m->decomposed = 0;
  m->step_most = jk_max(STEP_MOST, sigma);
  for (size_t i = 0; i < d->setup.n; i++) d->cells.scale[i] = 1;
  jx_descent_out_of_box(d, mean, m->mean);
  jx_cmaes_round(m);
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

/* Points outside of the box come back, and what is learnt is the way to where they are. */
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
  if (informed) d->reason = jx_descent_find_reason(d);
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
      {"born", JX_COUNTS, 1, 1, &d->born, JX_TALLY},
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
  arrays[count++] =
      (jx_array){"kept", JX_COUNTS, 1, 1, &s->kept, JX_COUNT_IN(0, JX_STAGNATION_ROOM)};
  arrays[count++] =
      (jx_array){"stride", JX_COUNTS, 1, 1, &s->stride, JX_COUNT_IN(1, JX_TALLY_MOST)};
  arrays[count++] =
      (jx_array){"best_values", JX_DOUBLES, 1, JX_STAGNATION_ROOM, s->best, JX_ANY_DOUBLE};
  arrays[count++] =
      (jx_array){"median_values", JX_DOUBLES, 1, JX_STAGNATION_ROOM, s->median, JX_ANY_DOUBLE};
  return count;
}
