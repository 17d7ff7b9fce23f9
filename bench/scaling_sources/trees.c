/* All ranks of a simulation are threads of one process, which share these globals; each has its own
 * place in them. */
#include "trees.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 1 << 16, MOST_MOVES = 40, MOST_BYTES = 1024, AT_ONCE = 8, MOST_PEERS = 128 };
enum { MOST_AT_ONCE = 20 }; /* messages of a move: one comes, others go */
enum { TAG_TREES = 1000, NOBODY = -1 };

/* What a rank sends and gets before it goes on. */
typedef struct move {
  int to[MOST_AT_ONCE - 1], count; /* ranks */
  int from;
  int joins; /* what comes is joined to what is there; else it takes its place */
} move;

typedef struct tree {
  move moves[MOST_MOVES];
  int count, done; /* of moves */
  char *data;
  char incoming[MOST_BYTES]; /* of an all-reduce, whose messages are small */
  int length;
  MPI_Datatype type;
  MPI_Op operation;
  MPI_Comm comm;
  int tag;
  MPI_Request pending[MOST_AT_ONCE];
  int messages; /* of the move that is under way */
} tree;

typedef struct place {
  tree *under_way[AT_ONCE];
  int peer[MOST_PEERS], peers;
} place;

static place places[MOST_RANKS];

static place *own_place(void)
{
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return &places[rank];
}

static void count_peer(int peer)
{
  place *own = own_place();
  for (int i = 0; i < own->peers; i++)
    if (own->peer[i] == peer) return;
  if (own->peers < MOST_PEERS) own->peer[own->peers++] = peer;
}

int trees_peers(void) { return own_place()->peers; }

/* ---- One that is under way ---- */

static void start_move(tree *t)
{
  const move *next = &t->moves[t->done];
  MPI_Request *request = t->pending;
  if (next->from != NOBODY)
    MPI_Irecv(next->joins ? t->incoming : t->data, t->length, t->type, next->from, t->tag, t->comm,
              request++);
  for (int i = 0; i < next->count; i++) {
    count_peer(next->to[i]);
    MPI_Isend(t->data, t->length, t->type, next->to[i], t->tag, t->comm, request++);
  }
  t->messages = (int)(request - t->pending);
}

/* The messages of a move are there. */
static void end_move(tree *t)
{
  if (t->moves[t->done].joins)
    MPI_Reduce_local(t->incoming, t->data, t->length, t->type, t->operation);
  if (++t->done < t->count) start_move(t);
}

static int is_over(const tree *t) { return t->done == t->count; }

/* Trees have an odd address as requests, which MPI's own never have. */
static tree *tree_of(MPI_Request request)
{
  uintptr_t address = (uintptr_t)request;
  return request != MPI_REQUEST_NULL && address & 1 ? (tree *)(address - 1) : NULL;
}

static tree *begin_tree(MPI_Request *request)
{
  place *own = own_place();
  tree *t = calloc(1, sizeof *t);
  int i = 0;
  while (i < AT_ONCE && own->under_way[i] != NULL) i++;
  if (t == NULL || i == AT_ONCE) abort();
  own->under_way[i] = t;
  t->tag = TAG_TREES + i; /* the same on all ranks, which begin and end trees in the same order */
  *request = (MPI_Request)((uintptr_t)t | 1);
  return t;
}

static void end_tree(MPI_Request *request)
{
  place *own = own_place();
  tree *t = tree_of(*request);
  for (int i = 0; i < AT_ONCE; i++)
    if (own->under_way[i] == t) own->under_way[i] = NULL;
  free(t);
  *request = MPI_REQUEST_NULL;
}

/* ---- Waiting ---- */

static void answer(void)
{
  place *own = own_place();
  for (int i = 0; i < AT_ONCE; i++) {
    tree *t = own->under_way[i];
    int has_come = t != NULL;
    while (has_come && t->done < t->count) {
      MPI_Testall(t->messages, t->pending, &has_come, MPI_STATUSES_IGNORE);
      if (has_come) end_move(t);
    }
  }
}

int trees_test(MPI_Request *request, int *done, MPI_Status *ignored)
{
  tree *t = tree_of(*request);
  if (t == NULL) return MPI_Test(request, done, ignored);
  answer();
  *done = is_over(t);
  if (*done) end_tree(request);
  return MPI_SUCCESS;
}

static int are_unfinished(int count, const MPI_Request *requests)
{
  for (int i = 0; i < count; i++) {
    tree *t = tree_of(requests[i]);
    if (t != NULL ? !is_over(t) : requests[i] != MPI_REQUEST_NULL) return 1;
  }
  return 0;
}

static int has_come(const tree *t)
{
  for (int i = 0; i < t->messages; i++)
    if (t->pending[i] != MPI_REQUEST_NULL) return 0;
  return 1;
}

/* Until a message of any tree of this rank has come, which is then answered; or one of `left`,
 * which is then nothing, and as MPI leaves it in `requests`. */
static void wait_for_one(int plain, MPI_Request *requests, MPI_Request *left)
{
  place *own = own_place();
  MPI_Request waiting[(AT_ONCE + 1) * MOST_AT_ONCE];
  struct {
    tree *tree; /* NULL: of requests */
    int k;
  } whose[(AT_ONCE + 1) * MOST_AT_ONCE];
  int count = 0, which = 0;
  for (int k = 0; k < plain; k++) {
    if (left[k] == MPI_REQUEST_NULL || tree_of(left[k]) != NULL) continue;
    whose[count].tree = NULL;
    whose[count].k = k;
    waiting[count++] = left[k];
  }
  for (int i = 0; i < AT_ONCE; i++) {
    tree *t = own->under_way[i];
    for (int k = 0; t != NULL && !is_over(t) && k < t->messages; k++) {
      if (t->pending[k] == MPI_REQUEST_NULL) continue;
      whose[count].tree = t;
      whose[count].k = k;
      waiting[count++] = t->pending[k];
    }
  }
  MPI_Waitany(count, waiting, &which, MPI_STATUS_IGNORE);
  if (which == MPI_UNDEFINED) abort();
  tree *t = whose[which].tree;
  if (t == NULL) {
    requests[whose[which].k] = waiting[which];
    left[whose[which].k] = MPI_REQUEST_NULL;
    return;
  }
  t->pending[whose[which].k] = MPI_REQUEST_NULL;
  while (!is_over(t) && has_come(t)) end_move(t);
}

int trees_testall(int count, MPI_Request *requests, int *done, MPI_Status *ignored)
{
  MPI_Request left[MOST_AT_ONCE];
  (void)ignored;
  if (count > MOST_AT_ONCE) abort();
  memcpy(left, requests, (size_t)count * sizeof *left);
  while (are_unfinished(count, left)) wait_for_one(count, requests, left);
  for (int i = 0; i < count; i++)
    if (tree_of(requests[i]) != NULL) end_tree(&requests[i]);
  *done = 1;
  return MPI_SUCCESS;
}

/* ---- The trees ---- */

static void add_move(tree *t, int to, int from, int joins)
{
  if (t->count == MOST_MOVES) abort();
  t->moves[t->count++] = (move){{to}, to != NOBODY, from, joins};
}

/* Where there is no power of two of ranks, the first ones go in pairs of which one stands aside. */
static void plan_doubling(tree *t, int rank, int size)
{
  int power = 1;
  while (2 * power <= size) power *= 2;
  int pairs = size - power, is_paired = rank < 2 * pairs;
  if (is_paired && rank % 2 == 0) {
    add_move(t, rank + 1, NOBODY, 0);
    add_move(t, NOBODY, rank + 1, 0);
    return;
  }
  if (is_paired) add_move(t, NOBODY, rank - 1, 1);
  int number = is_paired ? rank / 2 : rank - pairs;
  for (int bit = 1; bit < power; bit *= 2) {
    int other = number ^ bit, peer = other < pairs ? 2 * other + 1 : other + pairs;
    add_move(t, peer, peer, 1);
  }
  if (is_paired) add_move(t, rank - 1, NOBODY, 0);
}

static void plan_binomial(tree *t, int rank, int size, int root)
{
  int number = (rank - root + size) % size, bit = 1;
  while (bit < size && !(number & bit)) bit *= 2;
  if (number != 0) add_move(t, NOBODY, (rank - bit + size) % size, 0);
  move *last = &t->moves[t->count];
  last->from = NOBODY;
  for (bit /= 2; bit > 0; bit /= 2)
    if (number + bit < size) last->to[last->count++] = (rank + bit) % size;
  if (last->count > 0) t->count++;
}

int trees_iallreduce(const void *own, void *all, int count, MPI_Datatype type, MPI_Op operation,
                     MPI_Comm comm, MPI_Request *request)
{
  int rank = 0, size = 1, bytes = 0;
  tree *t = begin_tree(request);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Aint lowest, extent;
  MPI_Type_get_extent(type, &lowest, &extent);
  bytes = count * (int)extent;
  if (bytes > MOST_BYTES) abort();
  memcpy(all, own, (size_t)bytes);
  t->data = all;
  t->length = count;
  t->type = type;
  t->operation = operation;
  t->comm = comm;
  plan_doubling(t, rank, size);
  if (t->count > 0) start_move(t);
  return MPI_SUCCESS;
}

int trees_ibcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm,
                 MPI_Request *request)
{
  int rank = 0, size = 1;
  tree *t = begin_tree(request);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  t->data = data;
  t->length = count;
  t->type = type;
  t->comm = comm;
  plan_binomial(t, rank, size, root);
  if (t->count > 0) start_move(t);
  return MPI_SUCCESS;
}

int trees_comm_idup(MPI_Comm comm, MPI_Comm *copy, MPI_Request *request)
{
  *copy = comm;
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int trees_comm_free(MPI_Comm *copy)
{
  *copy = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
