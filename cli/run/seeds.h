/* jato minimize --seeds and --restarts: many runs of one problem, and what they have in common. */
#pragma once

#include "run/perform.h"

typedef struct cli_seeds {
  uint64_t first, last; /* both among them */
} cli_seeds;

/* Reads "1..1000". Returns CLI_DONE, or CLI_USAGE after a message. */
int cli_seeds_read(const char *text, cli_seeds *seeds);

/* Makes the runs and prints what came of them. Returns what the program is to exit with. */
int cli_perform_seeds(cli_performance *play, const cli_seeds *seeds);
