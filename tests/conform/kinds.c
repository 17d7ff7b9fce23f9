/* What a problem is like, as far as its values say. */
#include "conform.h"

int is_separable(void)
{
  jato_problem *problem = make_problem();
  jato_problem_info info = *jato_problem_get_info(problem);
  int separable = 1;
  for (size_t i = 0; i < info.dim; i++) {
    double x[4 * MOST_DIM], f[4];
    jato_error error = {JATO_OK, ""};
    for (size_t p = 0; p < 4; p++)
      for (size_t d = 0; d < info.dim; d++) {
        double first = 0.13 + 0.029 * (double)d, second = 0.81 - 0.037 * (double)d;
        double share = (p % 2 == 0) == (p < 2 || d != i) ? first : second;
        x[p * info.dim + d] = info.lower[d] + share * (info.upper[d] - info.lower[d]);
      }
    assert_ok(jato_problem_evaluate(problem, x, 4, f, NULL, &error), error);
    double size = fabs(f[0]) + fabs(f[1]) + fabs(f[2]) + fabs(f[3]);
    if (fabs(f[0] + f[1] - f[2] - f[3]) > 1e-9 * size) separable = 0;
  }
  jato_problem_destroy(&problem);
  return separable;
}

/* At eight points by Knuth's 64-bit linear congruential generator. */
int is_flat(void)
{
  jato_problem *problem = make_problem();
  jato_problem_info info = *jato_problem_get_info(problem);
  jato_error error = {JATO_OK, ""};
  double x[8 * MOST_DIM], f[8];
  uint64_t state = 1;
  int flat = 1;
  for (size_t p = 0; p < 8; p++)
    for (size_t d = 0; d < info.dim; d++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      double share = (double)(state >> 11) * 0x1p-53;
      x[p * info.dim + d] = info.lower[d] + share * (info.upper[d] - info.lower[d]);
    }
  assert_ok(jato_problem_evaluate(problem, x, 8, f, NULL, &error), error);
  for (size_t p = 1; p < 8; p++) flat = flat && f[p] == f[0];
  jato_problem_destroy(&problem);
  return flat;
}
