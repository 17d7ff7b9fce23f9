#include "comm/mpi/best_reduction.h"

#include <stddef.h>
#include <string.h>

static size_t bytes_said(uint32_t carried) { return offsetof(jx_mpi_said, x) + carried; }

/* ---- Joining ---- */

/* The smaller value, of equal ones that of the earlier step, and of these that of the first rank:
 * particles are in the order of ranks. Of ranks that failed, the first one. */
static int is_before(const jx_mpi_said *a, const jx_mpi_said *b)
{
  if (a->value != b->value) return a->value < b->value;
  if (a->step != b->step) return a->step < b->step;
  return a->rank < b->rank;
}

/* As jx_pass_result_join, and as good in any order: what is added up are counts. */
static void join(void *in, void *in_and_out, int *count, MPI_Datatype *type)
{
  const jx_mpi_said *one = in;
  jx_mpi_said *all = in_and_out;
  (void)count, (void)type; /* one of each rank */
  uint64_t nonfinite = all->nonfinite + one->nonfinite;
  uint32_t flags = all->flags | one->flags;
  if (is_before(one, all)) memcpy(all, one, bytes_said(one->carried));
  all->nonfinite = nonfinite;
  all->flags = flags;
}

/* ---- What a rank says ---- */

/* Bytes of the position; 0: it does not go along. */
static uint32_t bytes_carried(const jx_best_reduction *reduction)
{
  size_t word = sizeof(uint64_t), one = reduction->in_float ? sizeof(float) : sizeof(double);
  if (reduction->dim > JX_MPI_MOST_CARRIED / one) return 0;
  return (uint32_t)((reduction->dim * one + word - 1) / word * word);
}

static void say_position(jx_mpi_said *said, const jx_best_reduction *reduction)
{
  if (said->carried == 0) return;
  for (size_t d = 0; reduction->in_float && d < reduction->dim; d++)
    said->x.single[d] = (float)reduction->x[d];
  if (!reduction->in_float)
    memcpy(said->x.wide, reduction->x, reduction->dim * sizeof *reduction->x);
}

static void fill_message(jx_mpi_said *said, int rank, const jx_best_reduction *reduction)
{
  const jx_pass_result *found = &reduction->found;
  int has_found = reduction->status == JATO_OK && found->value < (double)INFINITY;
  said->value = reduction->status == JATO_OK ? (double)INFINITY : -(double)INFINITY;
  if (has_found) said->value = found->value;
  said->particle = has_found ? found->particle : UINT64_MAX;
  said->step = has_found ? (uint32_t)found->step : 0;
  said->rank = (uint32_t)rank;
  said->nonfinite = found->nonfinite;
  said->flags = reduction->flags;
  if (has_found && found->value < reduction->known) say_position(said, reduction);
}

/* ---- Meetings ---- */

static int prepare(jx_mpi_reduction *own, uint32_t carried)
{
  int code = MPI_SUCCESS;
  if (own->join == MPI_OP_NULL) code = MPI_Op_create(join, 1, &own->join);
  if (code != MPI_SUCCESS || (own->type != MPI_DATATYPE_NULL && own->carried == carried))
    return code;
  if (own->type != MPI_DATATYPE_NULL) (void)MPI_Type_free(&own->type);
  int words = (int)(bytes_said(carried) / sizeof(uint64_t));
  code = MPI_Type_contiguous(words, MPI_UINT64_T, &own->type);
  own->carried = carried;
  return code == MPI_SUCCESS ? MPI_Type_commit(&own->type) : code;
}

int jx_mpi_reduction_begin(jx_mpi_reduction *own, MPI_Comm world, int rank,
                           const jx_best_reduction *reduction)
{
  own->own.carried = bytes_carried(reduction);
  own->looked = MPI_SUCCESS;
  int code = prepare(own, own->own.carried);
  if (code != MPI_SUCCESS) return code;
  fill_message(&own->own, rank, reduction);
  return MPI_Iallreduce(&own->own, &own->all, 1, own->type, own->join, world, &own->request);
}

/* MPI resets a request that failed; the end of the reduction reports the failure. */
void jx_mpi_reduction_progress(jx_mpi_reduction *own)
{
  int done = 0;
  if (own->looked == MPI_SUCCESS && own->request != MPI_REQUEST_NULL)
    own->looked = MPI_Test(&own->request, &done, MPI_STATUS_IGNORE);
}

int jx_mpi_reduction_has_failed(const jx_mpi_reduction *own)
{
  return own->all.value == -(double)INFINITY;
}

int jx_mpi_reduction_end(const jx_mpi_reduction *own, jx_best_reduction *reduction)
{
  const jx_mpi_said *all = &own->all;
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
