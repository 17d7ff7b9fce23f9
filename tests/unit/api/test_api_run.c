/* The public calls on runs: what they refuse, and what a run looks like from outside. */
#include "check.h"

#include "jato/jato.h"
#include "timing/passes.h"

static jato_problem *gallery(const char *spec, size_t dim)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_gallery(spec, dim, NULL, &problem, &error), error);
  return problem;
}

static jato_options small_run(void)
{
  jato_options options = jato_options_default();
  options.particles = 40;
  options.iterations = 20;
  return options;
}

static void assert_refused(const jato_options *options, jato_status status, const char *words)
{
  jato_problem *problem = gallery("sphere", 3);
  jato_run *run = (jato_run *)&problem;
  jato_error error = {JATO_OK, ""};
  assert_int_equal(jato_run_create(problem, options, &run, &error), status);
  assert_int_equal(error.status, status);
  assert_contains(error.text, words);
  assert_null(run);
  assert_int_equal(jato_minimize(problem, options, NULL, NULL, NULL), status);
  jato_problem_destroy(&problem);
}

static void wrong_names_are_refused(void **state)
{
  jato_options options = small_run();
  (void)state;
  options.algorithm = "psso";
  assert_refused(&options, JATO_E_NAME, "did you mean \"pso\"?");
  options.algorithm = "";
  assert_refused(&options, JATO_E_NAME, "unknown algorithm");
  options = small_run();
  options.device = "gpu";
  assert_refused(&options, JATO_E_NAME, "unknown device \"gpu\"");
  options.device = "cpu:thread=2";
  assert_refused(&options, JATO_E_NAME, "threads");
  options = small_run();
  options.walls = "reflekt";
  assert_refused(&options, JATO_E_NAME, "did you mean \"reflect\"?");
}

/* Walls have no parameters: giving one is an error. */
static void walls_take_no_parameters(void **state)
{
  jato_options options = small_run();
  (void)state;
  options.walls = "reflect:bounce=2";
  assert_refused(&options, JATO_E_NAME, "bounce");
}

static void wrong_values_are_refused(void **state)
{
  jato_options options = small_run();
  (void)state;
  options.device = "cpu:threads=0.5";
  assert_refused(&options, JATO_E_ARGUMENT, "threads=0.5");
  options.device = "cpu:level=v9";
  assert_refused(&options, JATO_E_ARGUMENT, "level=v9");
  options = small_run();
  options.precision = (jato_precision)7;
  assert_refused(&options, JATO_E_ARGUMENT, "precision is 7");
  options = small_run();
  options.particles = (uint64_t)1 << 62;
  assert_refused(&options, JATO_E_MEMORY, "4611686018427387904 particles");
}

/* Parameters that do not go together, with each other or with the swarm. */
static void unfit_parameters_are_refused(void **state)
{
  jato_options options = small_run();
  (void)state;
  options.algorithm = "pso:inertia=constriction";
  assert_refused(&options, JATO_E_ARGUMENT, "c1 + c2 > 4");
  options.algorithm = "pso:topology=ring,radius=20";
  assert_refused(&options, JATO_E_ARGUMENT, "needs more than 40 particles");
  options.algorithm = "pso:topology=vonneumann,columns=21";
  assert_refused(&options, JATO_E_ARGUMENT, "21 columns");
  options.algorithm = "pso:topology=vonneumann,columns=1";
  assert_refused(&options, JATO_E_ARGUMENT, "1 columns");
  options.algorithm = "de";
  options.device = "cpu+cpu";
  assert_refused(&options, JATO_E_ARGUMENT,
                 "de looks at particles of the whole swarm, which one device has to hold");
  options.device = NULL;
  options.particles = 3;
  assert_refused(&options, JATO_E_ARGUMENT, "at least 4 particles");
  options.particles = ((uint64_t)1 << 32) + 1;
  assert_refused(&options, JATO_E_ARGUMENT, "2^32");
  options = small_run();
  options.algorithm = "pso:inertia=linear";
  options.iterations = 0;
  options.evaluations = 1000;
  assert_refused(&options, JATO_E_ARGUMENT, "span");
}

static void missing_arguments(void **state)
{
  jato_problem *problem = gallery("sphere", 3);
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_int_equal(jato_run_create(NULL, NULL, &run, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "problem is NULL");
  assert_int_equal(jato_run_create(problem, NULL, NULL, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "out is NULL");
  assert_int_equal(jato_minimize(NULL, NULL, NULL, NULL, &error), JATO_E_ARGUMENT);
  jato_run_destroy(&run);
  jato_run_destroy(NULL);
  jato_problem_destroy(&problem);
}

/* Zero and NULL mean "as the default says", and a NULL error, x and result are fine. */
static void everything_may_be_left_out(void **state)
{
  jato_problem *problem = gallery("sphere", 3);
  jato_options empty = {.size = sizeof empty, .target = NAN};
  jato_options defaults = jato_options_default();
  jato_result one, other;
  (void)state;
  defaults.seed = 0;
  assert_int_equal(jato_minimize(problem, &empty, NULL, &one, NULL), JATO_OK);
  assert_int_equal(jato_minimize(problem, &defaults, NULL, &other, NULL), JATO_OK);
  assert_int_equal(one.digest, other.digest);
  assert_int_equal(strncmp(one.algorithm, "auto", 4), 0);
  assert_int_equal(one.stop, JATO_STOP_TARGET); /* its minimum is known */
  defaults.algorithm = "pso";
  assert_int_equal(jato_minimize(problem, &defaults, NULL, &other, NULL), JATO_OK);
  assert_int_equal(other.particles, 64);
  assert_int_equal(other.iterations, 1000);
  assert_int_equal(jato_minimize(problem, NULL, NULL, NULL, NULL), JATO_OK);
  jato_problem_destroy(&problem);
}

/* What is asked for by word is written back with every parameter, and text is copied. */
static void a_result_says_what_was_run(void **state)
{
  char algorithm[] = "pso:topology=ring,radius=2", walls[] = "absorb", device[] = "cpu:threads=1";
  jato_problem *problem = gallery("sphere", 3);
  jato_options options = small_run();
  jato_run *run = NULL;
  jato_result result;
  (void)state;
  options.algorithm = algorithm;
  options.walls = walls;
  options.device = device;
  options.seed = 12345678901234567u;
  assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
  memset(algorithm, '#', 5);
  memset(walls, '#', 5);
  memset(device, '#', 5);
  assert_int_equal(jato_run_result(run, NULL, &result, NULL), JATO_OK);
  assert_string_equal(result.algorithm,
                      "pso:topology=ring,radius=2,columns=0,inertia=constant,w=0.729,w_end=0.4,"
                      "span=0,c1=1.494,c2=1.494,pulls=constant,c1_end=0.5,c2_end=2.5,vmax=0.2,"
                      "draws=coordinate,exchange=1,lag=0");
  assert_contains(result.device, "cpu:threads=1,level=");
  assert_string_equal(result.walls, "absorb");
  assert_int_equal(result.seed, 12345678901234567u);
  assert_int_equal(result.particles, 40);
  assert_int_equal(result.iterations, 0);
  assert_int_equal(result.evaluations, 40);
  assert_int_equal(result.stop, JATO_STOP_NONE);
  jato_run_destroy(&run);
  assert_null(run);
  jato_problem_destroy(&problem);
}

static void steps_and_their_ends(void **state)
{
  jato_problem *problem = gallery("sphere", 3);
  jato_options options = small_run();
  jato_run *run = NULL;
  jato_result result, again;
  jato_stop stop = JATO_STOP_TIME;
  (void)state;
  assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
  assert_int_equal(jato_run_step(run, 0, &stop, NULL), JATO_OK);
  assert_int_equal(stop, JATO_STOP_NONE);
  assert_int_equal(jato_run_step(run, 7, &stop, NULL), JATO_OK);
  assert_int_equal(stop, JATO_STOP_NONE);
  jato_run_get_info(run, NULL, &result);
  assert_int_equal(result.iterations, 7);
  assert_int_equal(result.digest, 0);
  assert_int_equal(jato_run_step(run, UINT64_MAX, &stop, NULL), JATO_OK);
  assert_int_equal(stop, JATO_STOP_ITERATIONS);
  assert_int_equal(jato_run_result(run, NULL, &result, NULL), JATO_OK);
  assert_int_not_equal(result.digest, 0);
  assert_int_equal(jato_run_step(run, 5, NULL, NULL), JATO_OK);
  assert_int_equal(jato_run_result(run, NULL, &again, NULL), JATO_OK);
  assert_int_equal(again.iterations, 20);
  assert_int_equal(again.digest, result.digest);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* The best is somebody's best, at its value, and no particle's best is better. */
static void particles_can_be_read(void **state)
{
  jato_problem *problem = gallery("sphere", 3);
  jato_options options = small_run();
  jato_run *run = NULL;
  jato_result result;
  double x[3], value, best = INFINITY;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
  assert_int_equal(jato_run_step(run, 20, NULL, NULL), JATO_OK);
  jato_run_get_info(run, x, &result);
  assert_same_double(x[0] * x[0] + x[1] * x[1] + x[2] * x[2], result.best);
  for (uint64_t i = 0; i < 40; i++) {
    assert_ok(jato_run_particle(run, i, x, &value, &error), error);
    assert_double(value, <=, x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    best = fmin(best, value);
  }
  assert_same_double(best, result.best);
  assert_int_equal(jato_run_particle(run, 0, NULL, NULL, NULL), JATO_OK);
  assert_int_equal(jato_run_particle(run, 40, x, &value, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "particle 40");
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static void a_bare_pass_spoils_the_run(void **state)
{
  jato_problem *problem = gallery("sphere", 3);
  jato_options options = small_run();
  jato_run *run = NULL;
  jato_result result;
  double seconds = -1;
  uint64_t bytes = 0;
  (void)state;
  assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
  assert_int_equal(jx_time_bare_pass(run, &seconds, &bytes, NULL), JATO_OK);
  assert_double(seconds, >=, 0);
  assert_int_equal(bytes, 48 * 3 * 5 * 8); /* 40 particles fill three groups of 16 */
  assert_int_equal(jx_time_bare_pass(run, NULL, NULL, NULL), JATO_OK);
  assert_int_equal(jato_run_step(run, 1, NULL, NULL), JATO_E_ARGUMENT);
  assert_int_equal(jato_run_result(run, NULL, &result, NULL), JATO_E_ARGUMENT);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* A refused bare pass has touched nothing, so the run goes on. */
static void a_refused_bare_pass_does_no_harm(void **state)
{
  jato_problem *problem = gallery("sphere", 3);
  jato_options options = small_run();
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  options.algorithm = "random";
  assert_int_equal(jato_run_create(problem, &options, &run, NULL), JATO_OK);
  assert_int_equal(jx_time_bare_pass(run, NULL, NULL, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "velocities");
  assert_ok(jato_run_step(run, 1, NULL, &error), error);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_names_are_refused),
      cmocka_unit_test(walls_take_no_parameters),
      cmocka_unit_test(wrong_values_are_refused),
      cmocka_unit_test(unfit_parameters_are_refused),
      cmocka_unit_test(missing_arguments),
      cmocka_unit_test(everything_may_be_left_out),
      cmocka_unit_test(a_result_says_what_was_run),
      cmocka_unit_test(steps_and_their_ends),
      cmocka_unit_test(particles_can_be_read),
      cmocka_unit_test(a_bare_pass_spoils_the_run),
      cmocka_unit_test(a_refused_bare_pass_does_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
