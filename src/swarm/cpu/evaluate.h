/* The head of a program in C (program/program.h): the functions that a sweep calls in a shared
 * object built from a user's source. Texts of src/kernel precede this one, the user's text follows.
 *
 * compiled_source.c defines JK_DIM and JK_DATA_COUNT: with the number of coordinates known, gcc
 * need not test before each loop whether it runs at all, and can unroll short loops. That removes
 * one of the reasons why gcc does not vectorise over lanes. */
#pragma once

#if JK_RESIDUALS
JK_FN int jk_residual_count(int n, const jk_number *data, int data_count);
JK_FN real jk_residual(const real *jk_x, int n, int k, const jk_number *data, int data_count);
#else
JK_FN real jk_evaluate(const real *jk_x, int n, real a, const jk_number *data, int data_count);
#endif

#if defined(JK_CHECK_INDICES)
/* The program that checks every index (program/indices.h): the first wrong index and where it is.
 * The program then reads coordinate or number 0 instead. */
static struct {
  int read, line;
  long long index;
  const char *file;
} jk_wrong;

static inline int jk_check_index(long long index, long long count, int read, int line,
                                 const char *file)
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

/* Evaluates one lane of x[JK_DIM][16 lanes]; returns the first wrong index, a jx_read. */
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

/* f[16 lanes] of x[JK_DIM][16 lanes]. n and data_count are JK_DIM and JK_DATA_COUNT. With residuals
 * the loop over lanes is the inner one, so that it holds the loops of one residual only. This file
 * has no other loop: the device reads from gcc's report whether this one was vectorised. */
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
