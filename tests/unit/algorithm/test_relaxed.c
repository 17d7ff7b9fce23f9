/* Constraints that are relaxed at first: levels and ranks by hand. */
#include "check.h"

#include <math.h>

#include "algorithm/evolution/relaxed.h"

/* Equation 7 with cp = 5 at some shares of the part. */
static void levels_fall_to_nothing(void **state)
{
  (void)state;
  assert_same_double(jx_relaxed_level(3, 0, 0.8), 3);
  assert_double(fabs(jx_relaxed_level(32, 0.4, 0.8) - 1), <, 1e-14); /* half of it: 2^-5 */
  assert_same_double(jx_relaxed_level(3, 0.8, 0.8), 0);
  assert_same_double(jx_relaxed_level(3, 1, 0.8), 0);
}

/* Rank as told, value, violation. */
static void within_the_level_values_count(void **state)
{
  const double kept[] = {2, 2, 0}, near[] = {1e301, -7, 0.5}, far[] = {1e302, -9, 0.6};
  const double no_value[] = {(double)INFINITY, (double)NAN, 0.1};
  (void)state;
  assert_same_double(jx_relaxed_rank(0.5, kept), 2);
  assert_same_double(jx_relaxed_rank(0.5, near), -7);
  assert_same_double(jx_relaxed_rank(0.5, far), 1e302);
  assert_same_double(jx_relaxed_rank(0.5, no_value), (double)INFINITY);
  assert_same_double(jx_relaxed_rank(0, near), 1e301);
}

/* The 20 % that miss least: of 11, the third. */
static void the_first_level_lets_a_fifth_in(void **state)
{
  enum { SIZE = 11 };
  double x[SIZE] = {0}, rank[SIZE], outcome[SIZE][JX_OUTCOME_COLUMNS];
  jx_ranked order[SIZE];
  jx_parents parents = {.n = 1,
                        .most = SIZE,
                        .size = SIZE,
                        .x = x,
                        .rank = rank,
                        .outcome = outcome[0],
                        .order = order};
  (void)state;
  for (size_t i = 0; i < SIZE; i++) {
    double violation = (double)((i * 4) % SIZE + 1);
    outcome[i][JX_OUTCOME_RANK] = 1e301 * violation;
    outcome[i][JX_OUTCOME_VALUE] = -violation;
    outcome[i][JX_OUTCOME_VIOLATION] = violation;
  }
  assert_same_double(jx_relaxed_first(&parents), 3);
  for (size_t i = 0; i < SIZE; i++) outcome[i][JX_OUTCOME_VIOLATION] = (double)NAN;
  assert_same_double(jx_relaxed_first(&parents), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_fall_to_nothing),
      cmocka_unit_test(within_the_level_values_count),
      cmocka_unit_test(the_first_level_lets_a_fifth_in),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
