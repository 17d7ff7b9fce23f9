/* The only room that knows all implementations: finds algorithms, problems, devices and walls by
 * name. */
#pragma once

#include "contract/algorithm.h"
#include "contract/comm.h"
#include "contract/device.h"
#include "contract/evaluator.h"
#include "contract/format.h"

/* Each finds the row that a spec names before its colon, or fails with JATO_E_NAME and the nearest
 * name. */
jato_status jx_registry_algorithm(const char *spec, const jx_algorithm_ops **out,
                                  jato_error *error);
/* The same with its parameters; method: of the calling program, or NULL. Loads the shared object of
 * a spec that names one. */
jato_status jx_registry_method(const char *spec, const jato_method *method,
                               const jx_algorithm_ops **out, jx_values *values, jato_error *error);

/* Loads the method of a spec and passes its row to `with`. */
jato_status jx_registry_plugin(const char *spec, jato_entry_fn with, void *user, jato_error *error);
JATO_API jato_status jx_registry_device(const char *spec, const jx_device_ops **out,
                                        jato_error *error);
jato_status jx_registry_walls(const char *name, int *wall, const char **out, jato_error *error);
JATO_API const jx_comm_ops *jx_registry_comm(void);  /* for a run of this process alone */
JATO_API const jx_comm_ops *jx_registry_ranks(void); /* for a run of several processes */
const jx_format_ops *jx_registry_format(void);       /* for run files */

/* The evaluator of such objectives; NULL if a device or the caller evaluates them. */
const jx_evaluator_ops *jx_registry_evaluator(jx_objective_kind kind);

/* Makes the gallery problem a spec names. */
jato_status jx_registry_problem(const char *spec, size_t dim, const jato_allocator *allocator,
                                jato_problem **out, jato_error *error);

/* Device number `index` of this machine, over all kinds; 0 past the last one. */
int jx_registry_machine(size_t index, jato_device *device);

/* Facts about that device; 0 past the last one. */
int jx_registry_get_info(size_t index, jato_device_fact facts[JX_FACT_COUNT]);

/* Row `index` of a kind; 0 past the last one. */
int jx_registry_entry(jato_kind kind, size_t index, jato_entry *entry);
