/* A run that several ranks make together: each holds a range of the swarm's tiles, and all of them
 * make the same calls. With one rank nothing here does anything. */
#ifndef JX_RUN_RANKS_H
#define JX_RUN_RANKS_H

#include "run/run.h"

/* Called by all ranks before they make anything: the seed is that of rank 0. Fails on its own where
 * ranks were asked for different runs, or for what takes one rank. */
jato_status jx_ranks_begin(jato_run *run, jato_error *error);

/* Fails for what takes one rank: `what` needs the whole swarm. */
jato_status jx_ranks_refuse(const jato_run *run, const char *what, jato_error *error);

/* Called by all ranks at the end of an iteration: they fail together, where `status` of one is not
 * JATO_OK, and stop together, where the clock or the caller of one says so. *limit is the limit
 * that this rank has reached. */
jato_status jx_ranks_agree(jato_run *run, jato_status status, jato_stop *limit, jato_error *error);

#endif
