/* How many evaluations go where. */
#include "algorithm/noisy/repeats.h"

#define JK_PRECISION 64
#include "kernel/math.h"
#include "kernel/random.h"

#define AGAIN_LEAST 2 /* of a generation's points, as in the paper: 2 / lambda */
#define AGAIN_MOST 20 /* more tell little more, and are compared with all others */
#define BATCH 32      /* finalists' evaluations at a time, at the end */

static size_t between(double a, size_t least, size_t most)
{
  if (!(a > (double)least)) return least < most ? least : most;
  return a < (double)most ? (size_t)a : most;
}

size_t jx_repeats_size(const jx_repeats_plan *p)
{
  return (p->points + p->again) * p->times + p->finals;
}

/* Where a limit is known: its last part, and what is too little for another generation. The second
 * half of that part is for the report of the best alone. */
static jx_repeats_plan last_of(const jx_repeats *s, jx_repeats_plan p)
{
  uint64_t all = s->evaluations, used = s->count.used;
  if (!s->count.is_noisy || used >= all || s->finalists.held == 0) return p;
  uint64_t left = all - used, part = (uint64_t)(s->rules.final * (double)all);
  if (left >= jx_repeats_size(&p) && left > part) return p;
  int is_settled = left <= part / 2;
  uint64_t most = is_settled ? left : left - part / 2;
  return (jx_repeats_plan){.times = p.times,
                           .finals = most < BATCH ? (size_t)most : BATCH,
                           .is_last = 1,
                           .is_settled = is_settled};
}

/* Once noise is known, there are no more looks where they would change nothing. */
static int is_look_due(const jx_repeats *s)
{
  if (!s->count.is_noisy) return s->count.generation >= s->count.due;
  return s->rules.most > 1;
}

jx_repeats_plan jx_repeats_plan_of(const jx_repeats *s, size_t points)
{
  jx_repeats_plan p = {.points = points, .times = (size_t)jk_floor(s->number.times + 0.5)};
  jk_block b = jk_draw(jk_key_make(s->seed, s->count.generation), 0, 0, JK_DRAW_SWARM);
  p.first = (size_t)(b.w[0] % points);
  if (is_look_due(s)) {
    size_t most = points < AGAIN_MOST ? points : AGAIN_MOST;
    p.again = between(s->rules.again * (double)points, AGAIN_LEAST, most);
  }
  p.owed = s->number.owed + s->rules.share * (double)jx_repeats_size(&p);
  if (s->count.is_noisy && s->finalists.held > 0) p.finals = between(p.owed, 0, SIZE_MAX / 2);
  p.owed -= (double)p.finals;
  return last_of(s, p);
}

/* Without noise there is nothing else to learn. */
void jx_repeats_adapt(jx_repeats *s, double change)
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
