/* What `jato minimize` and `jato resume` print when the run has ended. */
#pragma once

#include "base/profile/kernel_times.h"
#include "subject/repeat.h"

typedef struct cli_summary {
  jato_problem_info problem;
  const jato_problem *named; /* the problem, where its variables have names; NULL otherwise */
  /* For an objective that no device evaluates; NULL otherwise. */
  const jato_space *space;       /* with its constraints */
  const jato_failures *failures; /* what became of evaluations */

  cli_repeat repeat;               /* with the result, and how the run was made */
  int ranks;                       /* that have made it; the device is that of rank 0 */
  const double *x;                 /* [problem.dim]: the best point */
  const double *c;                 /* its constraints; NULL without */
  const char *stop;                /* why it ended, as a word */
  uint64_t shown;                  /* how many coordinates people get to see */
  bool verbose;                    /* every parameter, not only those that were changed */
  bool kept;                       /* the user wanted it saved */
  const char *saved;               /* the file it is in; NULL where it is in none */
  const cli_kernel_times *kernels; /* where its time went; NULL unless asked for */
} cli_summary;

void cli_summary_text(const cli_summary *report);
void cli_summary_json(const cli_summary *report);
