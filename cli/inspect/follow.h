/* Steps a run along the history in its file, and finds the first difference. */
#pragma once

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

  /* For objectives that are not evaluated on devices: their runs may be saved in the middle of an
   * iteration. */
  uint64_t waiting;  /* evaluations whose outcomes were not yet applied */
  bool ends_itself;  /* the run stops by itself where the file stands, by its evaluations */
  bool is_untouched; /* it was saved before an outcome was applied: there is nothing to compare */
  cli_difference difference;
} cli_follow;

/* Evaluations that the swarm of a file has seen: of all, those whose turn had come. */
uint64_t cli_follow_applied(const jato_record_info *info);

/* Whether its particles moved one by one. */
bool cli_follow_is_one_by_one(const jato_record_info *info);

/* Evaluations after which the run of a file is where the file stands; 0: iterations say that. */
uint64_t cli_follow_evaluations(const jato_record_info *info);

/* Steps the run to where the file stands; at each row of the trace, and at the end, everything but
 * seconds is compared, bit for bit. Stops at the first
 * difference. Fails as jato_run_step does, and with JATO_E_MEMORY. */
jato_status cli_follow_to_end(cli_follow *follow, jato_error *error);
