/* What of src/kernel/math_more.h is exact: special values, rounding to whole numbers, and results
 * that are whole numbers. The truth is the system's library, where C's Annex F fixes the result,
 * and arithmetic on integers. Compiled twice, with JK_PRECISION 32 and 64. */
#include "check.h"
#include "kernel/math.h"
#include "kernel/math_more.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

typedef struct one_argument {
  const char *name;
  real (*under_test)(real);
  double (*system)(double);
} one_argument;

typedef struct two_arguments {
  const char *name;
  real (*under_test)(real, real);
  double (*system)(double, double);
} two_arguments;

static double ten_to(double x) { return pow(10.0, x); }

static const one_argument close_ones[] = {
    {"exp2", jk_exp2, exp2},    {"exp10", jk_exp10, ten_to}, {"log2", jk_log2, log2},
    {"log10", jk_log10, log10}, {"expm1", jk_expm1, expm1},  {"log1p", jk_log1p, log1p},
    {"sinh", jk_sinh, sinh},    {"cosh", jk_cosh, cosh},     {"tanh", jk_tanh, tanh},
    {"tan", jk_tan, tan},       {"asin", jk_asin, asin},     {"acos", jk_acos, acos},
    {"atan", jk_atan, atan},    {"cbrt", jk_cbrt, cbrt},     {"erf", jk_erf, erf},
};

static const one_argument whole_ones[] = {
    {"ceil", jk_ceil, ceil},
    {"trunc", jk_trunc, trunc},
    {"round", jk_round, round},
};

static const two_arguments close_pairs[] = {
    {"atan2", jk_atan2, atan2},
    {"hypot", jk_hypot, hypot},
};

static const two_arguments exact_pairs[] = {
    {"fmod", jk_fmod, fmod},
    {"fmin", jk_fmin, fmin},
    {"fmax", jk_fmax, fmax},
    {"copysign", jk_copysign, copysign},
};

/* Splitmix64: not the generator under test elsewhere. */
static uint64_t random_word(uint64_t *state)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* Any bits, but for a NaN the quiet one: the system's fmin answers others with NaN. */
static real random_real(uint64_t *state)
{
  real x = jk_as_real((jk_int)random_word(state));
  return isnan(x) ? (real)NAN : x;
}

/* Equal, with NaN equal to NaN and 0 apart from -0. */
static int same(real a, real b)
{
  return isnan(a) ? isnan(b) : (a == b && !signbit(a) == !signbit(b));
}

/* The same where Annex F says what the result is, and close where it is an ordinary number. */
static int agrees(real got, double truth)
{
  real want = (real)truth;
  if (isnan(want) || isinf(want) || want == R(0.0) || jk_abs(want) == R(1.0)) {
    return same(got, want);
  }
  return jk_abs(got / want - R(1.0)) < (JK_PRECISION == 32 ? R(5e-7) : R(1e-15));
}

static void must_agree(const char *name, double x, double y, int holds, double got, double want)
{
  if (holds) return;
  print_error("%s(%a, %a) is %a, wanted %a\n", name, x, y, got, want);
  fail();
}

/* Zeros, infinities, NaN, edges of domains, and sizes from the smallest to the largest. */
static int make_values(real *values)
{
  const real some[] = {R(0.0),  R(0.5),  R(1.0),  R(1.5),   R(2.0),  R(3.0),
                       R(10.0), R(33.5), R(1e-5), R(1e-30), R(1e30), (real)INFINITY};
  int count = 0;
  for (int i = 0; i < COUNT(some); i++) {
    values[count++] = some[i];
    values[count++] = -some[i];
  }
  values[count++] = jk_as_real(1);
  values[count++] = -jk_as_real(1);
  values[count++] = R(JK_SMALLEST_NORMAL);
  values[count++] = JK_LARGEST;
  values[count++] = -JK_LARGEST;
  values[count++] = (real)NAN;
  return count;
}

#define MOST_VALUES 40

/* A tangent is defined up to a limit, and results near the subnormal range are flushed by exp2 and
 * exp10 alone. */
static void special_values_of_one(void **state)
{
  real values[MOST_VALUES];
  int count = make_values(values);
  (void)state;
  for (int k = 0; k < COUNT(close_ones); k++) {
    for (int i = 0; i < count; i++) {
      real x = values[i], got = close_ones[k].under_test(x);
      double want = close_ones[k].system(x);
      int too_far = close_ones[k].under_test == jk_tan && !(jk_abs(x) <= R(JK_TRIG_LIMIT));
      int flushed = k < 2 && got == R(0.0) && want < 2.0 * JK_SMALLEST_NORMAL;
      must_agree(close_ones[k].name, x, 0.0, too_far ? isnan(got) : flushed || agrees(got, want),
                 got, want);
    }
  }
}

static void special_values_of_two(void **state)
{
  real values[MOST_VALUES];
  int count = make_values(values);
  (void)state;
  for (int k = 0; k < COUNT(close_pairs); k++) {
    for (int i = 0; i < count * count; i++) {
      real x = values[i / count], y = values[i % count], got = close_pairs[k].under_test(x, y);
      double want = close_pairs[k].system(x, y);
      int tiny = fabs(want) < JK_SMALLEST_NORMAL && jk_abs(got - (real)want) <= jk_as_real(1);
      must_agree(close_pairs[k].name, x, y, tiny || agrees(got, want), got, want);
    }
  }
}

/* fmod is NaN where the quotient is too large; which zero is the smaller one is left open. */
static int pair_holds(int k, real x, real y, real got, double want)
{
  if (exact_pairs[k].under_test == jk_fmod && jk_abs(x) >= jk_abs(y)) {
    double quotient = fabs((double)(x / y));
    return quotient < JK_INTEGER ? same(got, (real)want) : isnan(got);
  }
  if (x == R(0.0) && y == R(0.0) && exact_pairs[k].under_test != jk_copysign) {
    return isnan((real)want) ? isnan(got) : got == R(0.0);
  }
  return same(got, (real)want);
}

static void exact_pairs_are_exact(void **state)
{
  real values[MOST_VALUES];
  int count = make_values(values);
  uint64_t random = 1;
  (void)state;
  for (int k = 0; k < COUNT(exact_pairs); k++) {
    for (int i = 0; i < 200000; i++) {
      real x = random_real(&random);
      real y = i % 2 ? random_real(&random) : (real)(x / (real)(i + 3));
      x = i < count * count ? values[i / count] : x;
      y = i < count * count ? values[i % count] : y;
      double want = exact_pairs[k].system(x, y);
      real got = exact_pairs[k].under_test(x, y);
      must_agree(exact_pairs[k].name, x, y, pair_holds(k, x, y, got, want), got, want);
    }
  }
}

/* Random bits, and the halves and whole numbers of each size with their neighbours. */
static void whole_numbers_are_exact(void **state)
{
  real values[MOST_VALUES];
  int count = make_values(values);
  uint64_t random = 2;
  (void)state;
  for (int k = 0; k < COUNT(whole_ones); k++) {
    for (int i = 0; i < 200000; i++) {
      double half = 0.5 * (double)(random_word(&random) >> (10 + i % 54));
      jk_int bits = i % 2 ? jk_as_int((real)half) : (jk_int)random_word(&random);
      real x = jk_as_real(bits == 0 ? 0 : bits + i / 2 % 3 - 1);
      x = i < count ? values[i] : (i % 5 ? x : -x);
      real got = whole_ones[k].under_test(x);
      double want = whole_ones[k].system(x);
      must_agree(whole_ones[k].name, x, 0.0, same(got, (real)want), got, want);
    }
  }
}

/* Results that are whole numbers, and lengths of triangles with whole sides. */
static void whole_results_are_exact(void **state)
{
  double ten_power = 1.0;
  (void)state;
  for (int n = 1 - JK_BIAS - JK_MANTISSA; n <= JK_BIAS; n++) {
    assert_true(jk_log2((real)ldexp(1.0, n)) == (real)n);
    assert_true(n < 2 - JK_BIAS || jk_exp2((real)n) == (real)ldexp(1.0, n));
  }
  for (int n = 0; n <= (JK_PRECISION == 32 ? 10 : 22); n++, ten_power *= 10.0) {
    assert_true(jk_exp10((real)n) == (real)ten_power && jk_log10((real)ten_power) == (real)n);
  }
  for (int n = -100; n <= 100; n++) {
    assert_true(jk_cbrt((real)(n * n * n)) == (real)n);
    assert_true(jk_hypot((real)(3 * n), (real)(4 * n)) == jk_abs((real)(5 * n)));
  }
}

/* No result leaves the function's range, and -x has the result of x with the other sign. */
static void ranges_and_symmetry_hold(void **state)
{
  const real half_pi = (real)1.57079632679489662, pi = (real)3.14159265358979324;
  uint64_t random = 3;
  (void)state;
  for (int i = 0; i < 300000; i++) {
    real x = (real)((double)(random_word(&random) >> 11) * 0x1p-53);
    real wide = (real)ldexp((double)x, i % 12);
    assert_true(jk_asin(x) <= half_pi && jk_acos(x) >= R(0.0) && jk_acos(-x) <= pi);
    assert_true(jk_atan(wide) <= half_pi && jk_atan2(wide, -x) <= pi);
    assert_true(jk_tanh(wide) <= R(1.0) && jk_erf(wide) <= R(1.0) && jk_cosh(wide) >= R(1.0));
    assert_true(jk_asin(-x) == -jk_asin(x) && jk_atan(-wide) == -jk_atan(wide));
    assert_true(jk_tan(-wide) == -jk_tan(wide) && jk_sinh(-wide) == -jk_sinh(wide));
    assert_true(jk_tanh(-wide) == -jk_tanh(wide) && jk_cosh(-wide) == jk_cosh(wide));
    assert_true(jk_erf(-wide) == -jk_erf(wide) && jk_cbrt(-wide) == -jk_cbrt(wide));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(special_values_of_one),   cmocka_unit_test(special_values_of_two),
      cmocka_unit_test(exact_pairs_are_exact),   cmocka_unit_test(whole_numbers_are_exact),
      cmocka_unit_test(whole_results_are_exact), cmocka_unit_test(ranges_and_symmetry_hold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
