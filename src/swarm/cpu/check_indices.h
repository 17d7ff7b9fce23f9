/* Whether a user's source reads beyond its coordinates or its numbers: see program/indices.h. */
#pragma once

#include "swarm/engine.h"

/* Builds the program that asks at each index and runs it at a few points of the box; if all
 * indices are plain numbers it does nothing. The device's program is another one then.
 * data: the numbers in the run's precision. Fails with JATO_E_SOURCE for a wrong index, and with
 * JATO_E_MEMORY; a source that does not compile is reported by the next compiler. */
jato_status jx_cpu_check_indices(const jx_swarm_config *config, jx_device *device,
                                 const jx_device_facts *facts, const void *data, jato_error *error);
