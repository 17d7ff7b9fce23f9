/* What the files of this folder share: the ranks' object, and waiting for what was begun. */
#pragma once

#include "comm/mpi/best_reduction.h"

#include <mpi.h>

enum { JX_MPI_HALO_REQUESTS = 4 };

enum { JX_MPI_MOST_AT_ONCE = 1 << 30 }; /* bytes: MPI counts in int */

/* Bytes of `stage`. */
enum { JX_MPI_STAGE = 1 << 20 };

/* Tags of messages. */
enum { JX_MPI_TO_BEHIND = 1, JX_MPI_TO_BEFORE, JX_MPI_GIVEN, JX_MPI_SWAPPED };

/* MPI may go on using the buffers of a call that was given up: a host's next call of MPI, of its
 * own, takes such messages in. So they lie here, and not on the stack or in memory of the caller,
 * which are something else's by then; and this object is left to the end of the process where a
 * call was not finished (jx_comm.is_abandoned). Halos and swaps, which are large and frequent, are
 * not copied: their callers leave that memory likewise. */
typedef struct jx_mpi_ranks {
  jx_comm head;
  jx_pool pool;   /* of the arrays below */
  MPI_Comm world; /* a copy, which carries our messages alone */
  jx_halo halo;   /* of the requests below; bytes is 0 while there are none */
  MPI_Request request[JX_MPI_HALO_REQUESTS];
  jx_mpi_reduction reduction;
  char *stage;           /* [JX_MPI_STAGE]: what is shared, given or gathered */
  uint64_t flags[2];     /* what ranks agree on: this one's, and all ranks' */
  int failed[2];         /* likewise the first rank that failed */
  int *piece;            /* [2][size]: lengths and beginnings of parts that are gathered */
  MPI_Request *requests; /* [2 * size]: of a swap */
  MPI_Status *seen;      /* [2 * size + JX_MPI_HALO_REQUESTS]: for MPI to write to */
  int survives;          /* a rank that is lost is not the end of the others */
  int has_lost;          /* one was: what waits for it is left to the end of the process */
} jx_mpi_ranks;

/* jx_mpi_check, for what takes other ranks of a run. */
jato_status jx_mpi_check_run(jx_mpi_ranks *own, int code, const char *what, jato_error *error);

/* What was begun. */
typedef struct jx_mpi_begun {
  MPI_Request *requests;
  int count;
  size_t bytes; /* that go out or come in, about */
  const char *what;
} jx_mpi_begun;

/* Waits for what was begun with `code`; with a limit, since a rank may have been stopped, or have
 * lost its connection. */
jato_status jx_mpi_finish(jx_mpi_ranks *own, int code, const jx_mpi_begun *begun,
                          jato_error *error);

/* As jx_comm_ops has it. */
jato_status jx_mpi_swap(jx_comm *comm, const jx_swap *swap, jato_error *error);
