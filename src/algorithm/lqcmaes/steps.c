/* One generation of a descent with a model; equation and line numbers are those of Hansen 2019. */
#include <math.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/lqcmaes/lqcmaes.h"
#include "math/vector.h"

#define JK_PRECISION 64
#include "kernel/math.h"

#define AGREEMENT_LEAST 0.85        /* Kendall's tau from which a model is trusted */
#define JUDGES_LEAST 15             /* points by which it is judged, if there are as many */
#define POINTS_LEAST 4              /* with fewer points in the archive, more are evaluated first */
#define FIRST_SHARE 0.02            /* of lambda, evaluated before the model is judged */
#define UNKNOWN (-(double)INFINITY) /* marks a point without a value */

/* ---- Memory ---- */

void jx_lq_take_fixed(jx_lq *lq)
{
  jx_pool *pool = &lq->head.pool;
  size_t n = lq->model.n;
  lq->whiten = jx_pool_take(pool, n, n * sizeof *lq->whiten);
  lq->optimum = jx_pool_take(pool, n, sizeof *lq->optimum);
  lq->start = jx_pool_take(pool, n, sizeof *lq->start);
  lq->t = jx_pool_take(pool, n, sizeof *lq->t);
}

jato_status jx_lq_make_room(jx_lq *lq, size_t lambda, jato_error *error)
{
  jx_pool *pool = &lq->head.pool;
  lq->drawn = 0;
  if (lambda > lq->room) {
    lq->room = 0;
    lq->value = jx_pool_retake(pool, lq->value, lambda, sizeof *lq->value);
    lq->predicted = jx_pool_retake(pool, lq->predicted, lambda, sizeof *lq->predicted);
    lq->inner = jx_pool_retake(pool, lq->inner, lambda, lq->model.n * sizeof *lq->inner);
    lq->order = jx_pool_retake(pool, lq->order, lambda, sizeof *lq->order);
    lq->chosen = jx_pool_retake(pool, lq->chosen, lambda, sizeof *lq->chosen);
    JX_TRY(jx_search_check_pool(pool, "lqcmaes", lambda, lq->model.n, error));
    lq->room = lambda;
  }
  if (jx_quadratic_begin(&lq->model, lambda)) return JATO_OK;
  return jx_search_no_memory("lqcmaes", lambda, lq->model.n, error);
}

/* Makes room in x only, when points are asked for: those that are out stay readable until then. */
static jato_status make_room_out(jx_lq *lq, jato_error *error)
{
  jx_pool *pool = &lq->head.pool;
  size_t lambda = (size_t)lq->descent.lambda;
  if (lambda <= lq->room_out) return JATO_OK;
  lq->room_out = 0;
  lq->x = jx_pool_retake(pool, lq->x, lambda, lq->model.n * sizeof *lq->x);
  JX_TRY(jx_search_check_pool(pool, "lqcmaes", lambda, lq->model.n, error));
  lq->room_out = lambda;
  return JATO_OK;
}

/* ---- A generation ---- */

static uint64_t number_of(const jx_lq *lq) { return jx_descent_generations(&lq->descent) + 1; }

/* C^(-1/2) / sigma. */
static void set_whitening(jx_lq *lq)
{
  const jx_cmaes_distribution *m = &lq->descent.distribution;
  size_t n = m->n;
  memset(lq->whiten, 0, n * n * sizeof *lq->whiten);
  for (size_t k = 0; k < n; k++) {
    const double *axis = m->axes + k * n;
    double factor = 1 / (m->lengths[k] * m->sigma);
    for (size_t i = 0; i < n; i++) jx_add(n, factor * axis[i], axis, lq->whiten + i * n);
  }
}

static void fit(jx_lq *lq)
{
  set_whitening(lq);
  jx_quadratic_fit(&lq->model, lq->descent.distribution.mean, lq->whiten);
}

static void fit_if_stale(jx_lq *lq)
{
  if (jx_quadratic_points(&lq->model) > 1 && jx_quadratic_is_stale(&lq->model)) fit(lq);
}

static int has_model(const jx_lq *lq) { return lq->model.counts[JX_QUADRATIC_KIND] != JX_NO_MODEL; }

void jx_lq_begin_generation(jx_lq *lq)
{
  size_t lambda = (size_t)lq->descent.lambda, points = jx_quadratic_points(&lq->model);
  double first = FIRST_SHARE * (double)lambda, few = POINTS_LEAST - (double)points;
  lq->counts[JX_LQ_EVALUATED] = lq->counts[JX_LQ_KNOWN] = 0;
  lq->counts[JX_LQ_WANTED] = 1 + (uint64_t)jk_max(first, few);
  for (size_t i = 0; i < lambda; i++) lq->value[i] = UNKNOWN;
  if (lq->counts[JX_LQ_WAITS] == 0) fit_if_stale(lq);
}

jato_status jx_lq_begin(jx_lq *lq, const double *start, double sigma, size_t lambda,
                        jato_error *error)
{
  jx_descent_begin(&lq->descent, start, sigma, lambda);
  JX_TRY(jx_lq_make_room(lq, lambda, error));
  memset(lq->counts, 0, sizeof lq->counts);
  lq->counts[JX_LQ_MOST] = UINT64_MAX;
  jx_lq_begin_generation(lq);
  return JATO_OK;
}

/* Replaces a point by the optimum of the model, shortened to a length that the distribution can
 * learn from, and to the box. */
static void inject(jx_lq *lq, size_t point)
{
  const jx_cmaes_distribution *m = &lq->descent.distribution;
  double longest = jx_descent_longest(&lq->descent);
  jx_descent_whiten(&lq->descent, lq->optimum, lq->t);
  double length = sqrt(jx_product(m->n, lq->t, lq->t)), factor = 1;
  if (length > longest) factor = longest / length;
  for (size_t i = 0; i < m->n; i++) {
    double at = m->mean[i] + factor * (lq->optimum[i] - m->mean[i]);
    lq->t[i] = jk_min(1, jk_max(0, at));
  }
  jx_descent_inject(&lq->descent, point, lq->t, (double)INFINITY);
}

/* The counts of a generation match its values, and it has points left to evaluate. One by one,
 * counts are reset in the middle of a generation, and values are not kept. */
static int counts_agree(const jx_lq *lq)
{
  const uint64_t *counts = lq->counts;
  uint64_t evaluated = 0, lambda = lq->descent.lambda;
  for (size_t i = 0; i < lambda; i++) evaluated += lq->value[i] != UNKNOWN;
  if (counts[JX_LQ_EVALUATED] >= lambda || counts[JX_LQ_KNOWN] > counts[JX_LQ_EVALUATED]) return 0;
  if (lq->flight.count > 0) return 1;
  return counts[JX_LQ_EVALUATED] == evaluated &&
         counts[JX_LQ_KNOWN] <= lq->model.counts[JX_QUADRATIC_POINTS];
}

const char *jx_lq_contradiction(const jx_lq *lq)
{
  if (lq->flight.count > 0 && jx_flight_contradiction(&lq->flight, &lq->descent) != NULL)
    return jx_flight_contradiction(&lq->flight, &lq->descent);
  if (!jx_restarts_can_have(&lq->restarts, lq->descent.lambda))
    return "\"lambda\" and \"doublings\"";
  if (!jx_quadratic_is_sound(&lq->model)) return "\"model_counts\" and \"archive_slots\"";
  return counts_agree(lq) ? NULL : "\"counts\", \"values\" and \"model_counts\"";
}

jato_status jx_lq_draw(jx_lq *lq, jato_error *error)
{
  if (lq->drawn == number_of(lq)) return JATO_OK;
  if (lq->flight.count > 0) return jx_flight_ask(&lq->flight, &lq->descent, error);
  JX_TRY(make_room_out(lq, error));
  JX_TRY(jx_descent_draw(&lq->descent, error));
  if (lq->counts[JX_LQ_INJECTS]) inject(lq, 0);
  for (size_t i = 0; i < lq->descent.lambda; i++)
    jx_descent_inner(&lq->descent, i, lq->inner + i * lq->model.n);
  lq->drawn = number_of(lq);
  return JATO_OK;
}

/* Predicts the values of all points of the generation. */
static void predict(jx_lq *lq)
{
  size_t n = lq->model.n;
  for (size_t i = 0; i < lq->descent.lambda; i++)
    lq->predicted[i] = jx_quadratic_value(&lq->model, lq->inner + i * n, lq->t);
}

void jx_lq_choose(jx_lq *lq)
{
  size_t n = lq->model.n, lambda = (size_t)lq->descent.lambda;
  uint64_t evaluated = lq->counts[JX_LQ_EVALUATED], wanted = lq->counts[JX_LQ_WANTED] - evaluated;
  if (wanted < lq->batch) wanted = lq->batch;
  if (lq->counts[JX_LQ_WAITS] > 0) wanted = lambda;
  if (has_model(lq))
    predict(lq);
  else
    memset(lq->predicted, 0, lambda * sizeof *lq->predicted);
  jx_sort_by_rank(lq->order, lq->predicted, lambda);
  lq->out = 0;
  for (size_t i = 0; i < lambda && lq->out < wanted; i++) {
    size_t point = lq->order[i].index;
    if (lq->value[point] != UNKNOWN) continue;
    memcpy(lq->x + lq->out * n, lq->descent.x + point * n, n * sizeof *lq->x);
    lq->chosen[lq->out++] = point;
  }
}

/* Takes the values of the points that are out; points that have one enter the archive. */
static void keep_values(jx_lq *lq, const double *rank)
{
  for (size_t i = lq->out; i-- > 0;) {
    size_t point = lq->chosen[i];
    lq->value[point] = rank[i];
    if (!(rank[i] <= JX_VALUE_MOST)) continue;
    jx_quadratic_add(&lq->model, lq->inner + point * lq->model.n, rank[i]);
    lq->counts[JX_LQ_KNOWN]++;
  }
  lq->counts[JX_LQ_EVALUATED] += lq->out;
  lq->counts[JX_LQ_USED] += lq->out;
  jx_quadratic_sort_newest(&lq->model, (size_t)lq->counts[JX_LQ_KNOWN]);
}

/* Whether points of this generation have no value, or violate the constraints: the model cannot
 * represent that, and might prefer such points. */
static int has_failures(const jx_lq *lq)
{
  return lq->counts[JX_LQ_KNOWN] < lq->counts[JX_LQ_EVALUATED];
}

/* Eq. 6: whether the model ranks the points of this generation and some older ones well enough. */
static int is_trusted(jx_lq *lq)
{
  size_t points = jx_quadratic_points(&lq->model), judges = JUDGES_LEAST;
  double evaluated = (double)lq->counts[JX_LQ_EVALUATED];
  double more = jk_min(1.2 * evaluated, 0.75 * (double)lq->descent.lambda);
  if (more > JUDGES_LEAST) judges = (size_t)more;
  if (judges > points) judges = points;
  fit_if_stale(lq);
  if (judges < 3 || has_failures(lq)) return 0;
  if (jx_quadratic_agreement(&lq->model, judges) >= AGREEMENT_LEAST) return 1;
  /* A fit with products is expensive: it has been made if enough points were new. */
  if (lq->model.counts[JX_QUADRATIC_NEW] == 0 || lq->model.counts[JX_QUADRATIC_KIND] == JX_PRODUCTS)
    return 0;
  fit(lq);
  return jx_quadratic_agreement(&lq->model, judges) >= AGREEMENT_LEAST;
}

/* Learns from predictions for all points, shifted so that the best one is the best true value. */
static void learn_from_model(jx_lq *lq)
{
  size_t lambda = (size_t)lq->descent.lambda;
  double least = (double)INFINITY, best = (double)INFINITY;
  predict(lq);
  for (size_t i = 0; i < lambda; i++) {
    least = jk_min(least, lq->predicted[i]);
    if (lq->value[i] != UNKNOWN) best = jk_min(best, lq->value[i]);
  }
  for (size_t i = 0; i < lambda; i++) lq->predicted[i] = lq->predicted[i] - least + best;
  jx_descent_learn(&lq->descent, lq->predicted);
}

/* A generation without the model. */
static void learn_from_values(jx_lq *lq)
{
  lq->counts[JX_LQ_WAITS]--;
  lq->counts[JX_LQ_INJECTS] = 0;
  jx_descent_learn(&lq->descent, lq->value);
}

int jx_lq_add_values(jx_lq *lq, const double *rank)
{
  uint64_t *counts = lq->counts, lambda = lq->descent.lambda;
  keep_values(lq, rank);
  if (counts[JX_LQ_WAITS] > 0) {
    learn_from_values(lq);
    return 1;
  }
  int trusted = is_trusted(lq);
  if (!trusted && counts[JX_LQ_EVALUATED] < lambda) {
    uint64_t wanted = counts[JX_LQ_WANTED];
    if (wanted < counts[JX_LQ_EVALUATED]) wanted = counts[JX_LQ_EVALUATED];
    counts[JX_LQ_WANTED] = wanted + (wanted + 1) / 2;
    return 0;
  }
  if (counts[JX_LQ_EVALUATED] < lambda) {
    counts[JX_LQ_SKIPS] = 0;
    learn_from_model(lq);
  } else {
    if (!trusted) {
      uint64_t skips = 2 * counts[JX_LQ_SKIPS];
      counts[JX_LQ_SKIPS] = counts[JX_LQ_WAITS] =
          skips < 1 ? 1 : (skips > JX_LQ_SKIPS_MOST ? JX_LQ_SKIPS_MOST : skips);
    }
    jx_descent_learn(&lq->descent, lq->value);
  }
  counts[JX_LQ_INJECTS] =
      !has_failures(lq) &&
      jx_quadratic_optimum(&lq->model, jx_descent_longest(&lq->descent), lq->optimum);
  return 1;
}

/* ---- One by one ---- */

void jx_lq_add_point(jx_lq *lq, size_t which, double rank)
{
  lq->counts[JX_LQ_EVALUATED]++;
  lq->counts[JX_LQ_USED]++;
  if (!(rank <= JX_VALUE_MOST) ||
      lq->flight.start_generation[which] != lq->descent.start_generation)
    return;
  jx_descent_out_of_box(&lq->descent, lq->flight.x + which * lq->model.n, lq->t);
  jx_quadratic_add(&lq->model, lq->t, rank);
  lq->counts[JX_LQ_KNOWN]++;
}

/* Offers it twice in a generation: more often, the optima would be too much alike. */
void jx_lq_offer_optimum(jx_lq *lq)
{
  if (2 * lq->counts[JX_LQ_EVALUATED] < lq->descent.lambda) return;
  int failed = has_failures(lq);
  lq->counts[JX_LQ_EVALUATED] = lq->counts[JX_LQ_KNOWN] = 0;
  fit_if_stale(lq);
  if (failed || !has_model(lq)) return;
  if (jx_quadratic_optimum(&lq->model, jx_descent_longest(&lq->descent), lq->optimum))
    inject(lq, (size_t)lq->flight.number.handed_out);
}
