/* api/options.h: from what a caller asks for to the parts of a run. */
#include "check.h"

#include "api/options.h"

static int nothing(const double *x, size_t n, size_t dim, double *f, void *user)
{
  (void)x;
  (void)dim;
  (void)user;
  for (size_t i = 0; i < n; i++) f[i] = 0;
  return 0;
}

/* Threads belong to the parameter of that name, and not to whatever comes first. */
static void threads_are_those_of_the_devices(void **state)
{
  static const char *const devices[] = {"cpu:threads=61", "cpu+cpu:threads=61",
                                        "cpu:threads=2+cpu:threads=61+cpu:threads=3"};
  static const double lower[] = {0}, upper[] = {1};
  jato_function function = {JATO_FUNCTION_INIT, .batch = nothing, .concurrent = 1};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_ok(jato_problem_from_function(&function, 1, lower, upper, &problem, &error), error);
  for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
    jx_run_parts parts;
    jato_options options = jato_options_default();
    options.device = devices[i];
    assert_ok(jx_options_resolve(problem, &options, &parts, &error), error);
    assert_int_equal(parts.evaluating.workers, 61);
  }
  jato_problem_destroy(&problem);
}

/* de: 10 for each dimension, 20 to 1000; cmaes: 4 + 3 ln n. */
static void some_count_particles_by_dimension(void **state)
{
  static const struct {
    const char *algorithm;
    size_t dim;
    uint64_t particles;
  } cases[] = {{"de", 1, 20},     {"de", 2, 20},     {"de", 7, 70},     {"de", 100, 1000},
               {"de", 101, 1000}, {"cmaes", 10, 10}, {"cmaes", 100, 17}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    jato_problem *problem = NULL;
    jato_error error = {JATO_OK, ""};
    jato_options options = jato_options_default();
    jx_run_parts parts;
    options.algorithm = cases[i].algorithm;
    assert_ok(jato_problem_from_gallery("sphere", cases[i].dim, NULL, &problem, &error), error);
    assert_ok(jx_options_resolve(problem, &options, &parts, &error), error);
    assert_int_equal(parts.particles, cases[i].particles);
    jato_problem_destroy(&problem);
  }
}

/* A function may take microseconds: only programs get few evaluations where no limit is given. */
static void functions_have_the_limits_of_what_devices_compute(void **state)
{
  static const struct {
    const char *algorithm;
    uint64_t particles, iterations, evaluations;
  } cases[] = {{"pso", 64, 1000, 0}, {"random", 64, 1000, 0}, {"cmaes", 7, 0, 64000}};
  static const double lower[] = {0, 0, 0}, upper[] = {1, 1, 1};
  jato_function function = {JATO_FUNCTION_INIT, .batch = nothing};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_ok(jato_problem_from_function(&function, 3, lower, upper, &problem, &error), error);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    jx_run_parts parts;
    jato_options options = jato_options_default();
    options.algorithm = cases[i].algorithm;
    assert_ok(jx_options_resolve(problem, &options, &parts, &error), error);
    assert_int_equal(parts.particles, cases[i].particles);
    assert_int_equal(parts.limits.iterations, cases[i].iterations);
    assert_int_equal(parts.limits.evaluations, cases[i].evaluations);
  }
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_are_those_of_the_devices),
      cmocka_unit_test(some_count_particles_by_dimension),
      cmocka_unit_test(functions_have_the_limits_of_what_devices_compute),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
