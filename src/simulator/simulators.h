/* The simulators of this build, as simulators.def names them. */
#pragma once

#include "contract/simulator.h"

#define JX_SIMULATOR(name) extern const jx_simulator_ops jx_##name##_ops;
#include "simulator/simulators.def"
#undef JX_SIMULATOR
