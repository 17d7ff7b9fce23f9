/* Other ranks have not answered in time. What was asked of them may still come, into memory that
 * has another owner by then. So this process asks them for nothing any more. No state is kept but
 * that: it is the name of MPI_COMM_SELF. */
#pragma once

#include "contract/comm.h"

/* From now on every operation of this comm fails at once, and its memory is left to the end of the
 * process. */
void jx_mpi_give_up(jx_comm *comm);

/* Whether one of this process has. Between the beginning and the end of MPI. */
int jx_mpi_has_given_up(void);

/* Fails if it has. */
jato_status jx_mpi_refuse_given_up(jato_error *error);
