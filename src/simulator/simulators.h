/* The simulators of this build, as simulators.def names them. */
#ifndef JX_SIMULATORS_H
#define JX_SIMULATORS_H

#include "contract/simulator.h"

#define JX_SIMULATOR(name) extern const jx_simulator_ops jx_##name##_ops;
#include "simulator/simulators.def"
#undef JX_SIMULATOR

#endif
