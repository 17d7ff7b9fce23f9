/* The program as one of several ranks: rank 0 speaks, the others are silent unless they have
 * something else to say, and all exit with the same code. Without MPI there is one rank. */
#ifndef CLI_RANKS_H
#define CLI_RANKS_H

#include <stdio.h>

typedef struct cli_ranks {
  int rank;
  int heard;   /* descriptor of the standard error that people see; -1 on rank 0 */
  FILE *notes; /* what was written to it in the meantime */
} cli_ranks;

/* Returns CLI_DONE, or what to exit with after it has complained. */
int cli_ranks_begin(cli_ranks *ranks);

/* Returns what all ranks exit with. */
int cli_ranks_end(cli_ranks *ranks, int code);

/* How many there are. */
int cli_ranks_count(void);

#endif
