#include "algorithm/lqcmaes/lqcmaes.h"

static jato_status refuse(const jx_lq *lq, size_t lambda, jato_error *error)
{
  return jx_fail(error, JATO_E_MEMORY,
                 "lqcmaes: not enough memory for %llu points of %llu coordinates",
                 (unsigned long long)lambda, (unsigned long long)lq->model.n);
}

jato_status jx_lq_take_fixed(jx_lq *lq, jato_error *error)
{
  jx_pool *pool = &lq->head.pool;
  size_t n = lq->model.n;
  lq->whiten = jx_pool_take(pool, n, n * sizeof *lq->whiten);
  lq->optimum = jx_pool_take(pool, n, sizeof *lq->optimum);
  lq->start = jx_pool_take(pool, n, sizeof *lq->start);
  lq->t = jx_pool_take(pool, n, sizeof *lq->t);
  return jx_pool_is_whole(pool) ? JATO_OK : refuse(lq, 1, error);
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
    if (!jx_pool_is_whole(pool)) return refuse(lq, lambda, error);
    lq->room = lambda;
  }
  return jx_quadratic_begin(&lq->model, lambda) ? JATO_OK : refuse(lq, lambda, error);
}

jato_status jx_lq_make_room_out(jx_lq *lq, jato_error *error)
{
  jx_pool *pool = &lq->head.pool;
  size_t lambda = (size_t)lq->descent.lambda;
  if (lambda <= lq->room_out) return JATO_OK;
  lq->room_out = 0;
  lq->x = jx_pool_retake(pool, lq->x, lambda, lq->model.n * sizeof *lq->x);
  if (!jx_pool_is_whole(pool)) return refuse(lq, lambda, error);
  lq->room_out = lambda;
  return JATO_OK;
}
