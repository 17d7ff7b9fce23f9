/* The last rank tells its exit code, hears those of the others, and is stopped then, before it
 * comes to MPI's end, which waits for all ranks: the others end without it.
 *
 * usage: mpirun -n RANKS ending     prints a line for each rank but the last one */
#define _POSIX_C_SOURCE 200809L

#include "comm/mpi/process.h"

#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

/* What exchange_codes in process.c sends. */
static void exchange_codes(void)
{
  enum { ENDS = 1, ALL_HAVE_ENDED };
  int code = 0, codes[2];
  (void)MPI_Send(&code, 1, MPI_INT, 0, ENDS, MPI_COMM_WORLD);
  (void)MPI_Recv(codes, 2, MPI_INT, 0, ALL_HAVE_ENDED, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(void)
{
  int rank = 0, size = 0, code = 0;
  if (jx_mpi_begin(NULL, &rank, &size, NULL) != JATO_OK) return 1;
  if (rank == size - 1) {
    exchange_codes();
    (void)sleep(60); /* until the others end the job */
    return 1;
  }
  int ended = jx_mpi_end(&code);
  printf("%d: %s\n", rank, ended ? "all have ended" : "others have not ended");
  fflush(stdout);
  (void)sleep(2); /* until the other ranks have said so, too */
  if (!ended) jx_mpi_abandon(3);
  return 0;
}
