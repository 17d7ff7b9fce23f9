/* Texts of JSON as trees: what is in them, in their order, and what is no JSON. */
#include "check.h"

#include "text/tree.h"

static jx_tree held;

static const jx_node *tree_of(const char *text)
{
  jato_error error = {JATO_OK, ""};
  assert_ok(jx_tree_read_json(&held, text, strlen(text), &error), error);
  return held.nodes;
}

static void values_are_what_was_written(void **state)
{
  const jx_node *tree = tree_of("{\"z\":1.5,\"a\":\"\\u00e9\\n\",\"list\":[7,[],{}],\"no\":null,"
                                "\"yes\":true,\"whole\":7e3}");
  double number = 0;
  uint64_t whole = 0;
  int flag = 0;
  (void)state;
  assert_int_equal(jx_node_kind_of(tree), JX_NODE_OBJECT);
  assert_int_equal(jx_node_count(tree), 6);
  assert_true(jx_node_number(jx_node_member(tree, "z"), &number));
  assert_same_double(number, 1.5);
  assert_string_equal(jx_node_text(jx_node_member(tree, "a")), "\xC3\xA9\n");
  const jx_node *list = jx_node_member(tree, "list");
  assert_int_equal(jx_node_count(list), 3);
  assert_true(jx_node_whole(jx_node_item(list, 0), &whole));
  assert_int_equal(whole, 7);
  assert_int_equal(jx_node_kind_of(jx_node_item(list, 1)), JX_NODE_LIST);
  assert_int_equal(jx_node_kind_of(jx_node_item(list, 2)), JX_NODE_OBJECT);
  assert_null(jx_node_item(list, 3));
  assert_int_equal(jx_node_kind_of(jx_node_member(tree, "no")), JX_NODE_NULL);
  assert_true(jx_node_flag(jx_node_member(tree, "yes"), &flag));
  assert_int_equal(flag, 1);
  assert_true(jx_node_whole(jx_node_member(tree, "whole"), &whole));
  assert_int_equal(whole, 7000);
  jx_tree_release(&held);
  assert_null(held.nodes);
}

static void keys_come_in_the_order_they_were_written(void **state)
{
  static const char *const wanted[] = {"z", "a", "m", "b"};
  const jx_node *tree = tree_of("{\"z\":1,\"a\":2,\"m\":3,\"b\":4}");
  const jx_node *at = jx_node_first(tree);
  (void)state;
  for (size_t i = 0; i < 4; i++, at = jx_node_next(at)) assert_string_equal(at->key, wanted[i]);
  assert_null(at);
  jx_tree_release(&held);
}

static void whole_numbers_are_told_from_others(void **state)
{
  static const char *const whole[] = {"0", "9223372036854775807", "4.0", "1e15"};
  static const char *const other[] = {"-1", "0.5", "1e19", "-0.5", "\"7\"", "null", "true", "[7]"};
  static const uint64_t wanted[] = {0, UINT64_C(9223372036854775807), 4,
                                    UINT64_C(1000000000000000)};
  (void)state;
  for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
    const jx_node *tree = tree_of(whole[i]);
    uint64_t found = 1;
    assert_true(jx_node_whole(tree, &found));
    assert_true(found == wanted[i]);
    jx_tree_release(&held);
  }
  for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
    const jx_node *tree = tree_of(other[i]);
    uint64_t found = 99;
    assert_false(jx_node_whole(tree, &found));
    assert_int_equal(found, 99);
    jx_tree_release(&held);
  }
}

/* What Python and others write for numbers that are none. */
static void what_is_not_finite_is_null(void **state)
{
  const jx_node *tree = tree_of("{\"NaN\":NaN,\"b\":[-Infinity,Infinity,\"NaN \\\" NaN\"]}");
  (void)state;
  assert_int_equal(jx_node_kind_of(jx_node_member(tree, "NaN")), JX_NODE_NULL);
  const jx_node *list = jx_node_member(tree, "b");
  assert_int_equal(jx_node_kind_of(jx_node_item(list, 0)), JX_NODE_NULL);
  assert_int_equal(jx_node_kind_of(jx_node_item(list, 1)), JX_NODE_NULL);
  assert_string_equal(jx_node_text(jx_node_item(list, 2)), "NaN \" NaN");
  jx_tree_release(&held);
}

static void what_is_no_json_is_refused(void **state)
{
  static const char *const wrong[] = {
      "", "{", "{\"a\":1,\"a\":2}", "[1,]", "\"\\u0000\"", "\"\xff\"", "1 2", "{'a':1}"};
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    jx_tree tree = {0};
    jato_error error = {JATO_OK, ""};
    assert_int_equal(jx_tree_read_json(&tree, wrong[i], strlen(wrong[i]), &error), JATO_E_ARGUMENT);
    assert_null(tree.nodes);
    assert_contains(error.text, "this is no JSON");
  }
}

/* What is not there, and what is something else, can be asked everything. */
static void nothing_is_fine_everywhere(void **state)
{
  const jx_node *number = tree_of("1");
  const jx_node *asked[] = {NULL, number};
  int flag = 5;
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    assert_null(jx_node_member(asked[i], "a"));
    assert_null(jx_node_item(asked[i], 0));
    assert_null(jx_node_first(asked[i]));
    assert_null(jx_node_text(asked[i]));
    assert_int_equal(jx_node_count(asked[i]), 0);
    assert_false(jx_node_flag(asked[i], &flag));
    assert_int_equal(flag, 5);
  }
  assert_int_equal(jx_node_kind_of(NULL), JX_NODE_ABSENT);
  jx_tree_release(&held);
  jx_tree_release(&held);
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
