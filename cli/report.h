/* What `jato minimize` prints when the run has ended. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include <jato/jato.h>

#include "subject.h"

typedef struct cli_report {
  const cli_subject *subject; /* as the user wrote it */
  const char *name;           /* what people call the problem */
  jato_problem_info problem;
  const jato_options
      *asked; /* as the user wrote it: the command to repeat the run is made from it */
  const jato_result *result;
  const double *x;  /* [problem.dim]: the best place */
  const char *stop; /* why it ended, as a word */
  uint64_t shown;   /* how many coordinates people get to see */
} cli_report;

void cli_report_text(const cli_report *report);
void cli_report_json(const cli_report *report);

#endif
