/* population/reals.h: numbers in a run's precision, and boxes that never grow by rounding. */
#include "check.h"

#include <float.h>
#include <math.h>

#include "population/reals.h"

static void numbers_are_rounded_to_the_nearest(void **state)
{
  (void)state;
  const double from[] = {0.1, -0.1, 1e300, 0, 16777217.0};
  float single[5];
  double twice[5];
  jx_reals_from(from, 5, sizeof(float), single);
  jx_reals_from(from, 5, sizeof(double), twice);
  for (size_t i = 0; i < 5; i++) {
    assert_true(single[i] == (float)from[i]);
    assert_true(jx_real_at(single, i, sizeof(float)) == (double)(float)from[i]);
    assert_true(jx_real_at(twice, i, sizeof(double)) == from[i]);
  }
}

/* 0.1 is below its nearest float, -0.1 above: both bounds move inwards by less than one float. */
static void a_box_of_floats_lies_inside_the_box(void **state)
{
  (void)state;
  const double lower[] = {-0.1, 0.1, -5.12, 1.0 / 3}, upper[] = {0.1, 0.7, 5.12, 2.0 / 3};
  jx_bounds bounds = {4, lower, upper, 0.5};
  float box[JX_BOX_ROWS][4];
  assert_int_equal(jx_box_round(&bounds, sizeof(float), box, NULL), JATO_OK);
  for (size_t d = 0; d < 4; d++) {
    assert_true((double)box[JX_LOWER][d] >= lower[d]);
    assert_true((double)nextafterf(box[JX_LOWER][d], -INFINITY) < lower[d]);
    assert_true((double)box[JX_UPPER][d] <= upper[d]);
    assert_true((double)nextafterf(box[JX_UPPER][d], INFINITY) > upper[d]);
    assert_true(box[JX_MOST_V][d] == (float)(0.5 * (upper[d] - lower[d])));
    assert_true(box[JX_LEAST_V][d] == -box[JX_MOST_V][d]);
  }
}

static void a_box_of_doubles_is_the_box(void **state)
{
  (void)state;
  const double lower[] = {-0.1, 1e300}, upper[] = {0.1, 1.5e300};
  jx_bounds bounds = {2, lower, upper, 1};
  double box[JX_BOX_ROWS][2];
  assert_int_equal(jx_box_round(&bounds, sizeof(double), box, NULL), JATO_OK);
  for (size_t d = 0; d < 2; d++) {
    assert_true(box[JX_LOWER][d] == lower[d] && box[JX_UPPER][d] == upper[d]);
    assert_true(box[JX_MOST_V][d] == upper[d] - lower[d]);
  }
}

static void a_box_that_does_not_fit_is_refused(void **state)
{
  (void)state;
  const double near[] = {1.0, 1.0 + DBL_EPSILON}, wide[] = {-3e38, 3e38}, high[] = {1e39, 2e39};
  const double *const pairs[] = {near, wide, high};
  float box[JX_BOX_ROWS];
  for (size_t i = 0; i < 3; i++) {
    jato_error error = {JATO_OK, ""};
    jx_bounds bounds = {1, pairs[i], pairs[i] + 1, 1};
    assert_int_equal(jx_box_round(&bounds, sizeof(float), box, &error), JATO_E_ARGUMENT);
    assert_non_null(strstr(error.text, "--precision double"));
  }
}

/* 1.5 * 2^23 or 2^52 grains of 2^-52 or 2^-400 of the box, or of 1 where that is less; nothing
 * where the grain of a narrow box would be no normal number. */
static void a_box_has_a_grain(void **state)
{
  (void)state;
  const double zero[] = {0, 0, 0, 0, 0, 0};
  const double width[] = {1, 1e30, 0.75, 0x1p-20, 0x1p-76, 0x1p-100};
  const double times[] = {1, 1, 0.5, 0x1p-20, 0x1p-74, 0};
  float single[JX_BOX_ROWS][6];
  double twice[JX_BOX_ROWS][6];
  jx_bounds bounds = {6, zero, width, 1};
  assert_int_equal(jx_box_round(&bounds, sizeof(float), single, NULL), JATO_OK);
  assert_int_equal(jx_box_round(&bounds, sizeof(double), twice, NULL), JATO_OK);
  for (size_t d = 0; d < 6; d++)
    assert_same_double((double)single[JX_ROUNDER][d], times[d] * 0x1.8p-29);
  for (size_t d = 0; d < 4; d++) assert_same_double(twice[JX_ROUNDER][d], times[d] * 0x1.8p-348);
  assert_same_double(twice[JX_ROUNDER][5], 0x1.8p-448);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_rounded_to_the_nearest),
      cmocka_unit_test(a_box_of_floats_lies_inside_the_box),
      cmocka_unit_test(a_box_of_doubles_is_the_box),
      cmocka_unit_test(a_box_that_does_not_fit_is_refused),
      cmocka_unit_test(a_box_has_a_grain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
