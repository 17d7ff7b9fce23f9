/* What jato chooses where it is left to it, by the problem, by the options and by what it sees: the
 * sentence that it says in typical situations. */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jato/jato.h"

enum { MOST_TEXT = 8192 };

typedef struct story {
  char text[MOST_TEXT]; /* all sentences, one on a line */
  size_t used;
} story;

static void hear(const jato_event *event, void *user)
{
  story *s = user;
  if (event->kind != JATO_EVENT_CHANGED) return;
  s->used += (size_t)snprintf(s->text + s->used, MOST_TEXT - s->used, "%s\n", event->text);
  assert_in_range(s->used, 1, MOST_TEXT - 1);
}

/* Runs it; the last sentence is that of the result. */
static jato_result result_of(jato_problem *problem, jato_options options, story *s)
{
  jato_result result;
  jato_error error = {JATO_OK, ""};
  *s = (story){.used = 0};
  options.event = hear;
  options.event_user = s;
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  jato_problem_destroy(&problem);
  return result;
}

static jato_problem *of_gallery(const char *spec, size_t dim)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_gallery(spec, dim, NULL, &problem, &error), error);
  return problem;
}

static jato_problem *of_function(const jato_function *function, size_t dim)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  double *box = calloc(2 * dim, sizeof *box);
  for (size_t i = 0; i < dim; i++) box[dim + i] = 1;
  assert_ok(jato_problem_from_function(function, dim, box, box + dim, &problem, &error), error);
  free(box);
  return problem;
}

static jato_options limited_to(uint64_t evaluations)
{
  jato_options options = jato_options_default();
  options.evaluations = evaluations;
  return options;
}

/* Two wells whose coordinates are mixed: smooth, and no sum over coordinates. */
static double two_wells(const double *x, size_t dim, void *user)
{
  double sum = 0, mean = 0;
  (void)user;
  for (size_t i = 0; i < dim; i++) mean += x[i] / (double)dim;
  for (size_t i = 0; i < dim; i++) sum += (x[i] - mean) * (x[i] - mean) * (double)(i + 1);
  return sum + (mean - 0.2) * (mean - 0.2) * (mean - 0.8) * (mean - 0.8) + 0.01 * mean;
}

static int three_parts(const double *x, size_t dim, double *r, size_t count, void *user)
{
  (void)user;
  for (size_t k = 0; k < count; k++) r[k] = x[k % dim] - 0.1 * (double)k;
  return 0;
}

static int bowl(const jato_points *all, void *user)
{
  (void)user;
  for (size_t i = 0; i < all->count; i++) {
    const double *x = all->x + i * all->variables;
    all->f[i] = (x[0] - 3) * (x[0] - 3) + x[1] * x[1];
    if (all->constraints > 0) all->c[i] = x[0] + x[1];
  }
  return 0;
}

static jato_problem *of_space(jato_variable_kind kind, size_t constraints)
{
  const jato_variable variables[] = {{.name = "n", .kind = kind, .lower = 1, .upper = 9},
                                     {.name = "a", .lower = -1, .upper = 1}};
  const jato_constraint limit = {.name = "sum", .relation = JATO_AT_MOST, .bound = 2};
  const jato_space space = {JATO_SPACE_INIT, .variables = variables, .variable_count = 2,
                            .constraints = constraints > 0 ? &limit : NULL,
                            .constraint_count = constraints};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_space_function(&(jato_function){JATO_FUNCTION_INIT, .points = bowl},
                                             &space, &problem, &error),
            error);
  return problem;
}

#define assert_says(text, words) assert_non_null(strstr(text, words))
#define assert_begins(text, words) assert_int_equal(strncmp(text, words, strlen(words)), 0)

static void a_sum_over_coordinates_is_searched_along_them(void **state)
{
  story s;
  (void)state;
  jato_result result = result_of(of_gallery("rastrigin:shift=3", 6), limited_to(300), &s);
  assert_says(s.text, "nothing is known yet: a probe");
  assert_says(result.explanation, "6 variables; they do not depend on each other");
}

static void mixed_coordinates_get_a_descent(void **state)
{
  story s;
  (void)state;
  jato_result result = result_of(of_gallery("rosenbrock", 8), limited_to(60), &s);
  assert_says(result.explanation, "a quasi-Newton descent");
}

static void a_rugged_function_gets_larger_and_larger_generations(void **state)
{
  story s;
  (void)state;
  jato_result result = result_of(of_gallery("schaffer_f7:shift=1", 10), limited_to(3000), &s);
  assert_says(result.explanation, "values go up and down all over the box");
}

static void a_smooth_function_gets_descents_from_random_points(void **state)
{
  story s;
  (void)state;
  (void)result_of(of_function(&(jato_function){JATO_FUNCTION_INIT, .point = two_wells}, 4),
                  limited_to(3000), &s);
  assert_says(s.text, "the descent ended in a minimum: a look along lines");
  assert_says(s.text, "smooth, with few minima");
}

/* The probe along the axes is 2 n + 3 evaluations. */
static void many_coordinates_get_a_strategy_behind_the_probe(void **state)
{
  story s;
  (void)state;
  jato_result result = result_of(of_gallery("rosenbrock", 1200), limited_to(2500), &s);
  assert_says(result.explanation, "1200 variables; too many for differences along each");
}

static void batches_get_a_strategy_at_once(void **state)
{
  jato_options options = limited_to(240);
  story s;
  (void)state;
  options.algorithm = "auto:batch=12";
  jato_result result = result_of(of_gallery("rosenbrock", 5), options, &s);
  assert_says(result.explanation, "many evaluations at a time are wanted");
  assert_int_equal(result.iterations, 240 / 12 - 1); /* the first is number 0 */
}

static void options_of_swarms_get_a_swarm(void **state)
{
  jato_options options = jato_options_default();
  story s;
  (void)state;
  options.particles = 40;
  options.iterations = 3;
  jato_result result = result_of(of_gallery("ackley", 3), options, &s);
  assert_begins(result.algorithm, "pso");
  assert_says(result.explanation, "an option that only swarms have");
  options.particles = 0;
  options.walls = "clamp";
  assert_begins(result_of(of_gallery("ackley", 3), options, &s).algorithm, "pso");
}

static void orders_without_generations_get_a_strategy_point_by_point(void **state)
{
  jato_options options = limited_to(200);
  story s;
  (void)state;
  options.order = "arrival";
  options.particles = 12;
  jato_result result = result_of(
      of_function(&(jato_function){JATO_FUNCTION_INIT, .point = two_wells}, 3), options, &s);
  assert_begins(result.algorithm, "lqcmaes");
  assert_says(result.explanation, "workers are not to wait for each other");
  options.walls = "clamp"; /* which only a swarm has */
  assert_begins(result_of(of_function(&(jato_function){JATO_FUNCTION_INIT, .point = two_wells}, 3),
                          options, &s)
                    .algorithm,
                "pso");
}

static void residuals_get_levenberg_marquardt(void **state)
{
  const jato_function function = {JATO_FUNCTION_INIT, .residuals = three_parts,
                                  .residual_count = 3};
  jato_entry entry;
  story s;
  (void)state;
  for (size_t i = 0; jato_catalogue(JATO_KIND_ALGORITHM, i, &entry); i++)
    if (strcmp(entry.name, "lm") == 0 && strcmp(entry.state, "built") != 0) skip();
  jato_result result = result_of(of_function(&function, 2), limited_to(200), &s);
  assert_begins(result.algorithm, "lm");
  assert_says(result.explanation, "since the objective gives residuals");
}

static void whole_numbers_get_a_strategy_and_differential_evolution(void **state)
{
  story s;
  (void)state;
  jato_result result = result_of(of_space(JATO_INTEGER, 0), limited_to(2000), &s);
  assert_begins(result.algorithm, "auto");
  assert_says(s.text, "some are whole numbers: an evolution strategy that keeps other whole");
  assert_says(result.explanation, "with restarts, and differential evolution beside it");
  assert_double(result.best, <=, 1e-8);
}

static void constraints_get_differential_evolution(void **state)
{
  jato_options timed = jato_options_default();
  story s;
  (void)state;
  timed.iterations = 5;
  assert_begins(result_of(of_space(JATO_INTEGER, 1), timed, &s).algorithm, "jde");
  jato_result result = result_of(of_space(JATO_REAL, 1), limited_to(500), &s);
  assert_begins(result.algorithm, "shade");
  assert_says(result.explanation, "constraints, whole numbers or choices");
}

/* Without any limit it stops where the known minimum is. */
static void a_known_minimum_ends_it(void **state)
{
  story s;
  (void)state;
  jato_result result = result_of(of_gallery("levy:shift=2", 5), jato_options_default(), &s);
  assert_int_equal(result.stop, JATO_STOP_TARGET);
  assert_double(result.best, <=, 1e-8);
  assert_in_range(result.evaluations, 1, 5000);
}

/* The cheapest tin can of half a litre; one that holds less has no price. 3 (2 pi V^2)^(1/3) is the
 * least, on the border of what has a value: a model that knows nothing of the border leads across.
 */
static double tin(const double *x, size_t dim, void *user)
{
  const double pi = acos(-1), height = 1 + 29 * x[0], radius = 1 + 14 * x[1];
  (void)dim;
  (void)user;
  return pi * radius * radius * height < 500 ? NAN : 2 * pi * radius * (radius + height);
}

static void a_border_of_values_is_followed(void **state)
{
  static const char *const specs[] = {"auto", "lqcmaes"};
  const double least = 3 * cbrt(2 * acos(-1) * 500 * 500);
  story s;
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    jato_options options = limited_to(6000);
    options.algorithm = specs[i];
    jato_result result =
        result_of(of_function(&(jato_function){JATO_FUNCTION_INIT, .point = tin}, 2), options, &s);
    assert_double(result.best, <=, least * (1 + 1e-9));
    assert_double(result.best, >=, least * (1 - 1e-12));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sum_over_coordinates_is_searched_along_them),
      cmocka_unit_test(mixed_coordinates_get_a_descent),
      cmocka_unit_test(a_rugged_function_gets_larger_and_larger_generations),
      cmocka_unit_test(a_smooth_function_gets_descents_from_random_points),
      cmocka_unit_test(many_coordinates_get_a_strategy_behind_the_probe),
      cmocka_unit_test(batches_get_a_strategy_at_once),
      cmocka_unit_test(options_of_swarms_get_a_swarm),
      cmocka_unit_test(orders_without_generations_get_a_strategy_point_by_point),
      cmocka_unit_test(residuals_get_levenberg_marquardt),
      cmocka_unit_test(whole_numbers_get_a_strategy_and_differential_evolution),
      cmocka_unit_test(constraints_get_differential_evolution),
      cmocka_unit_test(a_known_minimum_ends_it),
      cmocka_unit_test(a_border_of_values_is_followed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
