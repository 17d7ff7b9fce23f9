/* Ranks that are processes of MPI: a subset of MPI 3.1, every call of which returns its errors. The
 * only folder that knows mpi.h. */
#define _POSIX_C_SOURCE 200809L

#include "comm/comms.h"
#include "comm/mpi/given_up.h"
#include "comm/mpi/meeting.h"
#include "comm/mpi/process.h"
#include "comm/mpi/survivors.h"
#include "comm/mpi/wait.h"

#include <limits.h>
#include <sched.h>
#include <string.h>

enum { TO_BEHIND = 1, TO_BEFORE, GIVEN }; /* tags of messages */
enum { HALO_REQUESTS = 4 };

typedef struct ranks {
  jx_comm head;
  jato_allocator allocator;
  MPI_Comm world; /* a copy: nobody else's messages */
  jx_halo halo;   /* of the requests below; bytes is 0 while there are none */
  MPI_Request request[HALO_REQUESTS];
  jx_mpi_meeting meeting;
  int *piece;   /* [4][size]: lengths and beginnings of parts that go out, and that come in */
  int survives; /* a rank that is lost is not the end of the others */
  int has_lost; /* one was: what waits for it is left to the end of the process */
} ranks;

static void release_halo(ranks *own)
{
  for (int i = 0; own->halo.bytes > 0 && i < HALO_REQUESTS; i++)
    (void)MPI_Request_free(&own->request[i]);
  own->halo.bytes = 0;
}

enum { MOST_AT_ONCE = 1 << 30 }; /* bytes: MPI counts in int */

/* Looks that are made before other processes get a chance, and between looks at the clock. */
enum { LOOKS_AT_ONCE = 1000 };

/* jx_mpi_check, for what takes other ranks of a run. */
static jato_status check_run(ranks *own, int code, const char *what, jato_error *error)
{
  if (code == MPI_SUCCESS || !own->survives || !jx_mpi_has_lost(own->world))
    return jx_mpi_check(code, what, error);
  int lost = jx_mpi_last_lost(own->world);
  own->has_lost = 1;
  jx_mpi_revoke(own->world);
  if (lost < 0) return jx_fail(error, JATO_E_LOST, "%s: another rank was lost", what);
  return jx_fail(error, JATO_E_LOST, "%s: rank %d of %d was lost", what, lost, own->head.size);
}

/* Waits for what was begun with `code`; not for ever, since a rank may have been stopped, or cut
 * off without a word. */
static jato_status finish(jx_comm *comm, int code, MPI_Request *requests, int count,
                          const char *what, jato_error *error)
{
  ranks *own = (ranks *)comm;
  double began = MPI_Wtime();
  MPI_Status seen[HALO_REQUESTS]; /* MPICH's name for none of them makes gcc see an overflow */
  int done = 0;
  for (unsigned looks = 1; code == MPI_SUCCESS && !done; looks++) {
    code = MPI_Testall(count, requests, &done, seen);
    if (done || looks < LOOKS_AT_ONCE) continue;
    (void)sched_yield();
    if (looks % LOOKS_AT_ONCE != 0) continue;
    if (own->survives && jx_mpi_has_lost(own->world)) code = MPI_ERR_OTHER;
    if (code != MPI_SUCCESS || MPI_Wtime() - began <= comm->patience) continue;
    jx_mpi_give_up(comm);
    return jx_fail(error, JATO_E_DEVICE,
                   "%s: other ranks have not answered for %g s (rank_timeout): one of them has "
                   "stopped, or takes longer than that",
                   what, comm->patience);
  }
  jato_status status = check_run(own, code, what, error);
  if (status == JATO_E_LOST) jx_mpi_drop(requests, count);
  return status;
}

static int is_over(void)
{
  int over = 0;
  return MPI_Finalized(&over) != MPI_SUCCESS || over;
}

static void release_communicator(ranks *own)
{
  if (own->has_lost || is_over()) return;
  release_halo(own);
  jx_mpi_meeting_release(&own->meeting);
  if (own->world != MPI_COMM_NULL) (void)MPI_Comm_free(&own->world);
}

static void mpi_destroy(jx_comm **comm)
{
  ranks *own = (ranks *)*comm;
  if (own == NULL) return;
  jato_allocator allocator = own->allocator;
  *comm = NULL;
  /* A run that failed with the others may have left a meeting open. Memory that messages may still
   * arrive in is left to the end of the process. */
  MPI_Request *open = &own->meeting.request;
  if (!is_over() && finish(&own->head, MPI_SUCCESS, open, 1, "ending", NULL) != JATO_OK) return;
  release_communicator(own);
  jx_release(&allocator, own->piece);
  jx_release(&allocator, own);
}

static jato_status mpi_create(const jato_allocator *allocator, double patience, jx_comm **out,
                              jato_error *error)
{
  MPI_Request request = MPI_REQUEST_NULL;
  jato_status status = JATO_OK;
  int begun = 0;
  if (MPI_Initialized(&begun) != MPI_SUCCESS || !begun || is_over())
    return jx_fail(error, JATO_E_ARGUMENT,
                   "ranks are wanted before MPI was begun, or after its end; call "
                   "jato_ranks_begin first");
  JX_TRY(jx_mpi_refuse_given_up(error));
  ranks *own = jx_allocate(allocator, 1, sizeof *own);
  if (own == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a rank");
  *own = (ranks){.head = {.ops = &jx_mpi_ops, .patience = patience},
                 .allocator = *allocator,
                 .world = MPI_COMM_NULL,
                 .meeting = JX_MPI_NO_MEETING};
  int code = jx_mpi_meet(&own->world, &request);
  JX_TRY_DONE(finish(&own->head, code, &request, 1, "meeting the ranks", error));
  own->survives = jx_mpi_survives();
  (void)MPI_Comm_set_errhandler(own->world, MPI_ERRORS_RETURN);
  JX_TRY_DONE(
      jx_mpi_check(MPI_Comm_rank(own->world, &own->head.rank), "asking for the rank", error));
  JX_TRY_DONE(jx_mpi_check(MPI_Comm_size(own->world, &own->head.size),
                           "asking for the number of ranks", error));
  own->piece = jx_allocate(allocator, 4 * (size_t)own->head.size, sizeof *own->piece);
  if (own->piece == NULL) {
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for %d ranks", own->head.size);
    goto done;
  }
  *out = &own->head;
  own = NULL; /* handed over */
done:
  if (own != NULL) own->head.ops->destroy(&(jx_comm *){&own->head});
  return status;
}

static jato_status mpi_share(jx_comm *comm, int from, void *data, size_t bytes, jato_error *error)
{
  MPI_Comm world = ((ranks *)comm)->world;
  for (size_t done = 0; done < bytes; done += MOST_AT_ONCE) {
    int piece = (int)(bytes - done < MOST_AT_ONCE ? bytes - done : MOST_AT_ONCE);
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_Ibcast((char *)data + done, piece, MPI_BYTE, from, world, &request);
    JX_TRY(finish(comm, code, &request, 1, "sharing what a rank has", error));
  }
  return JATO_OK;
}

/* Parts of these bytes one behind the other, as MPI takes them: returns whether it can. */
static int lay_parts(const jx_comm *comm, const size_t *bytes, int *lengths, int *begins)
{
  size_t total = 0;
  for (int rank = 0; rank < comm->size; total += bytes[rank++]) {
    lengths[rank] = (int)(bytes[rank] < INT_MAX ? bytes[rank] : 0);
    begins[rank] = (int)(total < INT_MAX ? total : 0);
  }
  return total < INT_MAX; /* MPI counts in int */
}

static jato_status mpi_gather(jx_comm *comm, void *all, const size_t *bytes, jato_error *error)
{
  ranks *own = (ranks *)comm;
  int *lengths = own->piece, *begins = own->piece + comm->size;
  MPI_Request request = MPI_REQUEST_NULL;
  if (!lay_parts(comm, bytes, lengths, begins)) {
    char *part = all;
    for (int rank = 0; rank < comm->size; part += bytes[rank++])
      JX_TRY(mpi_share(comm, rank, part, bytes[rank], error));
    return JATO_OK;
  }
  int code = MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_BYTE, all, lengths, begins, MPI_BYTE, own->world,
                             &request);
  return finish(comm, code, &request, 1, "gathering what ranks have", error);
}

static jato_status mpi_swap(jx_comm *comm, const jx_swap *swap, jato_error *error)
{
  ranks *own = (ranks *)comm;
  int size = comm->size, *out = own->piece, *in = own->piece + (size_t)2 * (size_t)size;
  MPI_Request request = MPI_REQUEST_NULL;
  if (!lay_parts(comm, swap->out_bytes, out, out + size) ||
      !lay_parts(comm, swap->in_bytes, in, in + size))
    return jx_fail(error, JATO_E_ARGUMENT, "what ranks have for each other is too large for MPI");
  int code = MPI_Ialltoallv(swap->out, out, out + size, MPI_BYTE, swap->in, in, in + size, MPI_BYTE,
                            own->world, &request);
  return finish(comm, code, &request, 1, "handing out what ranks ask for", error);
}

static jato_status mpi_give(jx_comm *comm, int from, void *data, size_t bytes, jato_error *error)
{
  MPI_Comm world = ((ranks *)comm)->world;
  for (size_t done = 0; done < bytes; done += MOST_AT_ONCE) {
    int piece = (int)(bytes - done < MOST_AT_ONCE ? bytes - done : MOST_AT_ONCE);
    char *at = (char *)data + done;
    MPI_Request request = MPI_REQUEST_NULL;
    int code = comm->rank == 0 ? MPI_Irecv(at, piece, MPI_BYTE, from, GIVEN, world, &request)
                               : MPI_Isend(at, piece, MPI_BYTE, 0, GIVEN, world, &request);
    JX_TRY(finish(comm, code, &request, 1, "handing over what a rank has", error));
  }
  return JATO_OK;
}

/* ---- Failures ---- */

/* All return what rank `failed` brought, with its words. */
static jato_status fail_together(jx_comm *comm, int failed, jato_status status, jato_error *error)
{
  jato_error words = {status, ""};
  if (comm->rank == failed && error != NULL) words = *error;
  words.status = status;
  JX_TRY(mpi_share(comm, failed, &words, sizeof words, error));
  if (comm->rank == failed || failed == 0) return jx_fail(error, words.status, "%s", words.text);
  return jx_fail(error, words.status, "rank %d: %s", failed, words.text);
}

/* Seldom wanted, and so not sent along: the first rank that failed. */
static jato_status find_failed(jx_comm *comm, jato_status status, int *failed, jato_error *error)
{
  int own = status != JATO_OK ? comm->rank : comm->size;
  MPI_Request request = MPI_REQUEST_NULL;
  int code = MPI_Iallreduce(&own, failed, 1, MPI_INT, MPI_MIN, ((ranks *)comm)->world, &request);
  return finish(comm, code, &request, 1, "asking who has failed", error);
}

#define HAS_FAILED (UINT64_C(1) << JX_AGREED_BITS)

static jato_status mpi_agree(jx_comm *comm, jato_status status, unsigned *flags, jato_error *error)
{
  uint64_t own = *flags | (status != JATO_OK ? HAS_FAILED : 0), all = 0;
  int failed = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  int code = MPI_Iallreduce(&own, &all, 1, MPI_UINT64_T, MPI_BOR, ((ranks *)comm)->world, &request);
  JX_TRY(finish(comm, code, &request, 1, "agreeing", error));
  if (all & HAS_FAILED) {
    JX_TRY(find_failed(comm, status, &failed, error));
    return fail_together(comm, failed, status, error);
  }
  *flags = (unsigned)all;
  return JATO_OK;
}

/* ---- The best ---- */

static jato_status mpi_begin_best(jx_comm *comm, jx_meeting *meeting, jato_error *error)
{
  ranks *own = (ranks *)comm;
  return check_run(own, jx_mpi_meeting_begin(&own->meeting, own->world, comm->rank, meeting),
                   "comparing bests", error);
}

static void mpi_look(jx_comm *comm) { jx_mpi_meeting_look(&((ranks *)comm)->meeting); }

static jato_status mpi_end_best(jx_comm *comm, jx_meeting *meeting, jato_error *error)
{
  jx_mpi_meeting *own = &((ranks *)comm)->meeting;
  JX_TRY(finish(comm, own->looked, &own->request, 1, "comparing bests", error));
  int winner = (int)own->all.rank;
  if (jx_mpi_meeting_has_failed(own)) return fail_together(comm, winner, meeting->status, error);
  if (jx_mpi_meeting_end(own, meeting)) return JATO_OK;
  return mpi_share(comm, winner, meeting->x, meeting->dim * sizeof *meeting->x, error);
}

/* ---- The seams ---- */

static int is_same(const jx_halo *a, const jx_halo *b)
{
  return a->bytes == b->bytes && a->to_before == b->to_before && a->to_behind == b->to_behind &&
         a->from_before == b->from_before && a->from_behind == b->from_behind;
}

/* Requests stay as they are as long as memory does. */
static jato_status prepare_halo(ranks *own, const jx_halo *halo, jato_error *error)
{
  int rank = own->head.rank, size = own->head.size, bytes = (int)halo->bytes;
  int before = (rank + size - 1) % size, behind = (rank + 1) % size;
  MPI_Comm world = own->world;
  MPI_Request *request = own->request;
  if (is_same(halo, &own->halo)) return JATO_OK;
  if (halo->bytes > INT_MAX)
    return jx_fail(error, JATO_E_ARGUMENT, "a seam of %zu bytes is too large for MPI", halo->bytes);
  release_halo(own);
  JX_TRY(check_run(
      own, MPI_Recv_init(halo->from_before, bytes, MPI_BYTE, before, TO_BEHIND, world, &request[0]),
      "preparing seams", error));
  JX_TRY(check_run(
      own, MPI_Recv_init(halo->from_behind, bytes, MPI_BYTE, behind, TO_BEFORE, world, &request[1]),
      "preparing seams", error));
  JX_TRY(check_run(
      own, MPI_Send_init(halo->to_before, bytes, MPI_BYTE, before, TO_BEFORE, world, &request[2]),
      "preparing seams", error));
  JX_TRY(check_run(
      own, MPI_Send_init(halo->to_behind, bytes, MPI_BYTE, behind, TO_BEHIND, world, &request[3]),
      "preparing seams", error));
  own->halo = *halo;
  return JATO_OK;
}

static jato_status mpi_halo(jx_comm *comm, const jx_halo *halo, jato_error *error)
{
  ranks *own = (ranks *)comm;
  if (halo->bytes == 0) return JATO_OK;
  JX_TRY(prepare_halo(own, halo, error));
  int code = MPI_Startall(HALO_REQUESTS, own->request);
  return finish(comm, code, own->request, HALO_REQUESTS, "handing seams over", error);
}

const jx_comm_ops jx_mpi_ops = {.name = "mpi",
                                .summary = "processes of MPI",
                                .begin = jx_mpi_begin,
                                .end = jx_mpi_end,
                                .abandon = jx_mpi_abandon,
                                .shrink = jx_mpi_shrink,
                                .create = mpi_create,
                                .destroy = mpi_destroy,
                                .begin_best = mpi_begin_best,
                                .end_best = mpi_end_best,
                                .look = mpi_look,
                                .halo = mpi_halo,
                                .share = mpi_share,
                                .gather = mpi_gather,
                                .swap = mpi_swap,
                                .give = mpi_give,
                                .agree = mpi_agree};

const jx_comm_ops *const jx_ranks_ops = &jx_mpi_ops;
