/* run/evaluations/value_cache.h against a plain list of what was put last. */
#define _GNU_SOURCE
#include "run/evaluations/value_cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static jato_allocator allocator;

static int create(jx_value_cache *known, size_t variables, size_t constraints)
{
  const jx_journal_shape shape = {
      .variables = variables, .objectives = 1, .constraints = constraints};
  return jx_value_cache_create(known, &shape, &allocator);
}

static void values_of(uint64_t i, double *values)
{
  uint64_t thousands = i / 1000;
  values[0] = (double)(i % 1000);
  values[1] = (double)thousands * 0.5;
  values[2] = i % 2 == 0 ? -0.0 : 0.0; /* two values, as bits go */
}

static void the_last_ones_are_known(void **state)
{
  jx_value_cache known;
  (void)state;
  assert_true(create(&known, 3, 1));
  uint64_t many = 3 * (uint64_t)known.room;
  for (uint64_t i = 0; i < many; i++) {
    double values[3], f = (double)i, c = (double)i + 0.5;
    jx_outcome found;
    values_of(i, values);
    assert_int_equal(jx_value_cache_find(&known, values, NULL, NULL), JX_VALUE_UNKNOWN);
    jx_value_cache_put(&known, values, &f, &c);
    for (uint64_t back = 0; back < known.room && back <= i; back += 1 + back * 7) {
      values_of(i - back, values); /* a half full of them is always there */
      assert_int_equal(jx_value_cache_find(&known, values, NULL, &found), JX_VALUE_KNOWN);
      assert_true(*found.f == (double)(i - back) && *found.c == *found.f + 0.5);
    }
  }
  jx_value_cache_destroy(&known);
}

static void one_that_is_expected_becomes_known_or_not(void **state)
{
  jx_value_cache known;
  uint32_t by = 0;
  double a[1] = {1}, b[1] = {2}, d[1] = {3}, f = 7;
  jx_outcome found;
  (void)state;
  assert_true(create(&known, 1, 0));
  jx_value_cache_expect(&known, a, 4);
  jx_value_cache_expect(&known, b, 5);
  jx_value_cache_expect(&known, d, 6);
  assert_int_equal(jx_value_cache_find(&known, a, &by, NULL), JX_VALUE_EXPECTED);
  assert_int_equal(by, 4);
  jx_value_cache_put(&known, a, &f, NULL);
  jx_value_cache_give_up(&known, a); /* it is known, and stays so */
  jx_value_cache_give_up(&known, b);
  assert_int_equal(jx_value_cache_find(&known, a, NULL, &found), JX_VALUE_KNOWN);
  assert_true(*found.f == 7);
  assert_int_equal(jx_value_cache_find(&known, b, NULL, NULL), JX_VALUE_UNKNOWN);
  jx_value_cache_give_up_all(&known);
  assert_int_equal(jx_value_cache_find(&known, a, NULL, NULL), JX_VALUE_KNOWN);
  assert_int_equal(jx_value_cache_find(&known, d, NULL, NULL), JX_VALUE_UNKNOWN);
  jx_value_cache_destroy(&known);
}

/* Nothing that was found is forgotten for others while there is room for them. */
static void room_is_made_at_once(void **state)
{
  jx_value_cache known;
  double value, f = 1;
  (void)state;
  assert_true(create(&known, 1, 0));
  size_t room = known.room;
  assert_false(jx_value_cache_make_room(&known, room + 1));
  for (size_t i = 0; i < room - 1; i++)
    jx_value_cache_put(&known, (value = (double)i, &value), &f, NULL);
  assert_true(jx_value_cache_make_room(&known, room));
  for (size_t i = 0; i < room; i++)
    jx_value_cache_expect(&known, (value = -1.0 - (double)i, &value), 0);
  for (size_t i = 0; i < room - 1; i++)
    assert_int_equal(jx_value_cache_find(&known, (value = (double)i, &value), NULL, NULL),
                     JX_VALUE_KNOWN);
  jx_value_cache_destroy(&known);
}

static void without_room_nothing_is_known(void **state)
{
  jx_value_cache none = {0};
  double value = 1;
  (void)state;
  jx_value_cache_put(&none, &value, &value, NULL);
  jx_value_cache_expect(&none, &value, 1);
  jx_value_cache_give_up(&none, &value);
  jx_value_cache_give_up_all(&none);
  assert_int_equal(jx_value_cache_find(&none, &value, NULL, NULL), JX_VALUE_UNKNOWN);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_last_ones_are_known),
      cmocka_unit_test(one_that_is_expected_becomes_known_or_not),
      cmocka_unit_test(room_is_made_at_once),
      cmocka_unit_test(without_room_nothing_is_known),
  };
  allocator = jx_allocator_or_default(NULL);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
