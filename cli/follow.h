/* A run stepped along the history that a file has of it, and the first thing in which they differ.
 */
#ifndef CLI_FOLLOW_H
#define CLI_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include <jato/jato.h>

typedef struct cli_difference {
  bool any;
  uint64_t iteration;
  char what[32]; /* "best", "x(3)", "digest", ... */
  char file[40], computed[40];
} cli_difference;

typedef struct cli_follow {
  jato_run *run;
  const jato_record_info *info; /* where it is to arrive */
  uint64_t compared;            /* rows, in all */
  bool interrupted;             /* the user ended it */
  cli_difference difference;
} cli_follow;

/* Steps the run to where the file stands; at each row of the trace, and at the end, everything but
 * seconds is compared, bit for bit. Stops at the first difference. Fails as jato_run_step does, and
 * with JATO_E_MEMORY. */
jato_status cli_follow_to_end(cli_follow *follow, jato_error *error);

#endif
