/* What is known of an objective that pictures do not run: the evaluations of the run's journal. */
#pragma once

#include <stdbool.h>

#include <jato/jato.h>

typedef struct cli_known {
  size_t count;   /* evaluations with a value that meet all constraints, 2,000 or so at most, evenly
                     taken; 0 without a journal */
  double *x;      /* [count][dim]: coordinates of the search */
  double *value;  /* [count] */
  uint64_t ended; /* all that are in the journal */
  /* The way down, one row for each evaluation that improved the best, and the last one; 0 rows
   * where the journal's best is not that of the run. */
  jato_trace_row *steps;
  size_t step_count;
} cli_known;

/* Reads the journal of a run file. `problem` has its variables; NULL: they are its coordinates. No
 * journal is no mistake. Returns false, and nothing is known, without memory. */
bool cli_known_read(const char *path, const jato_record_info *info, const jato_problem *problem,
                    cli_known *known);
void cli_known_free(cli_known *known);

/* The fit to them, which the caller destroys; NULL where there is none. */
jato_fit *cli_known_fit(const cli_known *known, const jato_record_info *info,
                        const jato_space *space);
