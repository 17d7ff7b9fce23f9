#include "comm/mpi/world.h"

#include "comm/mpi/given_up.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fails with MPI's error message. */
jato_status jx_mpi_check(int code, const char *what, jato_error *error)
{
  char words[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (code == MPI_SUCCESS) return JATO_OK;
  if (MPI_Error_string(code, words, &length) != MPI_SUCCESS) words[0] = '\0';
  return jx_fail(error, JATO_E_DEVICE, "%s: MPI says: %.*s; the other ranks may be lost", what,
                 length, words);
}

/* The library has no global state, so the name of MPI_COMM_SELF holds the Fortran handle of the
 * duplicated communicator. */
static const char holds[] = "jato: ranks of communicator ";

MPI_Comm jx_mpi_world(void)
{
  char name[MPI_MAX_OBJECT_NAME] = "";
  int length = 0;
  if (MPI_Comm_get_name(MPI_COMM_SELF, name, &length) != MPI_SUCCESS ||
      strncmp(name, holds, sizeof holds - 1) != 0)
    return MPI_COMM_WORLD;
  return MPI_Comm_f2c((MPI_Fint)strtol(name + sizeof holds - 1, NULL, 10));
}

void jx_mpi_free_world(void)
{
  MPI_Comm world = jx_mpi_world();
  if (world == MPI_COMM_WORLD) return;
  (void)MPI_Comm_set_name(MPI_COMM_SELF, "");
  (void)MPI_Comm_free(&world);
}

jato_status jx_mpi_set_world(const MPI_Comm *communicator, jato_error *error)
{
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Comm world;
  int same = MPI_UNEQUAL;
  if (communicator == NULL) {
    jx_mpi_free_world();
    return JATO_OK;
  }
  JX_TRY(jx_mpi_refuse_given_up(error));
  if (*communicator == MPI_COMM_NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "the communicator is MPI_COMM_NULL: this process is none of its ranks");
  if (MPI_Comm_compare(*communicator, jx_mpi_world(), &same) == MPI_SUCCESS &&
      same == MPI_CONGRUENT)
    return JATO_OK; /* it is the duplicate */
  JX_TRY(jx_mpi_check(MPI_Comm_dup(*communicator, &world), "duplicating the communicator", error));
  jx_mpi_free_world();
  (void)snprintf(name, sizeof name, "%s%ld", holds, (long)MPI_Comm_c2f(world));
  return jx_mpi_check(MPI_Comm_set_name(MPI_COMM_SELF, name), "keeping the communicator", error);
}
