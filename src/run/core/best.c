/* The best points of a run. Written here alone. */
#include "run/core/best.h"

#include <math.h>
#include <string.h>

static void put_best(jato_run *run, jx_best *best, const jx_outcome *found, const double *x)
{
  best->rank = found->rank + 0.0; /* -0 is 0 */
  best->f = found->value + 0.0;
  best->violation = found->violation;
  memcpy(best->x, x, run->parts.problem->dim * sizeof *x);
  for (size_t i = 0; best->c != NULL && i < jx_problem_constraints(run->parts.problem); i++)
    best->c[i] = found->c != NULL ? found->c[i] : NAN;
}

void jx_best_begin(jato_run *run, const jx_outcome *given, const double *x)
{
  put_best(run, &run->guide, given, x);
  put_best(run, &run->best, given, x);
}

void jx_best_offer(jato_run *run, const jx_outcome *found, const double *x)
{
  if (!(found->rank < run->best.rank)) return;
  put_best(run, &run->best, found, x);
  jx_run_tell(run, JATO_EVENT_IMPROVED, "");
}

/* Where tiles are apart, a run looks at its best when they exchange it, however many iterations
 * were made at once: the iteration since which they are. */
static uint64_t period_of(const jato_run *run)
{
  uint64_t exchange = run->search->plan.exchange;
  return exchange <= 1 ? run->iteration : run->iteration - run->iteration % exchange;
}

void jx_best_apply(jato_run *run, const jx_outcome *found, const double *x)
{
  if (!(found->rank < run->guide.rank)) return;
  put_best(run, &run->guide, found, x);
  run->improved_at = period_of(run);
  jx_best_offer(run, found, x);
}

/* Where values differ from call to call, the smallest is one of luck: the best is what the search
 * would end with, however large its mean. Another point is a better one. */
void jx_run_take_estimate(jato_run *run)
{
  jx_estimate e;
  if (!jx_run_estimate(run, &e)) return;
  jx_outcome mean = {.rank = e.rank, .value = e.value, .violation = e.violation};
  int is_same = memcmp(run->best.x, e.x, run->parts.problem->dim * sizeof *e.x) == 0;
  put_best(run, &run->guide, &mean, e.x);
  mean.c = is_same ? run->best.c : NULL;
  put_best(run, &run->best, &mean, e.x);
  if (is_same) return;
  run->improved_at = run->iteration;
  jx_run_tell(run, JATO_EVENT_IMPROVED, "");
}
