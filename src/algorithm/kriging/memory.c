#include "algorithm/block.h"
#include "algorithm/kriging/state.h"

/* The arrays that have a number, or some, for each coordinate. */
static void cut_points(jx_kriging *k, double **next)
{
  size_t n = k->n;
  k->x = jx_block_cut(next, n * k->kept);
  k->screened = jx_block_cut(next, n * JX_KRIGING_SCREENED);
  k->flight = jx_block_cut(next, n * k->batch);
  k->share = jx_block_cut(next, n * k->batch);
  k->out = jx_block_cut(next, n * k->batch);
  k->centre = jx_block_cut(next, n);
  k->first = jx_block_cut(next, n);
  k->region_low = jx_block_cut(next, n);
  k->region_high = jx_block_cut(next, n);
  k->u = jx_block_cut(next, n);
  k->slope = jx_block_cut(next, n);
}

static void cut_rest(jx_kriging *k, double **next)
{
  size_t numbers = k->n + JX_PROCESS_VARIANCES;
  k->rank = jx_block_cut(next, k->kept);
  k->distance = jx_block_cut(next, k->kept);
  k->loss = jx_block_cut(next, JX_KRIGING_SCREENED);
  k->member_rank = jx_block_cut(next, k->most);
  k->low = jx_block_cut(next, numbers);
  k->high = jx_block_cut(next, numbers);
  k->theta_first = jx_block_cut(next, numbers);
  k->theta_tried = jx_block_cut(next, numbers);
  k->theta_best = jx_block_cut(next, numbers);
  k->work = jx_block_cut(next, JX_DESCEND_WORK(numbers));
}

jato_status jx_kriging_take_memory(jx_kriging *k, jato_error *error)
{
  double n = (double)k->n, numbers = n + JX_PROCESS_VARIANCES;
  double points = (double)k->kept + JX_KRIGING_SCREENED + 3.0 * (double)k->batch + 6;
  double rest = 2.0 * (double)k->kept + JX_KRIGING_SCREENED + (double)k->most +
                numbers * (5 + JX_DESCEND_WORK(1));
  size_t ahead = k->batch < JX_KRIGING_AHEAD ? k->batch : JX_KRIGING_AHEAD;
  double *next = k->block = jx_block_take(&k->head.allocator, n * points + rest);
  k->order = jx_allocate(&k->head.allocator, k->kept, sizeof *k->order);
  k->member = jx_allocate(&k->head.allocator, k->most, sizeof *k->member);
  k->process.n = k->n;
  if (next == NULL || k->order == NULL || k->member == NULL ||
      !jx_process_create(&k->process, &k->head.allocator, k->most + ahead))
    return jx_fail(error, JATO_E_MEMORY,
                   "kriging: not enough memory for %zu points of %zu coordinates", k->batch, k->n);
  cut_points(k, &next);
  cut_rest(k, &next);
  return JATO_OK;
}

void jx_kriging_release(jx_kriging *k)
{
  jx_process_destroy(&k->process, &k->head.allocator);
  jx_release(&k->head.allocator, k->block);
  jx_release(&k->head.allocator, k->order);
  jx_release(&k->head.allocator, k->member);
}
