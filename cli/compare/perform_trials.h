/* Makes the runs of a comparison, several at once. What comes out does not depend on how many. */
#pragma once

#include "compare/trials.h"
#include "compare/trial_file.h"

typedef struct cli_trials_plan {
  size_t jobs;        /* runs at once */
  const char *folder; /* finished runs are kept here; NULL: they are not */
  const char *about;  /* of cli_trial_about, for their files */
  bool quiet;         /* show no progress */
} cli_trials_plan;

/* Where a trial is kept, or would be. */
cli_trial_place cli_trials_place(const cli_comparison *comparison, const cli_trials_plan *plan,
                                 const cli_trial *trial);

/* Makes the runs that are not done, until all are or the user interrupts. Returns CLI_DONE in
 * either case, or, after a message that names the first run that failed, what the program is to
 * exit with. */
int cli_trials_perform(cli_comparison *comparison, const cli_trials_plan *plan);
