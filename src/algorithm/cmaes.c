/* Evolution strategy with covariance matrix adaptation: (mu/mu_w, lambda)-CMA-ES.
 *
 * Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772; equation numbers are its.
 *
 * The search works in coordinates in which the box is [0, 1], and without bounds: what it draws is
 * folded into the box (algorithm/fold.h). So there is no penalty whose weight must be adapted, and
 * no draw is thrown away; the middle of the box does not notice; and a minimum on a bound is one of
 * a smooth function, where the search converges as fast as anywhere else. It is pycma's default,
 * too. */
#include "algorithm/algorithms.h"

#include <math.h>
#include <string.h>

#include "algorithm/cmaes_model.h"
#include "algorithm/eigen.h"
#include "algorithm/fold.h"
#include "algorithm/sort.h"
#include "algorithm/vector.h"

#define JK_PRECISION 64
#include "kernel/normal.h"

#define STEP_MOST (1.0 / 3) /* of a box's width: a larger step sees nothing but folds */
#define CONDITION_MOST 1e14 /* of the covariance matrix */

enum { SIGMA, ACTIVE, TOLX, TOLFUN };

static const jato_parameter parameters[] = {
    [SIGMA] = {.name = "sigma",
               .help = "initial step size as a fraction of the box width",
               .fallback = 0.3,
               .smallest = 1e-9,
               .largest = 10},
    [ACTIVE] = {.name = "active",
                .help = "also learn from bad points where not to go",
                .choices = "yes no"},
    [TOLX] = {.name = "tolx",
              .help = "stop when all steps are this fraction of the first",
              .fallback = 1e-12,
              .largest = 1},
    [TOLFUN] = {.name = "tolfun",
                .help = "stop when values over many generations differ by no more than this",
                .fallback = 1e-12,
                .largest = 1e9},
};

enum reason { GOES_ON, SMALL_STEPS, SMALL_VALUES, EQUAL_VALUES, NO_EFFECT, CONDITION };

static const char *const reasons[] = {
    [SMALL_STEPS] = "all steps are smaller than tolx",
    [SMALL_VALUES] = "values differ by less than tolfun",
    [EQUAL_VALUES] = "the best values of many generations are equal",
    [NO_EFFECT] = "steps are too small to change a point",
    [CONDITION] = "the covariance matrix has become too ill-conditioned",
};

typedef struct cmaes {
  jx_search head;
  jx_cmaes_model model;
  const double *lower, *upper; /* [n] */
  uint64_t seed;
  size_t window; /* generations whose best values are compared */
  double sigma0, tolx, tolfun;
  double *block; /* all arrays of numbers */

  /* The state, with the model's. */
  uint64_t reason; /* enum reason */
  double *history; /* [window]: a ring of the generations' best values */

  /* Of the generation that is out. */
  double *x, *y;    /* [lambda][n]: points in the box; steps in the unit of sigma */
  double *squares;  /* [lambda]: squared length of the normal vector behind y */
  jx_ranked *order; /* [lambda] */
} cmaes;

/* Where the user would begin, or somewhere in the box. */
static void set_start(cmaes *es, const double *initial)
{
  jx_cmaes_model *m = &es->model;
  jk_key key = jk_key_make(es->seed, 0);
  for (size_t i = 0; i < m->n; i++) {
    jk_block b = jk_draw(key, 0, (jk_word1)(i / 2), JK_DRAW_POSITION);
    double share = jk_fine_uniform(b.w[i % 2 * 2], b.w[i % 2 * 2 + 1]);
    if (initial != NULL) share = jx_share_of(initial[i], es->lower[i], es->upper[i]);
    m->mean[i] = jx_unfold(share);
  }
}

static double *take(double **next, size_t count)
{
  double *taken = *next;
  *next += count;
  return taken;
}

/* Zeroed room for all arrays; 0 when there is none. */
static int take_memory(cmaes *es)
{
  jx_cmaes_model *m = &es->model;
  size_t n = m->n, lambda = m->lambda;
  double total = 2.0 * (double)n * (double)n + 8.0 * (double)n +
                 (double)lambda * (2.0 * (double)n + 2) + (double)es->window;
  if (!(total < 0x1p53 && total < (double)(SIZE_MAX / sizeof(double)))) return 0;
  es->block = jx_allocate(&es->head.allocator, (size_t)total, sizeof *es->block);
  es->order = jx_allocate(&es->head.allocator, lambda, sizeof *es->order);
  if (es->block == NULL || es->order == NULL) return 0;
  double *next = es->block;
  m->covariance = take(&next, n * n);
  m->axes = take(&next, n * n);
  es->x = take(&next, lambda * n);
  es->y = take(&next, lambda * n);
  es->squares = take(&next, lambda);
  m->weight = take(&next, lambda);
  es->history = take(&next, es->window);
  m->lengths = take(&next, n);
  m->mean = take(&next, n);
  m->path_sigma = take(&next, n);
  m->path_c = take(&next, n);
  m->shift = take(&next, n);
  m->scratch = take(&next, JX_EIGEN_WORK(n));
  return 1;
}

static void cmaes_destroy(jx_search **search)
{
  if (*search == NULL) return;
  cmaes *es = (cmaes *)*search;
  jx_release(&es->head.allocator, es->block);
  jx_release(&es->head.allocator, es->order);
  jx_search_destroy(search);
}

/* Eq. 48. */
static uint64_t cmaes_particles(size_t dim)
{
  return 4 + (uint64_t)jk_floor(3 * jk_log((double)dim));
}

static jato_status cmaes_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  const double *value = setup->values->value;
  *out = NULL;
  if (setup->particles < 2)
    return jx_fail(error, JATO_E_ARGUMENT, "cmaes: needs at least 2 particles to compare");
  if (setup->particles > SIZE_MAX / 64)
    return jx_fail(error, JATO_E_MEMORY, "cmaes: not enough memory for the search");
  JX_TRY(jx_search_create(&jx_cmaes_ops, setup, sizeof(cmaes), out, error));
  cmaes *es = (cmaes *)*out;
  jx_cmaes_model *m = &es->model;
  m->n = setup->dim;
  m->lambda = (size_t)setup->particles;
  es->window = 10 + (30 * m->n + m->lambda - 1) / m->lambda;
  es->lower = setup->lower;
  es->upper = setup->upper;
  es->seed = setup->seed;
  m->sigma = es->sigma0 = value[SIGMA];
  m->step_most = jk_max(STEP_MOST, value[SIGMA]);
  es->tolx = value[TOLX];
  es->tolfun = value[TOLFUN];
  if (!take_memory(es)) {
    cmaes_destroy(out);
    return jx_fail(error, JATO_E_MEMORY,
                   "cmaes: not enough memory for %llu points of %llu coordinates",
                   (unsigned long long)setup->particles, (unsigned long long)setup->dim);
  }
  m->rates = jx_cmaes_rates_make(m->n, m->lambda, value[ACTIVE] == 0, m->weight);
  set_start(es, setup->initial);
  jx_cmaes_round(m);
  return JATO_OK;
}

/* Eq. 38 and 39: y = B D z, axis by axis; returns the square of z's length. */
static double draw_step(const jx_cmaes_model *m, jk_key key, size_t point, double *y)
{
  size_t n = m->n;
  double square = 0;
  memset(y, 0, n * sizeof *y);
  for (size_t k = 0; k < n; k += 2) {
    jk_normals z = jk_normals_of(jk_draw(key, point, (jk_word1)(k / 2), JK_DRAW_NORMAL));
    square += z.a * z.a;
    jx_add(n, m->lengths[k] * z.a, m->axes + k * n, y);
    if (k + 1 == n) break;
    square += z.b * z.b;
    jx_add(n, m->lengths[k + 1] * z.b, m->axes + (k + 1) * n, y);
  }
  return square;
}

/* Eq. 40. */
static jato_status cmaes_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  cmaes *es = (cmaes *)search;
  const jx_cmaes_model *m = &es->model;
  jk_key key = jk_key_make(es->seed, m->generation);
  (void)error;
  for (size_t i = 0; i < m->lambda; i++) {
    double *x = es->x + i * m->n, *y = es->y + i * m->n;
    es->squares[i] = draw_step(m, key, i, y);
    for (size_t j = 0; j < m->n; j++)
      x[j] = jx_into_box(jx_fold(m->mean[j] + m->sigma * y[j]), es->lower[j], es->upper[j]);
  }
  generation->count = m->lambda;
  generation->x = es->x;
  return JATO_OK;
}

/* A step of a fifth of a coordinate's, or of a tenth of an axis', changes nothing. One axis is
 * tried in each generation. */
static int has_no_effect(const jx_cmaes_model *m)
{
  size_t n = m->n, axis = (size_t)(m->generation % n), same = 0;
  for (size_t i = 0; i < n; i++) {
    double at = m->mean[i];
    if (at == at + 0.2 * m->sigma * sqrt(m->covariance[i * n + i])) return 1;
    same += at == at + 0.1 * m->sigma * m->lengths[axis] * m->axes[axis * n + i];
  }
  return same == n;
}

static int has_small_steps(const cmaes *es)
{
  const jx_cmaes_model *m = &es->model;
  for (size_t i = 0; i < m->n; i++) {
    double step = jk_max(sqrt(m->covariance[i * m->n + i]), fabs(m->path_c[i]));
    if (!(m->sigma * step < es->tolx * es->sigma0)) return 0;
  }
  return 1;
}

/* Section B.3 of the tutorial. */
static enum reason find_reason(const cmaes *es)
{
  const jx_cmaes_model *m = &es->model;
  if (has_no_effect(m)) return NO_EFFECT;
  if (m->lengths[m->n - 1] > sqrt(CONDITION_MOST) * m->lengths[0]) return CONDITION;
  if (has_small_steps(es)) return SMALL_STEPS;
  if (m->generation < es->window) return GOES_ON;
  double least = es->history[0], most = least;
  for (size_t i = 1; i < es->window; i++) {
    least = jk_min(least, es->history[i]);
    most = jk_max(most, es->history[i]);
  }
  if (most == least && most < INFINITY) return EQUAL_VALUES;
  most = jk_max(most, es->order[m->lambda - 1].rank);
  return most - least <= es->tolfun ? SMALL_VALUES : GOES_ON;
}

/* A generation without any value says nothing, and the next one is drawn where it was. */
static jato_status cmaes_tell(jx_search *search, const jx_generation *generation, jato_error *error)
{
  cmaes *es = (cmaes *)search;
  jx_cmaes_model *m = &es->model;
  (void)error;
  jx_sort_by_rank(es->order, generation->rank, m->lambda);
  int informed = es->order[0].rank < INFINITY, bent = 0;
  es->history[m->generation % es->window] = es->order[0].rank;
  if (informed) bent = jx_cmaes_learn(m, es->y, es->squares, es->order);
  jx_cmaes_end_generation(m, bent);
  if (informed) es->reason = find_reason(es);
  return JATO_OK;
}

static int cmaes_is_done(const jx_search *search, const char **why)
{
  uint64_t reason = ((const cmaes *)search)->reason;
  if (reason == GOES_ON || reason > CONDITION) return 0;
  *why = reasons[reason];
  return 1;
}

static size_t cmaes_state(jx_search *search, jx_array *arrays)
{
  cmaes *es = (cmaes *)search;
  jx_cmaes_model *m = &es->model;
  size_t n = m->n;
  const jx_array list[] = {
      {"generation", JX_COUNTS, 1, 1, &m->generation},
      {"decomposed", JX_COUNTS, 1, 1, &m->decomposed},
      {"reason", JX_COUNTS, 1, 1, &es->reason},
      {"sigma", JX_DOUBLES, 1, 1, &m->sigma},
      {"mean", JX_DOUBLES, 1, n, m->mean},
      {"path_sigma", JX_DOUBLES, 1, n, m->path_sigma},
      {"path_c", JX_DOUBLES, 1, n, m->path_c},
      {"covariance", JX_DOUBLES, n, n, m->covariance},
      {"axes", JX_DOUBLES, n, n, m->axes},
      {"lengths", JX_DOUBLES, 1, n, m->lengths},
      {"history", JX_DOUBLES, 1, es->window, es->history},
  };
  memcpy(arrays, list, sizeof list);
  return sizeof list / sizeof list[0];
}

const jx_algorithm_ops jx_cmaes_ops = {
    .name = "cmaes",
    .summary = "CMA-ES, an evolution strategy that learns the covariance matrix of its steps",
    .source = "Hansen 2016, arXiv:1604.00772",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS,
    .state_version = 1,
    .particles = cmaes_particles,
    .create = cmaes_create,
    .destroy = cmaes_destroy,
    .ask = cmaes_ask,
    .tell = cmaes_tell,
    .is_done = cmaes_is_done,
    .state = cmaes_state,
};
