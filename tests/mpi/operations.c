/* What ranks tell each other (contract/comm.h), by processes of MPI: each operation with what all
 * of them have to know then. Prints nothing where all is well; run by tests/mpi/operations.
 *
 *   operations RANKS [silent]
 *
 * silent: the last rank does not answer, and the others say that they have given it up. */
#define _POSIX_C_SOURCE 200809L

#include "comm/comms.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_DIM 1500

static jx_comm *comm;
static int own_rank, failures;

#define EXPECT(what)                                               \
  do {                                                             \
    if (!(what)) {                                                 \
      printf("rank %d, line %d: %s\n", own_rank, __LINE__, #what); \
      failures++;                                                  \
    }                                                              \
  } while (0)

/* A coordinate of a rank's; in single precision, too. */
static double place(int rank, size_t d) { return rank + (double)d / 1024; }

/* Begins it, looks at it now and then, sends something else meanwhile, and ends it. */
static jato_status reduce(jx_best_reduction *reduction, jato_error *error)
{
  int shared = comm->rank;
  jato_status status = comm->ops->begin_best(comm, reduction, error);
  if (status != JATO_OK) return status;
  for (int i = 0; i < comm->rank; i++) comm->ops->progress(comm);
  EXPECT(comm->ops->broadcast(comm, comm->size - 1, &shared, sizeof shared, error) == JATO_OK);
  EXPECT(shared == comm->size - 1);
  for (int i = 0; i < 10; i++) comm->ops->progress(comm);
  return comm->ops->end_best(comm, reduction, error);
}

static jx_best_reduction reduction_of(double *x, size_t dim, double value)
{
  for (size_t d = 0; d < dim; d++) x[d] = place(comm->rank, d);
  return (jx_best_reduction){
      .found = {value, 100 + (uint64_t)comm->rank, (uint64_t)comm->rank, 7, 0},
      .known = 1e9,
      .x = x,
      .dim = dim,
      .flags = comm->rank == 0 ? 1 : 4};
}

static void expect_winner(const jx_best_reduction *reduction, int winner, double value)
{
  int size = comm->size;
  EXPECT(reduction->found.value == value);
  EXPECT(reduction->found.particle == 100 + (uint64_t)winner);
  EXPECT(reduction->found.nonfinite == (uint64_t)(size * (size - 1) / 2));
  EXPECT(reduction->found.seconds == 7);
  EXPECT(reduction->flags == (size > 1 ? 5 : 1));
}

static void bests(void)
{
  static const size_t dims[] = {1, 7, 512, 513, 1023, 1024, 1025, MOST_DIM};
  static double x[MOST_DIM];
  for (size_t k = 0; k < 2 * sizeof dims / sizeof dims[0]; k++) {
    size_t dim = dims[k / 2];
    int winner = (int)k % comm->size;
    jx_best_reduction reduction = reduction_of(x, dim, comm->rank == winner ? -3.25 : comm->rank);
    reduction.in_float = k % 2 == 0;
    EXPECT(reduce(&reduction, NULL) == JATO_OK);
    expect_winner(&reduction, winner, -3.25);
    size_t same = 0;
    while (same < dim && x[same] == place(winner, same)) same++;
    EXPECT(same == dim);
  }
}

/* The earlier step, then the lower particle; a NaN and an infinity are as nothing. */
static void ties(void)
{
  double x[2];
  jx_best_reduction reduction = reduction_of(x, 2, 5);
  reduction.found.step = comm->rank == 0 ? 3 : 2;
  EXPECT(reduce(&reduction, NULL) == JATO_OK);
  expect_winner(&reduction, comm->size > 1, 5);
  EXPECT(reduction.found.step == (comm->size > 1 ? 2 : 3));
  EXPECT(x[1] == place(comm->size > 1, 1));

  reduction = reduction_of(x, 2, comm->rank == 0 ? NAN : 5 + comm->rank);
  EXPECT(reduce(&reduction, NULL) == JATO_OK);
  if (comm->size > 1) expect_winner(&reduction, 1, 6);

  reduction = reduction_of(x, 2, comm->rank % 2 == 0 ? NAN : INFINITY);
  EXPECT(reduce(&reduction, NULL) == JATO_OK);
  EXPECT(reduction.found.value == INFINITY);
  EXPECT(x[1] == place(comm->rank, 1));

  reduction = reduction_of(x, 2, comm->rank);
  reduction.known = 0; /* as good as any that was found */
  EXPECT(reduce(&reduction, NULL) == JATO_OK);
  expect_winner(&reduction, 0, 0);
  EXPECT(x[1] == place(comm->rank, 1));
}

/* The failure of the first rank, with its words; on other ranks with its number, too. */
static void expect_failure(jato_status status, const jato_error *error)
{
  char words[64];
  int first = comm->size > 2 ? 1 : comm->size - 1;
  snprintf(words, sizeof words, "rank %d: no luck on %d", first, first);
  EXPECT(status == (first == 1 ? JATO_E_MEMORY : JATO_E_DEVICE));
  EXPECT(error->status == status);
  EXPECT(strcmp(error->text, comm->rank == first || first == 0 ? strstr(words, "no") : words) == 0);
}

static void failing(void)
{
  double x[2];
  jato_error error = {JATO_OK, ""};
  jato_status own = comm->rank == 1 ? JATO_E_MEMORY : JATO_E_DEVICE;
  int fails = comm->rank >= 1 || comm->size == 1;
  unsigned flags = 2;
  jx_best_reduction reduction = reduction_of(x, 2, -7);
  if (fails) reduction.status = jx_fail(&error, own, "no luck on %d", comm->rank);
  expect_failure(reduce(&reduction, &error), &error);

  error = (jato_error){JATO_OK, ""};
  if (fails) (void)jx_fail(&error, own, "no luck on %d", comm->rank);
  expect_failure(comm->ops->agree(comm, fails ? own : JATO_OK, &flags, &error), &error);

  /* They go on. */
  flags = 1U << comm->rank % JX_AGREED_BITS;
  EXPECT(comm->ops->agree(comm, JATO_OK, &flags, NULL) == JATO_OK);
  EXPECT(flags == (comm->size < JX_AGREED_BITS ? (1U << comm->size) - 1 : 0xffU));
  reduction = reduction_of(x, 2, comm->rank);
  EXPECT(reduce(&reduction, NULL) == JATO_OK);
  expect_winner(&reduction, 0, 0);
}

static void halos(void)
{
  int rank = comm->rank, size = comm->size, before = -1, behind = -1;
  int to_before = 2 * rank, to_behind = 2 * rank + 1;
  jx_halo halo = {sizeof before, &to_before, &to_behind, &before, &behind};
  for (int i = 0; i < 3; i++) {
    EXPECT(comm->ops->halo(comm, &halo, NULL) == JATO_OK);
    EXPECT(before == 2 * ((rank + size - 1) % size) + 1 + 100 * i);
    EXPECT(behind == 2 * ((rank + 1) % size) + 100 * i);
    to_before += 100;
    to_behind += 100;
  }
}

/* Parts of different lengths; none of rank 0. */
static void parts(void)
{
  int size = comm->size, rank = comm->rank, total = size * (size - 1) / 2;
  int *all = calloc((size_t)total + 1, sizeof *all), *out = calloc((size_t)total + 1, sizeof *out);
  size_t *bytes = calloc((size_t)size, sizeof *bytes), *in = calloc((size_t)size, sizeof *in);
  if (all == NULL || out == NULL || bytes == NULL || in == NULL) abort();
  for (int r = 0; r < size; r++) bytes[r] = (size_t)r * sizeof *all;
  for (int i = 0; i < rank; i++) all[rank * (rank - 1) / 2 + i] = 10 * rank + i;
  EXPECT(comm->ops->gather(comm, all, bytes, NULL) == JATO_OK);
  for (int r = 0, at = 0; r < size; r++)
    for (int i = 0; i < r; i++) EXPECT(all[at++] == 10 * r + i);

  /* To rank r go r numbers of each; so `rank` of them come from each. */
  for (int r = 0, at = 0; r < size; in[r++] = (size_t)rank * sizeof *all)
    for (int i = 0; i < r; i++) out[at++] = 100 * rank + r;
  int *got = calloc((size_t)(size * rank) + 1, sizeof *got);
  if (got == NULL) abort();
  EXPECT(comm->ops->swap(comm, &(jx_swap){out, bytes, got, in}, NULL) == JATO_OK);
  for (int i = 0; i < size * rank; i++) EXPECT(got[i] == 100 * (i / rank) + rank);

  int given = rank, last = size - 1;
  if (last > 0 && (rank == 0 || rank == last))
    EXPECT(comm->ops->send(comm, last, &given, sizeof given, NULL) == JATO_OK);
  EXPECT(given == (rank == 0 ? last : rank));
  free(all);
  free(out);
  free(bytes);
  free(in);
  free(got);
}

/* The last rank does not take part in a reduction. The others give it up, and nothing that they do
 * then waits for anybody, or is written to by messages that come late. */
static void give_up(const jato_allocator *allocator)
{
  double began = MPI_Wtime(), *x = malloc(2 * sizeof *x);
  jato_error error = {JATO_OK, ""};
  unsigned flags = 0;
  int ends[4] = {0};
  if (x == NULL) abort();
  jx_best_reduction reduction = reduction_of(x, 2, comm->rank);
  EXPECT(comm->ops->begin_best(comm, &reduction, &error) == JATO_OK);
  comm->ops->progress(comm);
  EXPECT(comm->ops->end_best(comm, &reduction, &error) == JATO_E_DEVICE);
  EXPECT(strstr(error.text, "other ranks have not answered for 1 s") != NULL);
  jx_halo halo = {sizeof *ends, &ends[0], &ends[1], &ends[2], &ends[3]};
  EXPECT(comm->ops->halo(comm, &halo, &error) == JATO_E_DEVICE);
  EXPECT(comm->ops->broadcast(comm, 0, x, sizeof *x, &error) == JATO_E_DEVICE);
  EXPECT(comm->ops->agree(comm, JATO_E_FILE, &flags, &error) == JATO_E_FILE);
  EXPECT(comm->ops->agree(comm, JATO_OK, &flags, &error) == JATO_E_DEVICE);
  free(x);
  comm->ops->destroy(&comm);
  EXPECT(jx_mpi_ops.create(allocator, 1, &comm, &error) == JATO_E_DEVICE);
  EXPECT(strstr(error.text, "in an earlier run of this process") != NULL);
  int code = 0;
  EXPECT(jx_mpi_ops.end(&code) == 0);
  EXPECT(MPI_Wtime() - began < 3);
}

static int be_silent_or_give_up(const jato_allocator *allocator)
{
  int rank = comm->rank;
  if (rank == comm->size - 1) {
    (void)sleep(30); /* no rank waits for it */
    return 1;
  }
  give_up(allocator);
  printf("%d given up, %d failures\n", rank, failures);
  fflush(stdout);
  (void)sleep(2); /* until the other has said so, too */
  jx_mpi_ops.abandon(3);
  return 3;
}

static int ask_all(void)
{
  bests();
  ties();
  failing();
  halos();
  parts();
  bests();
  unsigned flags = failures > 0;
  EXPECT(comm->ops->agree(comm, JATO_OK, &flags, NULL) == JATO_OK);
  jx_mpi_ops.destroy(&comm);
  int all = flags != 0;
  (void)jx_mpi_ops.end(&all);
  return all;
}

int main(int argc, char **argv)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jato_error error = {JATO_OK, ""};
  int rank = 0, size = 0, expected = argc >= 2 ? atoi(argv[1]) : 0, is_silent = argc >= 3;
  if (jx_mpi_ops.begin(NULL, &rank, &size, &error) != JATO_OK || size != expected ||
      jx_mpi_ops.create(&allocator, is_silent ? 1 : 60, &comm, &error) != JATO_OK) {
    printf("%d ranks, and %d were expected: %s\n", size, expected, error.text);
    return 1;
  }
  own_rank = rank;
  return is_silent ? be_silent_or_give_up(&allocator) : ask_all();
}
