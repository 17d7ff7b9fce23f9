/* Texts of JSON as trees: what is in them, in their order, and what is no JSON. */
#include "check.h"

#include "text/tree.h"

static const jx_tree *tree_of(const char *text)
{
  const jx_tree *tree = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jx_tree_open(text, strlen(text), &tree, &error), error);
  return tree;
}

static void values_are_what_was_written(void **state)
{
  const jx_tree *tree = tree_of("{\"z\":1.5,\"a\":\"\\u00e9\\n\",\"list\":[7,[],{}],\"no\":null,"
                                "\"yes\":true,\"whole\":7e3}");
  double number = 0;
  uint64_t whole = 0;
  int flag = 0;
  (void)state;
  assert_int_equal(jx_tree_kind_of(tree), JX_TREE_OBJECT);
  assert_int_equal(jx_tree_count(tree), 6);
  assert_true(jx_tree_number(jx_tree_member(tree, "z"), &number));
  assert_same_double(number, 1.5);
  assert_string_equal(jx_tree_text(jx_tree_member(tree, "a")), "\xC3\xA9\n");
  const jx_tree *list = jx_tree_member(tree, "list");
  assert_int_equal(jx_tree_count(list), 3);
  assert_true(jx_tree_whole(jx_tree_item(list, 0), &whole));
  assert_int_equal(whole, 7);
  assert_int_equal(jx_tree_kind_of(jx_tree_item(list, 1)), JX_TREE_LIST);
  assert_int_equal(jx_tree_kind_of(jx_tree_item(list, 2)), JX_TREE_OBJECT);
  assert_null(jx_tree_item(list, 3));
  assert_int_equal(jx_tree_kind_of(jx_tree_member(tree, "no")), JX_TREE_NULL);
  assert_true(jx_tree_flag(jx_tree_member(tree, "yes"), &flag));
  assert_int_equal(flag, 1);
  assert_true(jx_tree_whole(jx_tree_member(tree, "whole"), &whole));
  assert_int_equal(whole, 7000);
  jx_tree_close(&tree);
  assert_null(tree);
}

static void keys_come_in_the_order_they_were_written(void **state)
{
  static const char *const wanted[] = {"z", "a", "m", "b"};
  const jx_tree *tree = tree_of("{\"z\":1,\"a\":2,\"m\":3,\"b\":4}");
  const char *key = NULL;
  (void)state;
  for (size_t i = 0; i < 4; i++) {
    key = jx_tree_next_key(tree, key);
    assert_string_equal(key, wanted[i]);
  }
  assert_null(jx_tree_next_key(tree, key));
  jx_tree_close(&tree);
}

static void whole_numbers_are_told_from_others(void **state)
{
  static const char *const whole[] = {"0", "9223372036854775807", "4.0", "1e15"};
  static const char *const other[] = {"-1", "0.5", "1e19", "-0.5", "\"7\"", "null", "true", "[7]"};
  static const uint64_t wanted[] = {0, UINT64_C(9223372036854775807), 4,
                                    UINT64_C(1000000000000000)};
  (void)state;
  for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
    const jx_tree *tree = tree_of(whole[i]);
    uint64_t found = 1;
    assert_true(jx_tree_whole(tree, &found));
    assert_true(found == wanted[i]);
    jx_tree_close(&tree);
  }
  for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
    const jx_tree *tree = tree_of(other[i]);
    uint64_t found = 99;
    assert_false(jx_tree_whole(tree, &found));
    assert_int_equal(found, 99);
    jx_tree_close(&tree);
  }
}

/* What Python and others write for numbers that are none. */
static void what_is_not_finite_is_null(void **state)
{
  const jx_tree *tree = tree_of("{\"NaN\":NaN,\"b\":[-Infinity,Infinity,\"NaN \\\" NaN\"]}");
  (void)state;
  assert_int_equal(jx_tree_kind_of(jx_tree_member(tree, "NaN")), JX_TREE_NULL);
  const jx_tree *list = jx_tree_member(tree, "b");
  assert_int_equal(jx_tree_kind_of(jx_tree_item(list, 0)), JX_TREE_NULL);
  assert_int_equal(jx_tree_kind_of(jx_tree_item(list, 1)), JX_TREE_NULL);
  assert_string_equal(jx_tree_text(jx_tree_item(list, 2)), "NaN \" NaN");
  jx_tree_close(&tree);
}

static void what_is_no_json_is_refused(void **state)
{
  static const char *const wrong[] = {
      "", "{", "{\"a\":1,\"a\":2}", "[1,]", "\"\\u0000\"", "\"\xff\"", "1 2", "{'a':1}"};
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    const jx_tree *tree = (const jx_tree *)(const void *)wrong;
    jato_error error = {JATO_OK, ""};
    assert_int_equal(jx_tree_open(wrong[i], strlen(wrong[i]), &tree, &error), JATO_E_ARGUMENT);
    assert_null(tree);
    assert_contains(error.text, "this is no JSON");
  }
}

/* What is not there, and what is something else, can be asked everything. */
static void nothing_is_fine_everywhere(void **state)
{
  const jx_tree *number = tree_of("1");
  const jx_tree *asked[] = {NULL, number};
  int flag = 5;
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    assert_null(jx_tree_member(asked[i], "a"));
    assert_null(jx_tree_item(asked[i], 0));
    assert_null(jx_tree_next_key(asked[i], NULL));
    assert_null(jx_tree_text(asked[i]));
    assert_int_equal(jx_tree_count(asked[i]), 0);
    assert_false(jx_tree_flag(asked[i], &flag));
    assert_int_equal(flag, 5);
  }
  assert_int_equal(jx_tree_kind_of(NULL), JX_TREE_ABSENT);
  jx_tree_close(&number);
  jx_tree_close(&number);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_what_was_written),
      cmocka_unit_test(keys_come_in_the_order_they_were_written),
      cmocka_unit_test(whole_numbers_are_told_from_others),
      cmocka_unit_test(what_is_not_finite_is_null),
      cmocka_unit_test(what_is_no_json_is_refused),
      cmocka_unit_test(nothing_is_fine_everywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
