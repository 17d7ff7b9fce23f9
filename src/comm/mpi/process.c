/* Starts and ends a process as a rank of MPI, before and after all runs. */
#define _POSIX_C_SOURCE 200809L

#include "comm/mpi/process.h"

#include "comm/mpi/given_up.h"
#include "comm/mpi/survivors.h"
#include "comm/mpi/wait.h"
#include "comm/mpi/world.h"

#include <time.h>

enum { ENDS = 1, ALL_HAVE_ENDED }; /* tags of messages */

static jato_status count_ranks(int *rank, int *size, jato_error *error)
{
  MPI_Comm world = jx_mpi_world();
  int number = 0, all = 1;
  (void)MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  if (jx_mpi_survives()) (void)MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  JX_TRY(jx_mpi_check(MPI_Comm_rank(world, &number), "asking for the rank", error));
  JX_TRY(jx_mpi_check(MPI_Comm_size(world, &all), "asking for the number of ranks", error));
  *rank = *size = 0;
  for (int i = 0; i < all; i++) {
    if (jx_mpi_is_lost(world, i)) continue;
    if (i < number) ++*rank;
    ++*size;
  }
  return JATO_OK;
}

static jato_status start(jato_error *error)
{
  int begun = 0, given = 0;
  JX_TRY(jx_mpi_check(MPI_Initialized(&begun), "asking for MPI", error));
  if (begun) return JATO_OK;
  return jx_mpi_check(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given), "starting MPI",
                      error);
}

jato_status jx_mpi_begin(const void *communicator, int *rank, int *size, jato_error *error)
{
  JX_TRY(start(error));
  JX_TRY(jx_mpi_set_world(communicator, error));
  return count_ranks(rank, size, error);
}

/* A rank that failed waits SECONDS_TO_END: others may be in a run without it, waiting for it. Ranks
 * that did not fail arrive together: the first one has printed by then and waits SECONDS_TO_FOLLOW;
 * the others wait SECONDS_TO_PRINT for the first one, which may have much to print. */
#define SECONDS_TO_END 10.0
#ifndef SECONDS_TO_FOLLOW /* tests do not wait for a minute */
#define SECONDS_TO_FOLLOW 60.0
#endif
#define SECONDS_TO_PRINT JX_RANK_SECONDS

/* Collects the codes of all ranks, [0] the largest and [1] the smallest, and sends them back. */
static int collect_codes(int codes[2], int first, int size, double until)
{
  MPI_Status ignored;
  for (int rank = 0; rank < size; rank++) {
    int code = 0;
    if (rank == first || jx_mpi_is_lost(jx_mpi_world(), rank)) continue;
    if (!jx_mpi_comes(rank, ENDS, until) ||
        MPI_Recv(&code, 1, MPI_INT, rank, ENDS, jx_mpi_world(), &ignored) != MPI_SUCCESS) {
      if (jx_mpi_is_lost(jx_mpi_world(), rank)) continue;
      return 0;
    }
    if (code > codes[0]) codes[0] = code;
    if (code < codes[1]) codes[1] = code;
  }
  for (int rank = 0; rank < size; rank++)
    if (rank != first && !jx_mpi_is_lost(jx_mpi_world(), rank) &&
        MPI_Send(codes, 2, MPI_INT, rank, ALL_HAVE_ENDED, jx_mpi_world()) != MPI_SUCCESS &&
        !jx_mpi_is_lost(jx_mpi_world(), rank))
      return 0;
  return 1;
}

static int send_code(int codes[2], int first, double until)
{
  MPI_Status ignored;
  return MPI_Send(codes, 1, MPI_INT, first, ENDS, jx_mpi_world()) == MPI_SUCCESS &&
         jx_mpi_comes(first, ALL_HAVE_ENDED, until) &&
         MPI_Recv(codes, 2, MPI_INT, first, ALL_HAVE_ENDED, jx_mpi_world(), &ignored) ==
             MPI_SUCCESS;
}

/* If the first rank was lost or has already exited, each rank exits with its own code, which agree,
 * since they were in the same run. */
static int exchange_codes(int codes[2], int rank, int size)
{
  int first = 0;
  while (first < rank && jx_mpi_is_lost(jx_mpi_world(), first)) first++;
  double patience = rank == first ? SECONDS_TO_FOLLOW : SECONDS_TO_PRINT;
  double until = MPI_Wtime() + (codes[0] != 0 ? SECONDS_TO_END : patience);
  if (rank == first) return collect_codes(codes, first, size, until);
  return send_code(codes, first, until) || jx_mpi_is_lost(jx_mpi_world(), first);
}

/* MPI_Finalize waits for all ranks without a limit, even for one that was stopped, so the ranks
 * first wait for each other with a limit. */
static int finalize(void)
{
  MPI_Request request = MPI_REQUEST_NULL;
  int are_here = 0;
  return MPI_Ibarrier(MPI_COMM_WORLD, &request) == MPI_SUCCESS &&
         jx_mpi_await(&request, MPI_Wtime() + SECONDS_TO_FOLLOW, &are_here) == MPI_SUCCESS &&
         are_here && MPI_Finalize() == MPI_SUCCESS;
}

/* Uses single messages: a collective operation could be matched with another one of ranks that are
 * still in a run. */
int jx_mpi_end(int *code)
{
  int rank = 0, size = 1, codes[2] = {*code, *code};
  if (start(NULL) != JATO_OK || count_ranks(&rank, &size, NULL) != JATO_OK || jx_mpi_has_given_up())
    return 0;
  if (MPI_Comm_rank(jx_mpi_world(), &rank) != MPI_SUCCESS ||
      MPI_Comm_size(jx_mpi_world(), &size) != MPI_SUCCESS)
    return 0;
  if (!exchange_codes(codes, rank, size)) return 0;
  *code = codes[0];
  if (jx_mpi_world() != MPI_COMM_WORLD) { /* the caller finalizes MPI */
    jx_mpi_free_world();
    return codes[0] == codes[1] ? 1 : 2;
  }
  /* Open MPI 5 may wait in MPI_Finalize for lost ranks for ever; mpirun does not need the call. */
  if (!jx_mpi_survives() && !finalize()) return 0;
  return codes[0] == codes[1] ? 1 : 2;
}

/* Sleeps first, since mpirun discards output of ranks that it has not read yet: their last
 * messages.
 */
void jx_mpi_abandon(int code)
{
  const struct timespec moment = {.tv_sec = 1};
  (void)nanosleep(&moment, NULL);
  (void)MPI_Abort(jx_mpi_world(), code);
}
