/* The defaults of the number of particles and of the limits of a run. */
#pragma once

#include "run/run.h"

/* The default number of particles of a method. */
uint64_t jx_budget_usual_particles(const jx_algorithm_ops *algorithm, size_t dim);

/* Sets limits, particles and planned limits of parts whose algorithm and evaluating are known.
 * Fails with JATO_E_ARGUMENT for limits that contradict the particles. */
jato_status jx_budget_resolve(const jato_options *options, jx_run_parts *parts, jato_error *error);
