/* How a run is kept: whether it can be, and whether it worked. */
#pragma once

#include <stdbool.h>

#include "base/command.h"
#include "base/progress.h"

enum { CLI_MOST_KEPT = 9 }; /* as jato_options.keep says */

/* Whether what is said of saving fits together and a file can be made there. Returns CLI_DONE, or
 * after a message what the program is to exit with. */
int cli_keep_check(const jato_options *options);

/* Room for a file's name. */
enum { CLI_PATH = 4096 };

/* Says that there is a checkpoint of this name, and returns CLI_USAGE. */
int cli_keep_refuse(const char *found, const char *instead);

/* How the saving of a run went; lives as long as the run. */
typedef struct cli_saving {
  cli_progress *progress; /* whose line is taken off before something is written */
  bool failed;            /* the last one did */
  char why[512];
  bool explains; /* what the algorithm says of itself is printed */
} cli_saving;

/* Sets the callbacks that report about saving. */
void cli_keep_options(cli_saving *saving, jato_options *options);
