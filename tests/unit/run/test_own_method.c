/* A method of the calling program (jato_options.method) in whole runs: saved, resumed and replayed
 * to the bit with the method, refused in words without it or with another one. */
#define _GNU_SOURCE
#include "scratch.h"
#include "finish.h"

#include "../../../examples/plugin/climber.c"

static jato_problem *sphere(void)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_gallery("sphere", 3, NULL, &problem, &error), error);
  return problem;
}

static jato_options climbing(const char *spec, uint64_t evaluations)
{
  jato_options options = jato_options_default();
  options.method = &jato_plugin;
  options.algorithm = spec;
  options.particles = 8;
  options.evaluations = evaluations;
  return options;
}

static jato_result straight(const jato_problem *problem, const char *spec)
{
  jato_options options = climbing(spec, 400);
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  return finish(&run);
}

static void parameters_come_with_the_spec(void **state)
{
  jato_problem *problem = sphere();
  jato_result usual = straight(problem, NULL), wide = straight(problem, "plugin:step=0.9");
  (void)state;
  assert_string_equal(usual.algorithm, "plugin:method=climber,step=0.3,growth=1.25,shrinking=0.8");
  assert_string_equal(wide.algorithm, "plugin:method=climber,step=0.9,growth=1.25,shrinking=0.8");
  assert_int_not_equal(usual.digest, wide.digest);
  assert_double(usual.best, <, 1e-2);
  assert_int_equal(straight(problem, "auto").digest, usual.digest);
  jato_problem_destroy(&problem);
}

/* Saves a run of so many evaluations and opens its file. */
static jato_record *save_and_open(const jato_problem *problem, uint64_t evaluations,
                                  const char *path)
{
  jato_options options = climbing("plugin:step=0.5", evaluations);
  jato_record *record = NULL;
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  assert_ok(jato_run_step(run, UINT64_MAX, NULL, &error), error);
  assert_ok(jato_run_save(run, path, &error), error);
  jato_run_destroy(&run);
  assert_ok(jato_record_open(&(jato_record_request){JATO_RECORD_REQUEST_INIT, .path = path},
                             &record, &error),
            error);
  return record;
}

/* Stopped in the middle of a generation, too. */
static void a_saved_run_goes_on_with_its_method(void **state)
{
  jato_problem *problem = sphere();
  jato_result wanted = straight(problem, "plugin:step=0.5");
  jato_error error = {JATO_OK, ""};
  for (uint64_t cut = 40; cut < 400; cut += 45) {
    const char *path = scratch_path(*state, "climb.h5");
    jato_record *record = save_and_open(problem, cut, path);
    jato_options options = climbing(NULL, 400);
    jato_run *run = NULL;
    assert_ok(jato_run_load(record, problem, &options, &run, &error), error);
    jato_result found = finish(&run);
    assert_int_equal(found.digest, wanted.digest);
    assert_int_equal(found.evaluations, 400);
    jato_record_close(&record);
    assert_int_equal(remove(path), 0);
  }
  jato_problem_destroy(&problem);
}

static void a_saved_run_is_replayed_with_its_method(void **state)
{
  jato_problem *problem = sphere();
  jato_record *record = save_and_open(problem, 200, scratch_path(*state, "climb.h5"));
  jato_options options = climbing(NULL, 0);
  jato_run *run = NULL;
  jato_result now;
  jato_error error = {JATO_OK, ""};
  const jato_result *saved = jato_record_get_info(record)->result;
  assert_ok(jato_run_replay(record, problem, &options, &run, &error), error);
  assert_ok(jato_run_step(run, saved->iterations, NULL, &error), error);
  assert_ok(jato_run_result(run, NULL, &now, &error), error);
  assert_int_equal(now.digest, saved->digest);
  jato_run_destroy(&run);
  jato_record_close(&record);
  jato_problem_destroy(&problem);
}

static void refuse(jato_record *record, const jato_problem *problem, const jato_method *method,
                   const char *words)
{
  jato_options options = climbing(NULL, 400);
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  options.method = method;
  assert_int_equal(jato_run_load(record, problem, &options, &run, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, words);
  assert_null(run);
}

static void without_its_method_a_run_is_refused(void **state)
{
  jato_problem *problem = sphere();
  jato_record *record = save_and_open(problem, 100, scratch_path(*state, "climb.h5"));
  jato_method other = jato_plugin;
  other.name = "walker";
  refuse(record, problem, NULL, "the method climber is part of the program that began this run");
  refuse(record, problem, &other, "made with the method climber, and walker is given");
  jato_record_close(&record);
  jato_problem_destroy(&problem);
}

static void a_run_compares_its_parameters(void **state)
{
  jato_problem *problem = sphere();
  jato_record *record = save_and_open(problem, 100, scratch_path(*state, "climb.h5"));
  jato_options asked = jato_options_copy(jato_record_get_info(record)->options);
  jato_error error = {JATO_OK, ""};
  asked.method = &jato_plugin;
  asked.algorithm = "plugin:step=0.5";
  assert_ok(jato_record_compare(record, &asked, &error), error);
  asked.algorithm = "plugin:step=0.4";
  assert_int_equal(jato_record_compare(record, &asked, &error), JATO_E_ARGUMENT);
  assert_contains(error.text,
                  "step=0.5,growth=1.25,shrinking=0.8, not plugin:method=climber,step=0.4");
  jato_record_close(&record);
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parameters_come_with_the_spec),
      cmocka_unit_test_setup_teardown(a_saved_run_goes_on_with_its_method, scratch_make,
                                      scratch_remove),
      cmocka_unit_test_setup_teardown(a_saved_run_is_replayed_with_its_method, scratch_make,
                                      scratch_remove),
      cmocka_unit_test_setup_teardown(without_its_method_a_run_is_refused, scratch_make,
                                      scratch_remove),
      cmocka_unit_test_setup_teardown(a_run_compares_its_parameters, scratch_make, scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
