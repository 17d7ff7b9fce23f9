/* Indices of a user's source that are outside: refused with index, line and what there is; all that
 * is allowed still is. */
#include "check.h"

#include <string.h>

#include "jato/jato.h"

static const double numbers[3] = {1, 2, 3};

/* What becomes of a run of this text with two coordinates and three numbers. */
static jato_error error_of(const char *text, size_t data_count, jato_precision precision)
{
  jato_error error = {JATO_OK, ""};
  jato_problem *problem = NULL;
  jato_result result;
  jato_options options = jato_options_default();
  static const double low[2] = {-1, -1}, high[2] = {1, 1};
  jato_source source = {JATO_SOURCE_INIT, .text = text, .name = "mine.c", .data = numbers,
                        .data_count = data_count};
  options.evaluations = 50;
  options.precision = precision;
  jato_status status = jato_problem_from_source(&source, 2, low, high, &problem, &error);
  if (status == JATO_OK) status = jato_minimize(problem, &options, NULL, &result, &error);
  if (status == JATO_OK) error = (jato_error){JATO_OK, ""};
  jato_problem_destroy(&problem);
  return error;
}

static void refused(const char *text, const char *words)
{
  for (int precision = JATO_DOUBLE; precision <= JATO_FLOAT; precision++) {
    jato_error error = error_of(text, 3, (jato_precision)precision);
    assert_int_equal(error.status, JATO_E_SOURCE);
    assert_contains(error.text, words);
    assert_contains(error.text, "counting starts at 0");
  }
}

static void taken(const char *text)
{
  jato_error error = error_of(text, 3, JATO_DOUBLE);
  assert_ok(error.status, error);
}

static void numbers_are_looked_at_in_the_text(void **state)
{
  (void)state;
  refused("JATO_OBJECTIVE(x, n)\n{\n  return x(1) +\n    x(2);\n}\n",
          "mine.c:4: x(2) is outside: there are 2 coordinates, x(0) to x(1)");
  refused("JATO_OBJECTIVE(p, n) { return p( 300000000 ); }", "mine.c:1: p(300000000)");
  refused("JATO_OBJECTIVE(x, n) { return x(0) + data[3]; }",
          "data[3] is outside: there are 3 numbers of data, data[0] to data[2]");
  /* in a branch that no point of the first ones takes */
  refused("JATO_OBJECTIVE(x, n) { return x(0) > 0.9 && x(0) < 0.91 ? x(7) : x(1); }", "x(7)");
}

static void data_may_be_missing_altogether(void **state)
{
  (void)state;
  jato_error error = error_of("JATO_OBJECTIVE(x, n) { return x(0) * data[0]; }", 0, JATO_DOUBLE);
  assert_int_equal(error.status, JATO_E_SOURCE);
  assert_contains(error.text, "data[0] is outside: no numbers of data were given");
  error = error_of("JATO_OBJECTIVE(x, n) { int i = 0; return x(0) * data[i]; }", 0, JATO_DOUBLE);
  assert_int_equal(error.status, JATO_E_SOURCE);
  assert_contains(error.text, "data[0] is outside");
}

static void others_are_looked_at_in_a_run(void **state)
{
  (void)state;
  refused("JATO_OBJECTIVE(x, n)\n{\n  real s = 0;\n"
          "  for (int i = 0; i <= n; i++)\n    s += x(i);\n  return s;\n}\n",
          "mine.c:5: x(2)");
  refused("JATO_OBJECTIVE(x, n) { int i = 0; return x(i - 1); }", "x(-1)");
  refused("JATO_OBJECTIVE(x, n) { int i = 1; return x(0) * data[data_count - 4 + (i - 1)]; }",
          "data[-1]");
  refused("JATO_OBJECTIVE(x, n) { int i[2] = {0, 9}; return data[i[1]] + x(i[0]); }", "data[9]");
  refused("JATO_RESIDUALS(x, n, k, data_count + 1)\n{\n  return x(0) - data[k];\n}\n",
          "mine.c:3: data[3]");
  refused("#define LAST x(2)\nJATO_OBJECTIVE(x, n) { return LAST; }\n", "mine.c:2: x(2)");
}

static void what_is_allowed_still_is(void **state)
{
  (void)state;
  taken("JATO_OBJECTIVE(x, n) { return n > 2 ? x(2) : x(1); }");
  taken("JATO_OBJECTIVE(x, n) { return data_count > 3 ? data[3] : x(0) + data[2]; }");
  taken("#if 0\nJATO_CONSTANT real a = x(9);\n#endif\n"
        "JATO_OBJECTIVE(x, n) {\n#if 0\n return x(9);\n#endif\n return x(1); }\n");
  taken("/* x(9) */ JATO_OBJECTIVE(x, n) { /* data[9] */ return x(0); // x(5)\n}\n");
  taken("JATO_OBJECTIVE(x, n) { { real data[9] = {0}; data[8] = x(0); return data[8]; } }");
  taken("typedef struct { real data[9]; } mine;\n"
        "JATO_OBJECTIVE(x, n) { mine m; m.data[8] = x(0); int i = 8; return m.data[i]; }");
  taken("static real x1(real a) { return a; }\nJATO_OBJECTIVE(x, n) { return x1(5) + x(1); }");
  taken("JATO_OBJECTIVE(x, n) { real s = 0; for (int i = 0; i < n; i++) s += x(i) * data[i];\n"
        " return s + data[(int)data[1]]; }");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_looked_at_in_the_text),
      cmocka_unit_test(data_may_be_missing_altogether),
      cmocka_unit_test(others_are_looked_at_in_a_run),
      cmocka_unit_test(what_is_allowed_still_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
