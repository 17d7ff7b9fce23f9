/* How methods compare, against numbers worked out by hand, and p by SciPy 1.17.1. */
#include "check.h"

#include <math.h>

#include "jato/analysis.h"

/* Two methods with three runs each, at most 100 evaluations, each improved once. */
static const jato_improvement found[6] = {{10, 0}, {100, 1}, {30, 0}, {100, 2}, {100, 5}, {100, 9}};
static jato_compared_run runs[6];

static jato_comparison compared(double target)
{
  for (size_t i = 0; i < 6; i++)
    runs[i] = (jato_compared_run){i % 2, found[i].best, found[i].evaluations, &found[i], 1};
  return (jato_comparison){JATO_COMPARISON_INIT, .runs = runs, .run_count = 6, .method_count = 2,
                           .target = target};
}

static void near(double is, double wanted)
{
  if (fabs(is - wanted) > 1e-12 * fmax(1, fabs(wanted)))
    fail_msg("%.17g, and not %.17g", is, wanted);
}

/* In order: 10, 30, then the values 1, 2, 5, 9. U is 7 of 9: p = 2 (2 + 1 + 1) / 20. */
static void test_standings(void **state)
{
  (void)state;
  jato_comparison comparison = compared(0.5);
  jato_standing standings[2];
  assert_int_equal(jato_compare_methods(&comparison, standings, NULL), JATO_OK);
  const jato_standing *a = &standings[0], *b = &standings[1];
  assert_true(a->method == 0 && a->runs == 3 && a->reached == 2 && a->among_best);
  assert_true(b->method == 1 && b->runs == 3 && b->reached == 0 && b->exact);
  near(a->ert, 140.0 / 2);
  assert_true(isinf(b->ert));
  near(a->mean_rank, (1 + 2 + 5) / 3.0);
  near(b->mean_rank, (3 + 4 + 6) / 3.0);
  near(a->upper_quartile, 2.5);
  near(b->lower_quartile, 1.5);
  near(b->median, 2);
  near(b->p, 0.4);
}

static void test_without_a_target_or_runs(void **state)
{
  (void)state;
  jato_comparison comparison = compared(NAN);
  jato_standing standings[3];
  comparison.method_count = 3;
  assert_int_equal(jato_compare_methods(&comparison, standings, NULL), JATO_OK);
  assert_true(isnan(standings[0].ert));
  assert_true(standings[2].method == 2 && standings[2].runs == 0 && !standings[2].among_best);
  assert_true(isinf(standings[2].mean_rank) && isnan(standings[2].median));
  comparison.method_count = 1;
  assert_int_equal(jato_compare_methods(&comparison, standings, NULL), JATO_E_ARGUMENT);
}

/* 2 / C(2n, n) is 0.1 with three runs and 1/35 with four. */
static void test_significant_runs(void **state)
{
  (void)state;
  assert_int_equal(jato_significant_runs(1), 1);
  assert_int_equal(jato_significant_runs(2), 4);
  assert_int_equal(jato_significant_runs(3), 5);
}

/* Among the targets 100 to 0.5 above 0, 1 and 2 lie between those of 1e2 * 200^(-i/50). */
static void test_runtimes(void **state)
{
  (void)state;
  jato_comparison comparison = compared(0.5);
  double distance[JATO_RUNTIME_TARGETS], at[3 * JATO_RUNTIME_TARGETS];
  jato_runtime_targets(&comparison, 0, distance);
  near(distance[0], 100);
  near(distance[25], 100 / sqrt(200));
  near(distance[50], 0.5);
  size_t solved = jato_runtimes(&comparison, 0, 0, at), of_first = JATO_RUNTIME_TARGETS;
  size_t of_last = (size_t)floor(50 * log(20) / log(200)) + 1; /* 5 is reached by the third run */
  assert_int_equal(solved, 2 * of_first + of_last);
  assert_true(at[0] == 10 && at[of_first - 1] == 10 && at[of_first] == 30 && at[solved - 1] == 100);
}

static void test_reached_after(void **state)
{
  (void)state;
  const jato_improvement way[] = {{3, 1}, {8, 2}, {20, 4}};
  const jato_compared_run run = {0, 4, 25, way, 3};
  assert_int_equal(jato_reached_after(&run, 1, true), 3);
  assert_int_equal(jato_reached_after(&run, 1.5, true), 8);
  assert_int_equal(jato_reached_after(&run, 4, true), 20);
  assert_int_equal(jato_reached_after(&run, 4.5, true), 0);
  assert_int_equal(jato_reached_after(&run, NAN, true), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_standings),        cmocka_unit_test(test_without_a_target_or_runs),
      cmocka_unit_test(test_significant_runs), cmocka_unit_test(test_runtimes),
      cmocka_unit_test(test_reached_after),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
