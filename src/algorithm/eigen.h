/* Eigenvalues and eigenvectors of a symmetric matrix, with the same bits on every machine: only
 * +, -, *, / and sqrt, in a written order.
 *
 * Householder's reduction to three diagonals, then the QR method with Wilkinson's shifts (Golub and
 * Van Loan, Matrix Computations, 8.3). About 9 n^3 multiplications, nearly all of them in loops
 * over neighbouring numbers. */
#pragma once

#include <stddef.h>

/* Size of `work`. */
#define JX_EIGEN_WORK(n) (3 * (n))

/* a[n][n]: the matrix, both halves, with the same bits. It is replaced by the eigenvectors, one in
 * each row, of length 1 and with their largest component positive (the first of those of equal
 * size). values[n]: the eigenvalue of each row, the smallest first.
 *
 * Residuals and angles are accurate to a small multiple of n times the rounding unit, relative to
 * the largest eigenvalue. Returns 0, with *a and *values overwritten, if the matrix has a number
 * that is not finite; the QR method itself has never been seen to fail. */
int jx_eigen(size_t n, double *a, double *values, double *work);
