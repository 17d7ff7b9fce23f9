#include "comm/mpi/meeting.h"

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
static uint32_t bytes_carried(const jx_meeting *meeting)
{
  size_t word = sizeof(uint64_t), one = meeting->in_float ? sizeof(float) : sizeof(double);
  if (meeting->dim > JX_MPI_MOST_CARRIED / one) return 0;
  return (uint32_t)((meeting->dim * one + word - 1) / word * word);
}

static void say_position(jx_mpi_said *said, const jx_meeting *meeting)
{
  if (said->carried == 0) return;
  for (size_t d = 0; meeting->in_float && d < meeting->dim; d++)
    said->x.single[d] = (float)meeting->x[d];
  if (!meeting->in_float) memcpy(said->x.wide, meeting->x, meeting->dim * sizeof *meeting->x);
}

static void say(jx_mpi_said *said, int rank, const jx_meeting *meeting)
{
  const jx_pass_result *found = &meeting->found;
  int has_found = meeting->status == JATO_OK && found->value < (double)INFINITY;
  said->value = meeting->status == JATO_OK ? (double)INFINITY : -(double)INFINITY;
  if (has_found) said->value = found->value;
  said->particle = has_found ? found->particle : UINT64_MAX;
  said->step = has_found ? (uint32_t)found->step : 0;
  said->rank = (uint32_t)rank;
  said->nonfinite = found->nonfinite;
  said->flags = meeting->flags;
  if (has_found && found->value < meeting->known) say_position(said, meeting);
}

/* ---- Meetings ---- */

static int prepare(jx_mpi_meeting *own, uint32_t carried)
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

int jx_mpi_meeting_begin(jx_mpi_meeting *own, MPI_Comm world, int rank, const jx_meeting *meeting)
{
  own->own.carried = bytes_carried(meeting);
  own->looked = MPI_SUCCESS;
  int code = prepare(own, own->own.carried);
  if (code != MPI_SUCCESS) return code;
  say(&own->own, rank, meeting);
  return MPI_Iallreduce(&own->own, &own->all, 1, own->type, own->join, world, &own->request);
}

/* MPI forgets of a request that failed, which is for whoever ends the meeting to tell. */
void jx_mpi_meeting_look(jx_mpi_meeting *own)
{
  int done = 0;
  if (own->looked == MPI_SUCCESS && own->request != MPI_REQUEST_NULL)
    own->looked = MPI_Test(&own->request, &done, MPI_STATUS_IGNORE);
}

int jx_mpi_meeting_has_failed(const jx_mpi_meeting *own)
{
  return own->all.value == -(double)INFINITY;
}

int jx_mpi_meeting_end(const jx_mpi_meeting *own, jx_meeting *meeting)
{
  const jx_mpi_said *all = &own->all;
  meeting->found = (jx_pass_result){.value = all->value,
                                    .particle = all->particle,
                                    .nonfinite = all->nonfinite,
                                    .seconds = meeting->found.seconds,
                                    .step = all->step};
  meeting->flags = all->flags;
  if (!(all->value < meeting->known)) return 1;
  if (all->carried == 0) return 0;
  for (size_t d = 0; meeting->in_float && d < meeting->dim; d++)
    meeting->x[d] = (double)all->x.single[d];
  if (!meeting->in_float) memcpy(meeting->x, all->x.wide, meeting->dim * sizeof *meeting->x);
  return 1;
}

void jx_mpi_meeting_release(jx_mpi_meeting *own)
{
  if (own->join != MPI_OP_NULL) (void)MPI_Op_free(&own->join);
  if (own->type != MPI_DATATYPE_NULL) (void)MPI_Type_free(&own->type);
}
