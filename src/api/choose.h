/* Which algorithm a run takes where the user leaves it to jato. */
#pragma once

#include "jato/run.h"

typedef struct jx_choice {
  const char *algorithm;
  const char *because; /* a sentence for the user; "" where the algorithm explains itself */
} jx_choice;

/* Whether this spec, or none, leaves it to jato. */
int jx_choose_is_asked(const char *algorithm);

/* The algorithm asked for, or one by the problem and the options alone: the same run is always the
 * same algorithm. What the search sees while it runs is looked at by algorithm/auto. */
jx_choice jx_choose(const jato_problem *problem, const jato_options *options);
