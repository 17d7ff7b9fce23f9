/* algorithm/cmaes alone, as a run drives it: known minima, and what the contract promises. */
#include "functions.h"
#include "search_bed.h"

#include <stdlib.h>

/* Over the box: smallest at its upper corner, where it is 0. */
static double slope(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += (double)(i + 1) * (3 - x[i]);
  return sum;
}

static double half_nowhere(const double *x, size_t n)
{
  return x[0] > 0.5 || x[1] < -1 ? INFINITY : sphere(x, n);
}

static double flat(const double *x, size_t n)
{
  (void)x;
  (void)n;
  return 5;
}

/* Budgets are half as much again as pycma's medians: 1764, 4128 and 5832 evaluations. */
static void minima_are_found_within_budgets(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "cmaes", 10, -5.12, 5.12);
  minimise_to(&b, sphere, 1e-9, 2600);
  assert_double(b.generation.best, <=, 1e-9);
  set_up(&b, "cmaes", 10, -5.12, 5.12);
  minimise_to(&b, ellipsoid, 1e-9, 6200);
  assert_double(b.generation.best, <=, 1e-9);
  set_up(&b, "cmaes", 10, -5, 10);
  minimise_to(&b, rosenbrock, 1e-9, 8700);
  assert_double(b.generation.best, <=, 1e-9);
  set_up(&b, "cmaes:active=no", 10, -5.12, 5.12);
  minimise_to(&b, ellipsoid, 1e-9, 12000);
  assert_double(b.generation.best, <=, 1e-9);
}

static void every_dimension_works(void **state)
{
  static bed b;
  (void)state;
  static const char *const specs[] = {"cmaes", "cmaes:covariance=separable", "cmaes:bounds=mirror"};
  for (size_t n = 1; n <= 6; n++)
    for (uint64_t particles = 2; particles <= 60; particles += 29) {
      set_up(&b, specs[(n + particles) % 3], n, -3, 7);
      b.setup.particles = particles;
      minimise_to(&b, sphere, 1e-9, 30000);
      assert_double(b.generation.best, <=, 1e-9);
    }
}

static void minimum_at_a_corner_is_found(void **state)
{
  static bed b;
  (void)state;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    set_up(&b, "cmaes", 8, -5, 3);
    b.setup.seed = seed;
    minimise_to(&b, slope, 1e-9, 6000);
    assert_double(b.generation.best, <=, 1e-9);
  }
}

static void search_begins_where_the_user_says(void **state)
{
  static bed b;
  const double initial[4] = {-2, 2.999, 0.25, 3};
  (void)state;
  set_up(&b, "cmaes:sigma=1e-9", 4, -2, 3);
  b.setup.initial = initial;
  b.search = make(&b);
  ask(&b, b.search);
  for (size_t i = 0; i < b.generation.count * 4; i++)
    assert_double(fabs(b.generation.x[i] - initial[i % 4]), <, 1e-7);
  b.ops->destroy(&b.search);
}

/* Boxes whose widths overflow, or are 0, or are beyond the digits of the bounds. */
static void strange_boxes_are_kept(void **state)
{
  static bed b;
  static const double boxes[][2] = {
      {-1.7e308, 1.7e308}, {1e308, 1.1e308}, {4, 4}, {1, 1 + 0x1p-51}, {-0x1p-1074, 0}};
  (void)state;
  for (size_t k = 0; k < sizeof boxes / sizeof boxes[0]; k++) {
    set_up(&b, "cmaes:sigma=10", 3, boxes[k][0], boxes[k][1]);
    minimise(&b, sphere, 3000);
  }
}

/* 50 coordinates and 4 points: C is decomposed every few generations only. */
static void copied_state_goes_on_with_the_same_bits(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "cmaes", DIM_MOST, -5, 10);
  b.setup.particles = 4;
  jx_search *one = make(&b);
  for (int turn = 0; turn < 60; turn++) {
    for (int i = 0; i < turn % 7; i++) {
      ask(&b, one);
      tell(&b, one, turn % 10 == 9 ? nowhere : rosenbrock);
    }
    if (turn % 2) ask(&b, one);
    jx_search *other = make(&b);
    copy_state(one, other);
    for (int i = 0; i < 9; i++) step_both(&b, one, other, rosenbrock);
    assert_int_equal(b.generation.count, 4);
    b.ops->destroy(&one);
    one = other;
  }
  b.ops->destroy(&one);
}

static void seeds_and_generations_differ(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "cmaes", 5, 0, 1);
  jx_search *one = make(&b);
  b.setup.seed = 2;
  jx_search *other = make(&b);
  ask(&b, one);
  double first = b.generation.x[0];
  tell(&b, one, nowhere);
  ask(&b, one);
  assert_double(b.generation.x[0], !=, first);
  ask(&b, other);
  assert_double(b.generation.x[0], !=, first);
  b.ops->destroy(&one);
  b.ops->destroy(&other);
}

static void missing_values_are_survived(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "cmaes", 6, -5, 5);
  jx_search *search = make(&b);
  for (int i = 0; i < 300; i++) {
    ask(&b, search);
    tell(&b, search, i % 3 == 0 || i < 40 ? nowhere : half_nowhere);
    assert_false(i < 40 && b.ops->is_done(search, &b.why));
  }
  assert_double(b.generation.best, <, 1e-6);
  b.ops->destroy(&search);
}

static void words_say_why_it_is_done(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "cmaes", 10, -5, 5);
  minimise(&b, flat, 100000);
  assert_contains(b.why, "equal");
  assert_int_equal(b.evaluations, 10 * (10 + 30)); /* 10 + 30 n / lambda generations */
  set_up(&b, "cmaes:tolfun=1e-3", 10, -5, 5);
  minimise(&b, sphere, 100000);
  assert_contains(b.why, "tolfun");
  set_up(&b, "cmaes:tolfun=0,tolx=1e-4", 10, -5, 5);
  minimise(&b, sphere, 100000);
  assert_contains(b.why, "tolx");
  set_up(&b, "cmaes:tolfun=0,tolx=0", 10, -4, 5);
  minimise(&b, sphere, 100000);
  assert_contains(b.why, "too small");
}

static void one_particle_is_refused(void **state)
{
  static bed b;
  jato_error error = {0};
  (void)state;
  set_up(&b, "cmaes", 3, 0, 1);
  b.setup.particles = 1;
  assert_int_equal(b.ops->create(&b.setup, &b.search, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "at least 2");
}

static void *allocate_some(size_t bytes, void *left)
{
  return (*(int *)left)-- > 0 ? malloc(bytes) : NULL;
}

static void release(void *memory, void *left)
{
  (void)left;
  free(memory);
}

static void missing_memory_is_reported(void **state)
{
  static bed b;
  jato_error error = {0};
  (void)state;
  set_up(&b, "cmaes", 3, 0, 1);
  for (int some = 0; some < 3; some++) {
    int left = some;
    b.setup.allocator = (jato_allocator){allocate_some, release, &left};
    assert_int_equal(b.ops->create(&b.setup, &b.search, &error), JATO_E_MEMORY);
    assert_null(b.search);
  }
  b.setup.allocator = jx_allocator_or_default(NULL);
  b.setup.particles = UINT64_MAX / 2;
  assert_int_equal(b.ops->create(&b.setup, &b.search, &error), JATO_E_MEMORY);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(minima_are_found_within_budgets),
      cmocka_unit_test(every_dimension_works),
      cmocka_unit_test(minimum_at_a_corner_is_found),
      cmocka_unit_test(search_begins_where_the_user_says),
      cmocka_unit_test(strange_boxes_are_kept),
      cmocka_unit_test(copied_state_goes_on_with_the_same_bits),
      cmocka_unit_test(seeds_and_generations_differ),
      cmocka_unit_test(missing_values_are_survived),
      cmocka_unit_test(words_say_why_it_is_done),
      cmocka_unit_test(one_particle_is_refused),
      cmocka_unit_test(missing_memory_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
