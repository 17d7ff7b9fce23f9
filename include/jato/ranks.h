/* Ranks: processes that make one run together, each with a part of its swarm. See docs/cluster.md.
 *
 * A library that was built with MPI (JATO_MPI) talks by MPI. In any other there is one rank, and
 * these calls are fine all the same. */
#ifndef JATO_RANKS_H
#define JATO_RANKS_H

#include "base.h"

JATO_C_BEGIN

typedef struct jato_ranks {
  size_t size;  /* of this struct, as that of jato_result */
  int rank;     /* of this process: 0 .. count - 1 */
  int count;    /* how many there are */
  bool has_mpi; /* true: the library was built with MPI */
} jato_ranks;

/* Joins the ranks of a communicator, and says which one this process is. `comm` points to an
 * MPI_Comm, of which a duplicate is used until jato_ranks_end; NULL: the world, all ranks that this
 * process was started with (mpirun, srun). To be called before a run with jato_options.ranks; may
 * be called again, and the ranks of later runs are those of the last call. All ranks of *comm make
 * the call together. It starts MPI unless the program has; one that has a communicator has. */
JATO_API jato_status jato_ranks_begin_sized(const void *comm, jato_ranks *ranks, jato_error *error);
static inline jato_status jato_ranks_begin(const void *comm, jato_ranks *ranks, jato_error *error)
{
  if (ranks != NULL) ranks->size = sizeof *ranks;
  return jato_ranks_begin_sized(comm, ranks, error);
}

/* For ranks that can go on when others are lost: those of an Open MPI from 5 on, started by
 * mpirun --with-ft ulfm. Called by all ranks after a run with jato_options.ranks, with the status
 * it ended with on this one: JATO_OK, or JATO_E_LOST, with which it fails when a rank is lost;
 * after any other, and where ranks cannot go on, it does nothing and returns 0.
 *
 * Waits for all ranks that are left, and makes *ranks say which of them this one is, and how many
 * they are: later runs are theirs. *lost becomes the number that the last of those that were lost
 * was started with; -1: none was. Returns 1 if the run was not over on all of them: all make it
 * again then, from its file if it has one; and 0 if all have its result. */
JATO_API bool jato_ranks_shrink_sized(jato_ranks *ranks, jato_status status, int *lost);
static inline bool jato_ranks_shrink(jato_ranks *ranks, jato_status status, int *lost)
{
  if (ranks != NULL) ranks->size = sizeof *ranks;
  return jato_ranks_shrink_sized(ranks, status, lost);
}

/* Leaves them, at the end of the process. MPI is over then, unless the ranks are those of a
 * communicator that was given, whose duplicate is freed: then the caller ends MPI; or ranks can go
 * on when others are lost: there it lasts as long as the process. *code is what this rank would
 * exit with, and becomes the largest of all ranks. Returns 1, or 2 if ranks had different codes; or
 * 0 if others did not come: within ten seconds where *code is not 0, since they may wait for this
 * one in the middle of a run; else within a minute, and rank 0 itself, which may have much to
 * print, within ten; and at once after a run in which they did not answer (rank_timeout): no later
 * run waits for them either. Only jato_ranks_abandon helps then. */
JATO_API int jato_ranks_end(int *code);

/* Ends all ranks, wherever they are, this one too (MPI_Abort), a second later: what they have
 * written last would be lost on its way. With one rank it does nothing. */
JATO_API void jato_ranks_abandon(int code);

JATO_C_END
#endif
