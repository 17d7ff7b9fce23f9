/* A pass over the parts of a swarm that this process holds, on all its devices. */
#include "swarm/fleet.h"

void jx_fleet_take_part(jx_fleet *fleet, uint64_t from, uint64_t to)
{
  for (size_t i = 0; i < fleet->count; i++) {
    fleet->part[i].swarm->from = from;
    fleet->part[i].swarm->to = to;
  }
}

/* Hands the edge between two parts over in both directions. */
static jato_status swap_edge(jx_fleet *fleet, jx_part *before, jx_part *behind, jato_error *error)
{
  JX_TRY(before->ops->edge(before->swarm, JX_LAST, 0, fleet->edge, error));
  JX_TRY(behind->ops->edge(behind->swarm, JX_FIRST, 1, fleet->edge, error));
  JX_TRY(behind->ops->edge(behind->swarm, JX_FIRST, 0, fleet->edge, error));
  return before->ops->edge(before->swarm, JX_LAST, 1, fleet->edge, error);
}

jato_status jx_fleet_swap_edges(jx_fleet *fleet, jato_error *error)
{
  if (!fleet->neighbours) return JATO_OK;
  for (size_t i = 0; i + 1 < fleet->count; i++)
    JX_TRY(swap_edge(fleet, &fleet->part[i], &fleet->part[i + 1], error));
  if (jx_fleet_has_ranks(fleet)) return jx_fleet_read_seams(fleet, error);
  if (fleet->count < 2) return JATO_OK;
  return swap_edge(fleet, &fleet->part[fleet->count - 1], &fleet->part[0], error);
}

/* Devices that work by themselves are begun first and waited for last, so that this process's own
 * threads work in the meantime. All are waited for, whatever fails. */
jato_status jx_fleet_pass_once(jx_fleet *fleet, const jx_step *step, const double *guide,
                               jx_pass_result *found, jato_error *error)
{
  jato_status status = JATO_OK;
  size_t launched = 0;
  *found = JX_FOUND_NOTHING;
  while (launched < fleet->count) {
    jx_part *part = &fleet->part[launched];
    status = part->ops->launch(part->swarm, step, guide, error);
    if (status != JATO_OK) break;
    launched++;
  }
  for (int in_collect = 1; in_collect >= 0; in_collect--)
    for (size_t i = 0; i < launched; i++) {
      jx_part *part = &fleet->part[i];
      jx_pass_result one = JX_FOUND_NOTHING;
      if (part->ops->runs_in_collect != in_collect) continue;
      jato_status ended = part->ops->collect(part->swarm, &one, status == JATO_OK ? error : NULL);
      if (status == JATO_OK) status = ended;
      jx_pass_result_join(found, &one);
    }
  return status == JATO_OK && !fleet->host_objective ? jx_fleet_swap_edges(fleet, error) : status;
}
