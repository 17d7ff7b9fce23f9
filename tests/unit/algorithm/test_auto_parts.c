/* The scan by which auto tells rugged functions. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "algorithm/auto/auto.h"

/* Along any line from 0 to a point far away the first has one dip at most; the waves of the other
 * are `waves` in number on the diagonal. */
static uint64_t scan_waves(double waves)
{
  const double lower[2] = {0, 0}, upper[2] = {1, 1}, from[2] = {0, 0};
  const jx_search_setup setup = {.dim = 2, .lower = lower, .upper = upper, .seed = 3};
  jx_pool pool = {.allocator = jx_allocator_or_default(NULL)};
  jx_scan scan = {.n = 0};
  double x[2 * JX_SCAN_POINTS], rank[JX_SCAN_POINTS];
  jx_scan_create(&scan, &setup, &pool);
  assert_true(jx_pool_is_whole(&pool));
  jx_scan_begin(&scan, from, 0);
  while (scan.count.verdict == JX_SCAN_UNDECIDED) {
    size_t count = jx_scan_ask(&scan, x);
    assert_in_range(count, 1, JX_SCAN_POINTS);
    for (size_t k = 0; k < count; k++) {
      double way = hypot(x[2 * k], x[2 * k + 1]);
      rank[k] = way - (waves > 0 ? 0.5 * cos(2 * acos(-1) * waves * way) : 0);
    }
    jx_scan_tell(&scan, rank);
  }
  jx_pool_release(&pool);
  return scan.count.verdict;
}

static void waves_are_rugged_and_slopes_are_not(void **state)
{
  (void)state;
  assert_int_equal(scan_waves(0), JX_SCAN_SMOOTH);
  assert_int_equal(scan_waves(1), JX_SCAN_SMOOTH);
  assert_int_equal(scan_waves(9), JX_SCAN_RUGGED);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(waves_are_rugged_and_slopes_are_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
