/* text/writer: growing texts, quotes after RFC 8259 and RFC 3629, numbers; values by name. */
#include "../space/plain_space.h"

#include <stdio.h>
#include <stdlib.h>

#include "text/lines.h"

/* Adding in small pieces gives what adding at once would, and the zero is always behind it. */
static void test_growing(void **state)
{
  (void)state;
  jx_line line = {0};
  for (int i = 0; i < 10000; i++) {
    jx_line_print(&line, "%04d", i);
    assert_int_equal(line.length, 4 * (i + 1));
    assert_int_equal(line.text[line.length], 0);
  }
  for (int i = 0; i < 10000; i++) {
    char wanted[8];
    (void)snprintf(wanted, sizeof wanted, "%04d", i);
    assert_memory_equal(line.text + 4 * i, wanted, 4);
  }
  jx_line_clear(&line);
  assert_int_equal(line.length, 0);
  assert_string_equal(line.text, "");
  jx_line_add(&line, "a\0b", 3);
  jx_line_add(&line, NULL, 0);
  assert_int_equal(line.length, 3);
  assert_memory_equal(line.text, "a\0b", 4);
  jx_line_release(&line);
  assert_null(line.text);
  assert_int_equal(line.length, 0);
}

/* A text that is too long for any memory fails once and for all, but not what was there. */
static void test_no_memory(void **state)
{
  (void)state;
  jx_line line = {0};
  jx_line_add(&line, "kept", 4);
  jx_line_add(&line, "x", SIZE_MAX - 8);
  assert_true(line.failed);
  jx_line_add(&line, "more", 4);
  jx_line_print(&line, "%d", 7);
  assert_string_equal(line.text, "kept");
  jx_line_clear(&line);
  assert_false(line.failed);
  jx_line_add(&line, "again", 5);
  assert_string_equal(line.text, "again");
  jx_line_release(&line);
}

#define BAD "\xEF\xBF\xBD"

static void test_quotes(void **state)
{
  (void)state;
  static const struct {
    const char *text, *wanted;
  } rows[] = {
      {"", "\"\""},
      {"plain /text'", "\"plain /text'\""},
      {"\"\\\b\f\n\r\t", "\"\\\"\\\\\\b\\f\\n\\r\\t\""},
      {"\x01\x1F\x7F", "\"\\u0001\\u001f\\u007f\""},
      {"\xC2\x80\xC2\x9B\xC2\x9F\xC2\xA0", "\"\\u0080\\u009b\\u009f\xC2\xA0\""},
      {"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80", "\"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80\""},
      {"\xC2\xA0\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF", "\"\xC2\xA0\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\""},
      {"\xEE\x80\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF",
       "\"\xEE\x80\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\""},
      {"a\xFF"
       "b",
       "\"a" BAD "b\""},
      {"\xC0\xAF", "\"" BAD BAD "\""},                 /* a slash in two bytes */
      {"\xE0\x9F\xBF", "\"" BAD BAD BAD "\""},         /* U+07FF in three */
      {"\xED\xA0\x80", "\"" BAD BAD BAD "\""},         /* half a surrogate pair */
      {"\xF4\x90\x80\x80", "\"" BAD BAD BAD BAD "\""}, /* U+110000 */
      {"\xF0\x8F\xBF\xBF", "\"" BAD BAD BAD BAD "\""}, /* U+FFFF in four */
      {"\xE2\x82", "\"" BAD BAD "\""},                 /* cut short */
      {"\xE2\x82\"", "\"" BAD BAD "\\\"\""},
      {"\x80", "\"" BAD "\""},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    jx_line line = {0};
    jx_json json = jx_json_to_line(&line, JX_JSON_LINE);
    jx_json_text(&json, NULL, rows[i].text);
    assert_string_equal(line.text, rows[i].wanted);
    assert_int_equal(line.length, strlen(rows[i].wanted));
    jx_line_release(&line);
  }
}

static void test_numbers(void **state)
{
  (void)state;
  static const struct {
    double number;
    const char *wanted;
  } rows[] = {
      {0, "0"},      {0.1, "0.1"},       {-3, "-3"},          {1e300, "1e+300"},
      {NAN, "null"}, {INFINITY, "null"}, {-INFINITY, "null"}, {1.0 / 3, "0.3333333333333333"}};
  uint64_t seed = 1;
  jx_line line = {0};
  jx_json json = jx_json_to_line(&line, JX_JSON_LINE);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    jx_line_clear(&line);
    jx_json_number(&json, NULL, rows[i].number);
    assert_string_equal(line.text, rows[i].wanted);
  }
  for (int n = 0; n < 20000; n++) {
    double number;
    uint64_t bits = next_random(&seed);
    memcpy(&number, &bits, sizeof number);
    if (!isfinite(number)) continue;
    jx_line_clear(&line);
    jx_json_number(&json, NULL, number);
    assert_same_double(strtod(line.text, NULL), number);
  }
  jx_line_release(&line);
}

static void test_values(void **state)
{
  (void)state;
  static const char *const methods[] = {"b\"df", "adams"};
  jato_variable variables[] = {
      {.name = "kappa", .lower = 0, .upper = 1},
      {.name = "n", .kind = JATO_INTEGER, .lower = 0, .upper = 9},
      {.name = "method", .kind = JATO_CATEGORY, .choices = methods, .choice_count = 2},
      {.fixed = 1, .initial = 2.5}};
  jato_space given = {JATO_SPACE_INIT, .variables = variables, .variable_count = 4};
  jx_space *space = make_space(&given);
  jx_line line = {0};
  jx_json json = jx_json_to_line(&line, JX_JSON_SPACED);
  jx_line_add(&line, "v=", 2);
  jx_lines_values(&json, NULL, &space->given, (double[]){0.1, 3, 0, 2.5});
  assert_string_equal(line.text,
                      "v={\"kappa\": 0.1, \"n\": 3, \"method\": \"b\\\"df\", \"x3\": 2.5}");
  jx_line_release(&line);
  destroy_space(space);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_growing), cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_quotes),  cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
