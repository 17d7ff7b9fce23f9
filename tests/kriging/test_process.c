/* algorithm/kriging's process, gain, transform and descent against scikit-learn's and SciPy's
 * figures, which make_truth writes, and cases worked by hand. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "algorithm/kriging/lbfgs.h"
#include "algorithm/kriging/improvement.h"
#include "algorithm/kriging/process.h"
#include "algorithm/kriging/output_transform.h"

#define N_MOST 5
#define POINTS_MOST 61
#define LOOKED_AT 4

struct process_truth {
  size_t n, points;
  uint64_t seed;
  double mean[LOOKED_AT], deviation[LOOKED_AT];
  double likelihood;
  double slope[N_MOST + JX_PROCESS_VARIANCES]; /* of it, by theta */
};

#include "process_truth.h"

/* Splitmix64, as a number in [-1, 1). */
static double next(uint64_t *state)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

typedef struct bed {
  jx_process process;
  jx_pool pool;
  double x[POINTS_MOST][N_MOST], y[POINTS_MOST], at[8][N_MOST];
} bed;

static void set_up(bed *b, const struct process_truth *truth)
{
  uint64_t state = truth->seed;
  size_t n = truth->n;
  memset(b, 0, sizeof *b);
  b->pool.allocator = jx_allocator_or_default(NULL);
  b->process.n = n;
  jx_process_create(&b->process, &b->pool, truth->points);
  assert_true(jx_pool_is_whole(&b->pool));
  for (size_t i = 0; i < truth->points; i++)
    for (size_t d = 0; d < n; d++) b->x[i][d] = next(&state);
  for (size_t i = 0; i < truth->points; i++) b->y[i] = next(&state);
  for (size_t i = 0; i < LOOKED_AT; i++)
    for (size_t d = 0; d < n; d++) b->at[i][d] = 2 * next(&state);
  for (size_t d = 0; d < n; d++) b->process.theta[d] = 0.5 * next(&state);
  for (size_t v = 0; v < JX_PROCESS_NOISE; v++) b->process.theta[n + v] = next(&state) - 1;
  b->process.theta[n + JX_PROCESS_NOISE] = -6;
}

static void tear_down(bed *b) { jx_pool_release(&b->pool); }

static void assert_close(double found, double wanted, double tolerance)
{
  assert_double(fabs(found - wanted), <=, tolerance * fmax(1, fabs(wanted)));
}

static void check_predictions(bed *b, const struct process_truth *truth)
{
  double packed[8 * N_MOST] = {0};
  jx_forecast eight[8];
  for (size_t i = 0; i < LOOKED_AT; i++)
    memcpy(packed + i * truth->n, b->at[i], truth->n * sizeof(double));
  jx_process_predict_eight(&b->process, packed, eight);
  for (size_t i = 0; i < LOOKED_AT; i++) {
    jx_forecast one = jx_process_predict(&b->process, b->at[i], NULL, NULL);
    assert_close(one.mean, truth->mean[i], 1e-8);
    assert_close(sqrt(one.variance), truth->deviation[i], 1e-8);
    assert_close(eight[i].mean, truth->mean[i], 1e-8);
    assert_close(sqrt(eight[i].variance), truth->deviation[i], 1e-8);
  }
}

static void as_scikit_learn_has_it(void **state)
{
  static bed b;
  (void)state;
  for (size_t t = 0; t < sizeof truths / sizeof truths[0]; t++) {
    const struct process_truth *truth = &truths[t];
    double slope[N_MOST + JX_PROCESS_VARIANCES];
    set_up(&b, truth);
    for (size_t i = 0; i < truth->points; i++) jx_process_add(&b.process, b.x[i], b.y[i]);
    assert_true(jx_process_factor(&b.process));
    check_predictions(&b, truth);
    assert_close(jx_process_likelihood(&b.process, slope), truth->likelihood, 1e-8);
    for (size_t d = 0; d < truth->n + JX_PROCESS_VARIANCES; d++)
      assert_close(slope[d], truth->slope[d], 1e-6);
    tear_down(&b);
  }
}

/* Points that come one by one behind the factor make the same process. */
static void appended_or_added(void **state)
{
  static bed b;
  (void)state;
  for (size_t t = 0; t < sizeof truths / sizeof truths[0]; t++) {
    const struct process_truth *truth = &truths[t];
    set_up(&b, truth);
    for (size_t i = 0; i < 3; i++) jx_process_add(&b.process, b.x[i], b.y[i]);
    assert_true(jx_process_factor(&b.process));
    for (size_t i = 3; i < truth->points; i++)
      assert_true(jx_process_append(&b.process, b.x[i], b.y[i]));
    check_predictions(&b, truth);
    while (jx_process_append(&b.process, b.at[0], 0)) b.at[0][0] += 0.1;
    assert_int_equal(b.process.points, b.process.room);
    tear_down(&b);
  }
}

static void slopes_are_those_of_the_predictions(void **state)
{
  static bed b;
  const struct process_truth *truth = &truths[2];
  double by_mean[N_MOST], by_variance[N_MOST], step = 1e-5;
  (void)state;
  set_up(&b, truth);
  for (size_t i = 0; i < truth->points; i++) jx_process_add(&b.process, b.x[i], b.y[i]);
  assert_true(jx_process_factor(&b.process));
  for (size_t d = 0; d < truth->n; d++) {
    jx_process_predict(&b.process, b.at[0], by_mean, by_variance);
    b.at[0][d] += step;
    jx_forecast above = jx_process_predict(&b.process, b.at[0], NULL, NULL);
    b.at[0][d] -= 2 * step;
    jx_forecast below = jx_process_predict(&b.process, b.at[0], NULL, NULL);
    b.at[0][d] += step;
    assert_close(by_mean[d], (above.mean - below.mean) / (2 * step), 1e-6);
    assert_close(by_variance[d], (above.variance - below.variance) / (2 * step), 1e-6);
  }
  tear_down(&b);
}

static void gains_keep_their_digits(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof gains / sizeof gains[0]; i++) {
    double deviation = 0.5, best = 3, mean = best - gains[i][0] * deviation, step = 1e-6;
    jx_improvement gain = jx_expected_improvement(best, mean, deviation);
    assert_close(gain.log, gains[i][1] + log(deviation), 1e-10);
    double by_mean = (jx_expected_improvement(best, mean + step, deviation).log -
                      jx_expected_improvement(best, mean - step, deviation).log) /
                     (2 * step);
    double by_deviation = (jx_expected_improvement(best, mean, deviation + step).log -
                           jx_expected_improvement(best, mean, deviation - step).log) /
                          (2 * step);
    assert_close(gain.by_mean, by_mean, 1e-6);
    assert_close(gain.by_deviation, by_deviation, 1e-6);
  }
}

/* The order stays; the mean is 0 and the deviation 1; what has no value is as bad as the worst. */
static void transformed_values(void **state)
{
  const double rank[] = {5, 1e-3, INFINITY, 1e8, 2, 1e8, -3}, none[] = {INFINITY, INFINITY, 1e305};
  jx_ranked order[7];
  double y[7];
  (void)state;
  for (int transform = 0; transform < JX_TRANSFORMS; transform++) {
    double sum = 0, squares = 0;
    jx_transform_values((enum jx_transform)transform, rank, 7, order, y);
    for (size_t i = 0; i < 7; i++) {
      sum += y[i];
      squares += y[i] * y[i];
      for (size_t j = 0; j < 7; j++)
        if (rank[i] < rank[j] && j != 2) assert_double(y[i], <, y[j]);
    }
    assert_same_double(y[2], y[3]);
    assert_close(sum, 0, 1e-12);
    assert_close(squares, 7, 1e-12);
    jx_transform_values((enum jx_transform)transform, none, 3, order, y);
    assert_double(y[2], <, y[0]);
    assert_same_double(y[0], y[1]);
    jx_transform_values((enum jx_transform)transform, (double[]){2, 2}, 2, order, y);
    assert_same_double(y[0], 0);
  }
}

/* Rosenbrock's function, whose minimum in this box is on its upper bound. */
static double valley(void *user, const double *x, double *gradient)
{
  double off = x[1] - x[0] * x[0];
  (void)user;
  gradient[0] = -400 * x[0] * off - 2 * (1 - x[0]);
  gradient[1] = 200 * off;
  return 100 * off * off + (1 - x[0]) * (1 - x[0]);
}

static void descends_in_a_box(void **state)
{
  const double lower[] = {-2, -2}, wide[] = {2, 2}, tight[] = {0.5, 2};
  double x[] = {-1.2, 1}, work[JX_LBFGS_WORK(2)];
  jx_lbfgs descend = {.n = 2,
                      .lower = lower,
                      .upper = wide,
                      .function = valley,
                      .evaluations = 200,
                      .first = 0.1,
                      .enough = 1e-15,
                      .work = work};
  (void)state;
  assert_double(jx_lbfgs_minimize(&descend, x), <, 1e-8);
  memcpy(x, (double[]){-1.2, 1}, sizeof x);
  descend.upper = tight;
  assert_close(jx_lbfgs_minimize(&descend, x), 0.25, 1e-6);
  assert_same_double(x[0], 0.5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_scikit_learn_has_it),
      cmocka_unit_test(appended_or_added),
      cmocka_unit_test(slopes_are_those_of_the_predictions),
      cmocka_unit_test(gains_keep_their_digits),
      cmocka_unit_test(transformed_values),
      cmocka_unit_test(descends_in_a_box),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
