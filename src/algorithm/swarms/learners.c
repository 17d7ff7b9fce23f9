#include "algorithm/swarms/learners.h"

#include "kernel/math.h"

jato_status jx_learners_create(const jx_algorithm_ops *ops, const jx_flock_rules *rules,
                               const jx_search_setup *setup, const double *rows, jx_search **out,
                               jato_error *error)
{
  JX_TRY(jx_flock_create(ops, rules, setup, out, error));
  jx_learners *learners = (jx_learners *)*out;
  jx_flock *flock = &learners->flock;
  learners->patience = rows[JX_LEARNERS_PATIENCE];
  flock->speed = rows[JX_LEARNERS_SPEED];
  flock->restart = rows[JX_LEARNERS_RESTART];
  learners->idle = jx_pool_take(&flock->head.pool, flock->count, sizeof *learners->idle);
  learners->exemplar =
      jx_pool_take(&flock->head.pool, flock->count, flock->n * sizeof *learners->exemplar);
  return jx_flock_begin(out, NULL, error);
}

size_t jx_learners_state(jx_search *search, jx_array *arrays)
{
  jx_learners *learners = (jx_learners *)search;
  const jx_flock *flock = &learners->flock;
  size_t count = jx_flock_state(search, arrays);
  arrays[count++] = (jx_array){"idle_moves", JX_COUNTS, 1, flock->count, learners->idle, JX_TALLY};
  arrays[count++] = (jx_array){"from",   JX_COUNTS,          flock->count,
                               flock->n, learners->exemplar, JX_INDEX(flock->count)};
  return count;
}

/* The count of a particle that improved starts again. */
void jx_learners_judged(jx_flock *flock, size_t i, int is_better)
{
  uint64_t *idle = ((jx_learners *)flock)->idle;
  if (idle[i] != 0) idle[i] = is_better ? 1 : idle[i] + 1;
}

void jx_learners_placed(jx_flock *flock, size_t i) { ((jx_learners *)flock)->idle[i] = 0; }

/* ---- Exemplars ---- */

/* Eq. 6: the probability of learning from another particle, from 0.05 for the first one to 0.5. */
static double learning_chance(const jx_flock *flock, size_t i)
{
  double share = flock->count > 1 ? (double)i / (double)(flock->count - 1) : 0;
  return 0.05 + 0.45 * (jk_exp(10 * share) - 1) / (jk_exp(10.0) - 1);
}

static size_t drawn(jk_stream *words, size_t among)
{
  return (size_t)(jx_flock_uniform(words) * (double)among);
}

/* The better of two. */
static size_t winner(const jx_flock *flock, jk_stream *words, size_t among)
{
  size_t a = drawn(words, among), b = drawn(words, among);
  return flock->own_rank[b] < flock->own_rank[a] ? b : a;
}

static size_t another(const jx_flock *flock, jk_stream *words, size_t i, size_t among)
{
  size_t other = drawn(words, among);
  return other != i ? other : jx_flock_neighbour(flock, i, i + 1 < among ? 1 : -1);
}

void jx_learners_choose(jx_learners *learners, size_t i, size_t among)
{
  const jx_flock *flock = &learners->flock;
  uint64_t *exemplar = learners->exemplar + i * flock->n;
  if (learners->idle[i] != 0 && (double)learners->idle[i] <= learners->patience) return;
  learners->idle[i] = 1;
  jk_stream words = jk_stream_begin(jk_draw(jx_flock_key(flock, i), i, 0, JK_DRAW_PARTNERS));
  double chance = learning_chance(flock, i);
  int learns = 0;
  for (size_t d = 0; d < flock->n; d++) {
    exemplar[d] = jx_flock_uniform(&words) < chance ? winner(flock, &words, among) : i;
    learns |= exemplar[d] != i;
  }
  if (learns) return;
  size_t d = drawn(&words, flock->n); /* drawn first: C does not order the sides of = */
  exemplar[d] = another(flock, &words, i, among);
}
