/* Sends parts of all ranks to all ranks, with one message for each pair, as MPI_Ialltoallv of Open
 * MPI does. Counts and offsets are int there, so that a rank might have to refuse data that others
 * wait for; here any length will do. */
#include "comm/mpi/given_up.h"

#include <string.h>

/* The data sent to a rank, and received from it. */
typedef struct part {
  const char *out;
  char *in;
  size_t out_bytes, in_bytes;
} part;

static size_t next_bytes(size_t bytes, size_t done)
{
  size_t left = bytes > done ? bytes - done : 0;
  return left < JX_MPI_MOST_AT_ONCE ? left : JX_MPI_MOST_AT_ONCE;
}

/* Begins to send and receive the data of a rank that follows the first `done` bytes. */
static int begin_part(jx_mpi_ranks *own, int rank, const part *all, size_t done,
                      jx_mpi_begun *begun)
{
  int out = (int)next_bytes(all->out_bytes, done), in = (int)next_bytes(all->in_bytes, done);
  int code = MPI_SUCCESS;
  begun->bytes += (size_t)out + (size_t)in;
  if (in > 0)
    code = MPI_Irecv(all->in + done, in, MPI_BYTE, rank, JX_MPI_SWAPPED, own->world,
                     &begun->requests[begun->count++]);
  if (out > 0 && code == MPI_SUCCESS)
    code = MPI_Isend(all->out + done, out, MPI_BYTE, rank, JX_MPI_SWAPPED, own->world,
                     &begun->requests[begun->count++]);
  return code;
}

/* Sends at most one message for each pair of ranks. */
static jato_status swap_round(jx_mpi_ranks *own, const jx_swap *swap, size_t done,
                              jato_error *error)
{
  jx_mpi_begun begun = {.requests = own->requests, .what = "handing out what ranks ask for"};
  part one = {.out = swap->out, .in = swap->in};
  int code = MPI_SUCCESS;
  for (int rank = 0; rank < own->head.size && code == MPI_SUCCESS; rank++) {
    one.out_bytes = swap->out_bytes[rank];
    one.in_bytes = swap->in_bytes[rank];
    if (rank != own->head.rank)
      code = begin_part(own, rank, &one, done, &begun);
    else if (done == 0 && one.in_bytes > 0)
      memcpy(one.in, one.out, one.in_bytes);
    one.out += one.out_bytes;
    one.in += one.in_bytes;
  }
  return jx_mpi_finish(own, code, &begun, error);
}

jato_status jx_mpi_swap(jx_comm *comm, const jx_swap *swap, jato_error *error)
{
  size_t most = 0;
  JX_TRY(jx_mpi_check_given_up((jx_mpi_ranks *)comm, JATO_OK, error));
  for (int rank = 0; rank < comm->size; rank++) {
    if (swap->out_bytes[rank] > most) most = swap->out_bytes[rank];
    if (swap->in_bytes[rank] > most) most = swap->in_bytes[rank];
  }
  for (size_t done = 0; done < most; done += JX_MPI_MOST_AT_ONCE)
    JX_TRY(swap_round((jx_mpi_ranks *)comm, swap, done, error));
  return JATO_OK;
}
