/* Eigenvalues and eigenvectors of a symmetric matrix, with the same bits on every machine: only
 * +, -, *, / and sqrt, in a written order.
 *
 * Householder's reduction to three diagonals, then the QR method with Wilkinson's shifts (Golub and
 * Van Loan, Matrix Computations, 8.3). About 9 n^3 multiplications, nearly all of them in loops
 * over neighbouring numbers. */
#pragma once

#include <stddef.h>

/* Numbers that `work` must have room for. */
#define JX_EIGEN_WORK(n) (3 * (n))

/* a[n][n]: the matrix, both halves, with the same bits; becomes the eigenvectors, one in each row,
 * of length 1, and each with its largest component positive (the first of those with the same
 * size). values[n]: the eigenvalues, the smallest first; a row's belongs to it.
 *
 * Residuals and angles are good to a small multiple of n times the rounding unit, relative to the
 * largest eigenvalue. Returns 0, with *a and *values spoilt, when the matrix has a number that is
 * not finite; the QR method itself has never been seen to fail. */
int jx_eigen(size_t n, double *a, double *values, double *work);
