/* Systems with a positive definite matrix, with the same bits on every machine: only +, -, *, / and
 * sqrt, in a written order. Golub and Van Loan, Matrix Computations, 4.2. */
#pragma once

#include <stddef.h>

/* a[n][n], of which the upper half counts: A = U'U, and U takes its place. Returns 0, with *a
 * spoilt, when A is not positive definite or not finite. */
int jx_cholesky(size_t n, double *a);

/* Solves U'y = b; y[n] is b before. */
void jx_cholesky_forward(size_t n, const double *u, double *y);

/* Solves U'U x = b; x[n] is b before. */
void jx_cholesky_solve(size_t n, const double *u, double *x);
