/* Numbers in rising order. */
#pragma once

#include <stddef.h>

/* values[count], none of them NaN. */
void jx_sort_values(double *values, size_t count);
