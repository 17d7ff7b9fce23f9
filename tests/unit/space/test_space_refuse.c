/* space/check.c: what is refused, and in which words. */
#include "plain_space.h"

#include <stdio.h>

#include "base/text.h"

static const char *const methods[] = {"bdf", "adams", "dop 853"};
static const char *const twice[] = {"bdf", "adams", "bdf"};
static const char *const broken[] = {"bdf", "ad\nams"};
static const char *const missing[] = {"bdf", NULL};

static const jato_variable kappa = {.name = "kappa", .lower = 1e-3, .upper = 1, .scale = JATO_LOG};
static const jato_variable steps = {
    .name = "steps", .kind = JATO_INTEGER, .lower = -2, .upper = 5, .has_initial = 1, .initial = 3};
static const jato_variable method = {
    .name = "method", .kind = JATO_CATEGORY, .choices = methods, .choice_count = 3};
static const jato_variable plain = {.lower = -1, .upper = 1};

/* The space is refused with words that contain `words`, nothing is left behind. */
static void refuse(const jato_space *given, const char *words)
{
  purse p = {0, 0, 0};
  jato_allocator allocator = allocator_of(&p);
  jato_error error = {JATO_OK, ""};
  jx_space *space = (jx_space *)&p;
  assert_int_equal(jx_space_create(given, &allocator, &space, &error), JATO_E_ARGUMENT);
  assert_int_equal(error.status, JATO_E_ARGUMENT);
  assert_contains(error.text, words);
  assert_null(space);
  assert_int_equal(p.live, 0);
}

/* A space of `variable` and a free one besides. */
static void refuse_variable(jato_variable variable, const char *words)
{
  jato_variable both[] = {plain, variable};
  refuse(&(jato_space){JATO_SPACE_INIT, .variables = both, .variable_count = 2}, words);
}

static void refuse_constraint(jato_constraint constraint, const char *words)
{
  refuse(&(jato_space){JATO_SPACE_INIT, .variables = &plain, .variable_count = 1,
                       .constraints = &constraint, .constraint_count = 1},
         words);
}

static void test_refuses_what_is_missing(void **state)
{
  (void)state;
  refuse(NULL, "NULL");
  refuse(&(jato_space){JATO_SPACE_INIT}, "from 1 to 1000000 variables, not 0");
  refuse(&(jato_space){JATO_SPACE_INIT, .variable_count = 1000001}, "not 1000001");
  refuse(&(jato_space){JATO_SPACE_INIT, .variable_count = 2},
         "variables is NULL, but variable_count is 2");
  refuse(&(jato_space){JATO_SPACE_INIT, .variables = &plain, .variable_count = 1,
                       .constraint_count = 3},
         "constraints is NULL, but constraint_count is 3");
  refuse(&(jato_space){JATO_SPACE_INIT, .variables = &plain, .variable_count = 1,
                       .constraint_count = 1000001},
         "up to 1000000 constraints, not 1000001");
  jato_variable fixed = {.name = "a", .fixed = 1, .initial = 2};
  refuse(&(jato_space){JATO_SPACE_INIT, .variables = &fixed, .variable_count = 1},
         "all variables are fixed");
}

static void test_refuses_names(void **state)
{
  (void)state;
  static const char *const bad[] = {"", "1a", "a-b", "a b", "\xC3\xA4", "a.b", "a\n"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char words[128], shown[JX_SHOWN];
    (void)jx_text_show(bad[i], shown);
    (void)snprintf(words, sizeof words, "variable 1 is called \"%s\"", shown);
    refuse_variable((jato_variable){.name = bad[i], .lower = 0, .upper = 1}, words);
    (void)snprintf(words, sizeof words, "constraint 0 is called \"%s\"", shown);
    refuse_constraint((jato_constraint){.name = bad[i]}, words);
  }
  refuse_variable((jato_variable){.name = "x0", .lower = 0, .upper = 1}, "x0 occurs twice");
  refuse_constraint((jato_constraint){.name = "x0"}, "x0 occurs twice");
  jato_variable three[] = {kappa, steps, kappa};
  refuse(&(jato_space){JATO_SPACE_INIT, .variables = three, .variable_count = 3},
         "kappa occurs twice");
  jato_constraint two[] = {{.name = "c1"}, {.bound = 1}};
  refuse(&(jato_space){JATO_SPACE_INIT, .variables = three, .variable_count = 2, .constraints = two,
                       .constraint_count = 2},
         "c1 occurs twice");
}

static void test_refuses_bounds(void **state)
{
  (void)state;
  jato_variable v = {.name = "v", .lower = 0, .upper = INFINITY};
  refuse_variable(v, "bounds of v are 0 and inf: not finite");
  v.upper = NAN;
  refuse_variable(v, "not finite");
  v = (jato_variable){.name = "v", .lower = -1e308, .upper = 1e308};
  refuse_variable(v, "not finite");
  v = (jato_variable){.name = "v", .lower = 2, .upper = 1};
  refuse_variable(v, "bounds of v are 2 and 1: the lower must be below the upper");
  v.upper = 2;
  refuse_variable(v, "a variable of one value is to be fixed");
  v = (jato_variable){.lower = 2, .upper = 1};
  refuse_variable(v, "bounds of x1 are 2 and 1");
  v = (jato_variable){.name = "v", .kind = JATO_INTEGER, .lower = 0, .upper = 1.5};
  refuse_variable(v, "bounds of v are 0 and 1.5: those of an integer must be whole numbers");
  v.upper = 35184372088833.0;
  refuse_variable(v, "go up to 35184372088832");
  v = (jato_variable){.name = "v", .kind = JATO_INTEGER, .lower = 1, .upper = 0};
  refuse_variable(v, "the lower must be below");
  v = (jato_variable){.name = "v", .scale = JATO_LOG, .lower = 0, .upper = 1};
  refuse_variable(v, "v has a logarithmic scale: its lower bound must be above 0, not 0");
  v.kind = JATO_INTEGER;
  refuse_variable(v, "must be above 0");
  v = (jato_variable){
      .name = "v", .scale = JATO_LOG, .lower = 1e300, .upper = nextafter(1e300, 2e300)};
  refuse_variable(v, "too close for a logarithmic scale");
  v = (jato_variable){.name = "v", .kind = (jato_variable_kind)3, .lower = 0, .upper = 1};
  refuse_variable(v, "v is of kind 3");
  v = (jato_variable){.name = "v", .scale = (jato_scale)2, .lower = 0, .upper = 1};
  refuse_variable(v, "v has scale 2");
}

static void test_refuses_choices(void **state)
{
  (void)state;
  jato_variable v = method;
  v.scale = JATO_LOG;
  refuse_variable(v, "method is a category, which has no logarithmic scale");
  v = method;
  v.choice_count = 0;
  refuse_variable(v, "variable 1, method, is a category: it has from 1 to 1000000 choices, not 0");
  v = method;
  v.choices = NULL;
  refuse_variable(v, "its choices are NULL");
  v.choices = twice;
  refuse_variable(v, "method has the choice \"bdf\" twice");
  v.choice_count = 2;
  v.choices = broken;
  refuse_variable(v, "choice 1 of method holds a newline");
  v.choices = missing;
  refuse_variable(v, "choice 1 is NULL");
}

static void test_refuses_initial_values(void **state)
{
  (void)state;
  jato_variable v = steps;
  v.initial = 6;
  refuse_variable(v, "the initial value of steps is 6: not within -2 and 5");
  v.initial = 2.5;
  refuse_variable(v, "the initial value of steps is 2.5: not a whole number");
  v = kappa;
  v.has_initial = 1;
  refuse_variable(v, "the initial value of kappa is 0: not within");
  v.initial = NAN;
  refuse_variable(v, "the initial value of kappa is nan: not finite");
  v = method;
  v.has_initial = 1;
  v.initial = 3;
  refuse_variable(v, "the initial value of method is 3: no choice; there are 3, counted from 0");
  v.fixed = 1;
  refuse_variable(v, "the fixed value of method is 3: no choice");
  v = steps;
  v.fixed = 1;
  v.initial = 0.5;
  refuse_variable(v, "the fixed value of steps is 0.5: not a whole number");
  v.initial = 1e20;
  refuse_variable(v, "go up to 35184372088832");
  v = (jato_variable){.name = "v", .fixed = 1, .initial = INFINITY};
  refuse_variable(v, "the fixed value of v is inf: not finite");
}

static void test_refuses_constraints(void **state)
{
  (void)state;
  refuse_constraint((jato_constraint){.bound = NAN}, "the bound of constraint c0 is nan");
  refuse_constraint((jato_constraint){.name = "heat", .tolerance = -1},
                    "the tolerance of constraint heat is -1");
  refuse_constraint((jato_constraint){.name = "heat", .tolerance = INFINITY}, "tolerance");
  refuse_constraint((jato_constraint){.name = "heat", .scale = -1}, "the scale of constraint heat");
  refuse_constraint((jato_constraint){.name = "heat", .scale = NAN}, "the scale of");
  refuse_constraint((jato_constraint){.name = "heat", .relation = (jato_relation)7},
                    "constraint heat has relation 7");
  jato_space space = {JATO_SPACE_INIT, .variables = &plain, .variable_count = 1, .penalty = -1};
  refuse(&space, "the penalty is -1");
  space.penalty = INFINITY;
  refuse(&space, "the penalty is inf");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refuses_what_is_missing), cmocka_unit_test(test_refuses_names),
      cmocka_unit_test(test_refuses_bounds),          cmocka_unit_test(test_refuses_choices),
      cmocka_unit_test(test_refuses_initial_values),  cmocka_unit_test(test_refuses_constraints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
