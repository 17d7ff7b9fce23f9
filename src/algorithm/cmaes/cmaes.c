/* Evolution strategy with covariance matrix adaptation: (mu/mu_w, lambda)-CMA-ES.
 *
 * Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772; equation numbers in this
 * folder are those of the tutorial. descent.h is one search, restarts.h decides what follows it,
 * and flight.h is the search that gets its values one by one. */
#include "algorithm/algorithms.h"
#include "algorithm/cmaes/flight.h"
#include "algorithm/cmaes/parameters.h"
#include "algorithm/places.h"

#define JK_PRECISION 64
#include "kernel/math.h"

#define PAIR_FROM 300 /* coordinates, as in pycma 4 */

enum { BOUNDS = JX_CMAES_SHARED, COVARIANCE };

static const jato_parameter parameters[] = {
    JX_CMAES_ROWS(0.3, JX_RESTARTS_NONE),
    [BOUNDS] =
        JX_CHOICE_ROW("bounds", "fold mirror", 0,
                      "how points outside of the box come back: by a smooth fold of space, or "
                      "mirrored, and learned from there; whole numbers always are"),
    [COVARIANCE] = JX_CHOICE_ROW("covariance", "full separable limited", 0,
                                 "what it learns: all of it, scales of coordinates only, or a few "
                                 "directions, for a thousand coordinates and more"),
};

typedef struct cmaes {
  jx_search head;
  jx_descent descent;
  jx_restarts restarts;
  jx_flight flight; /* count 0: by generations */
  double *start;    /* [n] */
} cmaes;

/* Eq. 48. */
static uint64_t cmaes_particles(size_t dim)
{
  return 4 + (uint64_t)jk_floor(3 * jk_log((double)dim));
}

static jato_status set_up(jx_search *search, const jx_search_setup *setup, jato_error *error)
{
  cmaes *es = (cmaes *)search;
  const double *value = setup->values->value;
  jx_descent_setup descent = jx_cmaes_descent_setup(setup, &search->pool);
  descent.covariance = (int)value[COVARIANCE];
  descent.bounds = (int)value[BOUNDS];
  descent.cells = setup->cells;
  descent.by_pair = descent.covariance == JX_COVARIANCE_SEPARABLE && setup->dim >= PAIR_FROM &&
                    !setup->one_by_one;
  es->restarts = jx_cmaes_restarts(setup);
  es->start = jx_pool_take(&search->pool, setup->dim, sizeof *es->start);
  JX_TRY(jx_descent_create(&es->descent, &descent, error));
  jx_place_first(setup, 0, es->start);
  jx_descent_begin(&es->descent, es->start, es->restarts.sigma, descent.lambda);
  return setup->one_by_one ? jx_flight_create(&es->flight, &es->descent, error) : JATO_OK;
}

static jato_status cmaes_create(const jx_search_setup *setup, jx_search **out, jato_error *error)
{
  *out = NULL;
  JX_TRY(jx_cmaes_check(setup, "cmaes", error));
  return jx_search_make(&jx_cmaes_ops, setup, sizeof(cmaes), set_up, out, error);
}

static jato_status cmaes_ask(jx_search *search, jx_generation *generation, jato_error *error)
{
  cmaes *es = (cmaes *)search;
  int flies = es->flight.count > 0;
  JX_TRY(flies ? jx_flight_ask(&es->flight, &es->descent, error)
               : jx_descent_draw(&es->descent, error));
  generation->count = (size_t)es->descent.lambda;
  generation->x = flies ? es->flight.x : es->descent.x;
  return JATO_OK;
}

static void begin_again(cmaes *es)
{
  jx_descent *d = &es->descent;
  jx_start start = jx_restarts_next(&es->restarts, d->distribution.generation * d->lambda,
                                    jx_descent_generations(d), es->start);
  int flies = es->flight.count > 0; /* the number of points on their way stays the same */
  jx_descent_begin(d, es->start, start.sigma, flies ? es->flight.count : start.lambda);
  d->most = start.most;
}

static void begin_again_if_over(cmaes *es)
{
  int over = es->descent.reason != JX_DESCENT_GOES_ON;
  if (over && es->restarts.policy != JX_RESTARTS_NONE) begin_again(es);
}

/* A generation without any value teaches nothing; the distribution stays the same. */
static jato_status cmaes_tell(jx_search *search, const jx_generation *generation, jato_error *error)
{
  cmaes *es = (cmaes *)search;
  (void)error;
  jx_descent_learn(&es->descent, generation->rank);
  begin_again_if_over(es);
  return JATO_OK;
}

static jato_status cmaes_tell_one(jx_search *search, size_t which, double rank, jato_error *error)
{
  cmaes *es = (cmaes *)search;
  int learnt = jx_flight_tell(&es->flight, &es->descent, which, rank);
  if (learnt) begin_again_if_over(es);
  JX_TRY(jx_flight_restock(&es->flight, &es->descent, learnt, error));
  jx_flight_replace(&es->flight, &es->descent, which);
  return JATO_OK;
}

static int cmaes_is_done(const jx_search *search, const char **why)
{
  return jx_descent_is_done(&((const cmaes *)search)->descent, why);
}

static uint64_t cmaes_descents(const jx_search *search)
{
  return ((const cmaes *)search)->restarts.ended;
}

static size_t cmaes_state(jx_search *search, jx_array *arrays)
{
  cmaes *es = (cmaes *)search;
  jx_restarts *r = &es->restarts;
  size_t count = jx_descent_state(&es->descent, arrays);
  if (es->flight.count > 0) count += jx_flight_state(&es->flight, &es->descent, arrays + count);
  if (r->policy == JX_RESTARTS_NONE) return count;
  return count + jx_restarts_state(r, arrays + count);
}

static const char *cmaes_contradiction(const jx_search *search)
{
  const cmaes *es = (const cmaes *)search;
  uint64_t lambda = es->descent.lambda;
  if (es->flight.count > 0) return jx_flight_contradiction(&es->flight, &es->descent);
  return jx_restarts_can_have(&es->restarts, lambda) ? NULL : "\"lambda\" and \"doublings\"";
}

const jx_algorithm_ops jx_cmaes_ops = {
    .name = "cmaes",
    .summary = "CMA-ES, an evolution strategy that learns the covariance matrix of its steps",
    .source = "Hansen 2016, arXiv:1604.00772",
    .parameters = {parameters, sizeof parameters / sizeof parameters[0]},
    .traits = JX_SAME_BITS | JX_ONE_BY_ONE,
    .state_version = 3, /* 2: without the number of descents; 1: without restarts */
    .particles = cmaes_particles,
    .create = cmaes_create,
    .destroy = jx_search_destroy,
    .ask = cmaes_ask,
    .tell = cmaes_tell,
    .tell_one = cmaes_tell_one,
    .is_done = cmaes_is_done,
    .descents = cmaes_descents,
    .state = cmaes_state,
    .contradiction = cmaes_contradiction,
};
