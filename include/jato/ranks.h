/* Ranks: processes that make one run together, each with a part of its swarm. See docs/cluster.md.
 *
 * A library that was built with MPI (JATO_MPI) talks by MPI. In any other there is one rank, and
 * these calls are fine all the same. */
#ifndef JATO_RANKS_H
#define JATO_RANKS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct jato_ranks {
  int rank; /* of this process: 0 .. size - 1 */
  int size; /* how many there are */
} jato_ranks;

/* Joins the ranks that this process was started with (mpirun, srun), and says which one it is. May
 * be called again. To be called before a run with jato_options.ranks; it starts MPI unless the
 * caller has. */
JATO_API jato_status jato_ranks_begin(jato_ranks *ranks, jato_error *error);

/* Leaves them, at the end of the process; MPI is over then. *code is what this rank would exit
 * with, and becomes the largest of all ranks. Returns 1, or 2 if ranks had different codes; or 0 if
 * *code is not 0 and others did not come within ten seconds: they may wait for this one in the
 * middle of a run, and only jato_ranks_abandon helps. */
JATO_API int jato_ranks_end(int *code);

/* Ends all ranks, wherever they are, this one too (MPI_Abort). With one rank it does nothing. */
JATO_API void jato_ranks_abandon(int code);

#ifdef __cplusplus
}
#endif
#endif
