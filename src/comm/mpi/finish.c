#define _POSIX_C_SOURCE 200809L

#include "comm/mpi/given_up.h"
#include "comm/mpi/ranks.h"
#include "comm/mpi/survivors.h"
#include "comm/mpi/wait.h"
#include "comm/mpi/world.h"

/* Tests between yields to other processes, and between checks for lost ranks. */
enum { TESTS_AT_ONCE = 1000 };

jato_status jx_mpi_check_run(jx_mpi_ranks *own, int code, const char *what, jato_error *error)
{
  if (code == MPI_SUCCESS || !own->survives || !jx_mpi_has_lost(own->world))
    return jx_mpi_check(code, what, error);
  int lost = jx_mpi_last_lost(own->world);
  own->has_lost = 1;
  jx_mpi_revoke(own->world);
  if (lost < 0) return jx_fail(error, JATO_E_LOST, "%s: another rank was lost", what);
  return jx_fail(error, JATO_E_LOST, "%s: rank %d of %d was lost", what, lost, own->head.size);
}

static jato_status give_up(jx_mpi_ranks *own, const char *what, jato_error *error)
{
  jx_mpi_give_up(own);
  return jx_fail(error, JATO_E_DEVICE,
                 "%s: other ranks have not answered for %g s (rank_timeout): one of them has "
                 "stopped, or takes longer than that",
                 what, own->head.patience);
}

jato_status jx_mpi_finish(jx_mpi_ranks *own, int code, const jx_mpi_begun *begun, jato_error *error)
{
  double began = MPI_Wtime();
  int done = 0;
  for (unsigned tests = 1; code == MPI_SUCCESS && !done; tests++) {
    code = MPI_Testall(begun->count, begun->requests, &done, own->seen);
    if (done || code != MPI_SUCCESS || tests < TESTS_AT_ONCE) continue;
    double waited = MPI_Wtime() - began;
    int slept = jx_mpi_rest(waited, begun->bytes);
    if (!slept && tests % TESTS_AT_ONCE != 0) continue;
    if (own->survives && jx_mpi_has_lost(own->world)) code = MPI_ERR_OTHER;
    if (code == MPI_SUCCESS && waited > own->head.patience) return give_up(own, begun->what, error);
  }
  if (code == MPI_SUCCESS) return JATO_OK;
  jato_status status = jx_mpi_check_run(own, code, begun->what, error);
  if (status != JATO_E_LOST || !jx_mpi_drop(begun->requests, begun->count))
    own->head.is_abandoned = 1;
  return status;
}
