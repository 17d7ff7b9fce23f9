/* config/: a study's text read into what the constructors take. What is expected is written out
 * here beside the texts. */
#include "study_sample.h"

#include <stdio.h>

#define P "objective: {problem: sphere}\n"

static void variables(void **state)
{
  (void)state;
  jx_study *study = read_good(sample_study, NULL);
  const jato_variable *v = study->space.variables;
  assert_int_equal(study->space.variable_count, 5);
  assert_string_equal(v[0].name, "kappa");
  assert_int_equal(v[0].kind, JATO_REAL);
  assert_int_equal(v[0].scale, JATO_LOG);
  assert_same_double(v[0].lower, 1e-3);
  assert_same_double(v[0].upper, 1);
  assert_int_equal(v[0].has_initial, 1);
  assert_same_double(v[0].initial, 0.1);
  assert_string_equal(v[1].name, "n");
  assert_int_equal(v[1].kind, JATO_INTEGER);
  assert_int_equal(v[1].has_initial, 0);
  assert_int_equal(v[2].kind, JATO_CATEGORY);
  assert_int_equal(v[2].choice_count, 2);
  assert_string_equal(v[2].choices[0], "bdf");
  assert_string_equal(v[2].choices[1], "adams");
  assert_same_double(v[2].initial, 1);
  assert_int_equal(v[3].fixed, 1);
  assert_same_double(v[3].initial, 9.81);
  assert_int_equal(v[4].kind, JATO_CATEGORY);
  assert_int_equal(v[4].fixed, 1);
  assert_string_equal(v[4].choices[0], "quick");
  jx_study_destroy(&study);
  assert_null(study);
}

static void constraints(void **state)
{
  (void)state;
  jx_study *study = read_good(sample_study, NULL);
  const jato_constraint *c = study->space.constraints;
  assert_int_equal(study->space.constraint_count, 3);
  assert_string_equal(c[0].name, "stress");
  assert_int_equal(c[0].relation, JATO_AT_MOST);
  assert_same_double(c[0].bound, 300);
  assert_int_equal(c[1].relation, JATO_EQUALS);
  assert_same_double(c[1].bound, 1);
  assert_same_double(c[1].tolerance, 1e-3);
  assert_same_double(c[1].scale, 10);
  assert_int_equal(c[2].relation, JATO_AT_LEAST);
  assert_same_double(c[2].bound, -2.5);
  assert_same_double(study->space.penalty, 2);
  jx_study_destroy(&study);
}

static void options(void **state)
{
  (void)state;
  jx_study *study = read_good(sample_study, NULL);
  jato_options o = jato_study_options(study);
  assert_string_equal(jato_study_name(study), "filter");
  assert_string_equal(o.algorithm, "pso:topology=ring");
  assert_string_equal(o.device, "cpu"); /* the default */
  assert_string_equal(o.walls, "absorb");
  assert_string_equal(o.order, "particle");
  assert_int_equal(o.precision, JATO_FLOAT);
  assert_int_equal(o.particles, 40);
  assert_true(o.seed == UINT64_MAX);
  assert_int_equal(o.workers, 12);
  assert_same_double(o.timeout, 90);
  assert_int_equal(o.retries, 2);
  assert_int_equal(o.stop_on_failure, 1);
  assert_int_equal(o.iterations, 200);
  assert_int_equal(o.evaluations, 10000);
  assert_int_equal(o.stall, 50);
  assert_same_double(o.seconds, 7200);
  assert_same_double(o.target, 1e-6);
  assert_string_equal(o.save, "filter.h5");
  assert_same_double(o.checkpoint, 0.5);
  assert_int_equal(o.keep_checkpoints, 3);
  assert_int_equal(o.record_frames, 100);
  assert_int_equal(o.must_save, 1);
  jx_study_destroy(&study);
}

static void defaults(void **state)
{
  (void)state;
  jx_study *study = read_good("variables: {a: {range: [0, 1]}}\nobjective: {shell: f}\n", NULL);
  jato_options found = jato_study_options(study), wanted = jato_options_default();
  assert_true(isnan(found.target));
  found.target = wanted.target = 0;
  assert_memory_equal(&found, &wanted, sizeof found);
  assert_string_equal(jato_study_name(study), "");
  assert_null(study->command.command);
  assert_string_equal(study->command.shell, "f");
  assert_null(study->command.folder);
  jx_study_destroy(&study);
}

static void paths_are_those_of_the_folder(void **state)
{
  (void)state;
  jx_study *study = read_good(sample_study, "some/where");
  assert_int_equal(study->kind, JX_STUDY_COMMAND);
  assert_string_equal(study->command.command, "./sim --kappa {kappa} --n {n}");
  assert_int_equal(study->command.by, JATO_BY_ENVIRONMENT | JATO_BY_INPUT);
  assert_string_equal(study->command.folder, "some/where");
  assert_string_equal(study->command.scratch, "some/where/work");
  assert_int_equal(study->command.keep_folders, JATO_KEEP_FAILED);
  assert_int_equal(study->command.template_count, 2);
  assert_string_equal(study->command.template_files[0], "some/where/deck.cir.in");
  assert_string_equal(study->command.template_files[1], "/abs/other");
  assert_string_equal(study->command.result_field, "loss");
  assert_string_equal(study->command.result_file, "out.json"); /* of the evaluation's folder */
  assert_string_equal(study->options.save, "some/where/filter.h5");
  jx_study_destroy(&study);
}

/* Counts and times, as the guide of the program has them. */
static void quantities(void **state)
{
  static const struct {
    const char *text;
    double wanted;
  } counts[] = {{"1", 1},     {"10k", 1e4},   {"1.5M", 1.5e6},
                {"2G", 2e9},  {"1Ki", 1024},  {"3Mi", 3145728},
                {"1e6", 1e6}, {"1.1k", 1100}, {"1Gi", 1073741824.0}},
    times[] = {{"90", 90},  {"90s", 90},    {"50ms", 0.05},
               {"2m", 120}, {"1.5h", 5400}, {"1e-3s", 1e-3}};
  char text[200];
  (void)state;
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    (void)snprintf(text, sizeof text, P "particles: %s\n", counts[i].text);
    jx_study *study = read_good(text, NULL);
    assert_same_double((double)study->options.particles, counts[i].wanted);
    jx_study_destroy(&study);
  }
  for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
    (void)snprintf(text, sizeof text, P "limits: {seconds: %s}\n", times[i].text);
    jx_study *study = read_good(text, NULL);
    assert_double(fabs(study->options.seconds - times[i].wanted), <=, 1e-15 * times[i].wanted);
    jx_study_destroy(&study);
  }
}

static void problem_of_the_gallery(void **state)
{
  (void)state;
  jato_problem *problem = NULL;
  jato_error error;
  jx_study *study = read_good("objective: {problem: rastrigin, dim: 3, bounds: [-1, 2]}\n", NULL);
  assert_ok(jato_study_problem(study, &problem, &error), error);
  jato_problem_info info = *jato_problem_get_info(problem);
  assert_string_equal(info.name, "rastrigin");
  assert_int_equal(info.dim, 3);
  assert_same_double(info.lower[2], -1);
  assert_same_double(info.upper[2], 2);
  jato_problem_destroy(&problem);
  jx_study_destroy(&study);
}

static void problem_of_an_expression(void **state)
{
  (void)state;
  jato_problem *problem = NULL;
  jato_error error;
  jx_study *study = read_good("variables: {a: {range: [0, 1]}, b: {range: [-3, 2]}}\nobjective: "
                              "{expression: x(0) + x(1)}\n",
                              NULL);
  assert_ok(jato_study_problem(study, &problem, &error), error);
  jato_problem_info info = *jato_problem_get_info(problem);
  assert_int_equal(info.dim, 2);
  assert_same_double(info.lower[1], -3);
  assert_same_double(info.upper[1], 2);
  jato_problem_destroy(&problem);
  jx_study_destroy(&study);
}

static void problems_that_are_none(void **state)
{
  (void)state;
  static const struct {
    const char *text, *words;
  } none[] = {
      {"\nobjective: {problem: rastrign}\n", "a.yaml:2: "},
      {"\nobjective:\n  source: nowhere.c\n  dim: 2\n  bounds: [0, 1]\n",
       "a.yaml:3: some/nowhere.c: No such file"},
  };
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
    jato_problem *problem = NULL;
    jato_error error;
    jx_study *study = read_good(none[i].text, "some");
    assert_int_not_equal(jato_study_problem(study, &problem, &error), JATO_OK);
    assert_null(problem);
    assert_contains(error.text, none[i].words);
    jx_study_destroy(&study);
  }
}

/* Names that the table of settings does not know. A device that is not in this build is no mistake
 * of the file's. */
static void unknown_names_have_their_line(void **state)
{
  (void)state;
  static const struct {
    const char *text, *words;
  } wrong[] = {
      {"algorithm: psso\n", "a.yaml:2: unknown algorithm \"psso\"; did you mean \"pso\"?"},
      {"algorithm: pso:ww=1\n", "a.yaml:2: pso has no parameter \"ww\""},
      {"seed: 1\nalgorithm: pso:w=1,w=2\n", "a.yaml:3: pso: w is given twice"},
      {"device: cpuu\n", "a.yaml:2: unknown device \"cpuu\""},
      {"device: cpu+cpu:threads=x\n", "a.yaml:2: threads=x: not a number"},
      {"limits: {iterations: 1}\nwalls: reflct\n", "a.yaml:3: unknown walls \"reflct\""},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char text[200];
    jato_study *study = NULL;
    jato_error error;
    (void)snprintf(text, sizeof text, "objective: {problem: sphere}\n%s", wrong[i].text);
    assert_int_not_equal(jato_study_read(text, "a.yaml", NULL, NULL, &study, &error), JATO_OK);
    assert_null(study);
    assert_contains(error.text, wrong[i].words);
    assert_int_not_equal(jato_study_read(text, "a.yaml", NULL, NULL, &study, NULL), JATO_OK);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(variables),
      cmocka_unit_test(constraints),
      cmocka_unit_test(options),
      cmocka_unit_test(defaults),
      cmocka_unit_test(paths_are_those_of_the_folder),
      cmocka_unit_test(quantities),
      cmocka_unit_test(problem_of_the_gallery),
      cmocka_unit_test(problem_of_an_expression),
      cmocka_unit_test(problems_that_are_none),
      cmocka_unit_test(unknown_names_have_their_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
