#include "algorithm/cmaes/flight.h"

#include <string.h>

#include "algorithm/algorithms.h"

jato_status jx_flight_create(jx_flight *f, jx_descent *d, jato_error *error)
{
  size_t n = d->setup.n, count = (size_t)d->lambda;
  jx_pool *pool = d->setup.pool;
  *f = (jx_flight){.n = n, .count = count};
  f->x = jx_pool_take(pool, count, n * sizeof *f->x);
  f->evaluated_x = jx_pool_take(pool, count, n * sizeof *f->evaluated_x);
  f->evaluated_rank = jx_pool_take(pool, count, sizeof *f->evaluated_rank);
  f->start_generation = jx_pool_take(pool, count, sizeof *f->start_generation);
  JX_TRY(jx_search_check_pool(pool, "cmaes", count, n, error));
  JX_TRY(jx_descent_draw_as(d, 0, error));
  memcpy(f->x, d->x, count * n * sizeof *f->x);
  f->number.handed_out = count;
  return JATO_OK;
}

jato_status jx_flight_ask(jx_flight *f, jx_descent *d, jato_error *error)
{
  return jx_descent_draw_as(d, f->number.drawn, error);
}

/* The points that the descent has drawn itself are on their way, or are dropped. */
static void learn_generation(jx_flight *f, jx_descent *d)
{
  double longest = jx_descent_longest(d);
  for (size_t i = 0; i < f->count; i++) {
    double *inner = f->evaluated_x + i * f->n;
    jx_descent_out_of_box(d, inner, inner);
    jx_descent_inject(d, i, inner, longest);
  }
  jx_descent_learn(d, f->evaluated_rank);
  f->number.evaluated = 0;
}

int jx_flight_tell(jx_flight *f, jx_descent *d, size_t point, double rank)
{
  if (f->start_generation[point] != d->start_generation) return 0;
  memcpy(f->evaluated_x + f->number.evaluated * f->n, f->x + point * f->n, f->n * sizeof *f->x);
  f->evaluated_rank[f->number.evaluated++] = rank;
  if (f->number.evaluated < f->count) return 0;
  learn_generation(f, d);
  return 1;
}

jato_status jx_flight_restock(jx_flight *f, jx_descent *d, int learnt, jato_error *error)
{
  if (!learnt && f->number.handed_out < f->count) return JATO_OK;
  f->number.drawn++;
  f->number.handed_out = 0;
  return jx_descent_draw_as(d, f->number.drawn, error);
}

void jx_flight_replace(jx_flight *f, const jx_descent *d, size_t point)
{
  memcpy(f->x + point * f->n, d->x + f->number.handed_out++ * f->n, f->n * sizeof *f->x);
  f->start_generation[point] = d->start_generation;
}

/* While points are on their way, every descent has the same number of them. */
const char *jx_flight_contradiction(const jx_flight *f, const jx_descent *d)
{
  if (f->number.evaluated >= f->count || f->number.handed_out > f->count)
    return "\"flight_numbers\"";
  return d->lambda != f->count ? "\"lambda\" and \"flight_x\"" : NULL;
}

size_t jx_flight_state(jx_flight *f, const jx_descent *d, jx_array *arrays)
{
  const jx_array list[] = {
      {"flight_x", JX_DOUBLES, f->count, f->n, f->x, JX_IN_BOX(d->setup.lower, d->setup.upper)},
      {"flight_born", JX_COUNTS, 1, f->count, f->start_generation, JX_TALLY},
      {"told_x", JX_DOUBLES, f->count, f->n, f->evaluated_x, JX_ANY_DOUBLE},
      {"told_rank", JX_DOUBLES, 1, f->count, f->evaluated_rank, JX_RANK},
      {"flight_numbers", JX_COUNTS, 1, sizeof f->number / sizeof(uint64_t), &f->number, JX_TALLY},
  };
  return JX_PUT_ARRAYS(arrays, list);
}
