/* The head of a program in C (program/program.h): what a sweep calls in a shared object made of a
 * user's source. Texts of src/kernel stand before it, the user's own behind it.
 *
 * compiled_source.c defines JK_DIM and JK_DATA_COUNT: with the number of coordinates known, gcc
 * need not ask before each loop whether it is run at all, and can write short loops out. So one
 * more way to fail to compute all lanes in parallel is gone. */
#pragma once

#if JK_RESIDUALS
JK_FN int jk_residual_count(int n, const jk_number *data, int data_count);
JK_FN real jk_residual(const real *jk_x, int n, int k, const jk_number *data, int data_count);
#else
JK_FN real jk_evaluate(const real *jk_x, int n, real a, const jk_number *data, int data_count);
#endif

#if defined(JK_CHECK_INDICES)
/* The program that asks at each index (program/indices.h): where a wrong one was first, and what it
 * was. Coordinate or number 0 is read in its place. */
static struct {
  int read, line;
  long long index;
  const char *file;
} jk_wrong;

static inline int jk_look(long long index, long long count, int read, int line, const char *file)
{
  if (index >= 0 && index < count) return (int)index;
  if (jk_wrong.read == 0) {
    jk_wrong.read = read;
    jk_wrong.line = line;
    jk_wrong.index = index;
    jk_wrong.file = file;
  }
  return 0;
}

int jato_check(const void *x, const void *data, long long *index, int *line, const char **file);

/* One lane of x[JK_DIM][16 lanes]; what was wrong first: a jx_read. */
int jato_check(const void *x, const void *data, long long *index, int *line, const char **file)
{
#if JK_RESIDUALS
  int count = jk_residual_count(JK_DIM, data, JK_DATA_COUNT);
  for (int k = 0; k < count; k++) (void)jk_residual(x, JK_DIM, k, data, JK_DATA_COUNT);
#else
  (void)jk_evaluate(x, JK_DIM, R(0), data, JK_DATA_COUNT);
#endif
  *index = jk_wrong.index;
  *line = jk_wrong.line;
  *file = jk_wrong.file;
  return jk_wrong.read;
}
#else
void jato_evaluate(const void *x, int n, const void *data, int data_count, void *out);

/* f[16 lanes] of x[JK_DIM][16 lanes]. n and data_count are JK_DIM and JK_DATA_COUNT. Residuals go
 * round the other way, so that the loop over lanes holds the loops of one residual only. There is
 * no other loop here: the device asks gcc what became of the one in this file. */
__attribute__((flatten)) void jato_evaluate(const void *x, int n, const void *data, int data_count,
                                            void *out)
{
  const real *restrict column = __builtin_assume_aligned(x, 64);
  const jk_number *restrict numbers = data;
  real *restrict f = __builtin_assume_aligned(out, 64);
  (void)n;
  (void)data_count;
#if JK_RESIDUALS
  real sum[JK_LANES] __attribute__((aligned(64))) = {0};
  int count = jk_residual_count(JK_DIM, numbers, JK_DATA_COUNT);
  for (int k = 0; k < count; k++) {
#pragma omp simd
    for (int lane = 0; lane < JK_LANES; lane++) {
      real r = jk_residual(column + lane, JK_DIM, k, numbers, JK_DATA_COUNT);
      sum[lane] += r * r;
    }
  }
  __builtin_memcpy(f, sum, sizeof sum);
#else
#pragma omp simd
  for (int lane = 0; lane < JK_LANES; lane++)
    f[lane] = jk_evaluate(column + lane, JK_DIM, R(0), numbers, JK_DATA_COUNT);
#endif
}
#endif
