/* The public calls on ranks. */
#include "jato/ranks.h"

#include "base/status.h"
#include "registry/registry.h"

jato_status jato_ranks_begin(jato_ranks *ranks, jato_error *error)
{
  if (ranks == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "ranks is NULL: there is nowhere to put the rank");
  ranks->has_mpi = jx_registry_ranks() != jx_registry_comm();
  return jx_registry_ranks()->begin(&ranks->rank, &ranks->size, error);
}

int jato_ranks_end(int *code)
{
  const jx_comm_ops *ops = jx_registry_ranks();
  return code == NULL ? 0 : ops->end != NULL ? ops->end(code) : 1;
}

int jato_ranks_shrink(jato_ranks *ranks, jato_status status, int *lost)
{
  if (ranks == NULL || lost == NULL) return 0;
  *lost = -1;
  const jx_comm_ops *ops = jx_registry_ranks();
  return ops->shrink != NULL ? ops->shrink(status, &ranks->rank, &ranks->size, lost) : 0;
}

void jato_ranks_abandon(int code)
{
  if (jx_registry_ranks()->abandon != NULL) jx_registry_ranks()->abandon(code);
}
