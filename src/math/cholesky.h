/* Systems with a positive definite matrix, with the same bits on every machine: only +, -, *, / and
 * sqrt, in a written order. Golub and Van Loan, Matrix Computations, 4.2. */
#pragma once

#include <stddef.h>

/* Factors a[n][n] = U'U in place; only the upper half is used. Returns 0, with *a overwritten, if A
 * is not positive definite or not finite. */
int jx_cholesky(size_t n, double *a);

/* Solves U'y = b; y[n] holds b before and y after. */
void jx_cholesky_forward(size_t n, const double *u, double *y);

/* Solves U'U x = b; x[n] holds b before and x after. */
void jx_cholesky_solve(size_t n, const double *u, double *x);
