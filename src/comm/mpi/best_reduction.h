/* What ranks say at the end of a pass, and where the best of all was found, in one all-reduce: what
 * takes time on many ranks is the number of rounds, and a broadcast takes as many again. On
 * networks whose long links are few it is the bytes, too, so there are no more than needed. */
#pragma once

#include "contract/comm.h"

#include <mpi.h>

/* A position goes along up to so many bytes. A longer one follows by itself where it is wanted. */
#define JX_MPI_MOST_CARRIED 4096

/* What one rank has found, then what all have. */
typedef struct jx_mpi_said {
  double value; /* +infinity: nothing was found; -infinity: the rank has failed */
  uint64_t particle, nonfinite;
  uint32_t step, rank; /* rank: that found it, or failed */
  uint32_t flags;
  uint32_t carried; /* bytes of x, the same on all ranks; whole words, which MPI keeps aligned */
  union {
    double wide[JX_MPI_MOST_CARRIED / sizeof(double)];
    float single[JX_MPI_MOST_CARRIED / sizeof(float)];
  } x; /* where wanted */
} jx_mpi_said;

/* Stays where it is while a reduction is open. */
typedef struct jx_mpi_reduction {
  MPI_Request request; /* of the one that is open */
  int looked;          /* what the last look at it came to, by MPI's code */
  MPI_Op join;
  MPI_Datatype type; /* of what ranks say, with `carried` bytes of x */
  uint32_t carried;
  jx_mpi_said own, all;
} jx_mpi_reduction;

/* Before the first one. */
#define JX_MPI_NO_REDUCTION \
  ((jx_mpi_reduction){.request = MPI_REQUEST_NULL, .join = MPI_OP_NULL, .type = MPI_DATATYPE_NULL})

/* Called by all ranks. Returns a code of MPI. */
int jx_mpi_reduction_begin(jx_mpi_reduction *own, MPI_Comm world, int rank,
                           const jx_best_reduction *reduction);

/* Lets it go on, by this rank alone. */
void jx_mpi_reduction_progress(jx_mpi_reduction *own);

/* When its request is done: whether a rank has failed, which is own->all.rank. */
int jx_mpi_reduction_has_failed(const jx_mpi_reduction *own);

/* Then, where none has: tells what was found. Returns 0 where x is wanted and was not sent along.
 */
int jx_mpi_reduction_end(const jx_mpi_reduction *own, jx_best_reduction *reduction);

/* None is open. Between the beginning and the end of MPI. */
void jx_mpi_reduction_release(jx_mpi_reduction *own);
