/* Ranks that are processes of MPI. This folder alone includes mpi.h; it uses a subset of MPI 3.1,
 * with all errors returned. */
#include "comm/comms.h"
#include "comm/mpi/given_up.h"
#include "comm/mpi/process.h"
#include "comm/mpi/ranks.h"
#include "comm/mpi/survivors.h"
#include "comm/mpi/world.h"

#include <limits.h>
#include <string.h>

static void release_halo(jx_mpi_ranks *own)
{
  for (int i = 0; own->halo.bytes > 0 && i < JX_MPI_HALO_REQUESTS; i++)
    (void)MPI_Request_free(&own->request[i]);
  own->halo.bytes = 0;
}

static int is_over(void)
{
  int over = 0;
  return MPI_Finalized(&over) != MPI_SUCCESS || over;
}

static void release_communicator(jx_mpi_ranks *own)
{
  if (own->has_lost || is_over()) return;
  release_halo(own);
  jx_mpi_reduction_release(&own->reduction);
  if (own->world != MPI_COMM_NULL) (void)MPI_Comm_free(&own->world);
}

static void release(jx_mpi_ranks *own)
{
  jato_allocator allocator = own->pool.allocator;
  jx_pool_release(&own->pool);
  jx_release(&allocator, own);
}

static void mpi_destroy(jx_comm **comm)
{
  jx_mpi_ranks *own = (jx_mpi_ranks *)*comm;
  if (own == NULL) return;
  *comm = NULL;
  /* A run that failed together with the other ranks may have left a reduction open. */
  jx_mpi_begun open = {&own->reduction.request, 1, 0, "ending"};
  if (!is_over() && !own->head.is_abandoned) (void)jx_mpi_finish(own, MPI_SUCCESS, &open, NULL);
  if (own->head.is_abandoned) return;
  release_communicator(own);
  release(own);
}

/* Allocates for as many ranks as the job has. */
static jato_status take_memory(jx_mpi_ranks *own, jato_error *error)
{
  int most = 0;
  JX_TRY(
      jx_mpi_check(MPI_Comm_size(jx_mpi_world(), &most), "asking for the number of ranks", error));
  size_t ranks = (size_t)most;
  own->stage = jx_pool_take(&own->pool, JX_MPI_STAGE, 1);
  own->piece = jx_pool_take(&own->pool, 2 * ranks, sizeof *own->piece);
  own->requests = jx_pool_take(&own->pool, 2 * ranks, sizeof(MPI_Request));
  own->seen = jx_pool_take(&own->pool, 2 * ranks + JX_MPI_HALO_REQUESTS, sizeof *own->seen);
  if (jx_pool_is_whole(&own->pool)) return JATO_OK;
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for %d ranks", most);
}

/* A request that was begun by itself. */
static jato_status finish_one(jx_mpi_ranks *own, int code, MPI_Request *request, size_t bytes,
                              const char *what, jato_error *error)
{
  return jx_mpi_finish(own, code, &(jx_mpi_begun){request, 1, bytes, what}, error);
}

static jato_status mpi_create(const jato_allocator *allocator, double patience, jx_comm **out,
                              jato_error *error)
{
  MPI_Request request = MPI_REQUEST_NULL;
  jato_status status = JATO_OK;
  int begun = 0;
  if (MPI_Initialized(&begun) != MPI_SUCCESS || !begun || is_over())
    return jx_fail(error, JATO_E_ARGUMENT,
                   "ranks are needed before MPI was started, or after its end; call "
                   "jato_ranks_begin first");
  JX_TRY(jx_mpi_refuse_given_up(error));
  jx_mpi_ranks *own = jx_allocate(allocator, 1, sizeof *own);
  if (own == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a rank");
  *own = (jx_mpi_ranks){.head = {.ops = &jx_mpi_ops, .patience = patience},
                        .pool = {.allocator = *allocator},
                        .world = MPI_COMM_NULL,
                        .reduction = JX_MPI_NO_REDUCTION};
  JX_TRY_DONE(take_memory(own, error));
  int code = jx_mpi_begin_duplicate(&own->world, &request);
  JX_TRY_DONE(finish_one(own, code, &request, 0, "meeting the ranks", error));
  own->survives = jx_mpi_survives();
  (void)MPI_Comm_set_errhandler(own->world, MPI_ERRORS_RETURN);
  JX_TRY_DONE(
      jx_mpi_check(MPI_Comm_rank(own->world, &own->head.rank), "asking for the rank", error));
  JX_TRY_DONE(jx_mpi_check(MPI_Comm_size(own->world, &own->head.size),
                           "asking for the number of ranks", error));
  *out = &own->head;
  own = NULL; /* handed over */
done:
  if (own != NULL) own->head.ops->destroy(&(jx_comm *){&own->head});
  return status;
}

/* ---- Data of one rank, or of each ---- */

static size_t next_piece(size_t bytes, size_t done)
{
  return bytes - done < JX_MPI_STAGE ? bytes - done : JX_MPI_STAGE;
}

static jato_status mpi_broadcast(jx_comm *comm, int from, void *data, size_t bytes,
                                 jato_error *error)
{
  jx_mpi_ranks *own = (jx_mpi_ranks *)comm;
  JX_TRY(jx_mpi_check_given_up(own, JATO_OK, error));
  for (size_t done = 0; done < bytes; done += JX_MPI_STAGE) {
    size_t piece = next_piece(bytes, done);
    char *at = (char *)data + done;
    MPI_Request request = MPI_REQUEST_NULL;
    if (comm->rank == from) memcpy(own->stage, at, piece);
    int code = MPI_Ibcast(own->stage, (int)piece, MPI_BYTE, from, own->world, &request);
    JX_TRY(finish_one(own, code, &request, piece, "sharing what a rank has", error));
    if (comm->rank != from) memcpy(at, own->stage, piece);
  }
  return JATO_OK;
}

/* Computes lengths and beginnings of consecutive parts for MPI. Returns the sum of their bytes, or
 * 0 if they do not fit into the stage. */
static size_t lay_parts(const jx_mpi_ranks *own, const size_t *bytes)
{
  int size = own->head.size;
  size_t total = 0;
  for (int rank = 0; rank < size; total += bytes[rank++]) {
    if (bytes[rank] > JX_MPI_STAGE - total) return 0;
    own->piece[rank] = (int)bytes[rank];
    own->piece[size + rank] = (int)total;
  }
  return total;
}

static jato_status mpi_gather(jx_comm *comm, void *all, const size_t *bytes, jato_error *error)
{
  jx_mpi_ranks *own = (jx_mpi_ranks *)comm;
  int *lengths = own->piece, *begins = own->piece + comm->size;
  MPI_Request request = MPI_REQUEST_NULL;
  size_t total = lay_parts(own, bytes);
  JX_TRY(jx_mpi_check_given_up(own, JATO_OK, error));
  if (total == 0) {
    char *part = all;
    for (int rank = 0; rank < comm->size; part += bytes[rank++])
      JX_TRY(mpi_broadcast(comm, rank, part, bytes[rank], error));
    return JATO_OK;
  }
  memcpy(own->stage + begins[comm->rank], (char *)all + begins[comm->rank], bytes[comm->rank]);
  int code = MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_BYTE, own->stage, lengths, begins, MPI_BYTE,
                             own->world, &request);
  JX_TRY(finish_one(own, code, &request, total, "gathering what ranks have", error));
  memcpy(all, own->stage, total);
  return JATO_OK;
}

static jato_status mpi_send(jx_comm *comm, int from, void *data, size_t bytes, jato_error *error)
{
  jx_mpi_ranks *own = (jx_mpi_ranks *)comm;
  JX_TRY(jx_mpi_check_given_up(own, JATO_OK, error));
  for (size_t done = 0; done < bytes; done += JX_MPI_STAGE) {
    size_t piece = next_piece(bytes, done);
    char *at = (char *)data + done, *stage = own->stage;
    MPI_Request request = MPI_REQUEST_NULL;
    if (comm->rank != 0) memcpy(stage, at, piece);
    int code =
        comm->rank == 0
            ? MPI_Irecv(stage, (int)piece, MPI_BYTE, from, JX_MPI_GIVEN, own->world, &request)
            : MPI_Isend(stage, (int)piece, MPI_BYTE, 0, JX_MPI_GIVEN, own->world, &request);
    JX_TRY(finish_one(own, code, &request, piece, "handing over what a rank has", error));
    if (comm->rank == 0) memcpy(at, stage, piece);
  }
  return JATO_OK;
}

/* ---- Failures ---- */

/* All ranks fail with the status and the message of rank `failed`. */
static jato_status fail_together(jx_comm *comm, int failed, jato_status status, jato_error *error)
{
  jato_error words = {status, ""};
  if (comm->rank == failed && error != NULL) words = *error;
  words.status = status;
  JX_TRY(mpi_broadcast(comm, failed, &words, sizeof words, error));
  if (comm->rank == failed || failed == 0) return jx_fail(error, words.status, "%s", words.text);
  return jx_fail(error, words.status, "rank %d: %s", failed, words.text);
}

/* Finds the first rank that failed. It is rarely needed, so it is not part of agreeing. */
static jato_status find_failed(jx_mpi_ranks *own, jato_status status, jato_error *error)
{
  MPI_Request request = MPI_REQUEST_NULL;
  own->failed[0] = status != JATO_OK ? own->head.rank : own->head.size;
  int code =
      MPI_Iallreduce(&own->failed[0], &own->failed[1], 1, MPI_INT, MPI_MIN, own->world, &request);
  return finish_one(own, code, &request, 0, "finding the rank that failed", error);
}

#define HAS_FAILED (UINT64_C(1) << JX_AGREED_BITS)

static jato_status mpi_agree(jx_comm *comm, jato_status status, unsigned *flags, jato_error *error)
{
  jx_mpi_ranks *own = (jx_mpi_ranks *)comm;
  MPI_Request request = MPI_REQUEST_NULL;
  JX_TRY(jx_mpi_check_given_up(own, status, error));
  own->flags[0] = *flags | (status != JATO_OK ? HAS_FAILED : 0);
  int code = MPI_Iallreduce(&own->flags[0], &own->flags[1], 1, MPI_UINT64_T, MPI_BOR, own->world,
                            &request);
  JX_TRY(finish_one(own, code, &request, 0, "agreeing", error));
  if (own->flags[1] & HAS_FAILED) {
    JX_TRY(find_failed(own, status, error));
    return fail_together(comm, own->failed[1], status, error);
  }
  *flags = (unsigned)own->flags[1];
  return JATO_OK;
}

/* ---- The best ---- */

static jato_status mpi_begin_best(jx_comm *comm, jx_best_reduction *reduction, jato_error *error)
{
  jx_mpi_ranks *own = (jx_mpi_ranks *)comm;
  JX_TRY(jx_mpi_check_given_up(own, reduction->status, error));
  return jx_mpi_check_run(
      own, jx_mpi_reduction_begin(&own->reduction, own->world, comm->rank, reduction),
      "comparing bests", error);
}

static void mpi_progress(jx_comm *comm)
{
  jx_mpi_ranks *own = (jx_mpi_ranks *)comm;
  if (!own->has_given_up) jx_mpi_reduction_progress(&own->reduction);
}

static jato_status mpi_end_best(jx_comm *comm, jx_best_reduction *reduction, jato_error *error)
{
  jx_mpi_ranks *own = (jx_mpi_ranks *)comm;
  jx_mpi_reduction *open = &own->reduction;
  JX_TRY(jx_mpi_check_given_up(own, reduction->status, error));
  JX_TRY(finish_one(own, open->polled, &open->request, sizeof open->all, "comparing bests", error));
  int winner = (int)open->all.rank;
  if (jx_mpi_reduction_has_failed(open))
    return fail_together(comm, winner, reduction->status, error);
  if (jx_mpi_reduction_end(open, reduction)) return JATO_OK;
  return mpi_broadcast(comm, winner, reduction->x, reduction->dim * sizeof *reduction->x, error);
}

/* ---- The halos ---- */

static int is_same(const jx_halo *a, const jx_halo *b)
{
  return a->bytes == b->bytes && a->to_before == b->to_before && a->to_behind == b->to_behind &&
         a->from_before == b->from_before && a->from_behind == b->from_behind;
}

/* Persistent requests, reused as long as the memory of the halos stays the same. */
static jato_status prepare_halo(jx_mpi_ranks *own, const jx_halo *halo, jato_error *error)
{
  int rank = own->head.rank, size = own->head.size, bytes = (int)halo->bytes;
  int before = (rank + size - 1) % size, behind = (rank + 1) % size;
  MPI_Comm world = own->world;
  MPI_Request *request = own->request;
  if (is_same(halo, &own->halo)) return JATO_OK;
  if (halo->bytes > INT_MAX)
    return jx_fail(error, JATO_E_ARGUMENT, "a halo of %zu bytes is too large for MPI", halo->bytes);
  release_halo(own);
  int code = MPI_Recv_init(halo->from_before, bytes, MPI_BYTE, before, JX_MPI_TO_BEHIND, world,
                           &request[0]);
  if (code == MPI_SUCCESS)
    code = MPI_Recv_init(halo->from_behind, bytes, MPI_BYTE, behind, JX_MPI_TO_BEFORE, world,
                         &request[1]);
  if (code == MPI_SUCCESS)
    code = MPI_Send_init(halo->to_before, bytes, MPI_BYTE, before, JX_MPI_TO_BEFORE, world,
                         &request[2]);
  if (code == MPI_SUCCESS)
    code = MPI_Send_init(halo->to_behind, bytes, MPI_BYTE, behind, JX_MPI_TO_BEHIND, world,
                         &request[3]);
  JX_TRY(jx_mpi_check_run(own, code, "preparing halos", error));
  own->halo = *halo;
  return JATO_OK;
}

static jato_status mpi_halo(jx_comm *comm, const jx_halo *halo, jato_error *error)
{
  jx_mpi_ranks *own = (jx_mpi_ranks *)comm;
  JX_TRY(jx_mpi_check_given_up(own, JATO_OK, error));
  if (halo->bytes == 0) return JATO_OK;
  JX_TRY(prepare_halo(own, halo, error));
  int code = MPI_Startall(JX_MPI_HALO_REQUESTS, own->request);
  const jx_mpi_begun begun = {own->request, JX_MPI_HALO_REQUESTS, 4 * halo->bytes,
                              "exchanging halos"};
  return jx_mpi_finish(own, code, &begun, error);
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
                                .progress = mpi_progress,
                                .halo = mpi_halo,
                                .broadcast = mpi_broadcast,
                                .gather = mpi_gather,
                                .swap = jx_mpi_swap,
                                .send = mpi_send,
                                .agree = mpi_agree};

const jx_comm_ops *const jx_ranks_ops = &jx_mpi_ops;
