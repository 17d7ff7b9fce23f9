/* The public calls on ranks. */
#include "jato/ranks.h"

#include "base/status.h"
#include "registry/registry.h"

jato_status jato_ranks_begin_sized(const void *comm, jato_ranks *ranks, jato_error *error)
{
  jato_ranks own = {.has_mpi = jx_registry_ranks() != jx_registry_comm()};
  if (ranks == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "ranks is NULL: there is nowhere to put the rank");
  JX_TRY(jx_sized_check("jato_ranks", ranks, error));
  JX_TRY(jx_registry_ranks()->begin(comm, &own.rank, &own.count, error));
  jx_sized_write(&own, sizeof own, ranks);
  return JATO_OK;
}

int jato_ranks_end(int *code)
{
  const jx_comm_ops *ops = jx_registry_ranks();
  return code == NULL ? 0 : ops->end != NULL ? ops->end(code) : 1;
}

bool jato_ranks_shrink_sized(jato_ranks *ranks, jato_status status, int *lost)
{
  jato_ranks own;
  if (ranks == NULL || lost == NULL) return 0;
  *lost = -1;
  const jx_comm_ops *ops = jx_registry_ranks();
  if (ops->shrink == NULL) return 0;
  if (JX_SIZED_READ(jato_ranks, ranks, &own, NULL) != JATO_OK) return 0;
  int again = ops->shrink(status, &own.rank, &own.count, lost);
  jx_sized_write(&own, sizeof own, ranks);
  return again;
}

void jato_ranks_abandon(int code)
{
  if (jx_registry_ranks()->abandon != NULL) jx_registry_ranks()->abandon(code);
}
