/* Ranks that wait for one that is late, by processes of MPI: what they do meanwhile, and what
 * becomes of calls that are given up. Prints nothing where all is well; run by
 * tests/mpi/operations.
 *
 *   patience agree | broadcast | gather | send   the last rank comes after the others have given it
 * up patience sleep                           the last rank comes late, and the others take no time
 *   patience swap                            rank 0 has more for the others than MPI counts in int
 */
#define _GNU_SOURCE /* memfd_create */
#include "comm/comms.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static jx_comm *comm;
static int failures;

#define EXPECT(what)                                                 \
  do {                                                               \
    if (!(what)) {                                                   \
      printf("rank %d, line %d: %s\n", comm->rank, __LINE__, #what); \
      failures++;                                                    \
    }                                                                \
  } while (0)

/* ---- Calls that are given up -------------------------------------------------------------------
 */

enum { OTHERS_GAVE_UP = 1, IS_THROUGH }; /* tags of the host's own messages */
enum { MANY = 64, FILL = 0xAA };

/* What is asked of the others, with numbers on this function's own stack. */
static jato_status call(const char *what)
{
  jato_error error = {JATO_OK, ""};
  unsigned flags = 1U << comm->rank;
  double numbers[MANY];
  size_t bytes[MANY];
  for (int i = 0; i < MANY; i++) numbers[i] = 3.5;
  for (int i = 0; i < MANY; i++) bytes[i] = i < comm->size ? 2 * sizeof(double) : 0;
  if (strcmp(what, "broadcast") == 0)
    return comm->ops->broadcast(comm, comm->size - 1, numbers, sizeof numbers, &error);
  if (strcmp(what, "gather") == 0) return comm->ops->gather(comm, numbers, bytes, &error);
  if (strcmp(what, "send") == 0 && comm->rank > 0 && comm->rank < comm->size - 1)
    return JATO_E_DEVICE;
  if (strcmp(what, "send") == 0)
    return comm->ops->send(comm, comm->size - 1, numbers, sizeof numbers, &error);
  return comm->ops->agree(comm, JATO_OK, &flags, &error);
}

/* The host continues to use MPI, and has something else where the call's stack was. */
static __attribute__((noinline)) int count_changes(void)
{
  volatile unsigned char own[32768];
  int last = comm->size - 1, is_through = 0, changes = 0;
  for (size_t i = 0; i < sizeof own; i++) own[i] = FILL;
  (void)MPI_Send(NULL, 0, MPI_BYTE, last, OTHERS_GAVE_UP, MPI_COMM_WORLD);
  while (!is_through)
    (void)MPI_Iprobe(last, IS_THROUGH, MPI_COMM_WORLD, &is_through, MPI_STATUS_IGNORE);
  for (double until = MPI_Wtime() + 0.1; MPI_Wtime() < until;)
    (void)MPI_Iprobe(last, IS_THROUGH, MPI_COMM_WORLD, &is_through, MPI_STATUS_IGNORE);
  for (size_t i = 0; i < sizeof own; i++) changes += own[i] != FILL;
  return changes;
}

static void give_up(const char *what)
{
  int last = comm->size - 1;
  if (comm->rank < last) {
    EXPECT(call(what) == JATO_E_DEVICE);
    EXPECT(count_changes() == 0);
    EXPECT(comm->is_abandoned || (strcmp(what, "send") == 0 && comm->rank > 0));
    return;
  }
  for (int rank = 0; rank < last; rank++)
    (void)MPI_Recv(NULL, 0, MPI_BYTE, rank, OTHERS_GAVE_UP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT(call(what) == JATO_OK);
  for (int rank = 0; rank < last; rank++)
    (void)MPI_Send(NULL, 0, MPI_BYTE, rank, IS_THROUGH, MPI_COMM_WORLD);
}

/* ---- Waiting -----------------------------------------------------------------------------------
 */

/* How often MPI is asked whether something is done: a process that does not sleep asks a million
 * times a second, or as often as a busy machine lets it. */
static long tests;

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
  tests++;
  return PMPI_Testall(count, requests, flag, statuses);
}

static double seconds_of(struct timeval time)
{
  return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static double processor_seconds(void)
{
  struct rusage used;
  (void)getrusage(RUSAGE_SELF, &used);
  return seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
}

static void wait_asleep(void)
{
  unsigned flags = 0;
  EXPECT(comm->ops->agree(comm, JATO_OK, &flags, NULL) == JATO_OK); /* all are here */
  double used = processor_seconds();
  tests = 0;
  if (comm->rank == comm->size - 1) (void)sleep(2);
  EXPECT(comm->ops->agree(comm, JATO_OK, &flags, NULL) == JATO_OK);
  used = processor_seconds() - used;
  if (used > 0.5 || tests > 60000)
    printf("rank %d: in 2 s of waiting %.2f s of processor time, %ld tests\n", comm->rank, used,
           tests);
  EXPECT(used <= 0.5 && tests <= 60000);
}

/* ---- Swaps -------------------------------------------------------------------------------------
 */

/* Memory of any length, of which there are 16 MiB: over and over again. */
static char *make_long(size_t bytes, char value)
{
  const size_t once = (size_t)16 << 20;
  int file = memfd_create("memory", 0);
  char *start =
      mmap(NULL, bytes + once, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (file < 0 || start == MAP_FAILED || ftruncate(file, (off_t)once) != 0) abort();
  for (size_t at = 0; at < bytes; at += once)
    if (mmap(start + at, once, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) ==
        MAP_FAILED)
      abort();
  (void)close(file);
  memset(start, value, once);
  return start;
}

/* Each of the others gets less than 2 GiB, and knows nothing of what rank 0 has for the rest. */
static void swap_much(void)
{
  size_t one = (size_t)0x50000000 + 7, out_bytes[3] = {0}, in_bytes[3] = {0};
  jato_error error = {JATO_OK, ""};
  int is_first = comm->rank == 0;
  out_bytes[1] = out_bytes[2] = is_first ? one : 0;
  in_bytes[0] = is_first ? 0 : one;
  char *out = make_long(is_first ? 2 * one : 1, 7), *in = make_long(is_first ? 1 : one, 0);
  const jx_swap swap = {out, out_bytes, in, in_bytes};
  jato_status status = comm->ops->swap(comm, &swap, &error);
  if (status != JATO_OK) printf("rank %d: %s\n", comm->rank, error.text);
  EXPECT(status == JATO_OK);
  EXPECT(is_first || (in[0] == 7 && in[one - 1] == 7));
}

int main(int argc, char **argv)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jato_error error = {JATO_OK, ""};
  int rank = 0, size = 0;
  const char *what = argc > 1 ? argv[1] : "agree";
  if (jx_mpi_ops.begin(NULL, &rank, &size, &error) != JATO_OK || size < 2) return 1;
  int swaps = strcmp(what, "swap") == 0, sleeps = strcmp(what, "sleep") == 0;
  double patience = swaps ? 20 : sleeps || rank == size - 1 ? 60 : 1;
  if (jx_mpi_ops.create(&allocator, patience, &comm, &error) != JATO_OK) return 1;
  if (swaps)
    swap_much();
  else if (sleeps)
    wait_asleep();
  else
    give_up(what);
  fflush(stdout);
  if (!swaps && !sleeps) { /* ranks that have given up others do not end together */
    int all = failures;
    (void)MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    (void)MPI_Finalize();
    return all != 0;
  }
  comm->ops->destroy(&comm);
  (void)jx_mpi_ops.end(&failures);
  return failures != 0;
}
