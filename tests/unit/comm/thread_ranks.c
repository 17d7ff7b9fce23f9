#define _POSIX_C_SOURCE 200809L

#include "thread_ranks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* What a rank has laid on the table. */
typedef struct laid {
  jx_best_reduction *reduction;
  const jx_halo *halo;
  const jx_swap *swap;
  const void *data;
  jato_status status;
  const jato_error *error;
  unsigned flags;
} laid;

static pthread_barrier_t table_is_set, table_is_read;
static laid table[RANKS_MOST];
static int ranks;
static _Thread_local int own_rank;
static _Thread_local int meeting_is_open;
static unsigned looks[RANKS_MOST];

static jato_status ranks_create(const jato_allocator *allocator, double patience, jx_comm **out,
                                jato_error *error)
{
  jx_comm *comm = malloc(sizeof *comm);
  (void)allocator, (void)error;
  *comm = (jx_comm){.ops = &thread_ops, .rank = own_rank, .size = ranks, .patience = patience};
  *out = comm;
  return JATO_OK;
}

static void ranks_destroy(jx_comm **comm)
{
  free(*comm);
  *comm = NULL;
}

static void lay(const jx_comm *comm, laid own)
{
  table[comm->rank] = own;
  pthread_barrier_wait(&table_is_set);
}

/* The failure of the first rank that has one. Before the table is cleared. */
static jato_status failure(jato_error *error)
{
  for (int r = 0; r < ranks; r++) {
    if (table[r].status == JATO_OK) continue;
    jato_error words = *table[r].error;
    pthread_barrier_wait(&table_is_read);
    *error = words;
    return words.status;
  }
  return JATO_OK;
}

static jato_status ranks_begin_best(jx_comm *comm, jx_best_reduction *reduction, jato_error *error)
{
  (void)comm, (void)reduction, (void)error;
  meeting_is_open = 1;
  return JATO_OK;
}

/* By the thread that has begun it, or it does not count. */
static void ranks_progress(jx_comm *comm) { looks[comm->rank] += (unsigned)meeting_is_open; }

unsigned looks_of(int rank) { return looks[rank]; }

static jato_status ranks_end_best(jx_comm *comm, jx_best_reduction *reduction, jato_error *error)
{
  unsigned flags = 0;
  jx_pass_result all = JX_FOUND_NOTHING;
  double x[2048];
  meeting_is_open = 0;
  lay(comm, (laid){.reduction = reduction, .status = reduction->status, .error = error});
  if (failure(error) != JATO_OK) return error->status;
  for (int r = ranks - 1; r >= 0; r--) { /* the order must not matter */
    uint64_t before = all.particle;
    jx_pass_result_join(&all, &table[r].reduction->found);
    if (all.particle != before) memcpy(x, table[r].reduction->x, reduction->dim * sizeof *x);
    flags |= table[r].reduction->flags;
  }
  pthread_barrier_wait(&table_is_read);
  reduction->found = all;
  reduction->flags = flags;
  if (all.value < reduction->known) memcpy(reduction->x, x, reduction->dim * sizeof *x);
  return JATO_OK;
}

static jato_status ranks_halo(jx_comm *comm, const jx_halo *halo, jato_error *error)
{
  (void)error;
  lay(comm, (laid){.halo = halo});
  const jx_halo *before = table[(comm->rank + ranks - 1) % ranks].halo;
  const jx_halo *behind = table[(comm->rank + 1) % ranks].halo;
  memcpy(halo->from_before, before->to_behind, halo->bytes);
  memcpy(halo->from_behind, behind->to_before, halo->bytes);
  pthread_barrier_wait(&table_is_read);
  return JATO_OK;
}

static jato_status ranks_broadcast(jx_comm *comm, int from, void *data, size_t bytes,
                                   jato_error *error)
{
  (void)error;
  lay(comm, (laid){.data = data});
  if (comm->rank != from) memcpy(data, table[from].data, bytes);
  pthread_barrier_wait(&table_is_read);
  return JATO_OK;
}

static jato_status ranks_gather(jx_comm *comm, void *all, const size_t *bytes, jato_error *error)
{
  (void)error;
  lay(comm, (laid){.data = all});
  size_t begins = 0;
  for (int r = 0; r < ranks; begins += bytes[r++])
    if (r != comm->rank && bytes[r] > 0)
      memcpy((char *)all + begins, (const char *)table[r].data + begins, bytes[r]);
  pthread_barrier_wait(&table_is_read);
  return JATO_OK;
}

static size_t bytes_before(const size_t *bytes, int rank)
{
  size_t sum = 0;
  for (int r = 0; r < rank; r++) sum += bytes[r];
  return sum;
}

static jato_status ranks_swap(jx_comm *comm, const jx_swap *swap, jato_error *error)
{
  (void)error;
  lay(comm, (laid){.swap = swap});
  for (int r = 0; r < ranks; r++) {
    const jx_swap *theirs = table[r].swap;
    size_t bytes = swap->in_bytes[r];
    if (bytes != theirs->out_bytes[comm->rank]) abort(); /* MPI would end the job as well */
    if (bytes > 0)
      memcpy((char *)swap->in + bytes_before(swap->in_bytes, r),
             (const char *)theirs->out + bytes_before(theirs->out_bytes, comm->rank), bytes);
  }
  pthread_barrier_wait(&table_is_read);
  return JATO_OK;
}

/* One at a time: the rank that gives waits until it is taken. */
static pthread_mutex_t given_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given_changed = PTHREAD_COND_INITIALIZER;
static const void *given[RANKS_MOST];

static jato_status ranks_send(jx_comm *comm, int from, void *data, size_t bytes, jato_error *error)
{
  (void)error;
  int takes = comm->rank == 0;
  pthread_mutex_lock(&given_mutex);
  if (!takes) given[from] = data;
  pthread_cond_broadcast(&given_changed);
  while ((given[from] != NULL) != takes) pthread_cond_wait(&given_changed, &given_mutex);
  if (takes) memcpy(data, given[from], bytes);
  if (takes) given[from] = NULL;
  pthread_cond_broadcast(&given_changed);
  pthread_mutex_unlock(&given_mutex);
  return JATO_OK;
}

static jato_status ranks_agree(jx_comm *comm, jato_status status, unsigned *flags,
                               jato_error *error)
{
  unsigned all = 0;
  lay(comm, (laid){.flags = *flags, .status = status, .error = error});
  if (failure(error) != JATO_OK) return error->status;
  for (int r = 0; r < ranks; r++) all |= table[r].flags;
  pthread_barrier_wait(&table_is_read);
  *flags = all;
  return JATO_OK;
}

const jx_comm_ops thread_ops = {.name = "threads",
                                .create = ranks_create,
                                .destroy = ranks_destroy,
                                .begin_best = ranks_begin_best,
                                .end_best = ranks_end_best,
                                .progress = ranks_progress,
                                .halo = ranks_halo,
                                .broadcast = ranks_broadcast,
                                .gather = ranks_gather,
                                .swap = ranks_swap,
                                .send = ranks_send,
                                .agree = ranks_agree};

typedef struct work {
  void (*fn)(void *user, int rank);
  void *user;
  int rank;
} work;

static void *begin(void *argument)
{
  work *one = argument;
  own_rank = one->rank;
  looks[own_rank] = 0;
  one->fn(one->user, one->rank);
  return NULL;
}

void on_ranks(int size, void (*fn)(void *user, int rank), void *user)
{
  pthread_t thread[RANKS_MOST];
  work share[RANKS_MOST];
  ranks = size;
  pthread_barrier_init(&table_is_set, NULL, (unsigned)size);
  pthread_barrier_init(&table_is_read, NULL, (unsigned)size);
  for (int r = 0; r < size; r++) {
    share[r] = (work){fn, user, r};
    pthread_create(&thread[r], NULL, begin, &share[r]);
  }
  for (int r = 0; r < size; r++) pthread_join(thread[r], NULL);
  pthread_barrier_destroy(&table_is_set);
  pthread_barrier_destroy(&table_is_read);
}
