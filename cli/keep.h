/* How a run is kept: the options that minimize and resume share, and whether the keeping worked. */
#ifndef CLI_KEEP_H
#define CLI_KEEP_H

#include <stdbool.h>

#include "command.h"
#include "progress.h"

typedef struct cli_keep {
  const char *save; /* NULL: nothing is kept */
  double checkpoint;
  uint64_t earlier, frames;
  bool must_save;
} cli_keep;

/* Rows of a command's options; AT(member) is the offset of a member of its request, which has a
 * cli_keep named keep. */
#define CLI_KEEP_OPTIONS(AT)                                                                   \
  {"checkpoint",                                                                               \
   0,                                                                                          \
   CLI_SECONDS,                                                                                \
   "TIME",                                                                                     \
   "save as often: 30s, 500ms, 5m (30s), and at the end",                                      \
   AT(keep.checkpoint)},                                                                       \
      {"keep",                                                                                 \
       0,                                                                                      \
       CLI_COUNT,                                                                              \
       "N",                                                                                    \
       "earlier checkpoints that stay: FILE.1, FILE.2, ... (1)",                               \
       AT(keep.earlier),                                                                       \
       .least = 1,                                                                             \
       .most = CLI_MOST_KEPT},                                                                 \
  {                                                                                            \
    "must-save", 0, CLI_FLAG, NULL, "end the run where it cannot be saved", AT(keep.must_save) \
  }

enum { CLI_MOST_KEPT = 9 }; /* as jato_options.keep says */

/* Whether the options fit together and a file can be made there. Returns CLI_DONE, or after a
 * message what the program is to exit with. */
int cli_keep_check(const cli_keep *keep);

/* Room for a file's name. */
enum { CLI_PATH = 4096 };

/* Says that there is a checkpoint of this name, and returns CLI_USAGE. */
int cli_keep_refuse(const char *found, const char *instead);

/* How the saving of a run went; lives as long as the run. */
typedef struct cli_saving {
  cli_progress *progress; /* whose line is taken off before something is written */
  bool failed;            /* the last one did */
  char why[512];
} cli_saving;

/* Fills in what is kept, and who is told of it. */
void cli_keep_options(const cli_keep *keep, cli_saving *saving, jato_options *options);

#endif
