#include "algorithm/cmaes/restarts.h"

#include "algorithm/places.h"

#define JK_PRECISION 64
#include "kernel/math.h"

#define MARGIN 0.1 /* share of the box on each side in which no descent begins */

/* Most coordinates in a generation of a large descent, unless the first one had more: 256 MiB. */
#define COORDINATES_MOST 33554432

/* A small descent may make at least this many generations. */
#define GENERATIONS_LEAST 50

static size_t large_lambda(const jx_restarts *r, uint64_t doublings)
{
  return r->lambda << doublings;
}

static int may_double(const jx_restarts *r, uint64_t doublings)
{
  return (double)large_lambda(r, doublings + 1) * (double)r->n <= COORDINATES_MOST;
}

static jx_start begin_large(jx_restarts *r)
{
  if (may_double(r, r->doublings)) r->doublings++;
  return (jx_start){large_lambda(r, r->doublings), r->sigma, UINT64_MAX};
}

/* lambda = lambda0 (1/2 lambda_large / lambda0)^(U^2), sigma = sigma0 10^(-2 U'). */
static jx_start begin_small(const jx_restarts *r, jk_key key)
{
  jk_block b = jk_draw(key, 0, 0, JK_DRAW_SWARM);
  double u = jk_fine_uniform(b.w[0], b.w[1]), v = jk_fine_uniform(b.w[2], b.w[3]);
  double ratio = 0.5 * (double)large_lambda(r, r->doublings) / (double)r->lambda;
  double lambda = (double)r->lambda * jk_exp(u * u * jk_log(ratio));
  jx_start start = {r->lambda, r->sigma * jk_exp(-2 * v * jk_log(10)), 0};
  if (lambda > (double)r->lambda) start.lambda = (size_t)lambda;
  start.most = (uint64_t)start.lambda * GENERATIONS_LEAST;
  if (start.most < r->large / 2) start.most = r->large / 2;
  return start;
}

jx_start jx_restarts_next(jx_restarts *r, uint64_t used, uint64_t generation, double *x)
{
  jk_key key = jk_key_make(r->seed, generation);
  for (size_t i = 0; i < r->n; i++)
    x[i] = jx_into_box(jx_draw_share(key, 0, i, MARGIN), r->lower[i], r->upper[i]);
  *(r->is_small ? &r->small : &r->large) += used;
  r->ended++;
  r->is_small = r->policy == JX_RESTARTS_BIPOP && r->small < r->large;
  return r->is_small ? begin_small(r, key) : begin_large(r);
}

static uint64_t most_doublings(const jx_restarts *r)
{
  uint64_t doublings = 0;
  while (may_double(r, doublings)) doublings++;
  return doublings;
}

/* The lambda of a descent is that of the first one, or at most that of the largest so far. */
int jx_restarts_can_have(const jx_restarts *r, uint64_t lambda)
{
  return lambda <= large_lambda(r, r->doublings);
}

size_t jx_restarts_state(jx_restarts *r, jx_array *arrays)
{
  const jx_array list[] = {
      {"doublings", JX_COUNTS, 1, 1, &r->doublings, JX_COUNT_IN(0, most_doublings(r))},
      {"is_small", JX_COUNTS, 1, 1, &r->is_small, JX_FLAG},
      {"large", JX_COUNTS, 1, 1, &r->large, JX_TALLY},
      {"small", JX_COUNTS, 1, 1, &r->small, JX_TALLY},
      {"ended", JX_COUNTS, 1, 1, &r->ended, JX_TALLY},
  };
  return JX_PUT_ARRAYS(arrays, list);
}
