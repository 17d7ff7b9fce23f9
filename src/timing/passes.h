/* Single passes over the swarm of a run, for the clock: what `jato bench` and `jato check` measure.
 * The program alone sees this header; it is not installed. */
#pragma once

#include <jato/run.h>

/* Runs the bare loop that the speed of a step is compared with: one pass over the swarm's own
 * memory, with the run's own threads, that reads position, velocity and own best and writes
 * position and velocity, with three multiplications and additions per coordinate. It overwrites the
 * swarm: the run can only be measured or destroyed afterwards. Writes the time of the pass to
 * *seconds and the bytes it moved to *bytes; both may be NULL. Fails with JATO_E_ARGUMENT for an
 * algorithm that has no swarm, or keeps no velocities. */
jato_status jx_time_bare_pass(jato_run *run, double *seconds, uint64_t *bytes, jato_error *error);

/* Evaluates every particle again without moving it, so that the objective can be timed by itself.
 * The run can continue afterwards. Writes the time of the pass to *seconds, which may be NULL.
 * Fails with JATO_E_ARGUMENT for an algorithm that has no swarm, and for a user callback. */
jato_status jx_time_evaluate_pass(jato_run *run, double *seconds, jato_error *error);
