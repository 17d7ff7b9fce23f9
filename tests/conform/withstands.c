/* What every method withstands, from its row alone: one and two dimensions, values that are all the
 * same or not there at all, generations of one point, boxes of any size, whole numbers, constraints
 * that nothing meets.
 *
 * usage: withstands ALGORITHM        as in: withstands cmaes */
#define _GNU_SOURCE
#include "method_bed.h"

#define SEEDS 3

const char *the_algorithm;

/* A whole run, which asks for points of its box and for nothing else. It ends by its budget, or
 * because it has nothing more to try. */
static jato_result minimise(objective o, size_t dim, uint64_t seed)
{
  jato_problem *problem = make_problem(&o, dim);
  jato_options options = options_of(seed);
  jato_result result;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  assert_int_equal(o.outside, 0);
  if (result.stop != JATO_STOP_CONVERGED) {
    assert_int_equal(result.stop, JATO_STOP_EVALUATIONS);
    assert_int_equal(result.evaluations, EVALUATIONS);
  }
  jato_problem_destroy(&problem);
  return result;
}

/* ---- Hard times ---- */

/* A search at random comes to 1e-5 and 2e-2. */
static void few_dimensions(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    objective o = {.kind = BOWL, .lower = -4, .upper = 7};
    if (least_dim() == 1) assert_double(minimise(o, 1, seed).best, <, 1e-3);
    assert_double(minimise(o, 2, seed).best, <, 0.5);
  }
}

static void nothing_to_choose_from(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= SEEDS; seed++)
    for (size_t dim = least_dim(); dim <= MOST_DIM; dim += dim) {
      objective o = {.kind = FLAT, .lower = -4, .upper = 7};
      assert_same_double(minimise(o, dim, seed).best, 1.5);
    }
}

static void no_value_at_all(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= SEEDS; seed++)
    for (size_t dim = least_dim(); dim <= MOST_DIM; dim += dim) {
      jato_result result =
          minimise((objective){.kind = NOTHING, .lower = -4, .upper = 7}, dim, seed);
      assert_int_equal(result.nonfinite, result.evaluations);
      assert_same_double(result.best, INFINITY);
    }
}

static void values_missing(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= SEEDS; seed++)
    for (size_t dim = least_dim(); dim <= MOST_DIM; dim += dim)
      for (int kind = HOLES; kind <= LATE; kind++) {
        objective o = {.kind = (enum kind)kind, .lower = -4, .upper = 7};
        jato_result result = minimise(o, dim, seed);
        if (result.stop != JATO_STOP_CONVERGED) assert_double(result.best, <, INFINITY);
      }
}

/* So large that squares are infinite, so small that they are 0, and with few numbers in it. */
static void boxes_of_any_size(void **state)
{
  static const double boxes[][2] = {{-1e200, 1e200}, {-1e-200, 1e-200}, {1e15, 1e15 + 3}, {0, 1e9}};
  (void)state;
  for (size_t k = 0; k < sizeof boxes / sizeof boxes[0]; k++)
    for (size_t dim = least_dim(); dim <= MOST_DIM; dim += dim)
      (void)minimise((objective){.kind = BOWL, .lower = boxes[k][0], .upper = boxes[k][1]}, dim, 1);
}

/* A method may want more points than these, and says so then. */
static void small_generations(void **state)
{
  objective o = {.kind = BOWL, .lower = -4, .upper = 7};
  jato_problem *problem = make_problem(&o, 3);
  (void)state;
  for (uint64_t particles = 1; particles <= 9; particles++) {
    jato_options options = options_of(5);
    jato_result result;
    jato_error error = {JATO_OK, ""};
    options.particles = particles;
    jato_status status = jato_minimize(problem, &options, NULL, &result, &error);
    if (status == JATO_E_ARGUMENT) assert_contains(error.text, "particles");
    if (status != JATO_E_ARGUMENT) assert_ok(status, error);
  }
  assert_int_equal(o.outside, 0);
  jato_problem_destroy(&problem);
}

/* To the last evaluation, also where that is in the middle of a generation; one that is too small
 * for the first is refused. */
static void small_budgets(void **state)
{
  objective o = {.kind = BOWL, .lower = -4, .upper = 7};
  jato_problem *problem = make_problem(&o, 3);
  (void)state;
  for (uint64_t budget = 1; budget < 150; budget += 1 + budget / 16) {
    jato_options options = options_of(5);
    jato_result result;
    jato_error error = {JATO_OK, ""};
    options.evaluations = budget;
    jato_status status = jato_minimize(problem, &options, NULL, &result, &error);
    if (status == JATO_E_ARGUMENT) {
      assert_contains(error.text, "evaluations are too few");
      continue;
    }
    assert_ok(status, error);
    if (result.stop != JATO_STOP_CONVERGED) assert_int_equal(result.evaluations, budget);
    assert_double(result.best, <, INFINITY);
  }
  jato_problem_destroy(&problem);
}

/* ---- Spaces ---- */

static const char *const colours[] = {"red", "green", "blue"};
static const jato_variable variables[] = {
    {.name = "n", .kind = JATO_INTEGER, .lower = -3, .upper = 9},
    {.name = "colour", .kind = JATO_CATEGORY, .choices = colours, .choice_count = 3},
    {.name = "m", .kind = JATO_INTEGER, .lower = 0, .upper = 1},
    {.name = "a", .lower = -5, .upper = 5},
    {.name = "k", .scale = JATO_LOG, .lower = 1e-4, .upper = 10}};

/* f, and the number to be constrained. *user counts values that are not of their kind. */
static int evaluate(const jato_points *points, void *user)
{
  size_t *wrong = user;
  for (size_t i = 0; i < points->count; i++) {
    const double *v = points->x + i * points->variables;
    double sum = 0;
    for (size_t k = 0; k < 3; k++) *wrong += v[k] != floor(v[k]);
    *wrong += !(v[0] >= -3 && v[0] <= 9 && v[1] >= 0 && v[1] <= 2 && v[2] >= 0 && v[2] <= 1);
    for (size_t k = 0; k < points->variables; k++) sum += (v[k] - 1) * (v[k] - 1);
    points->f[i] = sum;
    if (points->constraints > 0) points->c[i] = v[0] + v[1];
  }
  return 0;
}

static jato_result minimise_space(const jato_space *space, uint64_t seed)
{
  size_t wrong = 0;
  jato_problem *problem = NULL;
  jato_options options = options_of(seed);
  jato_result result;
  jato_error error = {JATO_OK, ""};
  jato_function function = {JATO_FUNCTION_INIT, .points = evaluate, .user = &wrong};
  assert_ok(jato_problem_from_space_function(&function, space, &problem, &error), error);
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  assert_int_equal(wrong, 0);
  jato_problem_destroy(&problem);
  return result;
}

static void whole_numbers_and_choices(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    (void)minimise_space(
        &(jato_space){JATO_SPACE_INIT, .variables = variables, .variable_count = 3}, seed);
    (void)minimise_space(
        &(jato_space){JATO_SPACE_INIT, .variables = variables, .variable_count = 5}, seed);
  }
}

static void constraints_met_or_not(void **state)
{
  static const jato_constraint easy = {.relation = JATO_AT_LEAST, .bound = 0},
                               impossible = {.relation = JATO_AT_LEAST, .bound = 100};
  (void)state;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    jato_space space = {JATO_SPACE_INIT, variables, 5, &easy, 1, 0};
    assert_same_double(minimise_space(&space, seed).violation, 0);
    space.constraints = &impossible;
    assert_double(minimise_space(&space, seed).violation, >=, 100 - 11);
    space.penalty = 10;
    assert_double(minimise_space(&space, seed).violation, >=, 100 - 11);
  }
}

/* ---- The program ---- */

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(few_dimensions),         cmocka_unit_test(nothing_to_choose_from),
      cmocka_unit_test(no_value_at_all),        cmocka_unit_test(values_missing),
      cmocka_unit_test(boxes_of_any_size),      cmocka_unit_test(small_generations),
      cmocka_unit_test(small_budgets),          cmocka_unit_test(whole_numbers_and_choices),
      cmocka_unit_test(constraints_met_or_not),
  };
  if (argc != 2) return 2;
  return run_variants(argv[1], tests, sizeof tests / sizeof tests[0]);
}
