/* A pass over the parts of a swarm that this process holds, on all devices. */
#include "swarm/device_set.h"

void jx_devices_limit_particles(jx_device_set *devices, uint64_t from, uint64_t to)
{
  for (size_t i = 0; i < devices->count; i++) {
    devices->part[i].swarm->from = from;
    devices->part[i].swarm->to = to;
  }
}

/* Exchanges the halos between two parts in both directions. */
static jato_status swap_halo(jx_device_set *devices, jx_device_part *before, jx_device_part *behind,
                             jato_error *error)
{
  JX_TRY(before->ops->halo(before->swarm, JX_LAST, 0, devices->halo, error));
  JX_TRY(behind->ops->halo(behind->swarm, JX_FIRST, 1, devices->halo, error));
  JX_TRY(behind->ops->halo(behind->swarm, JX_FIRST, 0, devices->halo, error));
  return before->ops->halo(before->swarm, JX_LAST, 1, devices->halo, error);
}

jato_status jx_devices_swap_halos(jx_device_set *devices, jato_error *error)
{
  if (!devices->neighbours) return JATO_OK;
  for (size_t i = 0; i + 1 < devices->count; i++)
    JX_TRY(swap_halo(devices, &devices->part[i], &devices->part[i + 1], error));
  if (jx_devices_has_ranks(devices)) return jx_devices_read_halo(devices, error);
  if (devices->count < 2) return JATO_OK;
  return swap_halo(devices, &devices->part[devices->count - 1], &devices->part[0], error);
}

/* Launches all devices, then collects those first that compute on threads of this process, so that
 * the others compute meanwhile. Waits for all launched devices, whatever fails. */
jato_status jx_devices_pass_once(jx_device_set *devices, const jx_step *step, const double *guide,
                                 jx_pass_result *found, jato_error *error)
{
  jato_status status = JATO_OK;
  size_t launched = 0;
  *found = JX_FOUND_NOTHING;
  while (launched < devices->count) {
    jx_device_part *part = &devices->part[launched];
    status = part->ops->launch(part->swarm, step, guide, error);
    if (status != JATO_OK) break;
    launched++;
  }
  for (int in_collect = 1; in_collect >= 0; in_collect--)
    for (size_t i = 0; i < launched; i++) {
      jx_device_part *part = &devices->part[i];
      jx_pass_result one = JX_FOUND_NOTHING;
      if (part->ops->runs_in_collect != in_collect) continue;
      jato_status ended = part->ops->collect(part->swarm, &one, status == JATO_OK ? error : NULL);
      if (status == JATO_OK) status = ended;
      jx_pass_result_join(found, &one);
    }
  return status == JATO_OK && !devices->host_objective ? jx_devices_swap_halos(devices, error)
                                                       : status;
}
