/* How far the points of a run are spread: spread.c. */
#pragma once

#include "run/run.h"

/* See jato_run_diversity. Called by all ranks. */
jato_status jx_spread_diversity(jato_run *run, double *diversity, jato_error *error);

/* Whether all points and their values lie together. Called by all ranks. */
jato_status jx_spread_is_small(jato_run *run, const jx_tolerance *near, int *are_together,
                               jato_error *error);
