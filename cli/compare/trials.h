/* Several methods on one problem, each with the same seeds and the same budget. */
#pragma once

#include "base/command.h"
#include "compare/trial.h"

enum { CLI_MOST_METHODS = 32, CLI_METHOD = 512 };

typedef struct cli_comparison {
  const jato_problem *problem;
  const char *name; /* what people call it */
  size_t dim;
  jato_options options; /* of every run, but for its algorithm and seed; a limit of evaluations is
                           in them, and no other but perhaps a target */
  char method[CLI_MOST_METHODS][CLI_METHOD];   /* specs as the user wrote them */
  char complete[CLI_MOST_METHODS][CLI_METHOD]; /* and with all their parameters */
  size_t method_count;
  uint64_t first_seed, seeds;
  cli_trial *trials; /* [trial_count], all methods with the first seed, then with the next: what is
                        done when the user ends it is nearly the same number for each */
  size_t trial_count;
  jato_comparison done; /* the trials that are done, by cli_comparison_gather */
} cli_comparison;

/* Reads the specs of methods; a text has one or several, with commas between. A comma before a name
 * and = belongs to the parameters of the method before it. Returns CLI_DONE, or after a message
 * what the program is to exit with. */
int cli_comparison_methods(const cli_list_of *texts, cli_comparison *comparison);

/* Makes the trials, none of them done. Returns likewise. */
int cli_comparison_begin(cli_comparison *comparison);

void cli_comparison_end(cli_comparison *comparison);

/* Makes comparison->done. Returns likewise. */
int cli_comparison_gather(cli_comparison *comparison);

/* How many are done. */
size_t cli_comparison_done(const cli_comparison *comparison);

/* Whether there is a target, and a run that is done has reached it. */
bool cli_comparison_reached(const cli_comparison *comparison, const cli_trial *trial);

/* The best value that is known: the problem's minimum, unless it is maximised, or else the best of
 * all runs; +infinity without any, -infinity of those that maximise. */
typedef struct cli_reference {
  double value;
  bool known; /* it is the problem's minimum */
} cli_reference;
cli_reference cli_comparison_reference(const cli_comparison *comparison);
