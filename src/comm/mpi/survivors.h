/* Continuing after ranks were lost: survivors.c if MPI supports it (ULFM, in Open MPI 5),
 * no_survivors.c otherwise. There is no state: MPI itself knows which ranks are lost. */
#pragma once

#include "contract/comm.h"

#include <mpi.h>

/* Whether this job continues without lost ranks, an option of mpirun. 0 before MPI was started and
 * after its end. */
int jx_mpi_survives(void);

/* Begins to create a communicator of all surviving ranks for jato's messages, which is ready when
 * the request has completed. Returns a code of MPI. */
int jx_mpi_begin_duplicate(MPI_Comm *out, MPI_Request *request);

/* Whether one of its ranks is lost, as far as any rank has reported. Sends no message. */
int jx_mpi_has_lost(MPI_Comm comm);

/* The rank of `comm` that was lost last, as far as this one knows; -1: none. */
int jx_mpi_last_lost(MPI_Comm comm);

/* Whether rank `rank` of `comm` is lost, as far as this one knows. */
int jx_mpi_is_lost(MPI_Comm comm, int rank);

/* Makes all current and later operations of `comm` fail, on all ranks. */
void jx_mpi_revoke(MPI_Comm comm);

/* jx_comm_ops.shrink. */
int jx_mpi_shrink(jato_status status, int *rank, int *size, int *lost);
