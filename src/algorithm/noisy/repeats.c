#include "algorithm/noisy/repeats.h"

#include <math.h>
#include <string.h>

#include "algorithm/algorithms.h"
#include "algorithm/fold.h"
#include "algorithm/noisy/rank_change.h"

#define JK_PRECISION 64
#include "kernel/math.h"
#include "kernel/random.h"

#define AGAIN_LEAST 2 /* of a generation's points, as in the paper: 2 / lambda */
#define AGAIN_MOST 20 /* more add little information, and each is compared with all others */
#define BATCH 32      /* evaluations of finalists at a time, at the end */

/* ---- Memory ---- */

/* Generations grow with the inner search, and with the evaluations for each point. */
static jato_status reserve(jx_repeats *s, size_t points, jato_error *error)
{
  if (points <= s->room) return JATO_OK;
  size_t room = points < SIZE_MAX / 4 ? points + points / 2 : points;
  s->room = 0;
  s->x = jx_pool_retake(s->pool, s->x, room, s->n * sizeof *s->x);
  s->mean = jx_pool_retake(s->pool, s->mean, room, sizeof *s->mean);
  s->second = jx_pool_retake(s->pool, s->second, room, sizeof *s->second);
  s->ranked = jx_pool_retake(s->pool, s->ranked, room, sizeof *s->ranked);
  s->turn = jx_pool_retake(s->pool, s->turn, room, sizeof *s->turn);
  JX_TRY(jx_search_check_pool(s->pool, "noisy", points, s->n, error));
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
  return jx_search_check_pool(pool, "noisy", finalists, s->n, error);
}

/* ---- The plan of a generation ---- */

static size_t between(double a, size_t least, size_t most)
{
  if (!(a > (double)least)) return least < most ? least : most;
  return a < (double)most ? (size_t)a : most;
}

static size_t size_of(const jx_repeats_plan *p)
{
  return (p->points + p->again) * p->times + p->finals;
}

/* Near a known limit: plans the last part of the run, and the rest that is too small for another
 * generation, for finalists only. The second half of that part is only for the report of the best.
 */
static jx_repeats_plan last_of(const jx_repeats *s, jx_repeats_plan p)
{
  uint64_t all = s->evaluations, used = s->count.used;
  if (!s->count.is_noisy || used >= all || s->finalists.count == 0) return p;
  uint64_t left = all - used, part = (uint64_t)(s->rules.final * (double)all);
  if (left >= size_of(&p) && left > part) return p;
  int is_settled = left <= part / 2;
  uint64_t most = is_settled ? left : left - part / 2;
  return (jx_repeats_plan){.times = p.times,
                           .finals = most < BATCH ? (size_t)most : BATCH,
                           .is_last = 1,
                           .is_settled = is_settled};
}

/* Whether points are evaluated again in this generation. Once noise is known, they are not if that
 * could change nothing. */
static int is_look_due(const jx_repeats *s)
{
  if (!s->count.is_noisy) return s->count.generation >= s->count.due;
  return s->rules.most > 1;
}

static jx_repeats_plan plan_of(const jx_repeats *s, size_t points)
{
  jx_repeats_plan p = {.points = points, .times = (size_t)jk_floor(s->number.times + 0.5)};
  jk_block b = jk_draw(jk_key_make(s->seed, s->count.generation), 0, 0, JK_DRAW_SWARM);
  p.first = (size_t)(b.w[0] % points);
  if (is_look_due(s)) {
    size_t most = points < AGAIN_MOST ? points : AGAIN_MOST;
    p.again = between(s->rules.again * (double)points, AGAIN_LEAST, most);
  }
  p.owed = s->number.owed + s->rules.share * (double)size_of(&p);
  if (s->count.is_noisy && s->finalists.count > 0) p.finals = between(p.owed, 0, SIZE_MAX / 2);
  p.owed -= (double)p.finals;
  return last_of(s, p);
}

/* Without noise only the next check is planned. */
static void adapt(jx_repeats *s, double change)
{
  if (!s->count.is_noisy) {
    s->count.due = s->count.generation + s->count.interval;
    if (s->count.interval < JX_REPEATS_INTERVAL_MOST) s->count.interval *= 2;
    return;
  }
  s->number.times =
      change > 0 ? s->number.times * s->rules.factor : s->number.times / s->rules.factor;
  s->number.times = jk_max(1.0, jk_min(s->number.times, s->rules.most));
}

/* ---- Ask ---- */

/* The index of the i-th point that is evaluated once more, wrapping around. */
static size_t point_again(const jx_repeats_plan *p, size_t i)
{
  return p->first + i < p->points ? p->first + i : p->first + i - p->points;
}

/* Appends point x[n] to the generation, `times` times. */
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
  s->plan = plan_of(s, inner->count);
  JX_TRY(reserve(s, size_of(p), error));
  double *to = s->x;
  for (size_t i = 0; i < p->points; i++) to = put_point(s, to, inner->x + i * s->n, p->times);
  for (size_t i = 0; i < p->again; i++)
    to = put_point(s, to, inner->x + point_again(p, i) * s->n, p->times);
  if (p->finals > 0) jx_finalists_choose(&s->finalists, p->is_settled, p->finals, s->turn);
  for (size_t i = 0; i < p->finals; i++)
    to = put_point(s, to, s->finalists.x + jx_finalists_point(s->turn[i]) * s->n, 1);
  generation->count = size_of(p);
  generation->x = s->x;
  return JATO_OK;
}

/* ---- Tell ---- */

/* The mean of the ranks of one point; the worst if values are missing more often than not. */
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

/* Computes the means of all points, and of second evaluations; then the measure of the paper. */
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
  adapt(s, jx_rank_change(&values, s->rules.theta));
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

/* The mean of the better half, written over points in s->x that already have their values. */
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
  if (!jx_finalists_have_enough(&s->finalists)) return;
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

/* ---- Result and state ---- */

/* A point that was not evaluated after it was chosen has the value for which it was chosen. */
int jx_repeats_estimate(const jx_repeats *s, jx_estimate *estimate)
{
  const jx_finalists *list = &s->finalists;
  if (!s->count.is_noisy || list->count == 0) return 0;
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

/* Finalists are owed at most a share of what was used, and lie in the box. */
const char *jx_repeats_contradiction(const jx_repeats *s)
{
  const jx_finalists *list = &s->finalists;
  if (s->number.times > s->rules.most) return "\"repeats\" and the parameter most";
  if (s->number.owed > 1 + s->rules.share * (double)s->count.used)
    return "\"repeats\" and \"repeat_counts\"";
  for (size_t i = 0; i < list->count; i++)
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
