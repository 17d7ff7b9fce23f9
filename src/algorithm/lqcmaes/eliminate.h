/* Gaussian elimination with partial pivoting. */
#pragma once

#include <stddef.h>

/* Solves a[n][n] x = b; x overwrites b[n], and a is spoilt. Returns 0 if a is singular. */
int jx_eliminate(size_t n, double *a, double *b);
