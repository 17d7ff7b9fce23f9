/* api/try.c: one evaluation to look at, of every kind of objective. */
#include "check.h"

#include <fenv.h>
#include <stdio.h>

#include "jato/jato.h"

static const jato_variable variables[] = {{.name = "a", .lower = 0, .upper = 1},
                                          {.name = "b", .lower = 0, .upper = 9}};
static const jato_constraint constraint = {.name = "c", .bound = 1};
static const jato_space space = {JATO_SPACE_INIT, variables, 2, &constraint, 1, 0};
static const double values[] = {0.5, 3};

/* What was reported, as "what=text;" one after the other. */
static void write_down(const char *what, const char *text, size_t length, void *user)
{
  char *told = user;
  size_t used = strlen(told);
  (void)snprintf(told + used, 1000 - used, "%s=%.*s;", what, (int)length, text);
  (void)fesetround(FE_UPWARD); /* which changes nothing for others */
}

static void a_command(void **state)
{
  (void)state;
  char told[1000] = "";
  double c = 0;
  jato_error error;
  jato_problem *problem = NULL;
  jato_single_evaluation found = {JATO_SINGLE_EVALUATION_INIT, .trace = write_down,
                                  .trace_user = told, .c = &c};
  const jato_command command = {JATO_COMMAND_INIT, .shell = "cat; echo oh >&2; echo 7 $JATO_b {a}",
                                .by = JATO_BY_ENVIRONMENT | JATO_BY_INPUT};
  assert_ok(jato_problem_from_command(&command, &space, &problem, &error), error);
  assert_ok(jato_problem_try(problem, values, NULL, &found, &error), error);
  assert_int_equal(fegetround(), FE_TONEAREST);
  assert_int_equal(found.status, JATO_EVAL_OK);
  assert_same_double(found.f, 3); /* the last two numbers: the value, then the constraint */
  assert_same_double(c, 0.5);
  assert_same_double(found.violation, 0);
  assert_double(found.seconds, >, 0);
  assert_string_equal(found.message, "");
  assert_contains(told, "argument=/bin/sh;argument=-c;");
  assert_contains(told, "environment=JATO_a=0.5;environment=JATO_b=3;");
  assert_contains(told, "input={\"id\": 0, \"values\": {\"a\": 0.5, \"b\": 3}}\n;output=");
  assert_contains(told, "7 3 0.5\n;errors=oh\n;");
  jato_problem_destroy(&problem);
}

static void a_command_that_fails(void **state)
{
  (void)state;
  double c = 0;
  jato_error error;
  jato_problem *problem = NULL;
  jato_single_evaluation found = {JATO_SINGLE_EVALUATION_INIT, .c = &c};
  jato_command command = {JATO_COMMAND_INIT, .shell = "echo {a} {b} bad mesh >&2; exit 3"};
  assert_ok(jato_problem_from_command(&command, &space, &problem, &error), error);
  assert_ok(jato_problem_try(problem, values, NULL, &found, &error), error);
  assert_int_equal(found.status, JATO_EVAL_EXIT);
  assert_true(isnan(found.f) && isnan(found.violation));
  assert_contains(found.message, "bad mesh");
  jato_problem_destroy(&problem);
  command.shell = "echo {a} {b}; echo inf 2";
  assert_ok(jato_problem_from_command(&command, &space, &problem, &error), error);
  assert_ok(jato_problem_try(problem, values, NULL, &found, &error), error);
  assert_int_equal(found.status, JATO_EVAL_NONFINITE);
  jato_problem_destroy(&problem);
}

static int sum_points(const jato_points *points, void *user)
{
  (void)user;
  for (size_t i = 0; i < points->count; i++) {
    points->f[i] = points->x[2 * i] + points->x[2 * i + 1];
    points->c[i] = points->x[2 * i + 1];
  }
  return 0;
}

static void a_function(void **state)
{
  (void)state;
  double c = 0;
  jato_error error;
  jato_problem *problem = NULL;
  jato_single_evaluation found = {JATO_SINGLE_EVALUATION_INIT, .c = &c};
  const jato_function function = {JATO_FUNCTION_INIT, .points = sum_points};
  assert_ok(jato_problem_from_space_function(&function, &space, &problem, &error), error);
  assert_ok(jato_problem_try(problem, values, NULL, &found, &error), error);
  assert_same_double(found.f, 3.5);
  assert_same_double(c, 3);
  assert_same_double(found.violation, 2);
  found.c = NULL;
  assert_int_equal(jato_problem_try(problem, values, NULL, &found, &error), JATO_E_ARGUMENT);
  jato_problem_destroy(&problem);
}

static void others(void **state)
{
  (void)state;
  double c = 0;
  jato_error error;
  jato_problem *problem = NULL;
  jato_single_evaluation found = {JATO_SINGLE_EVALUATION_INIT, .c = &c};
  assert_ok(jato_problem_from_gallery("sphere", 2, NULL, &problem, &error), error);
  assert_ok(jato_problem_try(problem, values, NULL, &found, &error), error);
  assert_same_double(found.f, 9.25);
  jato_problem_destroy(&problem);
  assert_ok(jato_problem_for_ask(&space, NULL, &problem, &error), error);
  assert_int_equal(jato_problem_try(problem, values, NULL, &found, &error), JATO_E_ARGUMENT);
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_command),
      cmocka_unit_test(a_command_that_fails),
      cmocka_unit_test(a_function),
      cmocka_unit_test(others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
