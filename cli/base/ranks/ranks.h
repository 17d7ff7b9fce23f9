/* The program as one of several ranks: rank 0 prints, the others print only messages that rank 0
 * does not have, and all exit with the same code. Without MPI there is one rank. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include <jato/jato.h>

typedef struct cli_ranks {
  int rank, size;
  int lost; /* the number that the last one that was lost was started with; -1: none */
  int seen; /* descriptors of standard output and error as people see them; -1 on the rank that
               prints */
  int heard;
  FILE *notes; /* what was written to standard error in the meantime */
} cli_ranks;

/* Returns CLI_DONE, or what to exit with after it has complained. */
int cli_ranks_begin(cli_ranks *ranks);

/* Returns what all ranks exit with. */
int cli_ranks_end(cli_ranks *ranks, int code);

/* Called by all ranks after a run, with what it ended with here. Whether ranks were lost, and the
 * others, which *ranks describes from now on, have to repeat it. */
bool cli_ranks_again(cli_ranks *ranks, jato_status status);

/* Called by all ranks after one of them has printed a result, and again while it is true: whether
 * others were lost since the last time. *takes_over: the rank that printed was among them, and this
 * rank prints from now on. */
bool cli_ranks_are_fewer(cli_ranks *ranks, bool *takes_over);

/* How many there are. */
int cli_ranks_count(void);
