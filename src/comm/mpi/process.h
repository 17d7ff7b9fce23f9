/* A process as one of the ranks of MPI. */
#pragma once

#include "base/status.h"

/* Operations of jx_comm_ops. */
jato_status jx_mpi_begin(const void *communicator, int *rank, int *size, jato_error *error);
int jx_mpi_end(int *code);
void jx_mpi_abandon(int code);
