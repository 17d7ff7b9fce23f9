/* Linear equations by Gauss' elimination with the largest pivot of a column. */
#pragma once

#include <stddef.h>

/* b[n] becomes the solution of a[n][n] x = b; a is spoilt. 0 when a is singular. */
int jx_eliminate(size_t n, double *a, double *b);
