#include "algorithm/lqcmaes/lqcmaes.h"

#include "algorithm/block.h"

static jato_status refuse(const jx_lq *lq, size_t lambda, jato_error *error)
{
  return jx_fail(error, JATO_E_MEMORY,
                 "lqcmaes: not enough memory for %llu points of %llu coordinates",
                 (unsigned long long)lambda, (unsigned long long)lq->model.n);
}

jato_status jx_lq_take_fixed(jx_lq *lq, jato_error *error)
{
  size_t n = lq->model.n;
  double *next = jx_block_take(&lq->head.allocator, (double)n * ((double)n + 3));
  if (next == NULL) return refuse(lq, 1, error);
  lq->fixed = next;
  lq->whiten = jx_block_cut(&next, n * n);
  lq->optimum = jx_block_cut(&next, n);
  lq->start = jx_block_cut(&next, n);
  lq->t = jx_block_cut(&next, n);
  return JATO_OK;
}

static void release_grown(jx_lq *lq)
{
  jx_release(&lq->head.allocator, lq->grown);
  jx_release(&lq->head.allocator, lq->order);
  jx_release(&lq->head.allocator, lq->chosen);
  lq->grown = NULL;
  lq->order = NULL;
  lq->chosen = NULL;
  lq->room = 0;
}

jato_status jx_lq_make_room(jx_lq *lq, size_t lambda, jato_error *error)
{
  size_t n = lq->model.n;
  lq->drawn = 0;
  if (lambda > lq->room) {
    release_grown(lq);
    double *next = jx_block_take(&lq->head.allocator, (double)lambda * ((double)n + 2));
    lq->grown = next;
    lq->order = jx_allocate(&lq->head.allocator, lambda, sizeof *lq->order);
    lq->chosen = jx_allocate(&lq->head.allocator, lambda, sizeof *lq->chosen);
    if (next == NULL || lq->order == NULL || lq->chosen == NULL) return refuse(lq, lambda, error);
    lq->room = lambda;
    lq->value = jx_block_cut(&next, lambda);
    lq->predicted = jx_block_cut(&next, lambda);
    lq->inner = jx_block_cut(&next, lambda * n);
  }
  return jx_quadratic_begin(&lq->model, lambda) ? JATO_OK : refuse(lq, lambda, error);
}

jato_status jx_lq_make_room_out(jx_lq *lq, jato_error *error)
{
  size_t lambda = (size_t)lq->descent.lambda;
  if (lambda <= lq->room_out) return JATO_OK;
  jx_release(&lq->head.allocator, lq->x);
  lq->room_out = 0;
  lq->x = jx_block_take(&lq->head.allocator, (double)lambda * (double)lq->model.n);
  if (lq->x == NULL) return refuse(lq, lambda, error);
  lq->room_out = lambda;
  return JATO_OK;
}

void jx_lq_release(jx_lq *lq)
{
  jx_release(&lq->head.allocator, lq->x);
  jx_flight_destroy(&lq->flight, &lq->head.allocator);
  jx_descent_destroy(&lq->descent);
  jx_quadratic_destroy(&lq->model);
  jx_release(&lq->head.allocator, lq->fixed);
  release_grown(lq);
}
