#include "algorithm/lqcmaes/lqcmaes.h"

static double *take(double **next, size_t count)
{
  double *taken = *next;
  *next += count;
  return taken;
}

static jato_status refuse(const jx_lq *lq, size_t lambda, jato_error *error)
{
  return jx_fail(error, JATO_E_MEMORY,
                 "lqcmaes: not enough memory for %llu points of %llu coordinates",
                 (unsigned long long)lambda, (unsigned long long)lq->model.n);
}

static double *take_block(const jx_lq *lq, double total)
{
  if (!(total < 0x1p53 && total < (double)(SIZE_MAX / sizeof(double)))) return NULL;
  return jx_allocate(&lq->head.allocator, (size_t)total, sizeof(double));
}

jato_status jx_lq_take_fixed(jx_lq *lq, jato_error *error)
{
  size_t n = lq->model.n;
  double *next = take_block(lq, (double)n * ((double)n + 3));
  if (next == NULL) return refuse(lq, 1, error);
  lq->fixed = next;
  lq->whiten = take(&next, n * n);
  lq->optimum = take(&next, n);
  lq->start = take(&next, n);
  lq->t = take(&next, n);
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
    double *next = take_block(lq, (double)lambda * ((double)n + 2));
    lq->grown = next;
    lq->order = jx_allocate(&lq->head.allocator, lambda, sizeof *lq->order);
    lq->chosen = jx_allocate(&lq->head.allocator, lambda, sizeof *lq->chosen);
    if (next == NULL || lq->order == NULL || lq->chosen == NULL) return refuse(lq, lambda, error);
    lq->room = lambda;
    lq->value = take(&next, lambda);
    lq->predicted = take(&next, lambda);
    lq->inner = take(&next, lambda * n);
  }
  return jx_quadratic_begin(&lq->model, lambda) ? JATO_OK : refuse(lq, lambda, error);
}

jato_status jx_lq_make_room_out(jx_lq *lq, jato_error *error)
{
  size_t lambda = (size_t)lq->descent.lambda;
  if (lambda <= lq->room_out) return JATO_OK;
  jx_release(&lq->head.allocator, lq->x);
  lq->room_out = 0;
  lq->x = take_block(lq, (double)lambda * (double)lq->model.n);
  if (lq->x == NULL) return refuse(lq, lambda, error);
  lq->room_out = lambda;
  return JATO_OK;
}

void jx_lq_release(jx_lq *lq)
{
  jx_release(&lq->head.allocator, lq->x);
  jx_descent_destroy(&lq->descent);
  jx_quadratic_destroy(&lq->model);
  jx_release(&lq->head.allocator, lq->fixed);
  release_grown(lq);
}
