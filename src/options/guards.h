/* Settings that confine the programs of a run, by the table of settings: what a run file says of
 * them is signed, and believed only by the user who signed it. */
#pragma once

#include "base/status.h"

/* Enough for every guard of the table. */
#define JX_GUARDS_SIZE 512

/* Writes those that are set, one on a line, in the order of their names: "sandbox=1\nsetuid=1\n".
 * Other values of the guards give another text, and a guard that a later version adds changes none
 * as long as it is not set. Returns 0 where there is no room. */
int jx_guards_write(const jato_options *options, char text[JX_GUARDS_SIZE]);

/* Takes back those that let programs do more. Returns the name of one, or NULL if none was set. */
const char *jx_guards_withdraw(jato_options *options);
