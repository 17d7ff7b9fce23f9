#include "run/ranks/ranks.h"

#include "run/core/best.h"

#include <string.h>

int jx_overlap_is_due(const jato_run *run)
{
  return run->search->plan.lag && run->asked.number > 0;
}

jato_status jx_overlap_end(jato_run *run, jato_error *error)
{
  jx_overlapped_reduction *late = &run->overlap;
  jx_best_reduction *reduction = &late->reduction;
  if (!late->is_open) return JATO_OK;
  late->is_open = 0;
  JX_TRY(run->comm->ops->end_best(run->comm, reduction, error));
  late->nonfinite += reduction->found.nonfinite;
  late->flags = reduction->flags;
  jx_outcome found = jx_outcome_of_value(reduction->found.value);
  jx_best_offer(run, &found, late->x);
  return JATO_OK;
}

jato_status jx_overlap_follow(jato_run *run, jato_error *error)
{
  const jx_best *best = &run->best;
  JX_TRY(jx_overlap_end(run, error));
  run->nonfinite += run->overlap.nonfinite;
  run->overlap.nonfinite = 0;
  jx_outcome found = {.rank = best->rank, .value = best->f, .violation = best->violation};
  jx_best_apply(run, &found, best->x);
  return JATO_OK;
}

jato_status jx_overlap_begin(jato_run *run, jato_status status, const jx_pass_result *found,
                             jato_stop *limit, jato_error *error)
{
  jx_overlapped_reduction *late = &run->overlap;
  size_t dim = run->parts.problem->dim;
  unsigned wishes = jx_ranks_wishes(run, limit);
  memcpy(late->x, run->candidate, dim * sizeof *late->x);
  late->reduction = jx_ranks_reduction(run, status, found, run->best.rank, late->x);
  late->reduction.flags = wishes;
  late->is_open = 1;
  /* It stays open on a failure of the others, too: they have begun it. */
  JX_TRY(run->comm->ops->begin_best(run->comm, &late->reduction, error));
  jx_ranks_grant(run, late->flags, limit);
  late->flags = 0;
  return JATO_OK;
}
