/* space/values.c and api/space.c: values that are refused, fixed, first or written out. */
#include "plain_space.h"

#include <locale.h>
#include <stdlib.h>

#include "base/text.h"
#include "problem/problems.h"

static const char *const methods[] = {"bdf", "adams", "dop 853"};

static const jato_variable real = {.lower = -2.5, .upper = 7};
static const jato_variable whole = {
    .lower = -JX_INTEGER_MAX, .upper = JX_INTEGER_MAX, .kind = JATO_INTEGER};
static const jato_variable method = {.kind = JATO_CATEGORY, .choices = methods, .choice_count = 3};

static jx_space *make(const jato_variable *variables, size_t count)
{
  return make_space(
      &(jato_space){JATO_SPACE_INIT, .variables = variables, .variable_count = count});
}

static void test_refused_values(void **state)
{
  (void)state;
  jato_variable variables[] = {
      {.name = "a", .lower = 0, .upper = 1},
      {.name = "n", .kind = JATO_INTEGER, .lower = 0, .upper = 9},
      {.name = "m", .kind = JATO_CATEGORY, .choices = methods, .choice_count = 3},
      {.name = "k", .fixed = 1, .initial = 4}};
  static const struct {
    double values[4];
    const char *words;
  } rows[] = {{{1.5, 3, 0, 0}, "the value of a is 1.5: not within 0 and 1"},
              {{NAN, 3, 0, 0}, "the value of a is nan: not finite"},
              {{0.5, 2.5, 0, 0}, "the value of n is 2.5: not a whole number"},
              {{0.5, -1, 0, 0}, "the value of n is -1: not within 0 and 9"},
              {{0.5, 3, 3, 0}, "the value of m is 3: no choice; there are 3"},
              {{0.5, 3, 0.5, 0}, "choices are counted from 0"}};
  jx_space *space = make(variables, 4);
  double x[3];
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    jato_error error = {JATO_OK, ""};
    assert_int_equal(jx_space_point(space, rows[i].values, x, &error), JATO_E_ARGUMENT);
    assert_contains(error.text, rows[i].words);
  }
  destroy_space(space);
}

/* Fixed variables are no coordinates, and particle 0 begins at the initial point. */
static void test_fixed_and_initial(void **state)
{
  (void)state;
  jato_variable variables[] = {
      {.fixed = 1, .initial = 2.5},
      {.lower = 0, .upper = 1},
      {.fixed = 1, .initial = 1, .kind = JATO_CATEGORY, .choices = methods, .choice_count = 3},
      {.lower = 1, .upper = 100, .scale = JATO_LOG, .has_initial = 1, .initial = 10},
      {.lower = 1, .upper = 9, .kind = JATO_INTEGER, .has_initial = 1, .initial = 9}};
  double values[5], x[3] = {0.125, -1, -1};
  jx_space *space = make(variables, 5);
  assert_int_equal(space->dim, 3);
  assert_true(space->has_initial);
  jx_space_begin(space, x);
  assert_same_double(x[0], 0.125);
  jx_space_values(space, x, values);
  assert_same_double(values[0], 2.5);
  assert_same_double(values[1], 0.125);
  assert_same_double(values[2], 1);
  assert_double(fabs(values[3] - 10), <, 1e-14);
  assert_same_double(values[4], 9);
  destroy_space(space);
}

static void check_written(const jx_space *space, size_t variable, double value, const char *wanted)
{
  char text[64], cut[3];
  assert_int_equal(jx_space_write(space, variable, value, text, sizeof text), strlen(wanted));
  assert_string_equal(text, wanted);
  assert_int_equal(jx_space_write(space, variable, value, cut, sizeof cut), strlen(wanted));
  assert_int_equal(strncmp(cut, wanted, 2), 0);
  assert_true(strlen(cut) <= 2);
  assert_int_equal(jx_space_write(space, variable, value, NULL, 0), strlen(wanted));
}

static void check_all_written(void)
{
  jato_variable variables[] = {real, whole, method};
  jx_space *space = make(variables, 3);
  check_written(space, 0, 0.1, "0.1");
  check_written(space, 0, 0.1 + 0.2, "0.30000000000000004");
  check_written(space, 0, 1e-7, "1e-07");
  check_written(space, 0, -2, "-2");
  check_written(space, 0, NAN, "nan");
  check_written(space, 0, -INFINITY, "-inf");
  check_written(space, 1, 3, "3");
  check_written(space, 1, -JX_INTEGER_MAX, "-35184372088832");
  check_written(space, 2, 0, "bdf");
  check_written(space, 2, 2, "dop 853");
  check_written(space, 2, NAN, "nan");
  check_written(space, 2, 5, "5");
  destroy_space(space);
}

/* Digits read back to the same bits; a locale with a comma changes nothing. */
static void test_written_values(void **state)
{
  (void)state;
  uint64_t seed = 8;
  check_all_written();
  for (int n = 0; n < 20000; n++) {
    char text[JX_NUMBER_SIZE];
    double value = ldexp(uniform(&seed) - 0.5, (int)(2000 * uniform(&seed)) - 1000);
    jx_text_write_number(value, text);
    assert_same_double(strtod(text, NULL), value);
  }
  static const char *const with_comma[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"};
  for (size_t i = 0; i < 3; i++)
    if (setlocale(LC_NUMERIC, with_comma[i]) != NULL) check_all_written();
  (void)setlocale(LC_NUMERIC, "C");
}

/* The public calls, over a space and over a plain box. */
static void test_public_calls(void **state)
{
  (void)state;
  jato_variable variables[] = {{.fixed = 1, .initial = 2.5}, method, {.lower = 0, .upper = 1}};
  jato_space given = {JATO_SPACE_INIT, .variables = variables, .variable_count = 3};
  jato_error error = {JATO_OK, ""};
  jato_problem *problem = NULL;
  double values[3], x[2] = {1.25, 0.5};
  char text[16];
  assert_ok(jx_problem_over_space(&given, NULL, &problem, &error), error);
  assert_int_equal(jato_problem_get_info(problem)->dim, 2);
  assert_same_double(jato_problem_get_info(problem)->upper[0], 3);
  assert_string_equal(jato_problem_space(problem)->variables[2].name, "x2");
  jato_problem_values(problem, x, values);
  assert_same_double(values[0], 2.5);
  assert_same_double(values[1], 1);
  assert_ok(jato_problem_point(problem, values, x, &error), error);
  assert_same_double(x[0], 1.5);
  assert_int_equal(jato_problem_write_value(problem, 1, 1, text, sizeof text), 5);
  assert_string_equal(text, "adams");
  assert_int_equal(jato_problem_set_box(problem, x, x, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "follows from its variables");
  jato_problem_destroy(&problem);

  assert_ok(jato_problem_from_gallery("sphere", 2, NULL, &problem, &error), error);
  assert_null(jato_problem_space(problem));
  jato_problem_values(problem, x, values);
  assert_same_double(values[1], x[1]);
  assert_ok(jato_problem_point(problem, values, x, &error), error);
  assert_int_equal(jato_problem_write_value(problem, 1, 0.5, text, sizeof text), 3);
  assert_string_equal(text, "0.5");
  values[1] = 1e9;
  assert_int_equal(jato_problem_point(problem, values, x, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "the value of x1 is 1000000000");
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused_values),
      cmocka_unit_test(test_fixed_and_initial),
      cmocka_unit_test(test_written_values),
      cmocka_unit_test(test_public_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
