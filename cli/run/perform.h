/* One run from its beginning, or from where a run file stands, to its end: with the live line, the
 * signals, the saving and the report. */
#pragma once

#include "base/ranks/ranks.h"
#include "subject/keep.h"
#include "subject/repeat.h"
#include "subject/subject.h"

#define CLI_SHOWN_AS_USUAL UINT64_MAX

/* How a run is shown while and after it is made. */
typedef struct cli_manner {
  cli_ranks *ranks; /* that make it together */
  uint64_t shown;   /* coordinates to be printed; CLI_SHOWN_AS_USUAL: 10, or 100 variables */
  bool json, quiet, explain, verbose;
} cli_manner;

/* Rows of a command's options; AT(member) is the offset of a member of its request, which has a
 * cli_manner named manner and a cli_subject named subject. */
/* clang-format off: rows of a table are no block */
#define CLI_RUN_OPTIONS(AT)                                                                   \
  {"x",                                                                                       \
   'x',                                                                                       \
   CLI_COUNT,                                                                                 \
   "N",                                                                                       \
   "print N coordinates of the best point (default: 10; --json: all)",                        \
   AT(manner.shown)},                                                                         \
      CLI_NO_CACHE_OPTION(AT),                                                                \
      {"json", 'j', CLI_FLAG, NULL, "print one JSON object", AT(manner.json)},                \
      {"quiet", 'q', CLI_FLAG, NULL, "show no progress", AT(manner.quiet)},                   \
      {"explain",                                                                             \
       0,                                                                                     \
       CLI_FLAG,                                                                              \
       NULL,                                                                                  \
       "say what an algorithm that chooses does, whenever it changes",                        \
       AT(manner.explain)},                                                                   \
  {                                                                                           \
    "verbose", 0, CLI_FLAG, NULL, "print all parameters of the algorithm", AT(manner.verbose) \
  }
/* clang-format on */

typedef struct cli_performance {
  const cli_manner *manner;
  const jato_problem *problem;
  jato_record *record;        /* to be resumed; NULL: from the beginning */
  const cli_subject *subject; /* how it is compiled */
  const cli_subject *named;   /* what the user named as the problem; NULL: the file did */
  const char *name;           /* what people call the problem */
  jato_options options;       /* as chosen; the callbacks are filled in */
  const cli_settings *given;  /* on the command line, over those of a study; NULL without one */
  bool runs_process;          /* the objective is a program or a shared object */
} cli_performance;

/* Whether the run goes on from the file that it is saved in: `resume`, and there is one that is
 * whole. Returns CLI_DONE, or CLI_USAGE after a message if there is one and `resume` is false. */
int cli_find_start(const jato_options *options, bool resume, bool *goes_on);

/* Returns what the program is to exit with. */
int cli_perform(cli_performance *play);
