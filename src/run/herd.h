/* Runs that one device makes side by side, a work-group for each (swarm/herd.h): the bits are those
 * that each has alone. */
#pragma once

#include "run/run.h"
#include "swarm/herd.h"

/* Whether runs of these parts may be made so, as far as the parts say; then `in_herd` can be set.
 * The plan is known when a run is prepared: jx_run_suits_herd. */
int jx_parts_suit_herd(const jx_run_parts *parts);

/* Whether a run prepared with in_herd can be made together with `first`, which may be the run
 * itself: a swarm that follows the best of its run, limits that a device can watch, and an
 * objective that differs by its data, box and parameter at most. */
int jx_run_suits_herd(const jato_run *first, const jato_run *run);

/* How many such runs a device should be given at once. */
size_t jx_run_herd_most(const jato_run *run);

/* What is told between launches; nonzero stops all of them with JATO_STOP_CALLBACK. */
typedef struct jx_herd_watch {
  int (*look)(void *user);
  void *user;
} jx_herd_watch;

/* Makes all of them until their limits, and describes each, with its digest, in results[count]. */
jato_status jx_run_make_herd(jato_run *const *runs, size_t count, const jx_herd_watch *watch,
                             jato_result *results, jato_error *error);
