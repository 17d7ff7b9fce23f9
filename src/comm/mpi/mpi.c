/* Ranks that are processes of MPI: a subset of MPI 3.1, every call of which returns its errors. The
 * only folder that knows mpi.h. */
#define _POSIX_C_SOURCE 200809L

#include "comm/comms.h"

#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <time.h>

enum { TO_BEHIND = 1, TO_BEFORE, GIVEN, ENDS, ALL_HAVE_ENDED }; /* tags of messages */
enum { HALO_REQUESTS = 4 };

/* As MPI_DOUBLE_INT lays it out: the least value of all ranks wins, and of equal ones that with the
 * lowest place. Those of bests are in the order of steps, and of ranks in each, whose particles are
 * in the order of ranks; a rank that failed has a value below all others. What else is to be known
 * goes along: -1 where it is so, 0 where not. */
typedef struct offer {
  double value;
  int place;
} offer;
enum { OFFER_BEST, OFFER_NONFINITE, OFFER_FLAGS, OFFERS = OFFER_FLAGS + JX_AGREED_BITS };

typedef struct ranks {
  jx_comm head;
  jato_allocator allocator;
  MPI_Comm world; /* a copy: nobody else's messages */
  jx_halo halo;   /* of the requests below; bytes is 0 while there are none */
  MPI_Request request[HALO_REQUESTS];
  offer offered[OFFERS], first[OFFERS]; /* of the meeting that is open: the rank's, and of all */
  MPI_Request meeting;
  int *piece;   /* [2][size]: how long the parts of a gather are, and where they begin */
  int has_lost; /* others did not answer: what waits for them is left to the end of the process */
} ranks;

/* MPI's own words for what went wrong. */
static jato_status check(int code, const char *what, jato_error *error)
{
  char words[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (code == MPI_SUCCESS) return JATO_OK;
  if (MPI_Error_string(code, words, &length) != MPI_SUCCESS) words[0] = '\0';
  return jx_fail(error, JATO_E_DEVICE, "%s: MPI says: %.*s; the other ranks may be lost", what,
                 length, words);
}

/* ---- The process ---- */

static jato_status mpi_begin(int *rank, int *size, jato_error *error)
{
  int begun = 0, given = 0;
  JX_TRY(check(MPI_Initialized(&begun), "asking for MPI", error));
  if (!begun)
    JX_TRY(check(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given), "starting MPI", error));
  (void)MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  JX_TRY(check(MPI_Comm_rank(MPI_COMM_WORLD, rank), "asking for the rank", error));
  return check(MPI_Comm_size(MPI_COMM_WORLD, size), "asking for the number of ranks", error);
}

/* How long a rank that failed waits for others: they may be in the middle of a run that it did not
 * take part in, and wait for it. One that did not fail was with them to the end, and waits for rank
 * 0, which may have much to print. */
#define SECONDS_TO_END 10.0
#define SECONDS_TO_PRINT 3600.0

/* Whether a message comes until then. */
static int comes(int from, int tag, double until)
{
  const struct timespec moment = {.tv_nsec = 1000000};
  MPI_Status ignored;
  int is_here = 0;
  while (!is_here && MPI_Wtime() < until) {
    if (MPI_Iprobe(from, tag, MPI_COMM_WORLD, &is_here, &ignored) != MPI_SUCCESS) return 0;
    if (!is_here) (void)nanosleep(&moment, NULL);
  }
  return is_here;
}

/* Codes of all ranks: [0] the largest, [1] the smallest. */
static int hear_all(int codes[2], int size, double until)
{
  MPI_Status ignored;
  for (int heard = 1; heard < size; heard++) {
    int code = 0;
    if (!comes(MPI_ANY_SOURCE, ENDS, until) ||
        MPI_Recv(&code, 1, MPI_INT, MPI_ANY_SOURCE, ENDS, MPI_COMM_WORLD, &ignored) != MPI_SUCCESS)
      return 0;
    if (code > codes[0]) codes[0] = code;
    if (code < codes[1]) codes[1] = code;
  }
  for (int rank = 1; rank < size; rank++)
    if (MPI_Send(codes, 2, MPI_INT, rank, ALL_HAVE_ENDED, MPI_COMM_WORLD) != MPI_SUCCESS) return 0;
  return 1;
}

static int tell_first(int codes[2], double until)
{
  MPI_Status ignored;
  return MPI_Send(codes, 1, MPI_INT, 0, ENDS, MPI_COMM_WORLD) == MPI_SUCCESS &&
         comes(0, ALL_HAVE_ENDED, until) &&
         MPI_Recv(codes, 2, MPI_INT, 0, ALL_HAVE_ENDED, MPI_COMM_WORLD, &ignored) == MPI_SUCCESS;
}

/* By single messages: an operation of all ranks could meet another one, of those who are still in a
 * run. */
static int mpi_end(int *code)
{
  int rank = 0, size = 1, codes[2] = {*code, *code};
  if (mpi_begin(&rank, &size, NULL) != JATO_OK) return 0;
  double until = MPI_Wtime() + (*code != 0 ? SECONDS_TO_END : SECONDS_TO_PRINT);
  if (!(rank == 0 ? hear_all(codes, size, until) : tell_first(codes, until))) return 0;
  *code = codes[0];
  if (MPI_Finalize() != MPI_SUCCESS) return 0;
  return codes[0] == codes[1] ? 1 : 2;
}

static void mpi_abandon(int code) { (void)MPI_Abort(MPI_COMM_WORLD, code); }

/* ---- A run ---- */

static void release_halo(ranks *own)
{
  for (int i = 0; own->halo.bytes > 0 && i < HALO_REQUESTS; i++)
    (void)MPI_Request_free(&own->request[i]);
  own->halo.bytes = 0;
}

enum { MOST_AT_ONCE = 1 << 30 }; /* bytes: MPI counts in int */

/* Looks that are made before other processes get a chance, and between looks at the clock. */
enum { LOOKS_AT_ONCE = 1000 };

/* Waits for what was begun with `code`; not for ever, since a rank may have been stopped, or cut
 * off without a word. */
static jato_status finish(jx_comm *comm, int code, MPI_Request *requests, int count,
                          const char *what, jato_error *error)
{
  double began = MPI_Wtime();
  MPI_Status seen[HALO_REQUESTS]; /* MPICH's name for none of them makes gcc see an overflow */
  int done = 0;
  for (unsigned looks = 1; code == MPI_SUCCESS && !done; looks++) {
    code = MPI_Testall(count, requests, &done, seen);
    if (done || looks < LOOKS_AT_ONCE) continue;
    (void)sched_yield();
    if (looks % LOOKS_AT_ONCE != 0) continue;
    if (MPI_Wtime() - began <= comm->patience) continue;
    ((ranks *)comm)->has_lost = 1;
    return jx_fail(error, JATO_E_DEVICE,
                   "%s: other ranks have not answered for %g s (rank_timeout): one of them has "
                   "stopped, or takes longer than that",
                   what, comm->patience);
  }
  return check(code, what, error);
}

static void mpi_destroy(jx_comm **comm)
{
  ranks *own = (ranks *)*comm;
  if (own == NULL) return;
  jato_allocator allocator = own->allocator;
  *comm = NULL;
  /* A run that failed with the others may have left a meeting open. Memory that messages may still
   * arrive in is left to the end of the process. */
  if (finish(&own->head, MPI_SUCCESS, &own->meeting, 1, "ending", NULL) != JATO_OK) return;
  if (!own->has_lost) release_halo(own);
  if (!own->has_lost && own->world != MPI_COMM_NULL) (void)MPI_Comm_free(&own->world);
  jx_release(&allocator, own->piece);
  jx_release(&allocator, own);
}

static jato_status mpi_create(const jato_allocator *allocator, jx_comm **out, jato_error *error)
{
  jato_status status = JATO_OK;
  int begun = 0, over = 0;
  if (MPI_Initialized(&begun) != MPI_SUCCESS || !begun || MPI_Finalized(&over) != MPI_SUCCESS ||
      over)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "ranks are wanted before MPI was begun, or after its end; call "
                   "jato_ranks_begin first");
  ranks *own = jx_allocate(allocator, 1, sizeof *own);
  if (own == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a rank");
  *own = (ranks){.head = {.ops = &jx_mpi_ops},
                 .allocator = *allocator,
                 .world = MPI_COMM_NULL,
                 .meeting = MPI_REQUEST_NULL};
  JX_TRY_DONE(check(MPI_Comm_dup(MPI_COMM_WORLD, &own->world), "meeting the ranks", error));
  (void)MPI_Comm_set_errhandler(own->world, MPI_ERRORS_RETURN);
  JX_TRY_DONE(check(MPI_Comm_rank(own->world, &own->head.rank), "asking for the rank", error));
  JX_TRY_DONE(
      check(MPI_Comm_size(own->world, &own->head.size), "asking for the number of ranks", error));
  own->piece = jx_allocate(allocator, 2 * (size_t)own->head.size, sizeof *own->piece);
  if (own->piece == NULL) {
    status = jx_fail(error, JATO_E_MEMORY, "not enough memory for %d ranks", own->head.size);
    goto done;
  }
  *out = &own->head;
  own = NULL; /* handed over */
done:
  if (own != NULL) mpi_destroy(&(jx_comm *){&own->head});
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

static jato_status mpi_gather(jx_comm *comm, void *all, const size_t *bytes, jato_error *error)
{
  ranks *own = (ranks *)comm;
  int *lengths = own->piece, *begins = own->piece + comm->size;
  MPI_Request request = MPI_REQUEST_NULL;
  size_t total = 0;
  for (int rank = 0; rank < comm->size; rank++) {
    lengths[rank] = (int)(bytes[rank] < INT_MAX ? bytes[rank] : 0);
    begins[rank] = (int)(total < INT_MAX ? total : 0);
    total += bytes[rank];
  }
  if (total >= INT_MAX) { /* MPI counts in int */
    char *part = all;
    for (int rank = 0; rank < comm->size; part += bytes[rank++])
      JX_TRY(mpi_share(comm, rank, part, bytes[rank], error));
    return JATO_OK;
  }
  int code = MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_BYTE, all, lengths, begins, MPI_BYTE, own->world,
                             &request);
  return finish(comm, code, &request, 1, "gathering what ranks have", error);
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

static jato_status mpi_agree(jx_comm *comm, jato_status status, unsigned *flags, jato_error *error)
{
  /* How far from the end the first rank is that failed, and a number for each flag: the largest
   * counts. */
  int own[1 + JX_AGREED_BITS] = {status != JATO_OK ? comm->size - comm->rank : 0};
  int all[1 + JX_AGREED_BITS];
  MPI_Request request = MPI_REQUEST_NULL;
  for (int bit = 0; bit < JX_AGREED_BITS; bit++) own[1 + bit] = (int)(*flags >> bit & 1);
  int code = MPI_Iallreduce(own, all, 1 + JX_AGREED_BITS, MPI_INT, MPI_MAX, ((ranks *)comm)->world,
                            &request);
  JX_TRY(finish(comm, code, &request, 1, "agreeing", error));
  if (all[0] > 0) return fail_together(comm, comm->size - all[0], status, error);
  *flags = 0;
  for (int bit = 0; bit < JX_AGREED_BITS; bit++) *flags |= (unsigned)all[1 + bit] << bit;
  return JATO_OK;
}

/* ---- The best ---- */

static offer offer_of(const jx_comm *comm, const jx_meeting *meeting)
{
  const jx_pass_result *found = &meeting->found;
  if (meeting->status != JATO_OK) return (offer){-(double)INFINITY, comm->rank};
  if (!(found->value < (double)INFINITY)) return (offer){(double)INFINITY, comm->rank};
  return (offer){found->value, (int)found->step * comm->size + comm->rank};
}

static jato_status mpi_begin_best(jx_comm *comm, jx_meeting *meeting, jato_error *error)
{
  ranks *own = (ranks *)comm;
  offer *offers = own->offered;
  offers[OFFER_BEST] = offer_of(comm, meeting);
  offers[OFFER_NONFINITE] = (offer){meeting->found.nonfinite > 0 ? -1 : 0, comm->rank};
  for (int bit = 0; bit < JX_AGREED_BITS; bit++)
    offers[OFFER_FLAGS + bit] = (offer){(meeting->flags >> bit & 1) != 0 ? -1 : 0, comm->rank};
  return check(MPI_Iallreduce(offers, own->first, OFFERS, MPI_DOUBLE_INT, MPI_MINLOC, own->world,
                              &own->meeting),
               "comparing bests", error);
}

/* Seldom wanted, and so not sent along. */
static jato_status count_nonfinite(jx_comm *comm, uint64_t *nonfinite, jato_error *error)
{
  uint64_t mine = *nonfinite;
  MPI_Request request = MPI_REQUEST_NULL;
  int code =
      MPI_Iallreduce(&mine, nonfinite, 1, MPI_UINT64_T, MPI_SUM, ((ranks *)comm)->world, &request);
  return finish(comm, code, &request, 1, "counting values that are not finite", error);
}

/* Its number and its position, at the same time. */
static jato_status share_best(jx_comm *comm, int winner, jx_meeting *meeting, jato_error *error)
{
  MPI_Comm world = ((ranks *)comm)->world;
  MPI_Request both[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int code = MPI_Ibcast(&meeting->found.particle, 1, MPI_UINT64_T, winner, world, &both[0]);
  int telling = MPI_Ibcast(meeting->x, (int)meeting->dim, MPI_DOUBLE, winner, world, &both[1]);
  if (code == MPI_SUCCESS) code = telling;
  return finish(comm, code, both, 2, "sharing a best", error);
}

static jato_status mpi_end_best(jx_comm *comm, jx_meeting *meeting, jato_error *error)
{
  jx_pass_result *found = &meeting->found;
  ranks *own = (ranks *)comm;
  JX_TRY(finish(comm, MPI_SUCCESS, &own->meeting, 1, "comparing bests", error));
  offer first = own->first[OFFER_BEST];
  int winner = first.place % comm->size;
  if (first.value == -(double)INFINITY) return fail_together(comm, winner, meeting->status, error);
  meeting->flags = 0;
  for (int bit = 0; bit < JX_AGREED_BITS; bit++)
    meeting->flags |= (unsigned)(own->first[OFFER_FLAGS + bit].value < 0) << bit;
  if (own->first[OFFER_NONFINITE].value < 0)
    JX_TRY(count_nonfinite(comm, &found->nonfinite, error));
  found->value = first.value;
  found->step = (uint64_t)(first.place / comm->size);
  if (!(first.value < meeting->known)) {
    found->particle = UINT64_MAX; /* nobody asks who it was */
    return JATO_OK;
  }
  return share_best(comm, winner, meeting, error);
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
  JX_TRY(check(
      MPI_Recv_init(halo->from_before, bytes, MPI_BYTE, before, TO_BEHIND, world, &request[0]),
      "preparing seams", error));
  JX_TRY(check(
      MPI_Recv_init(halo->from_behind, bytes, MPI_BYTE, behind, TO_BEFORE, world, &request[1]),
      "preparing seams", error));
  JX_TRY(
      check(MPI_Send_init(halo->to_before, bytes, MPI_BYTE, before, TO_BEFORE, world, &request[2]),
            "preparing seams", error));
  JX_TRY(
      check(MPI_Send_init(halo->to_behind, bytes, MPI_BYTE, behind, TO_BEHIND, world, &request[3]),
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
                                .begin = mpi_begin,
                                .end = mpi_end,
                                .abandon = mpi_abandon,
                                .create = mpi_create,
                                .destroy = mpi_destroy,
                                .begin_best = mpi_begin_best,
                                .end_best = mpi_end_best,
                                .halo = mpi_halo,
                                .share = mpi_share,
                                .gather = mpi_gather,
                                .give = mpi_give,
                                .agree = mpi_agree};

const jx_comm_ops *const jx_ranks_ops = &jx_mpi_ops;
