/* What the ranks of a run tell each other: processes that hold a part of one swarm each. A run is
 * written against this; with one rank it costs nothing.
 *
 * Every operation but begin, end, create, destroy, progress and send is called by all ranks, in the
 * same order and (but for swap) with the same counts, by the thread of the run. When one returns,
 * memory that it was given is the caller's again, but for that of halo and swap where it failed:
 * see jx_comm_release. Each fails when a rank is lost: with JATO_E_LOST where those that are left
 * can shrink and go on, with JATO_E_DEVICE elsewhere.
 *
 * No bit may depend on how many ranks there are. So there is no sum of reals here: what is added up
 * goes from rank to rank, in the order of tiles. */
#pragma once

#include "base/memory.h"
#include "base/status.h"

#include <math.h>

/* What one pass over tiles found: of a thread, a device, a rank or all of them. */
typedef struct jx_pass_result {
  double value;       /* smallest finite value of this pass; +infinity without one */
  uint64_t particle;  /* the lowest particle that has it */
  uint64_t nonfinite; /* values that were NaN or infinite */
  double seconds;     /* what the pass took on the device */
  uint64_t step;      /* of several steps of a pass, the first one in which it was found */
} jx_pass_result;

#define JX_FOUND_NOTHING ((jx_pass_result){.value = INFINITY, .particle = UINT64_MAX})

/* Joins `one` to `all`: the smaller value, of equal ones that of the earlier step, and the lower
 * particle of two of one step, so that the order of joining cannot matter. */
static inline void jx_pass_result_join(jx_pass_result *all, const jx_pass_result *one)
{
  int first = one->step < all->step || (one->step == all->step && one->particle < all->particle);
  int better = one->value < all->value || (one->value == all->value && first);
  all->value = better ? one->value : all->value;
  all->step = better ? one->step : all->step;
  all->particle = better ? one->particle : all->particle;
  all->nonfinite += one->nonfinite;
  all->seconds = fmax(all->seconds, one->seconds);
}

/* What a rank hands to the ranks before and behind it, in a ring, and gets from them. */
typedef struct jx_halo {
  size_t bytes; /* of each */
  const void *to_before, *to_behind;
  void *from_before, *from_behind;
} jx_halo;

/* What a rank hands to every rank, itself among them, and gets from them: parts one behind the
 * other in the order of ranks, out_bytes[size] and in_bytes[size] long. */
typedef struct jx_swap {
  const void *out;
  const size_t *out_bytes;
  void *in;
  const size_t *in_bytes;
} jx_swap;

/* What a rank brings to the end of a pass, and what all of them continue with. */
typedef struct jx_best_reduction {
  jato_status status;   /* of the rank's own part; if it is not JATO_OK, what follows is ignored */
  jx_pass_result found; /* by the rank, then by all; of a NaN as of nothing */
  double known; /* a position is wanted of what is smaller than this; the same on all ranks */
  double *x;    /* [dim]: where the rank found its own; then, where wanted, that of all */
  size_t dim;
  int in_float;   /* coordinates of x are numbers of single precision; the same on all ranks */
  unsigned flags; /* bits, as those of `agree`: the rank's own, then those that any has set */
} jx_best_reduction;

/* jx_comm.patience by default: a checkpoint of the others may take minutes. */
#define JX_RANK_SECONDS 600.0

typedef struct jx_comm_ops jx_comm_ops;

/* The head of a comm; each kind's own begins with it. */
typedef struct jx_comm {
  const jx_comm_ops *ops;
  int rank, size;   /* rank is 0..size - 1 */
  double patience;  /* seconds after which others that do not answer are taken for lost */
  int is_abandoned; /* a call was not finished, and its messages may still come */
} jx_comm;

/* Releases memory that halo or swap were given. Where a call was not finished it is left to the end
 * of the process. */
static inline void jx_comm_release(const jx_comm *comm, const jato_allocator *allocator,
                                   void *memory)
{
  if (comm == NULL || !comm->is_abandoned) jx_release(allocator, memory);
}

static inline void jx_comm_release_pool(const jx_comm *comm, jx_pool *pool)
{
  if (comm == NULL || !comm->is_abandoned) jx_pool_release(pool);
}

/* The first of a rank's things, where `count` in a row are shared out in parts that differ by one
 * at most; for the rank behind the last one, `count`. */
static inline uint64_t jx_comm_first(const jx_comm *comm, uint64_t count, int rank)
{
  uint64_t size = (uint64_t)comm->size, more = count % size, r = (uint64_t)rank;
  return r * (count / size) + (r < more ? r : more);
}

/* Bits that ranks can agree on: flags 1 << 0 to 1 << JX_AGREED_BITS - 1. */
#define JX_AGREED_BITS 8

struct jx_comm_ops {
  const char *name;
  const char *summary;

  /* Called once in a process, before and after all runs: see jato/ranks.h. end, abandon and shrink
   * are NULL if a process is always alone. */
  jato_status (*begin)(const void *communicator, int *rank, int *size, jato_error *error);
  int (*end)(int *code);
  void (*abandon)(int code);
  int (*shrink)(jato_status status, int *rank, int *size, int *lost);

  jato_status (*create)(const jato_allocator *allocator, double patience, jx_comm **out,
                        jato_error *error);
  void (*destroy)(jx_comm **comm); /* NULL is fine */

  /* Makes reduction->found the join of all ranks' but for its seconds, and x the position of its
   * particle where that is wanted. Where the status of a rank is not JATO_OK, all return that of
   * the first such rank, with its words in *error: what it has there when it ends the reduction.
   * Ranks may compute between the two, and call other operations; one reduction is open at a time,
   * and stays where it is. */
  jato_status (*begin_best)(jx_comm *comm, jx_best_reduction *reduction, jato_error *error);
  jato_status (*end_best)(jx_comm *comm, jx_best_reduction *reduction, jato_error *error);

  /* Advances an open reduction, since some implementations of MPI do so only when they are called:
   * answers messages that have arrived, without waiting. Called by one rank alone, as often as it
   * likes; cheap if there is nothing to do. NULL: reductions need no calls. */
  void (*progress)(jx_comm *comm);

  /* Exchanges halos with the ranks before and behind. With one rank what goes out behind comes in
   * from before, and the other way round. */
  jato_status (*halo)(jx_comm *comm, const jx_halo *halo, jato_error *error);

  /* Makes data[bytes] of all ranks those of rank `from`. */
  jato_status (*broadcast)(jx_comm *comm, int from, void *data, size_t bytes, jato_error *error);

  /* Completes `all`: the parts of all ranks one behind the other, bytes[size] of each, which are
   * the same numbers on all ranks. Each has laid its own part in its place. */
  jato_status (*gather)(jx_comm *comm, void *all, const size_t *bytes, jato_error *error);

  /* Hands parts of all ranks to all ranks. Each knows how long those are that it gets. */
  jato_status (*swap)(jx_comm *comm, const jx_swap *swap, jato_error *error);

  /* Hands data[bytes] of rank `from` to rank 0; called by these two alone, which are not the same.
   */
  jato_status (*send)(jx_comm *comm, int from, void *data, size_t bytes, jato_error *error);

  /* Makes *flags the union of the bits that any rank has set, and fails on all ranks where one
   * brings a status other than JATO_OK, as `best` does: a run stops or fails on all ranks at
   * once. */
  jato_status (*agree)(jx_comm *comm, jato_status status, unsigned *flags, jato_error *error);
};
