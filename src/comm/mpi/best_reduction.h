/* Exchanges what the ranks found in a pass, and the position of the best, in one all-reduce: on
 * many ranks the number of rounds takes the time, and a broadcast would double it. On networks with
 * few long links the bytes matter, too, so only the bytes in use are sent. */
#pragma once

#include "contract/comm.h"

#include <mpi.h>

/* A position of up to so many bytes is part of the message. A longer one is broadcast if needed. */
#define JX_MPI_MOST_CARRIED 4096

/* What one rank has found, or all of them. */
typedef struct jx_mpi_message {
  double value; /* +infinity: nothing was found; -infinity: the rank has failed */
  uint64_t particle, nonfinite;
  uint32_t step, rank; /* rank: the one that found it, or failed */
  uint32_t flags;
  uint32_t carried; /* bytes of x, the same on all ranks; whole words, which MPI keeps aligned */
  union {
    double wide[JX_MPI_MOST_CARRIED / sizeof(double)];
    float single[JX_MPI_MOST_CARRIED / sizeof(float)];
  } x; /* the position, if it is wanted */
} jx_mpi_message;

/* Must not be moved while a reduction is open. */
typedef struct jx_mpi_reduction {
  MPI_Request request; /* of the one that is open */
  int polled;          /* MPI's code of the last test of the request */
  MPI_Op join;
  MPI_Datatype type; /* of a message with `carried` bytes of x */
  uint32_t carried;
  jx_mpi_message own, all;
} jx_mpi_reduction;

/* The state before the first reduction. */
#define JX_MPI_NO_REDUCTION \
  ((jx_mpi_reduction){.request = MPI_REQUEST_NULL, .join = MPI_OP_NULL, .type = MPI_DATATYPE_NULL})

/* Called by all ranks. Returns a code of MPI. */
int jx_mpi_reduction_begin(jx_mpi_reduction *own, MPI_Comm world, int rank,
                           const jx_best_reduction *reduction);

/* Advances an open reduction; called by this rank alone. */
void jx_mpi_reduction_progress(jx_mpi_reduction *own);

/* After the request has completed: whether a rank has failed, namely own->all.rank. */
int jx_mpi_reduction_has_failed(const jx_mpi_reduction *own);

/* After that, if none has failed: writes what was found to *reduction. Returns 0 if x is wanted and
 * was too long for the message. */
int jx_mpi_reduction_end(const jx_mpi_reduction *own, jx_best_reduction *reduction);

/* Requires that no reduction is open, and that MPI runs. */
void jx_mpi_reduction_release(jx_mpi_reduction *own);
