/* Looking at a run and a problem: values at given points, how far a swarm is spread, events. */
#include "check.h"

#include <stdlib.h>

#include "jato/jato.h"

#define DIM 3

static jato_problem *gallery(const char *name, size_t dim)
{
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  assert_ok(jato_problem_from_gallery(name, dim, NULL, &problem, &error), error);
  return problem;
}

/* Points that fill no whole group, tile or thread. */
static const size_t counts[] = {1, 15, 16, 17, 1000, 5001};

static double *make_points(size_t n)
{
  double *x = calloc(n * DIM, sizeof *x);
  assert_non_null(x);
  for (size_t i = 0; i < n * DIM; i++) x[i] = -4 + 8 * (double)(i * 2654435761u % 10007) / 10007;
  return x;
}

static void sphere_at_points(void **state)
{
  jato_problem *problem = gallery("sphere", DIM);
  jato_error error = {JATO_OK, ""};
  (void)state;
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
    size_t n = counts[k];
    double *x = make_points(n), *f = calloc(n + 1, sizeof *f);
    f[n] = 12345;
    assert_ok(jato_problem_evaluate(problem, x, n, f, NULL, &error), error);
    for (size_t i = 0; i < n; i++) {
      const double *p = x + i * DIM;
      assert_same_double(f[i], p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    }
    assert_same_double(f[n], 12345);
    free(x);
    free(f);
  }
  jato_problem_destroy(&problem);
}

/* A value for each point, among them ones that a run would count as worst. */
static double strange(const double *x, size_t dim, void *user)
{
  (void)dim;
  (void)user;
  if (x[0] < -2) return NAN;
  return x[0] > 2 ? INFINITY : x[0] - x[DIM - 1];
}

static void callback_at_points(void **state)
{
  const double lower[] = {-5, -5, -5}, upper[] = {5, 5, 5};
  jato_problem *problem = NULL;
  jato_error error = {JATO_OK, ""};
  double *x = make_points(1000), *f = calloc(1000, sizeof *f);
  (void)state;
  assert_ok(jato_problem_from_function(&(jato_function){JATO_FUNCTION_INIT, .point = strange}, DIM,
                                       lower, upper, &problem, &error),
            error);
  assert_ok(jato_problem_evaluate(problem, x, 1000, f, NULL, &error), error);
  for (size_t i = 0; i < 1000; i++) {
    double wanted = strange(x + i * DIM, DIM, NULL);
    if (isnan(wanted))
      assert_true(isnan(f[i]));
    else
      assert_same_double(f[i], wanted);
  }
  assert_int_equal(jato_problem_evaluate(problem, NULL, 1, f, NULL, &error), JATO_E_ARGUMENT);
  assert_ok(jato_problem_evaluate(problem, x, 0, f, NULL, &error), error);
  jato_problem_destroy(&problem);
  free(x);
  free(f);
}

/* A swarm of at most 16 groups is looked at whole: the spread of all its particles, computed from
 * their points one by one. */
static void spread_of_a_small_swarm(void **state)
{
  jato_problem *problem = gallery("rastrigin", DIM);
  jato_options options = jato_options_default();
  jato_run *run = NULL;
  jato_error error = {JATO_OK, ""};
  double x[250][DIM], total = 0;
  (void)state;
  options.particles = 250;
  assert_ok(jato_run_create(problem, &options, &run, &error), error);
  assert_ok(jato_run_step(run, 7, NULL, &error), error);
  for (uint64_t i = 0; i < 250; i++)
    assert_ok(jato_run_particle(run, i, x[i], NULL, &error), error);
  for (size_t d = 0; d < DIM; d++) {
    double mean = 0, squares = 0;
    for (size_t i = 0; i < 250; i++) mean += x[i][d] / 250;
    for (size_t i = 0; i < 250; i++) squares += (x[i][d] - mean) * (x[i][d] - mean);
    total += squares / (10.24 * 10.24);
  }
  double wanted = sqrt(total / (250 * DIM)), found = jato_run_diversity(run);
  assert_double(fabs(found - wanted), <=, 1e-12 * wanted);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* All over the box at first, 1 / sqrt(12) of its width; nearly a point at last; and the same bits
 * whatever the threads. */
static void spread_of_a_large_swarm(void **state)
{
  jato_problem *problem = gallery("sphere", DIM);
  jato_options options = jato_options_default();
  jato_error error = {JATO_OK, ""};
  double first[2], last[2];
  (void)state;
  options.particles = 20000;
  for (int k = 0; k < 2; k++) {
    jato_run *run = NULL;
    options.device = k == 0 ? "cpu:threads=1" : "cpu:threads=3";
    assert_ok(jato_run_create(problem, &options, &run, &error), error);
    first[k] = jato_run_diversity(run);
    assert_ok(jato_run_step(run, 200, NULL, &error), error);
    last[k] = jato_run_diversity(run);
    jato_run_destroy(&run);
  }
  assert_double(fabs(first[0] - 1 / sqrt(12)), <, 0.02);
  assert_double(last[0], <, 1e-3);
  assert_same_double(first[0], first[1]);
  assert_same_double(last[0], last[1]);
  assert_true(isnan(jato_run_diversity(NULL)));
  jato_problem_destroy(&problem);
}

typedef struct heard {
  int improved, stopped, wrong;
  double best;
} heard;

static void hear(const jato_event *event, void *user)
{
  heard *h = user;
  jato_result now;
  jato_run_get_info(event->progress->run, NULL, &now);
  if (now.iterations != event->progress->iteration) h->wrong++;
  if (event->kind == JATO_EVENT_IMPROVED) {
    if (!(event->progress->best < h->best) || h->stopped) h->wrong++;
    h->best = event->progress->best;
    h->improved++;
  } else if (event->kind == JATO_EVENT_STOPPED) {
    if (now.stop != JATO_STOP_ITERATIONS) h->wrong++;
    h->stopped++;
  } else {
    h->wrong++;
  }
}

static void events_come_in_order(void **state)
{
  jato_problem *problem = gallery("sphere", DIM);
  jato_options options = jato_options_default();
  jato_result result;
  jato_error error = {JATO_OK, ""};
  heard h = {.best = INFINITY};
  (void)state;
  options.algorithm = "pso";
  options.iterations = 50;
  options.event = hear;
  options.event_user = &h;
  assert_ok(jato_minimize(problem, &options, NULL, &result, &error), error);
  assert_int_equal(h.wrong, 0);
  assert_int_equal(h.stopped, 1);
  assert_in_range(h.improved, 5, 51);
  assert_same_double(h.best, result.best);
  jato_problem_destroy(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sphere_at_points),        cmocka_unit_test(callback_at_points),
      cmocka_unit_test(spread_of_a_small_swarm), cmocka_unit_test(spread_of_a_large_swarm),
      cmocka_unit_test(events_come_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
