/* What auto is made of: the state that it keeps, and the scan that tells rugged functions. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "algorithm/auto/auto.h"
#include "api/options.h"
#include "search_bed.h"

/* ---- State ---- */

/* A file with a good seal may still say what cannot be: a phase that there is none of, one whose
 * searches are missing, or somebody unknown who found the best. */
static void a_state_that_cannot_be_is_refused(void **state)
{
  static const uint64_t wrong[][2] = {{99, 0}, {JX_AUTO_SMOOTH, 0}, {JX_AUTO_LINES, 99}};
  (void)state;
  for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
    bed b;
    jx_array arrays[JX_ARRAYS_MOST];
    jato_error error = {JATO_OK, ""};
    const char *why;
    set_up(&b, "auto:batch=1", 3, 0, 1);
    b.setup.make = jx_options_make_search;
    jx_search *search = make(&b);
    size_t count = b.ops->state(search, arrays), i = 0;
    while (i < count && strcmp(arrays[i].name, "counts") != 0) i++;
    assert_in_range(i, 0, count - 1);
    ask(&b, search);
    memcpy(arrays[i].data, wrong[w], sizeof wrong[w]);
    assert_int_equal(b.ops->is_done(search, &why), JX_GOES_ON);
    assert_int_equal(b.ops->ask(search, &b.generation, &error), JATO_E_FILE);
    assert_non_null(strstr(error.text, "is not valid"));
    b.ops->destroy(&search);
  }
}

/* ---- The scan ---- */

/* Along any line from 0 to a point far away the first has one dip at most; the waves of the other
 * are `waves` in number on the diagonal. */
static uint64_t scan_waves(double waves)
{
  const double lower[2] = {0, 0}, upper[2] = {1, 1}, from[2] = {0, 0};
  const jx_search_setup setup = {.dim = 2,
                                 .lower = lower,
                                 .upper = upper,
                                 .seed = 3,
                                 .allocator = jx_allocator_or_default(NULL)};
  jx_scan scan = {.n = 0};
  double x[2 * JX_SCAN_POINTS], rank[JX_SCAN_POINTS];
  assert_true(jx_scan_create(&scan, &setup));
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
  jx_scan_destroy(&scan, &setup.allocator);
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
      cmocka_unit_test(a_state_that_cannot_be_is_refused),
      cmocka_unit_test(waves_are_rugged_and_slopes_are_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
