/* Every limit of a run, by the public calls alone. */
#include "check.h"

#include "jato/jato.h"

static double constant(const double *x, size_t dim, void *user)
{
  (void)x;
  (void)dim;
  (void)user;
  return 1;
}

static double sphere(const double *x, size_t dim, void *user)
{
  double sum = 0;
  (void)user;
  for (size_t i = 0; i < dim; i++) sum += x[i] * x[i];
  return sum;
}

/* Minimises f of two variables over [-4, 5]^2 with ten particles. */
static jato_result run(jato_point_fn f, const jato_options *options)
{
  const double lower[] = {-4, -4}, upper[] = {5, 5};
  jato_problem *problem = NULL;
  jato_result result;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = f}, 2, lower,
                                       upper, &problem, &error),
            error);
  assert_ok(jato_minimize(problem, options, NULL, &result, &error), error);
  jato_problem_destroy(&problem);
  return result;
}

static jato_options ten_particles(void)
{
  jato_options options = jato_options_default();
  options.particles = 10;
  return options;
}

static void without_a_limit_a_thousand_iterations(void **state)
{
  jato_options options = ten_particles();
  (void)state;
  jato_result result = run(sphere, &options);
  assert_int_equal(result.stop, JATO_STOP_ITERATIONS);
  assert_int_equal(result.iterations, 1000);
  assert_int_equal(result.evaluations, 10 * 1001);
}

static void iterations(void **state)
{
  jato_options options = ten_particles();
  (void)state;
  options.iterations = 17;
  jato_result result = run(sphere, &options);
  assert_int_equal(result.stop, JATO_STOP_ITERATIONS);
  assert_int_equal(result.iterations, 17);
  assert_int_equal(result.evaluations, 180);
}

/* The budget is used up to the last one, and never passed. */
static void evaluations(void **state)
{
  static const uint64_t limits[] = {10, 11, 19, 20, 99, 100, 101, 1234};
  (void)state;
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
    jato_options options = ten_particles();
    options.evaluations = limits[i];
    jato_result result = run(sphere, &options);
    assert_int_equal(result.stop, JATO_STOP_EVALUATIONS);
    assert_int_equal(result.evaluations, limits[i]);
    assert_int_equal(result.iterations, limits[i] / 10 - 1);
  }
}

#define MOST_PARTICLES 3000

/* The best of a run whose last iteration is cut short, made from whole iterations: where the first
 * particles stand after one more, evaluated apart. */
static double best_by_hand(const jato_problem *problem, jato_options options, uint64_t evaluations)
{
  static double x[MOST_PARTICLES][3], f[MOST_PARTICLES];
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  jato_result result;
  size_t whole = evaluations / options.particles, left = evaluations % options.particles;
  options.iterations = whole;
  options.evaluations = 0;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  assert_ok(jato_run_step(run, whole - 1, NULL, &error), error);
  jato_run_get_info(run, NULL, &result);
  assert_ok(jato_run_step(run, 1, NULL, &error), error);
  for (size_t i = 0; i < left; i++) assert_ok(jato_run_particle(run, i, x[i], NULL, &error), error);
  assert_ok(jato_problem_evaluate(problem, &x[0][0], left, f, NULL, &error), error);
  for (size_t i = 0; i < left; i++) result.best = fmin(result.best, f[i]);
  jato_run_destroy(&run);
  return result.best;
}

static void the_last_iteration_is_cut_short(void **state)
{
  static const char *const algorithms[] = {"pso", "pso:topology=ring", "random", "cmaes"};
  static const uint64_t particles[] = {10, 37, 1000, MOST_PARTICLES};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  jato_result cut, whole;
  (void)state;
  assert_ok(jato_problem_from_gallery("rastrigin", 3, NULL, &problem, &error), error);
  for (size_t a = 0; a < 4; a++)
    for (size_t p = 0; p < 4; p++)
      for (uint64_t share = 1; share < 8; share += 2) {
        options.algorithm = algorithms[a];
        options.particles = particles[p];
        options.evaluations = 3 * particles[p] + share * particles[p] / 8;
        assert_ok(jato_minimize(problem, &options, NULL, &cut, &error), error);
        assert_int_equal(cut.evaluations, options.evaluations);
        assert_int_equal(cut.iterations, 2);
        assert_same_double(cut.best, best_by_hand(problem, options, options.evaluations));
        options.evaluations = 3 * particles[p];
        assert_ok(jato_minimize(problem, &options, NULL, &whole, &error), error);
        assert_int_equal(cut.digest, whole.digest); /* the search did not see the rest */
      }
  jato_problem_destroy(&problem);
}

/* A budget too small to evaluate the swarm once cannot be kept, so it is refused. */
static void a_budget_below_one_swarm_is_refused(void **state)
{
  const double lower[] = {-4, -4}, upper[] = {5, 5};
  jato_options options = ten_particles();
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  jato_run *made = NULL;
  (void)state;
  options.evaluations = 9;
  assert_ok(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = sphere}, 2,
                                       lower, upper, &problem, &error),
            error);
  assert_int_equal(jato_run_create(problem, &options, &made, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "evaluations");
  assert_null(made);
  jato_run_destroy(&made);
  jato_problem_destroy(&problem);
}

static void stall(void **state)
{
  jato_options options = ten_particles();
  (void)state;
  options.stall = 8;
  jato_result result = run(constant, &options);
  assert_int_equal(result.stop, JATO_STOP_STALL);
  assert_int_equal(result.iterations, 8);
}

typedef struct history {
  double best;
  uint64_t improved;
} history;

static int remember(const jato_progress *progress, void *user)
{
  history *h = user;
  if (progress->best < h->best) h->improved = progress->iteration;
  h->best = progress->best;
  return 0;
}

/* Runs that improve now and then end exactly so many iterations after their last better best. The
 * first call of `remember` cannot tell a better best from the first swarm's, so it does not count.
 */
static void stall_counts_from_the_last_better_best(void **state)
{
  int told = 0;
  (void)state;
  for (uint64_t seed = 0; seed < 20; seed++) {
    history h = {INFINITY, 0};
    jato_options options = ten_particles();
    options.algorithm = "random";
    options.seed = seed;
    options.stall = 30;
    options.progress = remember;
    options.progress_user = &h;
    jato_result result = run(sphere, &options);
    assert_int_equal(result.stop, JATO_STOP_STALL);
    if (h.improved == 1) continue;
    assert_int_equal(result.iterations, h.improved + 30);
    told++;
  }
  assert_in_range(told, 10, 20);
}

static void seconds(void **state)
{
  jato_options options = ten_particles();
  (void)state;
  options.seconds = 0.05;
  jato_result result = run(sphere, &options);
  assert_int_equal(result.stop, JATO_STOP_TIME);
  assert_double(result.seconds, >=, 0.05);
  options.seconds = 1e-12;
  result = run(sphere, &options);
  assert_int_equal(result.stop, JATO_STOP_TIME);
  assert_int_equal(result.iterations, 0);
}

static void target(void **state)
{
  jato_options options = ten_particles();
  history h = {INFINITY, 0};
  (void)state;
  options.target = 1e-3;
  options.progress = remember;
  options.progress_user = &h;
  jato_result result = run(sphere, &options);
  assert_int_equal(result.stop, JATO_STOP_TARGET);
  assert_double(result.best, <=, 1e-3);
  assert_int_equal(result.iterations, h.improved); /* at once, not one iteration later */
  options.target = 1; /* "at most": the constant function has it from the start */
  result = run(constant, &options);
  assert_int_equal(result.stop, JATO_STOP_TARGET);
  assert_int_equal(result.iterations, 0);
}

static void the_target_is_told_first(void **state)
{
  jato_options options = ten_particles();
  (void)state;
  options.target = 1;
  options.evaluations = 10;
  assert_int_equal(run(constant, &options).stop, JATO_STOP_TARGET);
}

static void impossible_limits_are_refused(void **state)
{
  const double lower[] = {-4, -4}, upper[] = {5, 5}, bad[] = {-1, -INFINITY, NAN};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  (void)state;
  assert_ok(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = sphere}, 2,
                                       lower, upper, &problem, &error),
            error);
  for (int i = 0; i < 3; i++) {
    jato_options options = ten_particles();
    options.seconds = bad[i];
    assert_int_equal(jato_minimize(problem, &options, NULL, NULL, &error), JATO_E_ARGUMENT);
    assert_contains(error.text, "seconds");
  }
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_a_limit_a_thousand_iterations),
      cmocka_unit_test(iterations),
      cmocka_unit_test(evaluations),
      cmocka_unit_test(the_last_iteration_is_cut_short),
      cmocka_unit_test(a_budget_below_one_swarm_is_refused),
      cmocka_unit_test(stall),
      cmocka_unit_test(stall_counts_from_the_last_better_best),
      cmocka_unit_test(seconds),
      cmocka_unit_test(target),
      cmocka_unit_test(the_target_is_told_first),
      cmocka_unit_test(impossible_limits_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
