/* Chooses the algorithm of a run if the user leaves it to jato. */
#pragma once

#include "jato/run.h"

typedef struct jx_choice {
  const char *algorithm;
  const char *because; /* a sentence for the user; "" where the algorithm explains itself */
} jx_choice;

/* Whether this spec, which may be NULL, leaves the choice to jato. */
int jx_choose_is_asked(const char *algorithm);

/* The requested algorithm, or one chosen by the problem and the options alone, so that the same run
 * always has the same algorithm. algorithm/auto decides during the search. */
jx_choice jx_choose(const jato_problem *problem, const jato_options *options);
