/* Structs that begin with their size: what an older caller does not know is left alone, and what a
 * newer one has set is not ignored. */
#include "check.h"

#include "base/status.h"

#include <string.h>

typedef struct older {
  size_t size;
  double a;
} older;

typedef struct newer {
  size_t size;
  double a, b;
} newer;

static void an_older_struct_is_read(void **state)
{
  jato_error error;
  older given = {sizeof given, 1.5};
  newer own = {0, 7, 7};
  (void)state;
  assert_ok(jx_sized_read("newer", &given, &own, sizeof own, &error), error);
  assert_int_equal(own.size, sizeof own);
  assert_same_double(own.a, 1.5);
  assert_same_double(own.b, 0);
  assert_true(!jx_sized_has(&given, offsetof(newer, b)));
  assert_true(jx_sized_has(&given, offsetof(newer, a)));
}

static void an_older_struct_is_written(void **state)
{
  struct {
    older it;
    double behind;
  } given = {{sizeof(older), 0}, 9};
  newer own = {sizeof own, 1.5, 2.5};
  (void)state;
  jx_sized_write(&own, sizeof own, &given);
  assert_int_equal(given.it.size, sizeof(older));
  assert_same_double(given.it.a, 1.5);
  assert_same_double(given.behind, 9);
}

static void a_newer_struct_is_read_unless_it_asks_for_more(void **state)
{
  jato_error error;
  newer given = {sizeof given, 1.5, 0};
  older own;
  (void)state;
  assert_ok(jx_sized_read("older", &given, &own, sizeof own, &error), error);
  assert_same_double(own.a, 1.5);
  given.b = 1;
  assert_int_equal(jx_sized_read("older", &given, &own, sizeof own, &error), JATO_E_ARGUMENT);
  assert_non_null(strstr(error.text, "older has a member that jato"));
  jx_sized_write(&own, sizeof own, &given);
  assert_same_double(given.b, 0);
}

static void a_size_that_was_never_set_is_refused(void **state)
{
  static const size_t sizes[] = {0, 1, sizeof(size_t), 65537, SIZE_MAX};
  jato_error error;
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    newer given = {sizes[i], 1, 2}, own = {sizeof own, 3, 4};
    assert_int_equal(jx_sized_read("newer", &given, &own, sizeof own, &error), JATO_E_ARGUMENT);
    assert_string_equal(error.text, "size of a newer is not set: begin with newer_default()");
    jx_sized_write(&own, sizeof own, &given);
    assert_same_double(given.a, 1);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_older_struct_is_read), cmocka_unit_test(an_older_struct_is_written),
      cmocka_unit_test(a_newer_struct_is_read_unless_it_asks_for_more),
      cmocka_unit_test(a_size_that_was_never_set_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
