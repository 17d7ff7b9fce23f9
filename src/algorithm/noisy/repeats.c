#include "algorithm/noisy/repeats.h"

#include <math.h>
#include <string.h>

#include "algorithm/fold.h"
#include "algorithm/noisy/rank_change.h"

/* ---- Memory ---- */

static jato_status refuse_memory(size_t points, jato_error *error)
{
  return jx_fail(error, JATO_E_MEMORY, "noisy: not enough memory for %llu points",
                 (unsigned long long)points);
}

/* Generations become larger with the search inside, and with what it is told. */
static jato_status reserve(jx_repeats *s, size_t points, jato_error *error)
{
  if (points <= s->room) return JATO_OK;
  size_t room = points < SIZE_MAX / 4 ? points + points / 2 : points;
  if (room > SIZE_MAX / 32 / s->n) return refuse_memory(points, error);
  s->room = 0;
  s->x = jx_pool_retake(s->pool, s->x, room, s->n * sizeof *s->x);
  s->mean = jx_pool_retake(s->pool, s->mean, room, sizeof *s->mean);
  s->second = jx_pool_retake(s->pool, s->second, room, sizeof *s->second);
  s->ranked = jx_pool_retake(s->pool, s->ranked, room, sizeof *s->ranked);
  s->turn = jx_pool_retake(s->pool, s->turn, room, sizeof *s->turn);
  if (!jx_pool_is_whole(s->pool)) return refuse_memory(points, error);
  s->room = room;
  return JATO_OK;
}

jato_status jx_repeats_create(jx_repeats *s, const jx_repeats_rules *rules,
                              const jx_search_setup *setup, jx_pool *pool, jato_error *error)
{
  size_t finalists = (size_t)rules->finalists;
  *s = (jx_repeats){.pool = pool,
                    .n = setup->dim,
                    .lower = setup->lower,
                    .upper = setup->upper,
                    .seed = setup->seed,
                    .evaluations = setup->evaluations,
                    .rules = *rules,
                    .number = {.times = 1, .least = INFINITY},
                    .count = {.interval = 1}};
  s->finalists.least = rules->least;
  jx_finalists_create(&s->finalists, finalists, s->n, pool);
  return jx_pool_is_whole(pool) ? JATO_OK : refuse_memory(finalists, error);
}

/* ---- Ask ---- */

/* Which of the points is evaluated once more as number i of those: counted round the end. */
static size_t point_again(const jx_repeats_plan *p, size_t i)
{
  return p->first + i < p->points ? p->first + i : p->first + i - p->points;
}

/* Puts point x[n] into the generation, `times` times. */
static double *put_point(const jx_repeats *s, double *to, const double *x, size_t times)
{
  for (size_t k = 0; k < times; k++, to += s->n) memcpy(to, x, s->n * sizeof *x);
  return to;
}

jato_status jx_repeats_ask(jx_repeats *s, const jx_generation *inner, jx_generation *generation,
                           jato_error *error)
{
  const jx_repeats_plan *p = &s->plan;
  s->inner = *inner;
  s->plan = jx_repeats_plan_of(s, inner->count);
  JX_TRY(reserve(s, jx_repeats_size(p), error));
  double *to = s->x;
  for (size_t i = 0; i < p->points; i++) to = put_point(s, to, inner->x + i * s->n, p->times);
  for (size_t i = 0; i < p->again; i++)
    to = put_point(s, to, inner->x + point_again(p, i) * s->n, p->times);
  if (p->finals > 0) jx_finalists_choose(&s->finalists, p->is_settled, p->finals, s->turn);
  for (size_t i = 0; i < p->finals; i++)
    to = put_point(s, to, s->finalists.x + jx_finalists_point(s->turn[i]) * s->n, 1);
  generation->count = jx_repeats_size(p);
  generation->x = s->x;
  return JATO_OK;
}

/* ---- Tell ---- */

/* Of ranks of one point; that of a value that is missing more often than not is the worst of them.
 */
static double mean_of(const double *rank, size_t count)
{
  double mean = 0, worst = -(double)INFINITY;
  size_t valued = 0;
  for (size_t k = 0; k < count; k++) {
    worst = rank[k] > worst ? rank[k] : worst;
    if (rank[k] < JX_VALUE_MOST) mean += (rank[k] - mean) / (double)++valued;
  }
  return valued > 0 && 2 * valued >= count ? mean : worst;
}

static jx_sample sample_of(const jx_generation *g, size_t point)
{
  if (g->value == NULL) return (jx_sample){g->rank[point], g->rank[point], 0};
  return (jx_sample){g->rank[point], g->value[point], g->violation[point]};
}

/* Means of all points, and of those that were evaluated once more; then the paper's measure. */
static void measure_noise(jx_repeats *s, const double *rank)
{
  const jx_repeats_plan *p = &s->plan;
  const double *again = rank + p->points * p->times;
  for (size_t i = 0; i < p->points; i++) s->mean[i] = mean_of(rank + i * p->times, p->times);
  for (size_t i = 0; i < p->again; i++) {
    s->second[i] = mean_of(again + i * p->times, p->times);
    s->count.is_noisy |= s->second[i] != s->mean[point_again(p, i)];
  }
  if (p->again == 0) return;
  jx_twice values = {s->mean, p->points, s->second, p->first, p->again};
  jx_repeats_adapt(s, jx_rank_change(&values, s->rules.theta));
}

static void join_means(jx_repeats *s)
{
  const jx_repeats_plan *p = &s->plan;
  for (size_t i = 0; i < p->again; i++) {
    double *mean = &s->mean[point_again(p, i)];
    const double both[] = {*mean, s->second[i]};
    *mean = *mean == s->second[i] ? *mean : mean_of(both, 2);
  }
}

/* The middle of the better half, in the place of points in s->x that are told by now. */
static const double *middle_of(jx_repeats *s)
{
  size_t half = (s->plan.points + 1) / 2;
  memset(s->x, 0, s->n * sizeof *s->x);
  for (size_t k = 0; k < half; k++) {
    const double *x = s->inner.x + s->ranked[k].index * s->n;
    for (size_t d = 0; d < s->n; d++) s->x[d] += (x[d] - s->x[d]) / (double)(k + 1);
  }
  for (size_t d = 0; d < s->n; d++) s->x[d] = jx_clip(s->x[d], s->lower[d], s->upper[d]);
  return s->x;
}

static void nominate(jx_repeats *s, const jx_generation *generation)
{
  jx_sort_by_rank(s->ranked, s->mean, s->plan.points);
  size_t best = s->ranked[0].index;
  const double *x = s->inner.x + best * s->n;
  jx_sample sample = sample_of(generation, best * s->plan.times);
  if (!s->count.is_noisy) {
    jx_finalists_offer(&s->finalists, x, &sample);
    return;
  }
  if (!jx_finalists_are_ripe(&s->finalists)) return;
  sample.rank = s->mean[best];
  int is_middle = s->count.admitted++ % 2 == 1;
  jx_finalists_admit(&s->finalists, is_middle ? middle_of(s) : x, &sample);
}

const jx_generation *jx_repeats_tell(jx_repeats *s, const jx_generation *generation)
{
  const jx_repeats_plan *p = &s->plan;
  size_t finals = (p->points + p->again) * p->times;
  s->count.used += generation->count;
  for (size_t i = 0; i < p->finals; i++) {
    jx_sample sample = sample_of(generation, finals + i);
    jx_finalists_tell(&s->finalists, s->turn[i], &sample);
  }
  if (p->is_last) return NULL;
  measure_noise(s, generation->rank);
  join_means(s);
  nominate(s, generation);
  s->number.owed = s->count.is_noisy ? p->owed : 0;
  s->count.generation++;
  for (size_t i = 0; i < p->points; i++) s->number.least = fmin(s->number.least, s->mean[i]);
  s->inner.rank = s->mean;
  s->inner.value = s->inner.violation = NULL;
  s->inner.best = s->number.least;
  return &s->inner;
}

/* ---- What it keeps ---- */

/* A point that was not evaluated since it was chosen has the value that it was chosen for. */
int jx_repeats_estimate(const jx_repeats *s, jx_estimate *estimate)
{
  const jx_finalists *list = &s->finalists;
  if (!s->count.is_noisy || list->held == 0) return 0;
  size_t best = jx_finalists_best(list);
  const jx_finalist *f = &list->point[best];
  *estimate = (jx_estimate){list->x + best * s->n, f->guess,    f->guess_value,
                            f->guess_violation,    (double)NAN, 1};
  const jx_means *m = f->reported.count > 0 ? &f->reported : &f->compared;
  if (m->count > 0)
    *estimate = (jx_estimate){list->x + best * s->n, m->rank,           m->value,
                              m->violation,          jx_means_error(m), (uint64_t)m->count};
  return 1;
}

/* Finalists are owed a share of what was used, at most, and stand in the box. */
const char *jx_repeats_contradiction(const jx_repeats *s)
{
  const jx_finalists *list = &s->finalists;
  if (s->number.times > s->rules.most) return "\"repeats\" and the parameter most";
  if (s->number.owed > 1 + s->rules.share * (double)s->count.used)
    return "\"repeats\" and \"repeat_counts\"";
  for (size_t i = 0; i < list->held; i++)
    if (!jx_is_in_box(s->n, list->x + i * s->n, s->lower, s->upper))
      return "\"finalist_x\" and the box";
  return NULL;
}

static const jx_allowed number_allowed[] = {
    JX_DOUBLE_IN(1, DBL_MAX), /* times */
    JX_DOUBLE_IN(0, DBL_MAX), /* owed */
    JX_RANK,                  /* least */
};

static const jx_allowed count_allowed[] = {
    JX_TALLY,                                 /* generation */
    JX_TALLY,                                 /* used */
    JX_TALLY,                                 /* due */
    JX_COUNT_IN(1, JX_REPEATS_INTERVAL_MOST), /* interval */
    JX_FLAG,                                  /* is_noisy */
    JX_TALLY,                                 /* admitted */
};

size_t jx_repeats_state(jx_repeats *s, jx_array *arrays)
{
  const jx_array own[] = {
      {"repeats", JX_DOUBLES, 1, sizeof s->number / sizeof(double), &s->number,
       JX_BY_COLUMN(number_allowed)},
      {"repeat_counts", JX_COUNTS, 1, sizeof s->count / sizeof(uint64_t), &s->count,
       JX_BY_COLUMN(count_allowed)},
  };
  size_t count = JX_PUT_ARRAYS(arrays, own);
  return count + jx_finalists_state(&s->finalists, arrays + count);
}
