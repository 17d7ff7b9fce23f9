/* The best points of a run: what people are told, and what the search was told. */
#pragma once

#include "run/run.h"

/* Where a run begins that was given points: nobody is told. */
void jx_best_begin(jato_run *run, const jx_outcome *given, const double *x);

/* x[dim] was found: people are told of it, where it is better. */
void jx_best_offer(jato_run *run, const jx_outcome *found, const double *x);

/* The search is told of it, and so people are, too. */
void jx_best_apply(jato_run *run, const jx_outcome *found, const double *x);

/* The best is what the search says that it is, where it estimates. */
void jx_run_take_estimate(jato_run *run);
