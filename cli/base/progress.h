/* The live line of a run on a terminal, and the user's request to end it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <jato/jato.h>

typedef struct cli_progress {
  bool live;        /* standard error is a terminal, and the user wants to see it */
  bool drawn;       /* the line is on the screen now */
  bool begun;       /* the first report has come */
  bool counts_each; /* evaluations are slow enough to be counted one by one */
  bool has_chosen;  /* whether counts_each is known: it does not change under the reader's eyes */
  uint64_t iterations;  /* the limit; 0 for none */
  uint64_t evaluations; /* likewise */
  uint64_t first_evaluations;
  double first_seconds, first_fraction;
  double drawn_seconds; /* when it was drawn last */
} cli_progress;

cli_progress cli_progress_begin(bool quiet, const jato_options *limits);

/* A jato_progress_fn whose user is a cli_progress; stops the run when the user has asked for it. */
int cli_progress_report(const jato_progress *now, void *user);

/* Takes the line off the screen. */
void cli_progress_end(cli_progress *progress);

/* From now on the first Ctrl-C (SIGTERM, SIGUSR1, SIGUSR2) asks for the end, and the second one
 * kills: a second Ctrl-C always, a signal of a process where it comes half a second after the first
 * of that number, or later. SIGHUP never kills. Signals that were ignored when the program started
 * stay ignored. */
void cli_interrupt_catch(void);
bool cli_interrupted(void);

/* What the program exits with where a signal cut its work short; CLI_DONE where none came. */
int cli_interrupted_code(void);
