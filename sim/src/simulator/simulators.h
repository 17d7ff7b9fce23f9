/* The simulators of this build, as simulators.def names them. */
#pragma once

#include "simulator/simulator.h"

#define JX_SIMULATOR(name) extern const jx_simulator_ops jx_##name##_ops;
#include "simulator/simulators.def"
#undef JX_SIMULATOR

/* The simulator that a spec names, and the values of its parameters. Fails with JATO_E_NAME and the
 * nearest name, JATO_E_ARGUMENT. */
jato_status jx_simulator_read(const char *spec, const jx_simulator_ops **ops, jx_values *values,
                              jato_error *error);
