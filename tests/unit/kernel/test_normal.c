/* kernel/normal.h against the normal distribution, by the system's erfc. Compiled once for each
 * precision. */
#include "check.h"

#include <stdlib.h>

#include "kernel/normal.h"

#define PAIRS 500000
#define DRAWS (2 * PAIRS)

static double draws[DRAWS];

static int fill(void **state)
{
  jk_key key = jk_key_make(11, 4);
  (void)state;
  for (uint64_t i = 0; i < PAIRS; i++) {
    jk_normals pair = jk_normals_of(jk_draw(key, i, 0, JK_DRAW_NORMAL));
    draws[2 * i] = (double)pair.a;
    draws[2 * i + 1] = (double)pair.b;
  }
  return 0;
}

static int compare(const void *a, const void *b)
{
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

/* The powers' means are 0, 1, 0, 3, and their variances 1, 2, 15, 96: within five standard errors.
 * The two of a pair, and neighbours, are not correlated. */
static void moments_are_those_of_a_normal(void **state)
{
  double sums[4] = {0}, pairs = 0, neighbours = 0;
  const double wanted[4] = {0, 1, 0, 3}, variances[4] = {1, 2, 15, 96};
  (void)state;
  for (size_t i = 0; i < DRAWS; i++) {
    double power = 1;
    for (int p = 0; p < 4; p++) sums[p] += power *= draws[i];
    if (i % 2 == 1) pairs += draws[i - 1] * draws[i];
    if (i >= 2) neighbours += draws[i - 2] * draws[i];
  }
  for (int p = 0; p < 4; p++)
    assert_double(fabs(sums[p] / DRAWS - wanted[p]), <, 5 * sqrt(variances[p] / DRAWS));
  assert_double(fabs(pairs / PAIRS), <, 5 / sqrt(PAIRS));
  assert_double(fabs(neighbours / DRAWS), <, 5 / sqrt(DRAWS));
}

/* Kolmogorov and Smirnov: the largest distance from the distribution function, which exceeds
 * 1.95 / sqrt(n) once in a thousand times. */
static void distribution_is_normal(void **state)
{
  static double sorted[DRAWS];
  double most = 0;
  (void)state;
  memcpy(sorted, draws, sizeof sorted);
  qsort(sorted, DRAWS, sizeof sorted[0], compare);
  for (size_t i = 0; i < DRAWS; i++) {
    double wanted = 0.5 * erfc(-sorted[i] / sqrt(2));
    most = fmax(most, fmax((double)(i + 1) / DRAWS - wanted, wanted - (double)i / DRAWS));
  }
  assert_double(most, <, 1.95 / sqrt(DRAWS));
}

static jk_normals of_words(uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3)
{
  return jk_normals_of((jk_block){{w0, w1, w2, w3}});
}

/* The ends of what words can make: no infinity, and opposite angles give opposite numbers. */
static void ends_are_finite_and_symmetric(void **state)
{
  const uint32_t all = UINT32_MAX, half = 0x80000000u, quarter = 0x40000000u;
  const double radius = JK_PRECISION == 32 ? sqrt(48 * log(2)) : sqrt(106 * log(2));
  (void)state;
  assert_double((double)of_words(0, 0, 0, 0).a, ==, 0);
  assert_double((double)of_words(0, 0, quarter, 0).b, ==, 0);
  assert_double(fabs((double)of_words(all, all, 0, 0).a - radius), <, 1e-5);
  assert_double(fabs((double)of_words(all, all, half, 0).a + radius), <, 1e-5);
  assert_double(fabs((double)of_words(all, all, quarter, 0).b - radius), <, 1e-5);
  assert_double((double)of_words(all, all, quarter, 0).a, ==, 0);
  for (uint32_t angle = 0; angle < half - 99991; angle += 99991) {
    jk_normals here = of_words(0x12345678u, 5, angle & ~0xFFu, 0);
    jk_normals opposite = of_words(0x12345678u, 5, (angle & ~0xFFu) + half, 0);
    assert_double((double)here.a, ==, -(double)opposite.a);
    assert_double((double)here.b, ==, -(double)opposite.b);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moments_are_those_of_a_normal),
      cmocka_unit_test(distribution_is_normal),
      cmocka_unit_test(ends_are_finite_and_symmetric),
  };
  return cmocka_run_group_tests(tests, fill, NULL);
}
