/* Shared by the files of this folder: the ranks' object, and waiting for requests. */
#pragma once

#include "comm/mpi/best_reduction.h"

#include <mpi.h>

enum { JX_MPI_HALO_REQUESTS = 4 };

enum { JX_MPI_MOST_AT_ONCE = 1 << 30 }; /* bytes: MPI counts in int */

/* Bytes of `stage`. */
enum { JX_MPI_STAGE = 1 << 20 };

/* Tags of messages. */
enum { JX_MPI_TO_BEHIND = 1, JX_MPI_TO_BEFORE, JX_MPI_GIVEN, JX_MPI_SWAPPED };

/* MPI may use the buffers of a call that was given up later, when the host program makes its own
 * next call of MPI. So the buffers are here, and not on the stack or in memory of the caller, which
 * may be reused by then; and this object is never released if a call was not finished
 * (jx_comm.is_abandoned). Halos and swaps, which are large and frequent, are not copied: their
 * callers do not release that memory either. */
typedef struct jx_mpi_ranks {
  jx_comm head;
  jx_pool pool;   /* of the arrays below */
  MPI_Comm world; /* a copy, which carries our messages alone */
  jx_halo halo;   /* of the requests below; bytes is 0 while there are none */
  MPI_Request request[JX_MPI_HALO_REQUESTS];
  jx_mpi_reduction reduction;
  char *stage;           /* [JX_MPI_STAGE]: data that is broadcast, sent or gathered */
  uint64_t flags[2];     /* what ranks agree on: this one's, and all ranks' */
  int failed[2];         /* likewise the first rank that failed */
  int *piece;            /* [2][size]: lengths and beginnings of parts that are gathered */
  MPI_Request *requests; /* [2 * size]: of a swap */
  MPI_Status *seen;      /* [2 * size + JX_MPI_HALO_REQUESTS]: for MPI to write to */
  int survives;          /* the other ranks continue when one is lost */
  int has_lost;          /* one was: memory of calls that wait for it is never released */
  int has_given_up;      /* they have not answered in time: given_up.h */
} jx_mpi_ranks;

/* jx_mpi_check for calls that involve other ranks of a run. */
jato_status jx_mpi_check_run(jx_mpi_ranks *own, int code, const char *what, jato_error *error);

/* Requests that were begun. */
typedef struct jx_mpi_begun {
  MPI_Request *requests;
  int count;
  size_t bytes; /* sent or received, about */
  const char *what;
} jx_mpi_begun;

/* Waits for requests that were begun with the result `code`. The time is limited, since a rank may
 * have been stopped, or have lost its connection. */
jato_status jx_mpi_finish(jx_mpi_ranks *own, int code, const jx_mpi_begun *begun,
                          jato_error *error);

/* Operation of jx_comm_ops. */
jato_status jx_mpi_swap(jx_comm *comm, const jx_swap *swap, jato_error *error);
