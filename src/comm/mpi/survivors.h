/* Ranks that are left where others were lost: survivors.c where MPI can do it (ULFM, as Open MPI 5
 * has it), no_survivors.c elsewhere. No state is kept: MPI itself knows which ranks are lost. */
#pragma once

#include "contract/comm.h"

#include <mpi.h>

/* Whether this job goes on without ranks that are lost: mpirun was told so. 0 before MPI was begun
 * and after its end. */
int jx_mpi_survives(void);

/* A communicator of all ranks that are left, for our messages alone, when the request is
 * done. Returns a code of MPI. */
int jx_mpi_meet(MPI_Comm *out, MPI_Request *request);

/* Whether one of its ranks is lost, or another rank has found that out. Sends no message. */
int jx_mpi_has_lost(MPI_Comm comm);

/* The rank of `comm` that was lost last, as far as this one knows; -1: none. */
int jx_mpi_last_lost(MPI_Comm comm);

/* Whether rank `rank` of `comm` is lost, as far as this one knows. */
int jx_mpi_is_lost(MPI_Comm comm, int rank);

/* Whatever others wait for in `comm`, now or later, fails. */
void jx_mpi_revoke(MPI_Comm comm);

/* jx_comm_ops.shrink. */
int jx_mpi_shrink(jato_status status, int *rank, int *size, int *lost);
