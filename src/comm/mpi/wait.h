/* Waiting for other ranks, and not for ever: MPI's own calls wait as long as it takes. A process
 * that waits here sleeps between two looks, for it may take long. */
#ifndef JX_MPI_WAIT_H
#define JX_MPI_WAIT_H

#include <mpi.h>

/* Until the request is done, or it is `until` by MPI_Wtime. Returns a code of MPI. */
int jx_mpi_await(MPI_Request *request, double until, int *is_done);

/* Waits a moment for requests to fail, since ranks are lost: what is still under way would write to
 * memory that is somebody else's soon. */
void jx_mpi_drop(MPI_Request *requests, int count);

/* Whether a message with that tag comes from that rank of the world until then. */
int jx_mpi_comes(int from, int tag, double until);

#endif
