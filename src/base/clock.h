/* Seconds of a clock that never goes back; only differences mean anything. */
#pragma once

#include "jato/base.h"

JATO_API double jx_clock_seconds(void);
