/* How methods stand beside each other after their runs. */
#pragma once

#include "compare/trials.h"

/* A difference is significant if chance makes a larger one less often than this. */
#define CLI_SIGNIFICANT 0.05

typedef struct cli_standing {
  size_t method;                                 /* its index in the comparison */
  size_t runs;                                   /* that are done */
  double lower_quartile, median, upper_quartile; /* of the final bests; NaN without runs */
  size_t reached;                                /* runs that reached the target */
  double ert; /* evaluations of all runs, up to the target or their end, for each run that reached
                 it; infinity where none did, NaN without a target */
  double mean_rank; /* of its runs among all: by the best value; with a target, those that reached
                       it come first, by their evaluations. Infinity without runs */
  double p;        /* of the rank-sum test against the first method, corrected; 1 for that itself */
  bool exact;      /* the test counted, and did not approximate */
  bool among_best; /* it is the first, or not significantly worse */
} cli_standing;

/* Fills standings[method_count], the lowest mean rank first. Returns CLI_DONE, or CLI_FAILED after
 * a message. */
int cli_standings(const cli_comparison *comparison, cli_standing *standings);

/* The seeds with which a difference can be significant at all, between so many methods. */
uint64_t cli_least_seeds(size_t methods);

/* The table for people, with what it means below it; the same as JSON. */
void cli_standings_print(const cli_comparison *comparison, const cli_standing *standings);
void cli_standings_json(const cli_comparison *comparison, const cli_standing *standings);
