/* Ranks of a part of the world: of three ranks and more, those with even numbers and those with odd
 * ones, in reverse order, talk among themselves; MPI is the caller's before and after.
 *
 * usage: mpirun -n RANKS parts      exits 1 where something is not as it should be */
#include "comm/comms.h"

#include <mpi.h>
#include <stdio.h>

static int failures;

#define EXPECT(what)                                                   \
  do {                                                                 \
    if (!(what)) failures += printf("line %d: %s\n", __LINE__, #what); \
  } while (0)

/* What the first rank of the part has reaches all of it, and no other rank. */
static void talk(int part)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_comm *comm = NULL;
  EXPECT(jx_mpi_ops.create(&allocator, 60, &comm, NULL) == JATO_OK);
  int said = comm != NULL && comm->rank == 0 ? 100 + part : 0;
  EXPECT(comm != NULL && comm->ops->broadcast(comm, 0, &said, sizeof said, NULL) == JATO_OK);
  EXPECT(said == 100 + part);
  jx_mpi_ops.destroy(&comm);
}

int main(int argc, char **argv)
{
  int number = 0, all = 0, rank = -1, size = 0, is_over = 1, code = 0;
  MPI_Comm part = MPI_COMM_NULL, none = MPI_COMM_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  MPI_Comm_split(MPI_COMM_WORLD, number % 2, -number, &part);
  int members = (all + 1 - number % 2) / 2;
  EXPECT(jx_mpi_ops.begin(&none, &rank, &size, NULL) == JATO_E_ARGUMENT);
  EXPECT(jx_mpi_ops.begin(NULL, &rank, &size, NULL) == JATO_OK && rank == number && size == all);
  for (int again = 0; again < 2; again++) {
    EXPECT(jx_mpi_ops.begin(&part, &rank, &size, NULL) == JATO_OK);
    EXPECT(size == members && rank == members - 1 - number / 2);
  }
  MPI_Comm_free(&part);         /* libjato has a duplicate */
  if (number % 2 == 0) talk(0); /* without the others */
  MPI_Barrier(MPI_COMM_WORLD);
  talk(number % 2);
  code = number % 2; /* exit codes are those of the part, too */
  EXPECT(jx_mpi_ops.end(&code) == 1 && code == number % 2);
  MPI_Finalized(&is_over);
  EXPECT(!is_over);
  EXPECT(jx_mpi_ops.begin(NULL, &rank, &size, NULL) == JATO_OK && rank == number && size == all);
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return failures > 0;
}
