/* All that a sister library of libjato, such as libjato_sim (sim/), may use of it beyond its public
 * headers: devices and how programs are made for them, processes, and what everything is written
 * with. The functions marked JATO_API have the version JATO_PRIVATE: they may change with every
 * commit, so a sister library is built and installed together with the libjato that it uses. */
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
