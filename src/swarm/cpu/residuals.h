/* Follows evaluate.h in a program in C for a method that uses residuals. It computes all residuals
 * in a loop of its own, so that a compiler treats the loop of evaluate.h as without residuals.
 * compiled_source.c defines JK_TELLS_RESIDUALS. */
#pragma once

#if JK_RESIDUALS && defined(JK_TELLS_RESIDUALS)
int jato_residual_count(const void *data);
void jato_residuals(const void *x, const void *data, void *f, void *r);

int jato_residual_count(const void *data) { return jk_residual_count(JK_DIM, data, JK_DATA_COUNT); }

/* r[count][16 lanes] of x[JK_DIM][16 lanes], and f[16 lanes] with the bits of jato_evaluate. */
__attribute__((flatten)) void jato_residuals(const void *x, const void *data, void *f, void *r)
{
  const real *restrict column = __builtin_assume_aligned(x, 64);
  const jk_number *restrict numbers = data;
  real *restrict sum = __builtin_assume_aligned(f, 64);
  real *restrict row = __builtin_assume_aligned(r, 64);
  int count = jk_residual_count(JK_DIM, numbers, JK_DATA_COUNT);
  for (int lane = 0; lane < JK_LANES; lane++) sum[lane] = R(0);
  for (int k = 0; k < count; k++, row += JK_LANES) {
#pragma omp simd
    for (int lane = 0; lane < JK_LANES; lane++) {
      row[lane] = jk_residual(column + lane, JK_DIM, k, numbers, JK_DATA_COUNT);
      sum[lane] += row[lane] * row[lane];
    }
  }
}
#endif
