/* Waiting for other ranks with a limit: MPI's own calls have none. A process that waits here
 * sleeps between two tests, since it may take long. */
#pragma once

#include <mpi.h>
#include <stddef.h>

/* Until the request is done, or it is `until` by MPI_Wtime. Returns a code of MPI. */
int jx_mpi_await(MPI_Request *request, double until, int *is_done);

/* Between two tests of what was begun `waited` seconds ago and moves these bytes: lets others have
 * the processor at first, since what is waited for comes soon as a rule, and sleeps later. Returns
 * whether it slept. */
int jx_mpi_rest(double waited, size_t bytes);

/* Waits a moment for requests to fail, since ranks are lost: what is still under way would write to
 * memory that the caller reuses soon. Returns whether all are over. */
int jx_mpi_drop(MPI_Request *requests, int count);

/* Whether a message with that tag comes from that rank of the world until then. */
int jx_mpi_comes(int from, int tag, double until);
