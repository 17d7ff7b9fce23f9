/* A process as one of the ranks of MPI. */
#pragma once

#include "base/status.h"

/* Fails with MPI's message for any code other than MPI_SUCCESS. */
jato_status jx_mpi_check(int code, const char *what, jato_error *error);

/* Operations of jx_comm_ops. */
jato_status jx_mpi_begin(int *rank, int *size, jato_error *error);
int jx_mpi_end(int *code);
void jx_mpi_abandon(int code);
