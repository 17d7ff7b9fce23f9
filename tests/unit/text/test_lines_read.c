/* text/answer.c and fields.c: what is read, and the words for what cannot be. */
#include "../space/plain_space.h"

#include <stdlib.h>

#include "text/lines.h"

static const jato_variable one = {.lower = 0, .upper = 1};
static const jato_constraint constraints[] = {{.name = "heat"}, {.name = "mass"}};

/* A space with the first `count` constraints. */
static jx_space *make(size_t count)
{
  jato_space given = {JATO_SPACE_INIT, &one, 1, constraints, count, 0};
  return make_space(&given);
}

/* A copy without anything behind it, so that reading on would be noticed by a sanitizer. */
static int read_exactly(const jx_space *space, const char *field, const char *text, size_t length,
                        jx_answer *answer, double *c)
{
  char *copy = malloc(length > 0 ? length : 1);
  assert_non_null(copy);
  if (length > 0) memcpy(copy, text, length);
  memset(answer, 0x5A, sizeof *answer);
  int good = field == NULL ? jx_lines_read_answer(space, copy, length, answer, c)
                           : jx_lines_read_fields(space, field, copy, length, answer, c);
  free(copy);
  assert_non_null(memchr(answer->message, 0, sizeof answer->message));
  return good;
}

static void test_good_answers(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    int has_id;
    uint64_t id;
    double value;
  } rows[] = {
      {"{\"id\": 7, \"value\": 1.5}", 1, 7, 1.5},
      {" {\"value\":-2,\"id\":0,\"more\":[1,{}]}\r", 1, 0, -2},
      {"{\"id\": 9223372036854775807, \"value\": 1}", 1, 9223372036854775807u, 1},
      {"{\"id\": 7.0, \"value\": 1e-400}", 1, 7, 0},
      {"{\"id\": 3, \"value\": 123456789012345678901234567890}", 1, 3,
       123456789012345678901234567890.0},
      {"{\"value\": 4, \"error\": null}", 0, 0, 4},
      {"{\"value\": 4, \"error\": false}", 0, 0, 4},
      {"{\"value\": 4, \"constraints\": []}", 0, 0, 4},
      {"1.5", 0, 0, 1.5},
      {"\t-3e2 ", 0, 0, -300},
      {"{\"id\": 1, \"value\": null}", 1, 1, NAN},
      {"{\"id\": 1, \"value\": \"nan\"}", 1, 1, NAN},
      {"{\"id\": 1, \"value\": \"-Infinity\"}", 1, 1, NAN},
      {"{\"id\": 1, \"value\": NaN}", 1, 1, NAN},
      {"{\"id\": 1, \"value\": -Infinity, \"note\": \"a \\\" nan\"}", 1, 1, NAN},
      {"{\"id\": 1, \"value\": -nan}", 1, 1, NAN},
      {"inf", 0, 0, NAN},
      {"null", 0, 0, NAN},
  };
  jx_space *space = make(0);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    jx_answer answer;
    if (!read_exactly(space, NULL, rows[i].text, strlen(rows[i].text), &answer, NULL))
      fail_msg("%s: %s", rows[i].text, answer.message);
    assert_int_equal(answer.has_id, rows[i].has_id);
    assert_true(answer.id == rows[i].id);
    assert_false(answer.failed);
    assert_string_equal(answer.message, "");
    if (isnan(rows[i].value))
      assert_true(isnan(answer.value));
    else
      assert_same_double(answer.value, rows[i].value);
  }
  destroy_space(space);
}

static void test_errors(void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } rows[] = {{"{\"id\": 7, \"error\": \"no convergence\"}", "no convergence"},
              {"{\"id\": 7, \"error\": \"\", \"value\": 3}", ""},
              {"{\"id\": 7, \"error\": true}", "true"},
              {"{\"id\": 7, \"value\": nan, \"error\": \"a \\\" nan\"}", "a \" nan"},
              {"{\"id\": 7, \"error\": {\"code\": 3}}", "{\"code\":3}"}};
  jx_space *space = make(2);
  double c[2];
  jx_answer answer;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_true(read_exactly(space, NULL, rows[i].text, strlen(rows[i].text), &answer, c));
    assert_true(answer.failed && answer.has_id && answer.id == 7);
    assert_true(isnan(answer.value));
    assert_string_equal(answer.message, rows[i].message);
  }
  destroy_space(space);
}

/* What jx_json_text writes, jansson reads back to the same bytes. */
static void test_quotes_read_back(void **state)
{
  (void)state;
  uint64_t seed = 1;
  jx_space *space = make(0);
  jx_answer answer;
  for (int n = 0; n < 2000; n++) {
    char text[40] = "";
    jx_line line = {0};
    jx_json json = jx_json_to_line(&line, JX_JSON_SPACED);
    for (size_t i = 0; i < sizeof text - 1; i++) text[i] = (char)(1 + next_random(&seed) % 127);
    jx_json_begin_object(&json, NULL);
    jx_json_text(&json, "error", text);
    jx_json_end(&json);
    assert_true(read_exactly(space, NULL, line.text, line.length, &answer, NULL));
    assert_string_equal(answer.message, text);
    jx_line_release(&line);
  }
  destroy_space(space);
}

static void test_constraints(void **state)
{
  (void)state;
  static const char *const good[] = {
      "{\"value\": 1, \"constraints\": [2, -3]}",
      "{\"value\": 1, \"constraints\": {\"mass\": -3, \"heat\": 2.0, \"more\": \"x\"}}"};
  jx_space *space = make(2);
  jx_answer answer;
  for (size_t i = 0; i < 2; i++) {
    double c[2] = {77, 77};
    assert_true(read_exactly(space, NULL, good[i], strlen(good[i]), &answer, c));
    assert_same_double(answer.value, 1);
    assert_same_double(c[0], 2);
    assert_same_double(c[1], -3);
  }
  double c[2];
  const char *text = "{\"value\": 1, \"constraints\": [null, NaN]}";
  assert_true(read_exactly(space, NULL, text, strlen(text), &answer, c));
  assert_true(isnan(c[0]) && isnan(c[1]));
  destroy_space(space);
}

/* A text with a zero inside takes its length along. */
typedef struct bad_line {
  const char *text, *words;
  size_t length; /* 0: up to the zero */
} bad_line;

static void refuse_all(const char *field, const bad_line *rows, size_t count)
{
  jx_space *space = make(2);
  for (size_t i = 0; i < count; i++) {
    jx_answer answer;
    double c[2];
    size_t length = rows[i].length > 0 ? rows[i].length : strlen(rows[i].text);
    if (read_exactly(space, field, rows[i].text, length, &answer, c))
      fail_msg("%s was taken", rows[i].text);
    assert_contains(answer.message, rows[i].words);
    assert_false(answer.failed);
  }
  destroy_space(space);
}

static void test_refused_answers(void **state)
{
  (void)state;
  static const bad_line rows[] = {
      {"", "no JSON", 0},
      {"garbage", "no JSON: invalid token near 'garbage'", 0},
      {"{\"value\": 1", "no JSON: '}' expected near end of file", 0},
      {"{\"value\": 1} {\"value\": 2}", "no JSON: end of file expected", 0},
      {"{\"value\": 1, \"value\": 2}", "duplicate object key", 0},
      {"{\"value\": \"\xFF\"}", "no JSON: unable to decode byte 0xff", 0},
      {"{\"value\": 1\0}", "a zero byte", 13},
      {"{\"value\": \"a\0b\"}", "a zero byte", 16},
      {"\0\0\0", "a zero byte", 3},
      {"{\"value\": 1e400}", "real number overflow", 0},
      {"{\"value\": 1inf}", "no JSON", 0},
      {"{\"value\": \"1.5\"}", "field \"value\" is the text \"1.5\": a number without quotes", 0},
      {"{\"value\": true}", "field \"value\" is true: a number is wanted", 0},
      {"{\"value\": [1]}", "is a list: a number is wanted", 0},
      {"{\"value\": {}}", "is an object: a number is wanted", 0},
      {"{\"vaule\": 1}", "a field \"value\"; there is none, but one \"vaule\"", 0},
      {"{\"id\": 4}", "a field \"value\"; there is none among 1", 0},
      {"{\"id\": -4, \"value\": 1}", "the id is -4: a whole number from 0 on is wanted", 0},
      {"{\"id\": \"4\", \"value\": 1}", "the id is \"4\"", 0},
      {"{\"id\": 1.5, \"value\": 1}", "the id is 1.5", 0},
      {"{\"id\": 9223372036854775808, \"value\": 1}", "the id is 9.2", 0},
      {"{\"id\": null, \"value\": 1}", "the id is null", 0},
      {"1.5", "a value alone; 2 constraints are wanted besides", 0},
      {"[1, 2, 3]", "the answer is a list", 0},
      {"{\"value\": 1}", "there are no \"constraints\"; 2 numbers are wanted", 0},
      {"{\"value\": 1, \"constraints\": [1]}", "\"constraints\" holds 1 numbers; 2 are wanted", 0},
      {"{\"value\": 1, \"constraints\": 1}", "neither a list of numbers nor an object", 0},
      {"{\"value\": 1, \"constraints\": [1, \"x\"]}", "constraint \"mass\" is the text \"x\"", 0},
      {"{\"value\": 1, \"constraints\": {\"heat\": 1, \"mas\": 2}}",
       "a constraint is wanted in a field \"mass\"; there is none, but one \"mas\"", 0},
  };
  refuse_all(NULL, rows, sizeof rows / sizeof rows[0]);
}

/* An answer that is wrong still says whose it is. */
static void test_id_of_a_wrong_answer(void **state)
{
  (void)state;
  const char *text = "{\"id\": 12, \"value\": \"x\"}";
  jx_space *space = make(0);
  jx_answer answer;
  assert_false(read_exactly(space, NULL, text, strlen(text), &answer, NULL));
  assert_true(answer.has_id && answer.id == 12);
  destroy_space(space);
}

static void test_fields(void **state)
{
  (void)state;
  static const struct {
    const char *field, *text;
  } rows[] = {
      {"loss", "{\"loss\": 1, \"heat\": 2, \"mass\": 3}"},
      {"loss", "starting\n{\"loss\": 9, \"heat\": 9, \"mass\": 9}\n{half\n {\"loss\": 1, \"heat\": "
               "2, \"mass\": 3} \r\ndone\n\n"},
      {"loss", "{\n  \"loss\": 1,\n  \"parts\": [\n    {\"loss\": 7}\n  ],\n  \"heat\": 2, "
               "\"mass\": 3\n}\n"},
      {"a.b.loss", "{\"a\": {\"b\": {\"loss\": 1, \"mass\": 3}}, \"heat\": 2, \"mass\": 9}"},
      {"losses.1", "{\"losses\": [5, 1], \"heat\": 2, \"mass\": 3}"},
      {"runs.0.loss", "{\"runs\": [{\"loss\": 1, \"heat\": 2}], \"mass\": 3}"},
  };
  jx_space *space = make(2);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    jx_answer answer;
    double c[2];
    if (!read_exactly(space, rows[i].field, rows[i].text, strlen(rows[i].text), &answer, c))
      fail_msg("%s: %s", rows[i].text, answer.message);
    assert_same_double(answer.value, 1);
    assert_same_double(c[0], 2);
    assert_same_double(c[1], 3);
    assert_string_equal(answer.message, "");
  }
  destroy_space(space);
}

static void test_refused_fields(void **state)
{
  (void)state;
  static const bad_line rows[] = {
      {"", "no JSON", 0},
      {"nothing\nof use\n", "no JSON: invalid token near 'nothing'", 0},
      {"3", "there is no object", 0},
      {"{\"a\": {\"los\": 1}}", "a field \"loss\"; there is none, but one \"los\"", 0},
      {"{\"a\": 3}", "a field \"loss\", but there is a number", 0},
      {"{\"a\": [1]}", "\"loss\" is not a position in a list of 1, counted from 0", 0},
      {"{\"other\": 3}", "a field \"a\"; there is none among 1", 0},
      {"{\"a\": {\"loss\": \"1\"}}", "field \"a.loss\" is the text \"1\"", 0},
      {"{\"a\": {\"loss\": 1}, \"heat\": 1}", "a constraint is wanted in a field \"mass\"", 0},
  };
  refuse_all("a.loss", rows, sizeof rows / sizeof rows[0]);
  static const bad_line lists[] = {{"{\"a\": [1, 2]}", "\"2\" is not a position in a list", 0}};
  refuse_all("a.2", lists, 1);
  refuse_all("a.99999999999999999999999", (bad_line[]){{"{\"a\": [1]}", "not a position", 0}}, 1);
  refuse_all("a.", (bad_line[]){{"{\"a\": [1]}", "\"a.\" is a list", 0}}, 1);
}

/* Nesting without end, and bytes at random: refused or read, never worse. */
static void test_hostile_lines(void **state)
{
  (void)state;
  static const char alphabet[] = "{}[]\",:\\ \n.eE+-0123456789nulltruefalseNaNInfidvalue\xC3\xFF";
  uint64_t seed = 2;
  size_t deep = 1000000;
  char *text = malloc(deep);
  jx_space *space = make(2);
  jx_answer answer;
  double c[2];
  assert_non_null(text);
  memset(text, '[', deep);
  assert_false(read_exactly(space, NULL, text, deep, &answer, c));
  assert_false(read_exactly(space, "loss", text, deep, &answer, c));
  for (int n = 0; n < 50000; n++) {
    size_t length = next_random(&seed) % 60;
    for (size_t i = 0; i < length; i++) text[i] = alphabet[next_random(&seed) % (sizeof alphabet)];
    (void)read_exactly(space, n % 2 == 0 ? NULL : "loss", text, length, &answer, c);
  }
  free(text);
  destroy_space(space);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_answers),     cmocka_unit_test(test_errors),
      cmocka_unit_test(test_quotes_read_back), cmocka_unit_test(test_constraints),
      cmocka_unit_test(test_refused_answers),  cmocka_unit_test(test_id_of_a_wrong_answer),
      cmocka_unit_test(test_fields),           cmocka_unit_test(test_refused_fields),
      cmocka_unit_test(test_hostile_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
