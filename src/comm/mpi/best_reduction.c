#include "comm/mpi/best_reduction.h"

#include <stddef.h>
#include <string.h>

static size_t message_bytes(uint32_t carried) { return offsetof(jx_mpi_message, x) + carried; }

/* ---- Joining ---- */

/* Orders messages by value, then by step, then by rank, since particles are in the order of ranks.
 * If ranks have failed, the first of them wins. */
static int is_before(const jx_mpi_message *a, const jx_mpi_message *b)
{
  if (a->value != b->value) return a->value < b->value;
  if (a->step != b->step) return a->step < b->step;
  return a->rank < b->rank;
}

/* Joins messages as jx_pass_result_join does, in any order, since it adds counts only. */
static void join(void *in, void *in_and_out, int *count, MPI_Datatype *type)
{
  const jx_mpi_message *one = in;
  jx_mpi_message *all = in_and_out;
  (void)count, (void)type; /* one message for each rank */
  uint64_t nonfinite = all->nonfinite + one->nonfinite;
  uint32_t flags = all->flags | one->flags;
  if (is_before(one, all)) memcpy(all, one, message_bytes(one->carried));
  all->nonfinite = nonfinite;
  all->flags = flags;
}

/* ---- The message of a rank ---- */

/* Bytes of the position; 0: it is too long for the message. */
static uint32_t bytes_carried(const jx_best_reduction *reduction)
{
  size_t word = sizeof(uint64_t), one = reduction->in_float ? sizeof(float) : sizeof(double);
  if (reduction->dim > JX_MPI_MOST_CARRIED / one) return 0;
  return (uint32_t)((reduction->dim * one + word - 1) / word * word);
}

static void write_position(jx_mpi_message *message, const jx_best_reduction *reduction)
{
  if (message->carried == 0) return;
  for (size_t d = 0; reduction->in_float && d < reduction->dim; d++)
    message->x.single[d] = (float)reduction->x[d];
  if (!reduction->in_float)
    memcpy(message->x.wide, reduction->x, reduction->dim * sizeof *reduction->x);
}

static void fill_message(jx_mpi_message *message, int rank, const jx_best_reduction *reduction)
{
  const jx_pass_result *found = &reduction->found;
  int has_found = reduction->status == JATO_OK && found->value < (double)INFINITY;
  message->value = reduction->status == JATO_OK ? (double)INFINITY : -(double)INFINITY;
  if (has_found) message->value = found->value;
  message->particle = has_found ? found->particle : UINT64_MAX;
  message->step = has_found ? (uint32_t)found->step : 0;
  message->rank = (uint32_t)rank;
  message->nonfinite = found->nonfinite;
  message->flags = reduction->flags;
  if (has_found && found->value < reduction->known) write_position(message, reduction);
}

/* ---- The reduction ---- */

static int prepare(jx_mpi_reduction *own, uint32_t carried)
{
  int code = MPI_SUCCESS;
  if (own->join == MPI_OP_NULL) code = MPI_Op_create(join, 1, &own->join);
  if (code != MPI_SUCCESS || (own->type != MPI_DATATYPE_NULL && own->carried == carried))
    return code;
  if (own->type != MPI_DATATYPE_NULL) (void)MPI_Type_free(&own->type);
  int words = (int)(message_bytes(carried) / sizeof(uint64_t));
  code = MPI_Type_contiguous(words, MPI_UINT64_T, &own->type);
  own->carried = carried;
  return code == MPI_SUCCESS ? MPI_Type_commit(&own->type) : code;
}

int jx_mpi_reduction_begin(jx_mpi_reduction *own, MPI_Comm world, int rank,
                           const jx_best_reduction *reduction)
{
  own->own.carried = bytes_carried(reduction);
  own->polled = MPI_SUCCESS;
  int code = prepare(own, own->own.carried);
  if (code != MPI_SUCCESS) return code;
  fill_message(&own->own, rank, reduction);
  return MPI_Iallreduce(&own->own, &own->all, 1, own->type, own->join, world, &own->request);
}

/* MPI resets a failed request; jx_mpi_reduction_end's caller reports the failure. */
void jx_mpi_reduction_progress(jx_mpi_reduction *own)
{
  int done = 0;
  if (own->polled == MPI_SUCCESS && own->request != MPI_REQUEST_NULL)
    own->polled = MPI_Test(&own->request, &done, MPI_STATUS_IGNORE);
}

int jx_mpi_reduction_has_failed(const jx_mpi_reduction *own)
{
  return own->all.value == -(double)INFINITY;
}

int jx_mpi_reduction_end(const jx_mpi_reduction *own, jx_best_reduction *reduction)
{
  const jx_mpi_message *all = &own->all;
  reduction->found = (jx_pass_result){.value = all->value,
                                      .particle = all->particle,
                                      .nonfinite = all->nonfinite,
                                      .seconds = reduction->found.seconds,
                                      .step = all->step};
  reduction->flags = all->flags;
  if (!(all->value < reduction->known)) return 1;
  if (all->carried == 0) return 0;
  for (size_t d = 0; reduction->in_float && d < reduction->dim; d++)
    reduction->x[d] = (double)all->x.single[d];
  if (!reduction->in_float)
    memcpy(reduction->x, all->x.wide, reduction->dim * sizeof *reduction->x);
  return 1;
}

void jx_mpi_reduction_release(jx_mpi_reduction *own)
{
  if (own->join != MPI_OP_NULL) (void)MPI_Op_free(&own->join);
  if (own->type != MPI_DATATYPE_NULL) (void)MPI_Type_free(&own->type);
}
