/* Ticks of an axis that is a coordinate of the search, written in the units of its variable. */
#pragma once

#include <stdio.h>

#include "picture/data.h"

/* "set xtics (...)" for a variable on a logarithmic scale or with choices; nothing for others,
 * whose values are their coordinates. axis: "x" or "y"; data->space is there. */
void cli_ticks_write(FILE *script, const cli_data *data, const char *axis, size_t coordinate);
