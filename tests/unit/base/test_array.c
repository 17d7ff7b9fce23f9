/* base/array.h: which numbers an array of a method's state may hold. */
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/array.h"

static int is_allowed(jx_array own, double *data)
{
  jato_error error = {JATO_OK, ""};
  own.data = NULL;
  jato_array saved = jx_array_saved(&own);
  saved.data = data;
  return jx_array_check(&own, &saved, &error) == JATO_OK;
}

static void bounds_are_what_they_say(void **state)
{
  static const double lower[2] = {-1, 10}, upper[2] = {1, 20};
  static const jx_allowed columns[2] = {JX_SHARE, JX_RANK};
  const jx_array finite = {"a", JX_DOUBLES, 1, 2, NULL, JX_FINITE},
                 rank = {"a", JX_DOUBLES, 1, 2, NULL, JX_RANK},
                 any = {"a", JX_DOUBLES, 1, 2, NULL, JX_ANY_DOUBLE},
                 box = {"a", JX_DOUBLES, 1, 2, NULL, JX_IN_BOX(lower, upper)},
                 whole = {"a", JX_DOUBLES, 1, 2, NULL, JX_WHOLE_TALLY},
                 each = {"a", JX_DOUBLES, 1, 2, NULL, JX_BY_COLUMN(columns)},
                 more = {"a", JX_DOUBLES, 1, 3, NULL, JX_BY_COLUMN(columns)};
  (void)state;
  assert_true(is_allowed(finite, (double[]){DBL_MAX, -DBL_MAX}));
  assert_false(is_allowed(finite, (double[]){0, INFINITY}));
  assert_false(is_allowed(finite, (double[]){NAN, 0}));
  assert_true(is_allowed(rank, (double[]){INFINITY, -INFINITY}));
  assert_false(is_allowed(rank, (double[]){0, NAN}));
  assert_true(is_allowed(any, (double[]){NAN, INFINITY}));
  assert_true(is_allowed(box, (double[]){-1, 20}));
  assert_false(is_allowed(box, (double[]){nextafter(-1, -2), 20}));
  assert_false(is_allowed(box, (double[]){20, -1}));
  assert_false(is_allowed(box, (double[]){0, NAN}));
  assert_true(is_allowed(each, (double[]){1, INFINITY}));
  assert_false(is_allowed(each, (double[]){INFINITY, 1}));
  assert_true(is_allowed(whole, (double[]){0, 0x1p53}));
  assert_false(is_allowed(whole, (double[]){0.5, 1}));
  assert_false(is_allowed(whole, (double[]){1, -1}));
  assert_false(is_allowed(whole, (double[]){NAN, 1}));
  assert_false(is_allowed(more, (double[]){0, 0, 0}));
}

/* The bounds of counts, both of them allowed, and what is said of others. */
static void words_name_the_number(void **state)
{
  const jx_array own = {"kept", JX_COUNTS, 2, 2, NULL, JX_COUNT_IN(2, 5)};
  uint64_t numbers[] = {2, 5, 3, 6};
  jato_array saved = jx_array_saved(&own);
  jato_error error = {JATO_OK, ""};
  (void)state;
  saved.data = numbers;
  assert_int_equal(jx_array_check(&own, &saved, &error), JATO_E_FILE);
  assert_contains(error.text, "/state/kept holds 6 in row 1, column 1, where 2 to 5 is allowed");
  numbers[3] = 4;
  assert_ok(jx_array_check(&own, &saved, &error), error);
}

static void an_array_is_taken_by_its_name(void **state)
{
  double mine[2] = {0, 0}, other[3] = {1, 2, 3}, theirs[2] = {0.25, 0.5};
  const jx_array own = {"place", JX_DOUBLES, 1, 2, mine, JX_SHARE};
  jato_array saved[] = {{"other", JX_DOUBLES, 1, 3, other}, {"place", JX_DOUBLES, 1, 2, theirs}};
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_ok(jx_array_restore(&own, saved, 2, &error), error);
  assert_memory_equal(mine, theirs, sizeof mine);
  assert_int_equal(jx_array_restore(&own, saved, 1, &error), JATO_E_FILE);
  theirs[1] = 1.5;
  assert_int_equal(jx_array_restore(&own, saved, 2, &error), JATO_E_FILE);
  assert_same_double(mine[1], 0.5);
  saved[1].columns = 1;
  assert_int_equal(jx_array_restore(&own, saved, 2, &error), JATO_E_FILE);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bounds_are_what_they_say),
      cmocka_unit_test(words_name_the_number),
      cmocka_unit_test(an_array_is_taken_by_its_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
