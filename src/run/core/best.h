/* The best points of a run: the one shown to users, and the one reported to the search. */
#pragma once

#include "run/run.h"

/* The best at the start of a run that was given points; sends no event. */
void jx_best_begin(jato_run *run, const jx_outcome *given, const double *x);

/* x[dim] was found: shown to users if it is better. */
void jx_best_offer(jato_run *run, const jx_outcome *found, const double *x);

/* Reported to the search, and so shown to users, too. */
void jx_best_apply(jato_run *run, const jx_outcome *found, const double *x);

/* The best is what the search says that it is, where it estimates. */
void jx_run_take_estimate(jato_run *run);
