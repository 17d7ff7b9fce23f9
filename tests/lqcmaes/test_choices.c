/* Which points lqcmaes evaluates, against a plain second implementation in numpy (make_choices):
 * generations are given, and the distribution stays as it is. */
#include "check.h"

#include "algorithm/algorithms.h"
#include "algorithm/lqcmaes/lqcmaes.h"
#include "base/memory.h"

#define N_MOST 4

#include "choices_truth.h"

typedef double function(size_t n, const double *x);

/* Splitmix64, as a number in [0, 1). */
static double next(uint64_t *state)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double smooth(size_t n, const double *x)
{
  double value = 0;
  for (size_t i = 0; i < n; i++) {
    value += (double)(i + 1) * (x[i] - 0.25) * (x[i] - 0.25) + 0.125 * x[i] * x[i] * x[i];
    if (i > 0) value += 0.5 * x[i - 1] * x[i];
  }
  return value;
}

static double rugged(size_t n, const double *x)
{
  double value = smooth(n, x);
  for (size_t i = 0; i < n; i++) value += 16 * x[i] - floor(16 * x[i]);
  return value;
}

static double fails(size_t n, const double *x)
{
  return x[0] > 0.875 ? (double)INFINITY : rugged(n, x);
}

/* A generation of given points instead of drawn ones. */
static void give_points(jx_lq *lq, uint64_t *state)
{
  size_t n = lq->model.n, lambda = (size_t)lq->descent.lambda;
  jato_error error = {JATO_OK, ""};
  assert_ok(jx_lq_draw(lq, &error), error);
  for (size_t i = 0; i < lambda * n; i++) lq->inner[i] = lq->descent.x[i] = next(state);
}

/* The middle of the box, C = I and the first sigma, whatever was learnt. */
static void forget(jx_lq *lq)
{
  jx_cmaes_distribution *m = &lq->descent.distribution;
  m->sigma = 0.25;
  jx_cmaes_reset(m);
  for (size_t i = 0; i < m->n; i++) m->mean[i] = 0.5;
}

static jx_lq *make(size_t n, size_t lambda)
{
  static const double lower[N_MOST] = {0}, upper[N_MOST] = {1, 1, 1, 1},
                      middle[N_MOST] = {0.5, 0.5, 0.5, 0.5};
  jx_values values;
  jato_error error = {JATO_OK, ""};
  jx_search *search = NULL;
  assert_ok(
      jx_spec_read("lqcmaes:sigma=0.25,restarts=none", jx_lqcmaes_ops.parameters, &values, &error),
      error);
  jx_search_setup setup = {.particles = lambda,
                           .dim = n,
                           .lower = lower,
                           .upper = upper,
                           .initial = middle,
                           .values = &values,
                           .allocator = jx_allocator_or_default(NULL)};
  assert_ok(jx_lqcmaes_ops.create(&setup, &search, &error), error);
  return (jx_lq *)search;
}

/* Asks and tells until the generation is over; the points asked for are those of the trace. */
static const int *check_generation(jx_lq *lq, function *f, const int *wanted)
{
  size_t n = lq->model.n;
  double rank[64];
  do {
    jx_lq_choose(lq);
    for (size_t i = 0; i < lq->out; i++) {
      assert_int_equal((int)lq->chosen[i], *wanted++);
      rank[i] = f(n, lq->inner + lq->chosen[i] * n);
    }
  } while (!jx_lq_add_values(lq, rank));
  assert_int_equal(*wanted, -1);
  return wanted + 1;
}

static void check_trace(function *f, size_t n, size_t lambda, uint64_t seed, const int *trace,
                        size_t length)
{
  jx_lq *lq = make(n, lambda);
  jx_search *search = &lq->head;
  for (const int *at = trace; at < trace + length;) {
    give_points(lq, &seed);
    at = check_generation(lq, f, at);
    forget(lq);
    jx_lq_begin_generation(lq);
  }
  jx_lqcmaes_ops.destroy(&search);
}

#define LENGTH(trace) (sizeof(trace) / sizeof(trace)[0])

static void trusted_models_save_evaluations(void **state)
{
  (void)state;
  check_trace(smooth, 3, 12, 1, smooth_trace, LENGTH(smooth_trace));
}

static void models_that_fail_are_left_alone(void **state)
{
  (void)state;
  check_trace(rugged, 4, 14, 2, rugged_trace, LENGTH(rugged_trace));
}

static void points_without_a_value_are_left_out(void **state)
{
  (void)state;
  check_trace(fails, 2, 30, 3, fails_trace, LENGTH(fails_trace));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trusted_models_save_evaluations),
      cmocka_unit_test(models_that_fail_are_left_alone),
      cmocka_unit_test(points_without_a_value_are_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
