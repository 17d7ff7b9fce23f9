/* One run from its beginning, or from where a run file stands, to its end: with the live line, the
 * signals, the saving and the report. */
#pragma once

#include "base/ranks/ranks.h"
#include "subject/keep.h"
#include "subject/repeat.h"
#include "subject/subject.h"

#define CLI_SHOWN_AS_USUAL UINT64_MAX

typedef struct cli_performance {
  cli_ranks *ranks; /* that make it together */
  const jato_problem *problem;
  jato_record *record;        /* to be resumed; NULL: from the beginning */
  const cli_subject *subject; /* how it is compiled */
  const cli_subject *named;   /* what the user named as the problem; NULL: the file did */
  const char *name;           /* what people call the problem */
  jato_options options;       /* as chosen; the callbacks are filled in */
  const cli_settings *given;  /* on the command line, over those of a study; NULL without one */
  bool runs_process;          /* the objective is a program or a shared object */
  uint64_t shown; /* coordinates to be printed; CLI_SHOWN_AS_USUAL: 10, or 100 variables */
  bool json, quiet, explain, verbose;
} cli_performance;

#define CLI_EXPLAIN_OPTION(AT)                                                                    \
  {                                                                                               \
    "explain", 0, CLI_FLAG, NULL, "say what an algorithm that chooses does, whenever it changes", \
        AT(explain)                                                                               \
  }

/* Without it a summary leaves these out; --json has everything. */
#define CLI_VERBOSE_OPTION(AT)                                                         \
  {                                                                                    \
    "verbose", 0, CLI_FLAG, NULL, "print all parameters of the algorithm", AT(verbose) \
  }

/* Returns what the program is to exit with. */
int cli_perform(cli_performance *play);
