/* Other ranks have not answered in time. Their answers may still arrive, in memory that has another
 * owner by then, so this process asks them for nothing more. The only state of the process is the
 * name of MPI_COMM_SELF. */
#pragma once

#include "comm/mpi/ranks.h"

/* Makes every later operation of these ranks fail immediately. Their memory is never released. */
void jx_mpi_give_up(jx_mpi_ranks *own);

/* Called first by every operation: fails with `before`, or with JATO_E_DEVICE, if these ranks have
 * given up. */
jato_status jx_mpi_check_given_up(const jx_mpi_ranks *own, jato_status before, jato_error *error);

/* Whether any ranks of this process have given up. Requires that MPI runs. */
int jx_mpi_has_given_up(void);

/* Fails if they have. */
jato_status jx_mpi_refuse_given_up(jato_error *error);
