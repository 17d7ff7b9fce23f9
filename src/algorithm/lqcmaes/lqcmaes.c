/* CMA-ES with a linear or quadratic model that saves evaluations: lq-CMA-ES.
 *
 * Hansen, "A global surrogate assisted CMA-ES", GECCO 2019. In each generation of a CMA-ES
 * (algorithm/cmaes) the points with the best predictions are evaluated, and the model is fitted
 * again. If it ranks the newest points as their values do, it predicts the values of the rest; if
 * not, half as many points again are evaluated, and so on. The optimum of the model is one of the
 * points of the next generation.
 *
 * Differences from the paper, for speed or by measurement: the model is fitted again only after
 * several new points, or when it fails and has no products; after it has failed for a whole
 * generation, the next 1, 2, 4 ... 16 generations do without it; the first descent has at least 12
 * points in a generation; points outside of the box are mirrored, and the model sees them so; and
 * the optimum of the model is sought in a ball and in the box. */

#include "algorithm/algorithms.h"
#include "algorithm/cmaes/parameters.h"
#include "algorithm/lqcmaes/lqcmaes.h"
#include "algorithm/places.h"

#define LAMBDA_LEAST 12

enum { BATCH = JX_CMAES_SHARED };

static const jato_parameter parameters[] = {
    JX_CMAES_ROWS(0.2, JX_RESTARTS_BIPOP),
    [BATCH] = JX_BATCH_ROW,
};

static uint64_t lqcmaes_particles(size_t dim)
{
  uint64_t usual = jx_cmaes_ops.particles(dim);
  return usual > LAMBDA_LEAST ? usual : LAMBDA_LEAST;
}

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  jx_lq *lq = (jx_lq *)search;
  jx_descent_setup descent = jx_cmaes_descent_setup(setup, &search->pool);
  descent.bounds = JX_BOUNDS_MIRROR;
  lq->model.n = setup->dim;
  lq->model.high = 1; /* inner points */
  lq->model.pool = &search->pool;
  lq->batch = (size_t)setup->values->value[BATCH];
  lq->restarts = jx_cmaes_restarts(setup);
  jx_lq_take_fixed(lq);
  JX_TRY(jx_descent_create(&lq->descent, &descent, error));
  jx_place_first(setup, 0, lq->start);
  JX_TRY(jx_lq_begin(lq, lq->start, lq->restarts.sigma, descent.lambda, error));
  return setup->one_by_one ? jx_flight_create(&lq->flight, &lq->descent, error) : JATO_OK;
}

static jato_status lqcmaes_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  *out = NULL;
  JX_TRY(jx_cmaes_check(setup, "lqcmaes", error));
  return jx_search_make(&jx_lqcmaes_ops, setup, sizeof(jx_lq), set_up, out, error);
}

static jato_status lqcmaes_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  jx_lq *lq = (jx_lq *)search;
  int flies = lq->flight.count > 0;
  JX_TRY(jx_lq_draw(lq, error));
  if (!flies) jx_lq_choose(lq);
  generation->count = flies ? lq->flight.count : lq->out;
  generation->x = flies ? lq->flight.x : lq->x;
  return JATO_OK;
}

static jato_status begin_again(jx_lq *lq, jato_error *error)
{
  jx_descent *d = &lq->descent;
  jx_start start =
      jx_restarts_next(&lq->restarts, lq->counts[JX_LQ_USED], jx_descent_generations(d), lq->start);
  int flies = lq->flight.count > 0; /* the number of points on their way stays the same */
  JX_TRY(jx_lq_begin(lq, lq->start, start.sigma, flies ? lq->flight.count : start.lambda, error));
  lq->counts[JX_LQ_MOST] = start.most;
  return JATO_OK;
}

/* Whether the descent is over and another one follows. */
static int is_over(const jx_lq *lq)
{
  return lq->restarts.policy != JX_RESTARTS_NONE &&
         (lq->descent.reason != JX_DESCENT_GOES_ON ||
          lq->counts[JX_LQ_USED] >= lq->counts[JX_LQ_MOST]);
}

static jato_status lqcmaes_tell(jx_search *search, const jx_generation *generation,
                                jato_error *error)
{
  jx_lq *lq = (jx_lq *)search;
  if (!jx_lq_add_values(lq, generation->rank)) return JATO_OK;
  if (is_over(lq)) return begin_again(lq, error);
  jx_lq_begin_generation(lq);
  return JATO_OK;
}

static jato_status lqcmaes_tell_one(jx_search *search, size_t which, double rank, jato_error *error)
{
  jx_lq *lq = (jx_lq *)search;
  jx_lq_add_point(lq, which, rank);
  int learnt = jx_flight_tell(&lq->flight, &lq->descent, which, rank);
  int over = learnt && is_over(lq);
  if (over) JX_TRY(begin_again(lq, error));
  JX_TRY(jx_flight_restock(&lq->flight, &lq->descent, learnt, error));
  jx_lq_offer_optimum(lq);
  jx_flight_replace(&lq->flight, &lq->descent, which);
  return JATO_OK;
}

static int lqcmaes_is_done(const jx_search *search, const char **why)
{
  return jx_descent_is_done(&((const jx_lq *)search)->descent, why);
}

static uint64_t lqcmaes_descents(const jx_search *search)
{
  return ((const jx_lq *)search)->restarts.ended;
}

static const jx_allowed count_allowed[JX_LQ_COUNTS] = {
    [JX_LQ_EVALUATED] = JX_TALLY,
    [JX_LQ_KNOWN] = JX_TALLY,
    [JX_LQ_WANTED] = JX_TALLY,
    [JX_LQ_SKIPS] = JX_COUNT_IN(0, JX_LQ_SKIPS_MOST),
    [JX_LQ_WAITS] = JX_COUNT_IN(0, JX_LQ_SKIPS_MOST),
    [JX_LQ_INJECTS] = JX_FLAG,
    [JX_LQ_USED] = JX_TALLY,
    [JX_LQ_MOST] = JX_ANY_COUNT,
};

static const jx_allowed model_allowed[JX_QUADRATIC_COUNTS] = {
    [JX_QUADRATIC_POINTS] = JX_TALLY,
    [JX_QUADRATIC_NEW] = JX_TALLY,
    [JX_QUADRATIC_KIND] = JX_COUNT_IN(JX_NO_MODEL, JX_PRODUCTS),
    [JX_QUADRATIC_FITS] = JX_TALLY,
};

static size_t lqcmaes_state(jx_search *search, jx_array *arrays)
{
  jx_lq *lq = (jx_lq *)search;
  jx_quadratic *q = &lq->model;
  size_t n = q->n, count = jx_descent_state(&lq->descent, arrays);
  if (lq->flight.count > 0) count += jx_flight_state(&lq->flight, &lq->descent, arrays + count);
  const jx_array list[] = {
      {"counts", JX_COUNTS, 1, JX_LQ_COUNTS, lq->counts, JX_BY_COLUMN(count_allowed)},
      {"optimum", JX_DOUBLES, 1, n, lq->optimum, JX_ANY_DOUBLE},
      {"values", JX_DOUBLES, 1, (size_t)lq->descent.lambda, lq->value, JX_RANK},
      {"model_counts", JX_COUNTS, 1, JX_QUADRATIC_COUNTS, q->counts, JX_BY_COLUMN(model_allowed)},
      {"archive_slots", JX_COUNTS, 1, q->capacity, q->slot,
       JX_ANY_COUNT}, /* unused slots hold any number */
      {"archive_points", JX_DOUBLES, q->capacity, n, q->x, JX_ANY_DOUBLE},
      {"archive_values", JX_DOUBLES, 1, q->capacity, q->f, JX_FINITE},
      {"model_whitening", JX_DOUBLES, n, n, q->whiten, JX_ANY_DOUBLE},
      {"model_centre", JX_DOUBLES, 1, n, q->centre, JX_ANY_DOUBLE},
      {"model_scale", JX_DOUBLES, 1, n, q->scale, JX_ANY_DOUBLE},
      {"model_coefficients", JX_DOUBLES, 1, jx_quadratic_coefficients(n), q->coefficient,
       JX_ANY_DOUBLE},
  };
  count += jx_restarts_state(&lq->restarts, arrays + count);
  return count + JX_PUT_ARRAYS(arrays + count, list);
}

/* Makes the arrays as long as the generations of the saved descent. */
static jato_status lqcmaes_resize(jx_search *search, const jato_array *arrays, size_t count,
                                  jato_error *error)
{
  jx_lq *lq = (jx_lq *)search;
  const jato_array *values = jx_array_find("values", arrays, count);
  int is_line = values != NULL && values->kind == JX_DOUBLES && values->rows == 1;
  if (!is_line || values->columns < lq->descent.setup.lambda)
    return JATO_OK; /* the check of sizes refuses it */
  lq->descent.lambda = values->columns;
  return jx_lq_make_room(lq, values->columns, error);
}

static const char *lqcmaes_contradiction(const jx_search *search)
{
  return jx_lq_contradiction((const jx_lq *)search);
}

const jx_algorithm_ops jx_lqcmaes_ops = {
    .name = "lqcmaes",
    .summary = "lq-CMA-ES, a CMA-ES that lets a quadratic model save evaluations",
    .source = "Hansen 2019, doi:10.1145/3321707.3321842",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_ONE_BY_ONE,
    .state_version = 2, /* 1: without the number of descents */
    .particles = lqcmaes_particles,
    .create = lqcmaes_create,
    .destroy = jx_search_destroy,
    .ask = lqcmaes_ask,
    .tell = lqcmaes_tell,
    .tell_one = lqcmaes_tell_one,
    .is_done = lqcmaes_is_done,
    .descents = lqcmaes_descents,
    .state = lqcmaes_state,
    .resize = lqcmaes_resize,
    .contradiction = lqcmaes_contradiction,
};
