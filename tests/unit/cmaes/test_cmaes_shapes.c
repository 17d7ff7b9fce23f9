/* cmaes with covariance matrices that are not full. */
#include "functions.h"
#include "search_bed.h"

/* Ros and Hansen 2008: for a separable function evaluations grow little more than with n. A full
 * matrix needs 48,000 for 40 coordinates. */
static void scales_are_learnt_quickly(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "cmaes:covariance=separable,tolfun=0,tolx=0", 50, -5.12, 5.12);
  minimise_to(&b, ellipsoid, 1e-9, 19000);
  assert_double(b.generation.best, <=, 1e-9);
}

/* A straightforward program in numpy, after the paper's algorithm 3 and without bounds, took
 * 61,200, 63,390, 64,635 and 65,850 evaluations; half as many again are allowed. */
static void valley_is_followed_with_little_memory(void **state)
{
  static bed b;
  (void)state;
  set_up(&b, "cmaes:covariance=limited,tolfun=0,tolx=0,sigma=0.1", 40, -5, 10);
  minimise_to(&b, rosenbrock, 1e-9, 96000);
  assert_double(b.generation.best, <=, 1e-9);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scales_are_learnt_quickly),
      cmocka_unit_test(valley_is_followed_with_little_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
