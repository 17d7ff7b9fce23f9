/* text/answer.c and fields.c: the words for what is rarely seen in an answer. */
#include "../space/plain_space.h"

#include <stdio.h>
#include <string.h>

#include "text/lines.h"

static const jato_variable one = {.lower = 0, .upper = 1};
static const jato_constraint constraints[] = {{.name = "heat"}, {.name = "mass"}};

static void refused(const char *field, size_t count, const char *text, const char *words)
{
  jx_space *space = make_space(&(jato_space){JATO_SPACE_INIT, &one, 1, constraints, count, 0});
  jx_answer answer;
  double c[2];
  size_t length = strlen(text);
  int good = field == NULL ? jx_lines_read_answer(space, text, length, &answer, c)
                           : jx_lines_read_fields(space, field, text, length, &answer, c);
  assert_false(good);
  assert_contains(answer.message, words);
  destroy_space(space);
}

static void ids_are_whole_numbers(void **state)
{
  (void)state;
  refused(NULL, 0, "{\"id\": -1.5, \"value\": 1}", "the id is -1.5: a whole number");
  refused(NULL, 0, "{\"id\": 1.5, \"value\": 1}", "the id is 1.5: a whole number");
  refused(NULL, 0, "{\"id\": 1e300, \"value\": 1}", "a whole number from 0 on is wanted");
  refused(NULL, 0, "{\"id\": -1, \"value\": 1}", "the id is -1: a whole number");
}

static void other_kinds_are_named(void **state)
{
  (void)state;
  refused(NULL, 0, "{\"value\": false}", "field \"value\" is false: a number is wanted");
  refused(NULL, 0, "{\"value\": [1]}", "field \"value\" is a list");
  refused("a.b", 0, "{\"a\": null}", "field \"b\", but there is null");
  refused("a.b", 0, "{\"a\": true}", "field \"b\", but there is true");
  refused("a.b", 0, "{\"a\": 1}", "field \"b\", but there is a number");
  refused("a.b", 0, "{\"a\": \"b\"}", "field \"b\", but there is a text");
  refused(NULL, 2, "{\"value\": 1, \"constraints\": {\"heat\": 1, \"mass\": true}}",
          "constraint \"mass\" is true");
  refused(NULL, 2, "{\"value\": 1, \"constraints\": {\"heat\": 1}}", "\"mass\"");
}

static void places_in_lists_are_counted(void **state)
{
  (void)state;
  refused("a.2", 0, "{\"a\": [1, 2]}", "\"2\" is not a position in a list of 2, counted from 0");
  refused("a.99999999999999999999999", 0, "{\"a\": [1, 2]}", "is not a position in a list of 2");
  refused("a.1x", 0, "{\"a\": [1, 2]}", "\"1x\" is not a position in a list of 2");
  refused("a.-1", 0, "{\"a\": [1, 2]}", "\"-1\" is not a position in a list of 2");
}

static void names_have_an_end(void **state)
{
  char field[200];
  (void)state;
  memset(field, 'a', sizeof field - 1);
  field[sizeof field - 1] = '\0';
  refused(field, 0, "{\"a\": 1}", "a field's name has less than 128 letters");
}

/* As printed on the way to a terminal, or by a program for another system. */
static void blanks_around_a_line_do_not_matter(void **state)
{
  static const char text[] = "begin\n \t{\"loss\": 2.5}\t \r\nend";
  jx_space *space = make_space(&(jato_space){JATO_SPACE_INIT, &one, 1, constraints, 0, 0});
  jx_answer answer;
  (void)state;
  assert_true(jx_lines_read_fields(space, "loss", text, sizeof text - 1, &answer, NULL));
  assert_same_double(answer.value, 2.5);
  destroy_space(space);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ids_are_whole_numbers),
      cmocka_unit_test(other_kinds_are_named),
      cmocka_unit_test(places_in_lists_are_counted),
      cmocka_unit_test(names_have_an_end),
      cmocka_unit_test(blanks_around_a_line_do_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
