#define _POSIX_C_SOURCE 200809L

#include "comm/mpi/wait.h"
#include "comm/mpi/world.h"

#include <sched.h>
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

int jx_mpi_drop(MPI_Request *requests, int count)
{
  double until = MPI_Wtime() + SECONDS_TO_FAIL;
  int all_done = 1;
  for (int i = 0; i < count; i++) {
    int done = 0;
    int code = jx_mpi_await(&requests[i], until, &done);
    if (!done && code == MPI_SUCCESS) all_done = 0;
  }
  return all_done;
}

/* What is waited for without sleep: iterations are seldom longer, and a message of this speed makes
 * its way only while MPI is called. */
#define SECONDS_AWAKE 0.005
#define BYTES_PER_SECOND 1e8

/* To sleep a part of what was waited already makes that part longer, at most. */
#define PART_TO_SLEEP (1.0 / 64)

int jx_mpi_rest(double waited, size_t bytes)
{
  if (waited < SECONDS_AWAKE + (double)bytes / BYTES_PER_SECOND) {
    (void)sched_yield();
    return 0;
  }
  double nanoseconds = 1e9 * waited * PART_TO_SLEEP;
  struct timespec some = moment;
  if (nanoseconds < (double)moment.tv_nsec) some.tv_nsec = (long)nanoseconds;
  (void)nanosleep(&some, NULL);
  return 1;
}

int jx_mpi_comes(int from, int tag, double until)
{
  MPI_Status ignored;
  int is_here = 0;
  while (!is_here && MPI_Wtime() < until) {
    if (MPI_Iprobe(from, tag, jx_mpi_world(), &is_here, &ignored) != MPI_SUCCESS) return 0;
    if (!is_here) (void)nanosleep(&moment, NULL);
  }
  return is_here;
}
