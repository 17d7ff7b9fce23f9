/* The messages of a run over ranks, by the code that a run uses (src/comm/mpi), with time that
 * passes in the place of its kernels: for SimGrid's SMPI, which moves the clock.
 *
 *   steps KIND SECONDS DIM ITERATIONS NOISE
 *
 * A lagged run has one iteration more, which is not counted.
 *
 * KIND     global: a better best is found in every iteration, and all ranks receive its position
 *          ring:   as global, and halos are exchanged
 *          saved:  as global, and the row of a run file is made (swarm/device_set_diversity.c)
 *          lagged: as global, but told after the next pass; its messages are looked at meanwhile
 *          stalled: the same, and they are not, as where a device has all of the pass
 *          reduce: only an all-reduce of 8 bytes, that of trees.c
 *          native: only SimGrid's own
 * SECONDS  what a pass over a rank's tiles takes
 * NOISE    mean of a random time that each pass of each rank takes longer, as a part of SECONDS
 *
 * Prints the number of ranks, the seconds of an iteration, the bytes that the comm of a rank takes,
 * and to how many others a rank sends: the most of all ranks. */
#include "trees.h"

#include "comm/comms.h"
#include "contract/comm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLED_TILES = 16 };
enum { LOOKS = 40 }; /* in a pass over 10,000 particles x 64: four in each of ten tiles */

typedef enum kind { GLOBAL, RING, SAVED, LAGGED, STALLED, REDUCE, NATIVE, KINDS } kind;
static const char *const kind_names[] = {"global",  "ring",   "saved", "lagged",
                                         "stalled", "reduce", "native"};

typedef struct load {
  kind kind;
  double seconds;
  size_t dim;
  long iterations;
  double noise;
} load;

typedef struct rank_state {
  jx_comm *comm;
  const load *asked;
  double *x, *sums;
  jx_halo halo;
  uint64_t random;
  size_t bytes;           /* given by the allocator */
  jx_best_reduction late; /* lagged: the one that is open */
} rank_state;

static void *give(size_t bytes, void *user)
{
  ((rank_state *)user)->bytes += bytes;
  return malloc(bytes);
}

static void take_back(void *memory, void *user)
{
  (void)user;
  free(memory);
}

/* In (0, 1]: splitmix64. */
static double draw(rank_state *own)
{
  uint64_t z = own->random += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return ((double)((z ^ z >> 31) >> 11) + 1) * 0x1p-53;
}

static double pass_seconds(rank_state *own)
{
  return own->asked->seconds * (1 - own->asked->noise * log(draw(own)));
}

/* ---- An iteration, as run/apply.c makes it: the pass, the best of all and the halos, the
 * agreement ---- */

/* Each rank is the winner in its turn. */
static jx_best_reduction reduction_of(rank_state *own, long number)
{
  double value = own->comm->rank == number % own->comm->size ? -(double)number : 1.0;
  return (jx_best_reduction){.found = {.value = value, .particle = (uint64_t)own->comm->rank},
                             .x = own->x,
                             .dim = own->asked->dim,
                             .in_float = 1};
}

static int is_right(const rank_state *own, const jx_best_reduction *reduction, long number)
{
  return reduction->found.value == -(double)number &&
         reduction->found.particle == (uint64_t)(number % own->comm->size);
}

static int reduce_best(rank_state *own, long number)
{
  jx_best_reduction reduction = reduction_of(own, number);
  int good = own->comm->ops->begin_best(own->comm, &reduction, NULL) == JATO_OK;
  if (own->asked->kind == RING && own->comm->ops->halo(own->comm, &own->halo, NULL) != JATO_OK)
    return 0;
  return good && own->comm->ops->end_best(own->comm, &reduction, NULL) == JATO_OK &&
         is_right(own, &reduction, number);
}

static int agree(rank_state *own)
{
  unsigned flags = 0;
  return own->comm->ops->agree(own->comm, JATO_OK, &flags, NULL) == JATO_OK;
}

/* Sums of a sample of tiles go through the ranks that hold them. */
static int sum_sample(rank_state *own)
{
  const jx_comm_ops *ops = own->comm->ops;
  size_t bytes = (3 * own->asked->dim + 1) * sizeof *own->sums;
  int last = -1;
  for (int k = 0; k < SAMPLED_TILES; k++) {
    int rank = k * own->comm->size / SAMPLED_TILES;
    if (rank == last) continue;
    last = rank;
    if (ops->broadcast(own->comm, rank, own->sums, bytes, NULL) != JATO_OK) return 0;
  }
  return agree(own);
}

static int iterate(rank_state *own, long number)
{
  smpi_execute(pass_seconds(own));
  if (!reduce_best(own, number)) return 0;
  return agree(own) && (own->asked->kind != SAVED || sum_sample(own));
}

/* ---- The same with a lag, as run/ranks/overlapped_reduction.c makes it ---- */

/* As swarm/cpu/sweep.c makes it; of a device that has a program, without the looks. */
static void pass_with_looks(rank_state *own)
{
  double seconds = pass_seconds(own);
  int looks = own->asked->kind == LAGGED ? LOOKS : 0;
  for (int i = 0; i < looks; i++) {
    own->comm->ops->progress(own->comm);
    smpi_execute(seconds / looks);
  }
  if (looks == 0) smpi_execute(seconds);
}

static int end_reduction(rank_state *own, long number)
{
  return own->comm->ops->end_best(own->comm, &own->late, NULL) == JATO_OK &&
         is_right(own, &own->late, number);
}

static int iterate_lagged(rank_state *own, long number)
{
  pass_with_looks(own);
  if (number > 1 && !end_reduction(own, number - 1)) return 0;
  own->late = reduction_of(own, number);
  return own->comm->ops->begin_best(own->comm, &own->late, NULL) == JATO_OK;
}

/* ---- Only an all-reduce, for calibration ---- */

static int reduce(rank_state *own, long number)
{
  double mine = own->comm->rank == 0 ? (double)number : 0, all = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  int done = 0;
  if (own->asked->kind == NATIVE)
    return MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS;
  trees_iallreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
  trees_testall(1, &request, &done, MPI_STATUSES_IGNORE);
  return all == (double)number;
}

/* ---- All of them ---- */

static int measure(rank_state *own)
{
  static int (*const make[])(rank_state *, long) = {
      iterate, iterate, iterate, iterate_lagged, iterate_lagged, reduce, reduce};
  long iterations = own->asked->iterations;
  long uncounted = own->asked->kind == LAGGED || own->asked->kind == STALLED;
  double began = MPI_Wtime(), ended = 0, most[2], all[2];
  for (long i = 1; i <= uncounted + iterations; i++) {
    if (!make[own->asked->kind](own, i)) return 0;
    if (i == uncounted) began = MPI_Wtime();
  }
  ended = MPI_Wtime();
  if (uncounted && !end_reduction(own, uncounted + iterations)) return 0;
  double seconds = (ended - began) / (double)iterations;
  most[0] = (double)own->bytes;
  most[1] = trees_peers();
  MPI_Allreduce(most, all, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (own->comm->rank == 0) printf("%d %.9e %.0f %.0f\n", own->comm->size, seconds, all[0], all[1]);
  return 1;
}

static int run(rank_state *own)
{
  size_t dim = own->asked->dim, bytes = (1 + dim) * sizeof(double); /* a value and a position */
  char *edges = calloc(4, bytes);
  own->x = calloc(dim, sizeof *own->x);
  own->sums = calloc(3 * dim + 1, sizeof *own->sums);
  own->halo = (jx_halo){bytes, edges, edges + bytes, edges + 2 * bytes, edges + 3 * bytes};
  own->random = (uint64_t)own->comm->rank << 32;
  int good = own->x != NULL && own->sums != NULL && edges != NULL && measure(own);
  jx_mpi_ops.destroy(&own->comm);
  free(own->x);
  free(own->sums);
  free(edges);
  return good;
}

static int find_kind(const char *name)
{
  int found = 0;
  while (found < KINDS && strcmp(name, kind_names[found]) != 0) found++;
  return found;
}

int main(int argc, char **argv)
{
  int rank = 0, size = 0;
  if (argc != 6 || find_kind(argv[1]) == KINDS) return 2;
  load asked = {.kind = (kind)find_kind(argv[1]),
                .seconds = strtod(argv[2], NULL),
                .dim = strtoul(argv[3], NULL, 10),
                .iterations = strtol(argv[4], NULL, 10),
                .noise = strtod(argv[5], NULL)};
  rank_state own = {.asked = &asked};
  const jato_allocator memory = {give, take_back, &own};
  if (jx_mpi_ops.begin(NULL, &rank, &size, NULL) != JATO_OK) return 1;
  if (jx_mpi_ops.create(&memory, JX_RANK_SECONDS, &own.comm, NULL) != JATO_OK) return 1;
  int good = run(&own);
  MPI_Finalize();
  return good ? 0 : 1;
}
