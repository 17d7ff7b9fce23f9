/* Runs that one device makes side by side, a work-group for each (swarm/batched_runs.h): the bits
 * are those that each has alone. */
#pragma once

#include "run/run.h"
#include "swarm/batched_runs.h"

/* Whether runs of these parts may be made so, as far as the parts say; then `in_batch` can be set.
 * The plan is known when a run is prepared: jx_run_suits_batch. */
int jx_parts_suit_batch(const jx_run_parts *parts);

/* Whether a run prepared with in_batch can be made together with `first`, which may be the run
 * itself: a swarm that follows the best of its run, limits that a device can watch, and an
 * objective that differs by its data, box and parameter at most. */
int jx_run_suits_batch(const jato_run *first, const jato_run *run);

/* How many such runs a device should be given at once. */
size_t jx_run_batch_limit(const jato_run *run);

/* Called between launches; nonzero stops all runs with JATO_STOP_CALLBACK. */
typedef struct jx_batch_watch {
  int (*look)(void *user);
  void *user;
} jx_batch_watch;

/* Makes all of them until their limits, and describes each, with its digest, in results[count]. */
jato_status jx_run_make_batch(jato_run *const *runs, size_t count, const jx_batch_watch *watch,
                              jato_result *results, jato_error *error);
