/* The public calls on problems, and the names of everything. */
#include "check.h"

#include <float.h>
#include <stdio.h>

#include "jato/jato.h"

static double zero(const double *x, size_t dim, void *user)
{
  (void)x;
  (void)dim;
  (void)user;
  return 0;
}

static int zeros(const double *x, size_t n, size_t dim, double *f, void *user)
{
  (void)x;
  (void)dim;
  (void)user;
  for (size_t i = 0; i < n; i++) f[i] = 0;
  return 0;
}

static void version_is_the_header_s(void **state)
{
  char wanted[32];
  (void)state;
  snprintf(wanted, sizeof wanted, "%d.%d.%d", JATO_VERSION_MAJOR, JATO_VERSION_MINOR,
           JATO_VERSION_PATCH);
  assert_string_equal(jato_version(), wanted);
}

static void statuses_and_stops_have_names(void **state)
{
  static const char *const statuses[] = {"ok",        "argument", "name",     "memory",
                                         "not built", "device",   "objective"};
  static const char *const stops[] = {"none",  "target", "iterations", "evaluations",
                                      "stall", "time",   "callback"};
  (void)state;
  for (int i = 0; i < 7; i++) {
    assert_string_equal(jato_status_name((jato_status)-i), statuses[i]);
    assert_string_equal(jato_stop_name((jato_stop)i), stops[i]);
  }
  assert_non_null(jato_status_name((jato_status)-100));
  assert_non_null(jato_status_name((jato_status)3));
  assert_non_null(jato_stop_name((jato_stop)100));
}

static void check_parameters(const jato_entry *entry)
{
  for (size_t i = 0; i < entry->parameter_count; i++) {
    const jato_parameter *p = &entry->parameters[i];
    assert_true(strlen(p->name) > 0);
    assert_true(strlen(p->help) > 0);
    if (p->choices != NULL) continue;
    assert_double(p->smallest, <=, p->fallback);
    assert_double(p->fallback, <=, p->largest);
  }
}

static void the_catalogue_is_complete(void **state)
{
  static const char *const known[] = {"pso", "sphere", "cpu", "reflect"};
  (void)state;
  for (int kind = JATO_KIND_ALGORITHM; kind <= JATO_KIND_WALLS; kind++) {
    jato_entry entry;
    size_t index = 0;
    int has_known = 0;
    for (; jato_catalogue((jato_kind)kind, index, &entry); index++) {
      assert_true(strlen(entry.name) > 0);
      assert_true(strlen(entry.summary) > 0);
      assert_non_null(entry.source);
      int may_be_absent = kind == JATO_KIND_DEVICE && strcmp(entry.name, "cpu") != 0;
      if (kind == JATO_KIND_ALGORITHM) /* of a library, and says which */
        may_be_absent = strstr(entry.state, "not in this build, which has no ") != NULL;
      if (!may_be_absent) assert_string_equal(entry.state, "built");
      if (kind == JATO_KIND_PROBLEM) assert_true(!(entry.lower >= entry.upper)); /* or NaN */
      check_parameters(&entry);
      has_known |= strcmp(entry.name, known[kind]) == 0;
    }
    assert_true(has_known);
    assert_int_equal(jato_catalogue((jato_kind)kind, index + 5, &entry), 0);
  }
  assert_int_equal(jato_catalogue((jato_kind)99, 0, &(jato_entry){0}), 0);
}

/* As many facts as there is room for, and none of a device that is not there. */
static void facts_of_devices(void **state)
{
  jato_device_fact facts[3] = {{.name = NULL}};
  (void)state;
  size_t count = jato_device_get_info(0, NULL, 0), last = 0;
  assert_true(count > 2 && count <= JATO_MOST_DEVICE_FACTS);
  assert_true(jato_device_get_info(0, facts, 2) == count);
  assert_non_null(facts[1].name);
  assert_null(facts[2].name);
  for (jato_device device; jato_device_find(last, &device);) last++;
  assert_true(jato_device_get_info(last - 1, facts, 3) == count);
  assert_true(jato_device_get_info(last, facts, 3) == 0);
}

static void gallery_problems(void **state)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  double x[10];
  (void)state;
  assert_ok(jato_problem_from_gallery("rosenbrock", 0, NULL, &problem, &error), error);
  jato_problem_info info = *jato_problem_get_info(problem);
  assert_string_equal(info.name, "rosenbrock");
  assert_int_equal(info.dim, 10);
  assert_same_double(info.lower[9], -30);
  assert_same_double(info.upper[0], 30);
  assert_same_double(info.minimum, 0);
  assert_int_equal(jato_problem_minimizer(problem, x), 1);
  for (int i = 0; i < 10; i++) assert_same_double(x[i], 1);
  jato_problem_destroy(&problem);
  assert_null(problem);
  jato_problem_destroy(&problem);
  jato_problem_destroy(NULL);
}

static void a_problem_has_its_parameters_in_its_name(void **state)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  double x[3];
  (void)state;
  assert_ok(jato_problem_from_gallery("target:at=2.5", 3, NULL, &problem, &error), error);
  assert_string_equal(jato_problem_get_info(problem)->name, "target:at=2.5");
  assert_int_equal(jato_problem_minimizer(problem, x), 1);
  for (int i = 0; i < 3; i++) assert_same_double(x[i], 2.5);
  jato_problem_destroy(&problem);
}

static void an_unknown_minimum_is_nan(void **state)
{
  jato_problem *problem = NULL;
  double x[11];
  (void)state;
  assert_int_equal(jato_problem_from_gallery("michalewicz", 11, NULL, &problem, NULL), JATO_OK);
  assert_true(isnan(jato_problem_get_info(problem)->minimum));
  assert_string_equal(jato_problem_get_info(problem)->source, "");
  assert_int_equal(jato_problem_minimizer(problem, x), 0);
  jato_problem_destroy(&problem);
}

static void refused_gallery_problems(void **state)
{
  static const struct {
    const char *spec;
    size_t dim;
    jato_status status;
    const char *words;
  } cases[] = {{"rosenbrok", 2, JATO_E_NAME, "did you mean \"rosenbrock\"?"},
               {"", 2, JATO_E_NAME, "unknown problem"},
               {"zebra", 2, JATO_E_NAME, "jato list problems"},
               {NULL, 2, JATO_E_ARGUMENT, "name is needed"},
               {"rosenbrock", 1, JATO_E_ARGUMENT, "from 2"},
               {"sphere", (size_t)10000001, JATO_E_ARGUMENT, "10000001"},
               {"quadrature", 9, JATO_E_ARGUMENT, "10 dimensions"},
               {"quadrature:m_max=11", 0, JATO_E_ARGUMENT, "m_max=11: out of range"},
               {"quadrature:m_max=2.5", 0, JATO_E_ARGUMENT, "m_max=2.5: not a whole number"},
               {"quadrature:mmax=2", 0, JATO_E_NAME, "m_max"},
               {"sphere:at=1", 2, JATO_E_NAME, "sphere has no parameter \"at\""}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    jato_problem *problem = (jato_problem *)&problem;
    jato_error error = {JATO_OK, ""};
    assert_int_equal(jato_problem_from_gallery(cases[i].spec, cases[i].dim, NULL, &problem, &error),
                     cases[i].status);
    assert_int_equal(error.status, cases[i].status);
    assert_contains(error.text, cases[i].words);
    assert_null(problem);
  }
  assert_int_equal(jato_problem_from_gallery("sphere", 2, NULL, NULL, NULL), JATO_E_ARGUMENT);
}

static void boxes_are_copied(void **state)
{
  double lower[] = {-1, -2}, upper[] = {1, 2};
  jato_problem *problem = NULL;
  (void)state;
  assert_int_equal(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .batch = zeros},
                                              2, lower, upper, &problem, NULL),
                   JATO_OK);
  lower[0] = upper[1] = 77;
  jato_problem_info info = *jato_problem_get_info(problem);
  assert_same_double(info.lower[0], -1);
  assert_same_double(info.upper[1], 2);
  assert_string_equal(info.name, "callback");
  assert_string_equal(info.source, "");
  assert_true(isnan(info.minimum));
  assert_int_equal(jato_problem_minimizer(problem, lower), 0);
  jato_problem_destroy(&problem);
}

static void bad_boxes(void **state)
{
  static const double boxes[][2] = {{1, 1},         {2, 1},        {NAN, 1},           {0, NAN},
                                    {-INFINITY, 1}, {0, INFINITY}, {-DBL_MAX, DBL_MAX}};
  (void)state;
  for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++) {
    const double lower[] = {0, boxes[i][0]}, upper[] = {1, boxes[i][1]};
    jato_problem *problem = (jato_problem *)&problem;
    jato_error error = {JATO_OK, ""};
    assert_int_equal(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = zero},
                                                2, lower, upper, &problem, &error),
                     JATO_E_ARGUMENT);
    assert_contains(error.text, "coordinate 1");
    assert_null(problem);
  }
}

/* Another box: the minimum stays known where it is inside, and is forgotten where it is not. */
static void a_box_can_be_replaced(void **state)
{
  const double low[] = {-1, -2}, high[] = {3, 4}, off[] = {0.5, 4}, beyond[] = {1, 5};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  double x[2];
  (void)state;
  assert_ok(jato_problem_from_gallery("sphere", 2, NULL, &problem, &error), error);
  assert_int_equal(jato_problem_set_box(problem, high, low, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "coordinate 0");
  assert_same_double(jato_problem_get_info(problem)->lower[1], -5.12);
  assert_ok(jato_problem_set_box(problem, low, high, &error), error);
  assert_same_double(jato_problem_get_info(problem)->lower[1], -2);
  assert_same_double(jato_problem_get_info(problem)->upper[0], 3);
  assert_same_double(jato_problem_get_info(problem)->minimum, 0);
  assert_int_equal(jato_problem_minimizer(problem, x), 1);
  assert_ok(jato_problem_set_box(problem, off, beyond, &error), error);
  assert_true(isnan(jato_problem_get_info(problem)->minimum));
  assert_int_equal(jato_problem_minimizer(problem, x), 0);
  assert_int_equal(jato_problem_set_box(NULL, low, high, &error), JATO_E_ARGUMENT);
  jato_problem_destroy(&problem);
}

static void missing_arguments(void **state)
{
  const double lower[] = {0}, upper[] = {1};
  jato_problem *p = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_int_equal(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = NULL},
                                              1, lower, upper, &p, &error),
                   JATO_E_ARGUMENT);
  assert_contains(error.text, "batch, point or residuals");
  assert_int_equal(jato_problem_from_function(
                       &(jato_function){JATO_FUNCTION_INIT, .batch = zeros, .point = zero}, 1,
                       lower, upper, &p, &error),
                   JATO_E_ARGUMENT);
  assert_contains(error.text, "more than one of batch, point and residuals");
  assert_int_equal(jato_problem_from_function(NULL, 1, lower, upper, &p, NULL), JATO_E_ARGUMENT);
  assert_int_equal(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = zero},
                                              0, lower, upper, &p, &error),
                   JATO_E_ARGUMENT);
  assert_contains(error.text, "dimensions");
  assert_int_equal(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = zero},
                                              1, NULL, upper, &p, &error),
                   JATO_E_ARGUMENT);
  assert_int_equal(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = zero},
                                              1, lower, NULL, &p, &error),
                   JATO_E_ARGUMENT);
  assert_contains(error.text, "bounds");
  assert_int_equal(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = zero},
                                              1, lower, upper, NULL, &error),
                   JATO_E_ARGUMENT);
  assert_contains(error.text, "out is NULL");
  assert_null(p);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(version_is_the_header_s),
      cmocka_unit_test(statuses_and_stops_have_names),
      cmocka_unit_test(the_catalogue_is_complete),
      cmocka_unit_test(gallery_problems),
      cmocka_unit_test(a_problem_has_its_parameters_in_its_name),
      cmocka_unit_test(an_unknown_minimum_is_nan),
      cmocka_unit_test(refused_gallery_problems),
      cmocka_unit_test(boxes_are_copied),
      cmocka_unit_test(bad_boxes),
      cmocka_unit_test(a_box_can_be_replaced),
      cmocka_unit_test(missing_arguments),
      cmocka_unit_test(facts_of_devices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
