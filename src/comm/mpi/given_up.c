#include "comm/mpi/given_up.h"

#include <string.h>

static const char given_up[] = "jato: other ranks have not answered";

int jx_mpi_has_given_up(void)
{
  char name[MPI_MAX_OBJECT_NAME] = "";
  int length = 0;
  return MPI_Comm_get_name(MPI_COMM_SELF, name, &length) == MPI_SUCCESS &&
         strcmp(name, given_up) == 0;
}

jato_status jx_mpi_refuse_given_up(jato_error *error)
{
  if (!jx_mpi_has_given_up()) return JATO_OK;
  return jx_fail(error, JATO_E_DEVICE,
                 "other ranks have not answered in an earlier run of this process; end it, and "
                 "start all ranks again");
}

jato_status jx_mpi_check_given_up(const jx_mpi_ranks *own, jato_status before, jato_error *error)
{
  if (!own->has_given_up) return JATO_OK;
  if (before != JATO_OK) return before; /* an earlier failure says what happened */
  return jx_fail(error, JATO_E_DEVICE, "other ranks have not answered before (rank_timeout)");
}

void jx_mpi_give_up(jx_mpi_ranks *own)
{
  own->has_given_up = own->head.is_abandoned = 1;
  (void)MPI_Comm_set_name(MPI_COMM_SELF, given_up);
}
