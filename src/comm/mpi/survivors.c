/* Uses ULFM: losing a rank is an error of calls that involve it, and does not end the job. */
#include "comm/mpi/survivors.h"

#include "comm/mpi/wait.h"
#include "comm/mpi/world.h"

#include <mpi-ext.h>
#include <stdlib.h>

/* The first rank may have much to print before it takes part in a reduction. */
#define SECONDS_TO_AGREE JX_RANK_SECONDS

int jx_mpi_survives(void)
{
  int begun = 0, over = 0, is_set = 0, *is_on = NULL;
  if (MPI_Initialized(&begun) != MPI_SUCCESS || !begun) return 0;
  if (MPI_Finalized(&over) != MPI_SUCCESS || over) return 0;
  if (MPI_Comm_get_attr(MPI_COMM_WORLD, MPIX_FT, (void *)&is_on, &is_set) != MPI_SUCCESS) return 0;
  return is_set && *is_on;
}

/* Lists the lost ranks in the order in which this rank learned of them. Returns their number, sets
 * *last to the last of them, and *is_there to whether `sought` is among them. */
static int list_lost(MPI_Comm comm, int sought, int *last, int *is_there)
{
  MPI_Group lost, all;
  int count = 0;
  *last = -1;
  *is_there = 0;
  if (MPIX_Comm_get_failed(comm, &lost) != MPI_SUCCESS) return 0;
  (void)MPI_Group_size(lost, &count);
  if (count > 0 && MPI_Comm_group(comm, &all) == MPI_SUCCESS) {
    for (int i = 0; i < count; i++) {
      (void)MPI_Group_translate_ranks(lost, 1, &i, all, last);
      if (*last == sought) *is_there = 1;
    }
    (void)MPI_Group_free(&all);
  }
  (void)MPI_Group_free(&lost);
  return count;
}

int jx_mpi_has_lost(MPI_Comm comm)
{
  int is_revoked = 0, last, is_there;
  if (MPIX_Comm_is_revoked(comm, &is_revoked) == MPI_SUCCESS && is_revoked) return 1;
  return list_lost(comm, -1, &last, &is_there) > 0;
}

int jx_mpi_last_lost(MPI_Comm comm)
{
  int last, is_there;
  (void)list_lost(comm, -1, &last, &is_there);
  return last;
}

int jx_mpi_is_lost(MPI_Comm comm, int rank)
{
  int last, is_there = 0;
  if (jx_mpi_survives()) (void)list_lost(comm, rank, &last, &is_there);
  return is_there;
}

/* With ULFM, duplicating the world might fail on some ranks and not on others. */
int jx_mpi_begin_duplicate(MPI_Comm *out, MPI_Request *request)
{
  return jx_mpi_survives() ? MPIX_Comm_shrink(jx_mpi_world(), out)
                           : MPI_Comm_idup(jx_mpi_world(), out, request);
}

void jx_mpi_revoke(MPI_Comm comm) { (void)MPIX_Comm_revoke(comm); }

/* Sets *all to 1 if `mine` is 1 on every surviving rank. All of them get the same answer, even if
 * another rank is lost meanwhile. Returns 0 if they did not answer in time; the flag is then not
 * freed, since MPI may still write to it. */
static int agree(int mine, int *all)
{
  MPI_Request request = MPI_REQUEST_NULL;
  int is_done = 0, *flag = malloc(sizeof *flag);
  if (flag == NULL) return 0;
  *flag = mine;
  if (MPIX_Comm_iagree(jx_mpi_world(), flag, &request) != MPI_SUCCESS) return 0;
  int code = jx_mpi_await(&request, MPI_Wtime() + SECONDS_TO_AGREE, &is_done);
  /* An error means that a rank was lost, after all others have agreed. */
  if (!is_done && code == MPI_SUCCESS) return 0;
  *all = *flag;
  free(flag);
  return 1;
}

int jx_mpi_shrink(jato_status status, int *rank, int *size, int *lost)
{
  int all_have_ended = 0;
  MPI_Comm left = MPI_COMM_NULL;
  MPI_Request none = MPI_REQUEST_NULL; /* a shrink completes before it returns */
  if (!jx_mpi_survives() || (status != JATO_OK && status != JATO_E_LOST)) return 0;
  if (!agree(status == JATO_OK, &all_have_ended) ||
      jx_mpi_begin_duplicate(&left, &none) != MPI_SUCCESS)
    return 0;
  (void)MPI_Comm_rank(left, rank);
  (void)MPI_Comm_size(left, size);
  (void)MPI_Comm_free(&left);
  *lost = jx_mpi_last_lost(jx_mpi_world());
  return !all_have_ended;
}
