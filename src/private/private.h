/* The private interface of libjato, for libraries that are built together with it, such as
 * libjato_sim (sim/): devices, programs for them, ranks, memory and messages. Functions marked
 * JATO_API have the symbol version JATO_PRIVATE: they may change with every commit, so such a
 * library must be installed together with the libjato that it was built with. */
#pragma once

#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/spec.h"
#include "base/status.h"
#include "base/system.h"
#include "base/text.h"
#include "contract/comm.h"
#include "contract/device.h"
#include "contract/profile.h"
#include "program/program.h"
#include "program/texts.h"
#include "registry/registry.h"
