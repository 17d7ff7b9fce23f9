/* Quantiles, ranks and tests, against values of SciPy 1.17.1 (scipy.stats.mannwhitneyu,
 * two-sided, scipy.stats.rankdata), numpy.quantile and statsmodels 0.15.0 (multipletests, method
 * holm). */
#include "check.h"

#include <math.h>

#include "analysis/sort.h"
#include "jato/analysis.h"

static void near(double found, double wanted)
{
  if (fabs(found - wanted) > 1e-12 * fmax(1, fabs(wanted)))
    fail_msg("%.17g, and not %.17g", found, wanted);
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define TEST(a, b) test_of(a, COUNT(a), b, COUNT(b))

static jato_rank_test test_of(const double *a, size_t a_count, const double *b, size_t b_count)
{
  jato_rank_test one, other;
  assert_int_equal(jato_rank_sum_test(a, a_count, b, b_count, &one, NULL), JATO_OK);
  assert_int_equal(jato_rank_sum_test(b, b_count, a, a_count, &other, NULL), JATO_OK);
  near(one.p, other.p); /* two-sided: it does not matter which comes first */
  return one;
}

static void test_quantiles(void **state)
{
  (void)state;
  double values[] = {3.5, 1.25, 8, -2, 6.5, 0.75, 11};
  double four[] = {3.5, 1.25, 8, -2};
  double endless[] = {1, 2, INFINITY, INFINITY, INFINITY};
  jx_sort_values(values, COUNT(values));
  near(jato_quantile(values, 7, 0.25), 1);
  near(jato_quantile(values, 7, 0.5), 3.5);
  near(jato_quantile(values, 7, 0.75), 7.25);
  jx_sort_values(four, COUNT(four));
  near(jato_quantile(four, 4, 0.25), 0.4375);
  near(jato_quantile(four, 4, 0.5), 2.375);
  near(jato_quantile(four, 4, 0.75), 4.625);
  near(jato_quantile(endless, 5, 0.25), 2);
  assert_true(isinf(jato_quantile(endless, 5, 0.5)) && isinf(jato_quantile(endless, 4, 0.75)));
  near(jato_quantile(values, 1, 0.75), -2);
}

static void test_ranks_with_ties(void **state)
{
  (void)state;
  const double values[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
  const double wanted[] = {4.5, 1.5, 6, 1.5, 8, 11, 3, 10, 8, 4.5, 8};
  double ranks[11];
  assert_int_equal(jato_rank_values(values, 11, ranks, NULL), JATO_OK);
  for (size_t i = 0; i < 11; i++) near(ranks[i], wanted[i]);
}

static void test_exact_tests(void **state)
{
  (void)state;
  const double a[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const double b[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06001, 3.14, 1.28};
  const double c[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const double d[] = {1.15, 0.88, 0.90, 0.74, 1.21};
  double low[25], high[25];
  near(TEST(a, b).p, 0.13591114767585355);
  near(TEST(c, d).p, 0.2544122544122544);
  assert_true(TEST(a, b).exact && TEST(c, d).exact);
  for (int i = 0; i < 25; i++) {
    low[i] = i;
    high[i] = i + 7.5;
  }
  near(TEST(low, high).p, 0.0016129849141765253);
  assert_true(TEST(low, high).exact);
  for (int i = 0; i < 15; i++) high[i] = 100 + i;
  jato_rank_test apart = test_of(low, 15, high, 15);
  near(apart.p / 1.28934500757877e-08, 1);
}

static void test_approximate_tests(void **state)
{
  (void)state;
  const double a[] = {1, 2, 2, 3, 4, 4, 4}, b[] = {2, 4, 5, 6, 7, 7}, same[] = {1, 1, 1};
  double low[30], high[30];
  near(TEST(a, b).p, 0.04109920575522472);
  assert_false(TEST(a, b).exact); /* there are ties */
  for (int i = 0; i < 30; i++) {
    low[i] = i;
    high[i] = i + 7.5;
  }
  near(TEST(low, high).p, 0.003670893392450653);
  assert_false(TEST(low, high).exact); /* there are many */
  near(TEST(same, same).p, 1);
}

static void test_nearly_nothing(void **state)
{
  (void)state;
  const double one[] = {1}, two[] = {2};
  near(TEST(one, two).p, 1);
  near(test_of(one, 1, two, 0).p, 1);
}

static void test_several_tests(void **state)
{
  (void)state;
  double p[] = {0.01, 0.04, 0.03, 0.005, 0.8}, q[] = {0.02, 0.5, 0.02, 0.9};
  const double wanted_p[] = {0.04, 0.09, 0.09, 0.025, 0.8}, wanted_q[] = {0.08, 1, 0.08, 1};
  assert_int_equal(jato_holm(p, COUNT(p), NULL), JATO_OK);
  assert_int_equal(jato_holm(q, COUNT(q), NULL), JATO_OK);
  assert_int_equal(jato_holm(q, 0, NULL), JATO_OK);
  for (size_t i = 0; i < COUNT(p); i++) near(p[i], wanted_p[i]);
  for (size_t i = 0; i < COUNT(q); i++) near(q[i], wanted_q[i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_quantiles),      cmocka_unit_test(test_ranks_with_ties),
      cmocka_unit_test(test_exact_tests),    cmocka_unit_test(test_approximate_tests),
      cmocka_unit_test(test_nearly_nothing), cmocka_unit_test(test_several_tests),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
