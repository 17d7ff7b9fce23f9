/* What the ranks of a run tell each other: processes that hold a part of one swarm each. A run is
 * written against this; with one rank it costs nothing.
 *
 * Every operation but create and destroy is called by all ranks, in the same order and with the
 * same counts, by the thread of the run. Each fails with JATO_E_DEVICE when a rank is lost. */
#ifndef JX_COMM_H
#define JX_COMM_H

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

typedef struct jx_comm_ops jx_comm_ops;

/* The head of a comm; each kind's own begins with it. */
typedef struct jx_comm {
  const jx_comm_ops *ops;
  int rank, size; /* rank is 0..size - 1 */
} jx_comm;

struct jx_comm_ops {
  const char *name;
  const char *summary;

  jato_status (*create)(const jato_allocator *allocator, jx_comm **out, jato_error *error);
  void (*destroy)(jx_comm **comm); /* NULL is fine */

  /* Makes *found the join of all ranks', and x[dim] the position of its particle. */
  jato_status (*best)(jx_comm *comm, jx_pass_result *found, double *x, size_t dim,
                      jato_error *error);

  /* Adds numbers[count] up over all ranks, in the order of ranks, so that their bits do not depend
   * on who was first. */
  jato_status (*sum)(jx_comm *comm, double *numbers, size_t count, jato_error *error);

  /* Hands edges round. With one rank what goes out behind comes in from before, and the other way
   * round. */
  jato_status (*halo)(jx_comm *comm, const jx_halo *halo, jato_error *error);

  /* Rank 0 gets mine[bytes] of all ranks as all[size][bytes], in their order; `all` is not looked
   * at elsewhere. */
  jato_status (*gather)(jx_comm *comm, const void *mine, size_t bytes, void *all,
                        jato_error *error);

  /* Makes *flags the union of the bits that any rank has set: a run stops, saves or fails on all
   * ranks at once. */
  jato_status (*agree)(jx_comm *comm, unsigned *flags, jato_error *error);
};

#endif
