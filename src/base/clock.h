/* Seconds of a clock that never goes back; only differences mean anything. */
#pragma once

double jx_clock_seconds(void);
