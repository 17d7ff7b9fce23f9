#define _POSIX_C_SOURCE 200809L

#include "comm/mpi/wait.h"

#include <time.h>

static const struct timespec moment = {.tv_nsec = 1000000};

int jx_mpi_await(MPI_Request *request, double until, int *is_done)
{
  int code = MPI_SUCCESS;
  *is_done = 0;
  while (code == MPI_SUCCESS && !*is_done && MPI_Wtime() < until) {
    code = MPI_Test(request, is_done, MPI_STATUS_IGNORE);
    if (code == MPI_SUCCESS && !*is_done) (void)nanosleep(&moment, NULL);
  }
  return code;
}

/* How long requests of ranks that are lost may take to fail, which is a moment. */
#define SECONDS_TO_FAIL 5.0

void jx_mpi_drop(MPI_Request *requests, int count)
{
  double until = MPI_Wtime() + SECONDS_TO_FAIL;
  int done;
  for (int i = 0; i < count; i++) (void)jx_mpi_await(&requests[i], until, &done);
}

int jx_mpi_comes(int from, int tag, double until)
{
  MPI_Status ignored;
  int is_here = 0;
  while (!is_here && MPI_Wtime() < until) {
    if (MPI_Iprobe(from, tag, MPI_COMM_WORLD, &is_here, &ignored) != MPI_SUCCESS) return 0;
    if (!is_here) (void)nanosleep(&moment, NULL);
  }
  return is_here;
}
