#include "algorithm/evolution/parents.h"

#include <math.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/places.h"

/* The largest number that random words can choose from, archived points included. */
#define MOST ((uint64_t)1 << 28)

static void take_memory(jx_parents *parents, jx_pool *pool)
{
  size_t n = parents->n, most = parents->most;
  parents->x = jx_pool_take(pool, most, n * sizeof *parents->x);
  parents->trial = jx_pool_take(pool, most, n * sizeof *parents->trial);
  parents->rank = jx_pool_take(pool, most, sizeof *parents->rank);
  parents->order = jx_pool_take(pool, most, sizeof *parents->order);
}

static void place(jx_parents *parents, const jx_search_setup *setup)
{
  const double *lower = parents->lower, *upper = parents->upper;
  jk_key key = jx_parents_key(parents);
  size_t given = jx_initial_points(setup, (size_t)setup->particles);
  jx_place_first(setup, 0, parents->x);
  for (size_t i = 1; i < parents->most; i++)
    for (size_t d = 0; d < parents->n; d++)
      jx_parents_at(parents, i)[d] =
          i < given ? jx_clip(setup->initial[i * parents->n + d], lower[d], upper[d])
                    : jx_into_box(jx_draw_share(key, i, d, 0), lower[d], upper[d]);
  for (size_t i = 0; i < parents->most; i++) parents->rank[i] = (double)INFINITY;
}

jato_status jx_parents_create(jx_search *search, const jx_search_setup *setup, jx_parents *parents,
                              jato_error *error)
{
  const char *method = search->ops->name;
  if (setup->particles < 4)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: a trial is made of its parent and three others: take at least 4 particles",
                   method);
  if (setup->particles > MOST)
    return jx_fail(error, JATO_E_ARGUMENT, "%s: more than 2^28 particles cannot be drawn from",
                   method);
  *parents = (jx_parents){.n = setup->dim,
                          .most = (size_t)setup->particles,
                          .lower = setup->lower,
                          .upper = setup->upper,
                          .seed = setup->seed,
                          .size = setup->particles};
  take_memory(parents, &search->pool);
  JX_TRY(jx_search_check_pool(&search->pool, method, parents->most, parents->n, error));
  place(parents, setup);
  return JATO_OK;
}

void jx_parents_fill_generation(jx_parents *parents, jx_generation *generation)
{
  if (parents->generation == 0)
    memcpy(parents->trial, parents->x, parents->most * parents->n * sizeof *parents->x);
  generation->count = (size_t)parents->size;
  generation->x = parents->trial;
}

void jx_parents_sort(jx_parents *parents)
{
  jx_sort_by_rank(parents->order, parents->rank, (size_t)parents->size);
}

/* The result is in the box even if numbers overflow: a NaN counts as below the lower bound. */
static double keep_inside(double mutant, double parent, double lower, double upper)
{
  if (!(mutant >= lower)) return lower / 2 + parent / 2;
  return mutant <= upper ? mutant : upper / 2 + parent / 2;
}

/* The random number is the upper 24 bits of the word of a coordinate, as in
 * kernel/motion/difference.h. */
void jx_parents_cross(jx_parents *parents, jk_key key, size_t i, const jx_mutation *mutation)
{
  const jx_mutation m = *mutation;
  const double *parent = jx_parents_at(parents, i);
  double *trial = parents->trial + i * parents->n, chance = m.cr * 16777216;
  jk_stream stream = jk_stream_begin(jk_draw(key, i, 0, JK_DRAW_MOVE));
  for (size_t d = 0; d < parents->n; d++) {
    stream = jk_stream_next(stream);
    trial[d] = parent[d];
    if (!((double)(stream.d >> 8) < chance) && d != m.forced) continue;
    double mutant = m.base[d];
    if (m.to != NULL) mutant += m.f * (m.to[d] - parent[d]);
    mutant += m.f * (m.plus[d] - m.minus[d]);
    trial[d] = keep_inside(mutant, parent[d], parents->lower[d], parents->upper[d]);
  }
}

void jx_parents_replace(jx_parents *parents, size_t i, double rank)
{
  size_t n = parents->n;
  memcpy(jx_parents_at(parents, i), parents->trial + i * n, n * sizeof *parents->x);
  parents->rank[i] = rank;
}

/* Marks the parents to drop by NaN, which is no rank. */
void jx_parents_shrink(jx_parents *parents, size_t size)
{
  size_t bytes = parents->n * sizeof *parents->x, before = (size_t)parents->size, kept = 0;
  if (size >= before) return;
  jx_parents_sort(parents);
  for (size_t k = size; k < before; k++) parents->rank[parents->order[k].index] = NAN;
  for (size_t i = 0; i < before; i++) {
    double rank = parents->rank[i];
    parents->rank[i] = 0;
    if (isnan(rank)) continue;
    if (kept != i) memcpy(jx_parents_at(parents, kept), jx_parents_at(parents, i), bytes);
    if (kept != i && parents->outcome != NULL)
      memcpy(parents->outcome + kept * JX_OUTCOME_COLUMNS,
             parents->outcome + i * JX_OUTCOME_COLUMNS,
             JX_OUTCOME_COLUMNS * sizeof *parents->outcome);
    parents->rank[kept++] = rank;
  }
  parents->size = size;
}
