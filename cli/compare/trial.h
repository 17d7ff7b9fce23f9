/* One run of a comparison: a method with a seed, and what it found when. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <jato/jato.h>

typedef struct cli_trial {
  size_t method; /* its index among those of the comparison */
  uint64_t seed;
  bool maximize;        /* larger values are better */
  bool done;            /* it came to its end; what follows is of one that did */
  double best;          /* +infinity where no value was found, or none that meets the constraints;
                           -infinity where larger values are better */
  uint64_t evaluations; /* used, up to where it stopped */
  jato_stop stop;
  jato_improvement *rows; /* [row_count]: better and better; see cli_trial_add */
  size_t row_count, row_room;
} cli_trial;

/* A value as a cost, the smaller the better: of a trial that maximises its sign is turned. */
double cli_trial_cost(const cli_trial *trial, double value);

/* Adds a row if the value is better than all before. A value is known to the generation that it
 * was found in; from 2048 evaluations on, a row stands for those within a thousandth of its
 * evaluations, with the best and the last of them: rows are few, and a method never looks faster
 * than it was. Returns false without memory. */
bool cli_trial_add(cli_trial *trial, uint64_t evaluations, double best);

/* Frees the rows and marks the trial as not done. */
void cli_trial_forget(cli_trial *trial);

/* Is called with how far a run is: the share of its limits that is used, and its seconds. */
typedef struct cli_trial_watcher {
  void (*see)(double fraction, double seconds, void *user);
  void *user;
} cli_trial_watcher;

/* Makes the run, with the trial's seed instead of the options'. If the user ended it, it is neither
 * done nor a failure. Fails as jato_run_create and jato_run_step do. */
jato_status cli_trial_perform(cli_trial *trial, const jato_problem *problem,
                              const jato_options *options, const cli_trial_watcher *watcher,
                              jato_error *error);
