/* space/create.c: what a copy holds, and what is left behind without memory. */
#include "plain_space.h"

#include <stdlib.h>

#include "problem/problems.h"

/* Everything the caller gave may go away afterwards; what was not said has its default. */
static void test_copies(void **state)
{
  (void)state;
  char name[] = "_kappa_1", choice[] = "bdf", heat[] = "heat";
  const char *choices[] = {choice, "adams"};
  jato_variable variables[] = {
      {.name = name, .lower = -0.0, .upper = 1},
      {.name = "pick", .kind = JATO_CATEGORY, .choices = choices, .choice_count = 2, .lower = NAN},
      {.fixed = 1, .initial = 7, .lower = NAN, .upper = -3},
      {.kind = JATO_INTEGER, .lower = 4, .upper = 4}};
  jato_constraint constraints[] = {{.name = heat, .relation = JATO_EQUALS, .bound = 2},
                                   {.relation = JATO_AT_LEAST, .tolerance = 0.5, .scale = 10}};
  jato_space given = {JATO_SPACE_INIT, variables, 4, constraints, 2, 3};
  jx_space *space = make_space(&given);
  name[0] = choice[0] = heat[0] = '?';
  choices[1] = NULL;
  memset(variables, 0x5A, sizeof variables);
  memset(constraints, 0x5A, sizeof constraints);

  const jato_variable *v = space->given.variables;
  const jato_constraint *c = space->given.constraints;
  assert_string_equal(v[0].name, "_kappa_1");
  assert_string_equal(v[1].choices[0], "bdf");
  assert_string_equal(v[1].choices[1], "adams");
  assert_same_double(v[0].lower, 0);
  assert_same_double(v[1].lower, 0);
  assert_same_double(v[1].upper, 1);
  assert_string_equal(v[2].name, "x2");
  assert_same_double(v[2].lower, 7);
  assert_same_double(v[2].upper, 7);
  assert_string_equal(v[3].name, "x3");
  assert_string_equal(c[0].name, "heat");
  assert_same_double(c[0].tolerance, 1e-4);
  assert_same_double(c[0].scale, 1);
  assert_string_equal(c[1].name, "c1");
  assert_same_double(c[1].tolerance, 0.5);
  assert_same_double(c[1].scale, 10);
  assert_same_double(space->given.penalty, 3);
  assert_int_equal(space->dim, 3);
  assert_int_equal(space->variable_of[0], 0);
  assert_int_equal(space->variable_of[1], 1);
  assert_int_equal(space->variable_of[2], 3);
  assert_same_double(space->lower[2], 3.5);
  assert_same_double(space->upper[2], 4.5);
  assert_false(space->plain);
  assert_false(space->has_initial);
  destroy_space(space);
}

/* Default names of many variables: looking for names that occur twice must not take for ever. */
static void test_many_variables(void **state)
{
  (void)state;
  size_t count = 200000;
  jato_variable *variables = calloc(count, sizeof *variables);
  assert_non_null(variables);
  for (size_t i = 0; i < count; i++) variables[i].upper = 1;
  jato_space given = {JATO_SPACE_INIT, .variables = variables, .variable_count = count};
  jx_space *space = make_space(&given);
  assert_true(space->plain);
  assert_int_equal(space->dim, count);
  assert_string_equal(space->given.variables[count - 1].name, "x199999");
  destroy_space(space);
  free(variables);
}

/* Every demand for memory may fail, and nothing is then left behind. */
static void test_without_memory(void **state)
{
  (void)state;
  static const char *const methods[] = {"bdf", "adams"};
  jato_variable variables[] = {
      {.name = "kappa", .lower = 1e-3, .upper = 1, .scale = JATO_LOG},
      {.name = "steps", .kind = JATO_INTEGER, .lower = -2, .upper = 5},
      {.name = "method", .kind = JATO_CATEGORY, .choices = methods, .choice_count = 2}};
  jato_space given = {JATO_SPACE_INIT, .variables = variables, .variable_count = 3};
  jato_status status = JATO_E_MEMORY;
  for (int fail_at = 1; status == JATO_E_MEMORY; fail_at++) {
    purse p = {fail_at, 0, 0};
    jato_allocator allocator = allocator_of(&p);
    jato_error error = {JATO_OK, ""};
    jato_problem *problem = NULL;
    status = jx_problem_over_space(&given, &allocator, &problem, &error);
    if (status == JATO_OK) {
      assert_true(fail_at > 4);
      assert_int_equal(problem->dim, 3);
      jx_problem_destroy(&problem);
    } else {
      assert_contains(error.text, "memory");
    }
    assert_null(problem);
    assert_int_equal(p.live, 0);
  }
  assert_int_equal(status, JATO_OK);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_many_variables),
      cmocka_unit_test(test_without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
