/* How many particles a run has and when it ends, where the user did not say. */
#pragma once

#include "run/run.h"

/* Particles of a method on its own. */
uint64_t jx_budget_usual_particles(const jx_algorithm_ops *algorithm, size_t dim);

/* Fills limits, particles and planned limits of parts whose algorithm and evaluating are known.
 * Fails with JATO_E_ARGUMENT for limits that do not go with particles. */
jato_status jx_budget_resolve(const jato_options *options, jx_run_parts *parts, jato_error *error);
