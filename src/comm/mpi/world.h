/* The communicator of jato's ranks outside of runs. */
#pragma once

#include <mpi.h>

#include "base/status.h"

/* Fails with MPI's message for any code other than MPI_SUCCESS. */
jato_status jx_mpi_check(int code, const char *what, jato_error *error);

/* MPI_COMM_WORLD, or a duplicate of the communicator that was set. */
MPI_Comm jx_mpi_world(void);

/* Makes jx_mpi_world return a duplicate of *communicator, or MPI_COMM_WORLD if it is NULL. */
jato_status jx_mpi_set_world(const MPI_Comm *communicator, jato_error *error);

/* Frees the duplicate, if any: jx_mpi_world returns MPI_COMM_WORLD again. */
void jx_mpi_free_world(void);
