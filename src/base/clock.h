/* Seconds of a clock that never goes back; only differences mean anything. */
#ifndef JX_CLOCK_H
#define JX_CLOCK_H

double jx_clock_seconds(void);

#endif
