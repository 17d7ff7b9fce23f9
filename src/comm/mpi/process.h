/* A process as one of the ranks of MPI. */
#pragma once

#include "base/status.h"

/* What is not MPI_SUCCESS, in MPI's own words. */
jato_status jx_mpi_check(int code, const char *what, jato_error *error);

/* As jx_comm_ops has them. */
jato_status jx_mpi_begin(int *rank, int *size, jato_error *error);
int jx_mpi_end(int *code);
void jx_mpi_abandon(int code);
