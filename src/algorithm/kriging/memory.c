#include "algorithm/kriging/state.h"

/* The arrays that have a number, or some, for each coordinate. */
static void take_points(jx_kriging *k, jx_pool *pool)
{
  size_t n = k->n, size = k->n * sizeof(double);
  k->x = jx_pool_take(pool, k->kept, size);
  k->screened = jx_pool_take(pool, JX_KRIGING_SCREENED, size);
  k->flight = jx_pool_take(pool, k->batch, size);
  k->share = jx_pool_take(pool, k->batch, size);
  k->out = jx_pool_take(pool, k->batch, size);
  k->centre = jx_pool_take(pool, n, sizeof(double));
  k->first = jx_pool_take(pool, n, sizeof(double));
  k->region_low = jx_pool_take(pool, n, sizeof(double));
  k->region_high = jx_pool_take(pool, n, sizeof(double));
  k->u = jx_pool_take(pool, n, sizeof(double));
  k->slope = jx_pool_take(pool, n, sizeof(double));
}

static void take_rest(jx_kriging *k, jx_pool *pool)
{
  size_t numbers = k->n + JX_PROCESS_VARIANCES, size = sizeof(double);
  k->rank = jx_pool_take(pool, k->kept, size);
  k->distance = jx_pool_take(pool, k->kept, size);
  k->loss = jx_pool_take(pool, JX_KRIGING_SCREENED, size);
  k->member_rank = jx_pool_take(pool, k->most, size);
  k->low = jx_pool_take(pool, numbers, size);
  k->high = jx_pool_take(pool, numbers, size);
  k->theta_first = jx_pool_take(pool, numbers, size);
  k->theta_tried = jx_pool_take(pool, numbers, size);
  k->theta_best = jx_pool_take(pool, numbers, size);
  k->work = jx_pool_take(pool, JX_DESCEND_WORK(numbers), size);
  k->order = jx_pool_take(pool, k->kept, sizeof *k->order);
  k->member = jx_pool_take(pool, k->most, sizeof *k->member);
}

jato_status jx_kriging_take_memory(jx_kriging *k, jato_error *error)
{
  jx_pool *pool = &k->head.pool;
  size_t ahead = k->batch < JX_KRIGING_AHEAD ? k->batch : JX_KRIGING_AHEAD;
  take_points(k, pool);
  take_rest(k, pool);
  k->process.n = k->n;
  jx_process_create(&k->process, pool, k->most + ahead);
  if (jx_pool_is_whole(pool)) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY,
                 "kriging: not enough memory for %zu points of %zu coordinates", k->batch, k->n);
}
