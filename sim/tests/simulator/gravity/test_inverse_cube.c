/* simulator/kernels/gravity_lanes.h: square^(-3/2) by bits, +, - and *, compared with the root and
 * the quotient of long double. The bounds are those that the header states. */
#include "check.h"

#include <float.h>

#define JK_VECTORS 0
#include "simulator/kernels/gravity_lanes.h"

#if JK_PRECISION == 32
#define DIGITS FLT_MANT_DIG
#define BOUND 3.7
#else
#define DIGITS DBL_MANT_DIG
#define BOUND 4.0
#endif

/* How many units in the last place of the truth. */
static double error_at(real square)
{
  int exponent;
  long double exact = 1 / ((long double)square * sqrtl((long double)square));
  long double off = fabsl((long double)jk_inverse_cube(square) - exact);
  (void)frexpl(exact, &exponent);
  return (double)ldexpl(off, DIGITS - exponent);
}

/* From 1 to 4, where all there is to see happens: what follows has the same mantissas. */
static void is_as_near_as_stated(void **state)
{
  double most = 0;
  (void)state;
  for (int i = 0; i < 3 << 20; i++) {
    real square = (real)1 + (real)i * (real)0x1p-20;
    double far = error_at(square + (real)(i % 8) * (real)0x1p-23);
    if (far > most) most = far;
  }
  print_message("%d bits: at most %.3f units in the last place\n", JK_PRECISION, most);
  assert_double(most, <=, BOUND);
  assert_double(most, >, 0.5); /* it is no root and no quotient */
}

static void holds_over_the_whole_range(void **state)
{
  (void)state;
  for (int exponent = -79; exponent <= 79; exponent++)
    for (int i = 0; i < 1000; i++)
      assert_double(error_at((real)ldexp(1 + i * 0.001, exponent)), <=, BOUND);
}

/* A body's own term must be 0 times a number. */
static void the_least_softening_has_a_finite_one(void **state)
{
  (void)state;
  assert_true(isfinite(jk_inverse_cube((real)1e-24)));
  assert_double((double)jk_inverse_cube((real)1e-24), >, 0.999e36);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_as_near_as_stated),
      cmocka_unit_test(holds_over_the_whole_range),
      cmocka_unit_test(the_least_softening_has_a_finite_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
