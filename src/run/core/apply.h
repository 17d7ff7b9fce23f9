/* How outcomes change a run: what the loop calls between points and generations. */
#pragma once

#include "run/run.h"

/* The search is asked for its next points; nothing is evaluated yet. */
jato_status jx_apply_open(jato_run *run, jato_error *error);

/* A generation from asking to telling, where points are evaluated in a pass or as a batch. After a
 * failure the run is broken. */
jato_status jx_apply_make(jato_run *run, jato_error *error);

/* Applies outcomes that wait and are due, one by one. */
jato_status jx_apply_waiting(jato_run *run, jato_error *error);

/* The outcome of a slot that is out is known already, without an evaluation. */
jato_status jx_apply_known(jato_run *run, size_t slot, jx_outcome *known, jato_error *error);

/* Stops in the middle of a generation: what was found in it counts for the result, and waits for
 * the rest. */
void jx_apply_cut_short(jato_run *run);

/* ---- Points that have come together: limits.c ---- */

/* The iteration from which on runs on devices look for that. */
#define JX_LOOKS_FROM 1024

/* Looks for it at iterations where it is due; to be called between generations. And the same for a
 * run that was put back, which had ended by `saved`. */
jato_status jx_limits_look(jato_run *run, jato_error *error);
jato_status jx_limits_look_again(jato_run *run, jato_stop saved, jato_error *error);
