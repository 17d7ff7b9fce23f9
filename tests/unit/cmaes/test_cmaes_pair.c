/* cmaes by scales of coordinates, where two points of a generation decide on the step size. */
#define DIM_MOST 1000
#define POINTS_MOST 100
#include "functions.h"
#include "search_bed.h"

/* By the path of steps alone it is at 7,282 after as many evaluations. */
static void steps_soon_fit_a_thousand_coordinates(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "cmaes:covariance=separable", DIM_MOST, -5.12, 5.12);
  minimise_to(&b, sphere, 500, 10000);
  assert_double(b.generation.best, <=, 500);
}

/* An array of the state; NULL if it has none of that name. */
static const void *array_of(const bed *b, const char *name)
{
  jx_array arrays[JX_ARRAYS_MOST];
  size_t count = b->ops->state(b->search, arrays);
  for (size_t i = 0; i < count; i++)
    if (strcmp(arrays[i].name, name) == 0) return arrays[i].data;
  return NULL;
}

/* How far the middle of the first two points is from the mean, along any coordinate; the steps are
 * so small that nothing is folded. */
static double miss(const char *spec, size_t n, uint64_t particles)
{
  static bed b;
  static double middle[DIM_MOST];
  for (size_t i = 0; i < n; i++) middle[i] = 0.5;
  set_up(&b, spec, n, 0, 1);
  b.setup.particles = particles;
  b.setup.initial = middle;
  b.search = make(&b);
  ask(&b, b.search);
  tell(&b, b.search, sphere);
  ask(&b, b.search);
  const double *mean = array_of(&b, "mean"), *x = b.generation.x;
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i] / 2 + x[n + i] / 2 - mean[i]));
  b.ops->destroy(&b.search);
  return most;
}

static void two_points_lie_opposite(void **state)
{
  (void)state;
  const char *const spec = "cmaes:covariance=separable,sigma=0.001";
  assert_double(miss(spec, 300, 20), <, 1e-14);
  assert_double(miss(spec, 300, 6), <, 1e-14);
  assert_double(miss(spec, 300, 5), >, 1e-4); /* two of so few would be too many */
  assert_double(miss(spec, 299, 20), >, 1e-4);
  assert_double(miss("cmaes:covariance=limited,sigma=0.001", 300, 20), >, 1e-4);
}

static void copied_state_goes_on_with_the_same_bits(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "cmaes:covariance=separable", 300, -5, 10);
  jx_search *one = make(&b);
  for (int turn = 0; turn < 60; turn++) { /* the path has taken over in the end */
    for (int i = 0; i < turn % 5; i++) {
      ask(&b, one);
      tell(&b, one, turn % 4 == 3 ? nowhere : ellipsoid);
    }
    jx_search *other = make(&b);
    copy_state(one, other);
    for (int i = 0; i < 9; i++) step_both(&b, one, other, ellipsoid);
    b.ops->destroy(&one);
    one = other;
  }
  b.search = one;
  assert_true(*(const uint64_t *)array_of(&b, "settled") >= 50);
  b.ops->destroy(&b.search);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_soon_fit_a_thousand_coordinates),
      cmocka_unit_test(two_points_lie_opposite),
      cmocka_unit_test(copied_state_goes_on_with_the_same_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
