/* Ranks: processes that make one run together, each with a part of its swarm. See docs/cluster.md.
 *
 * A library that was built with MPI (JATO_MPI) talks by MPI. In any other there is one rank, and
 * these calls are fine all the same. */
#ifndef JATO_RANKS_H
#define JATO_RANKS_H

#include "base.h"

JATO_C_BEGIN

typedef struct jato_ranks {
  int rank;    /* of this process: 0 .. size - 1 */
  int size;    /* how many there are */
  int has_mpi; /* nonzero: the library was built with MPI */
} jato_ranks;

/* Joins the ranks that this process was started with (mpirun, srun), and says which one it is. May
 * be called again. To be called before a run with jato_options.ranks; it starts MPI unless the
 * caller has. */
JATO_API jato_status jato_ranks_begin(jato_ranks *ranks, jato_error *error);

/* For ranks that can go on when others are lost: those of an Open MPI from 5 on, started by
 * mpirun --with-ft ulfm. Called by all ranks after a run with jato_options.ranks, with the status
 * it ended with on this one: JATO_OK, or JATO_E_LOST, with which it fails when a rank is lost;
 * after any other, and where ranks cannot go on, it does nothing and returns 0.
 *
 * Waits for all ranks that are left, and makes *ranks say which of them this one is, and how many
 * they are: later runs are theirs. *lost becomes the number that the last of those that were lost
 * was started with; -1: none was. Returns 1 if the run was not over on all of them: all make it
 * again then, from its file if it has one; and 0 if all have its result. */
JATO_API int jato_ranks_shrink(jato_ranks *ranks, jato_status status, int *lost);

/* Leaves them, at the end of the process; MPI is over then, unless ranks can go on when others are
 * lost: there it lasts as long as the process. *code is what this rank would exit
 * with, and becomes the largest of all ranks. Returns 1, or 2 if ranks had different codes; or 0 if
 * others did not come: within ten seconds where *code is not 0, since they may wait for this one in
 * the middle of a run; else within a minute, and rank 0 itself, which may have much to print,
 * within ten; and at once after a run in which they did not answer (rank_timeout): no later run
 * waits for them either. Only jato_ranks_abandon helps then. */
JATO_API int jato_ranks_end(int *code);

/* Ends all ranks, wherever they are, this one too (MPI_Abort), a second later: what they have
 * written last would be lost on its way. With one rank it does nothing. */
JATO_API void jato_ranks_abandon(int code);

JATO_C_END
#endif
