/* The elementary functions of src/kernel/math.h against MPFR at 200 bits.
 *
 * Compiled twice, with JK_PRECISION 32 and 64. Each function is measured on ranges of its domain,
 * on the arguments where its reduction is hardest, and in float on a stride of all bit patterns;
 * the largest error is printed in units of the last place of the true value, and must stay below
 * the bound in `subjects`. */
#include "math_truth.h"

static subject subjects[] = {
    {EXP, "exp", {1.0, 1.0}, 1},
    {LOG, "log", {1.0, 1.0}, 0},
    {SIN, "sin", {2.0, 2.0}, 0},
    {COS, "cos", {2.0, 2.0}, 0},
    {SIN_TURNS, "sin_turns", {1.75, 1.75}, 0},
    {COS_TURNS, "cos_turns", {2.0, 2.0}, 0},
    {VERSINE_TURNS, "versine_turns", {4.5, 4.5}, 0},
    {POW, "pow", {1.5, 1.5}, 1},
};

static void sweep_patterns(measure *m, double limit)
{
#if JK_PRECISION == 32
  int whole_turns = m->of->id >= SIN_TURNS && m->of->id <= VERSINE_TURNS;
  long stride = whole_turns ? 49999 : 997; /* no rough value: all points cost MPFR's time */
  for (int64_t bits = INT32_MIN; bits <= INT32_MAX; bits += stride) {
    real x = jk_as_real((jk_int)bits);
    if (fabs((double)x) <= limit) {
      measure_point(m, x, R(0.0));
    }
  }
#else
  (void)m;
  (void)limit;
#endif
}

static void exp_is_close(void **state)
{
  measure m;
  double top = EXPONENT_TOP * 0.6931471805599453;
  measure_begin(&m, *state);
  measure_range(&m, -1.0, 1.0, 40000);
  measure_range(&m, -top, top, 40000);
  measure_range(&m, top - 1.5, top + 1.5, 10000);
  measure_range(&m, -top - 1.5, -top + 5.0, 10000);
  measure_exponents(&m, EXPONENT_LOW, 10, 10000);
  for (int n = -60; n <= 60; n++) {
    measure_around(&m, (n + 0.5) * 0.6931471805599453);
  }
  sweep_patterns(&m, (double)INFINITY);
  measure_end(&m);
}

static void log_is_close(void **state)
{
  measure m;
  measure_begin(&m, *state);
  measure_range(&m, 0.3, 3.0, 60000);
  measure_range(&m, 0.999, 1.001, 20000);
  measure_range(&m, 1.0 - 1e-6, 1.0 + 1e-6, 10000);
  measure_exponents(&m, EXPONENT_LOW, EXPONENT_TOP, 20000);
  measure_exponents(&m, EXPONENT_LOW, 1 - JK_BIAS, 5000);
  measure_around(&m, 1.0);
  measure_around(&m, 0.70710678118654752);
  sweep_patterns(&m, (double)INFINITY);
  measure_end(&m);
}

static void radians_are_close(void **state)
{
  measure m;
  measure_begin(&m, *state);
  measure_range(&m, -0.8, 0.8, 20000);
  measure_range(&m, -8.0, 8.0, 30000);
  measure_range(&m, -1000.0, 1000.0, 20000);
  measure_range(&m, -JK_TRIG_LIMIT, JK_TRIG_LIMIT, 30000);
  measure_exponents(&m, EXPONENT_LOW, 16, 10000);
  measure_quarters(&m, JK_TRIG_LIMIT);
  sweep_patterns(&m, JK_TRIG_LIMIT);
  measure_end(&m);
}

static void turns_are_close(void **state)
{
  measure m;
  measure_begin(&m, *state);
  measure_range(&m, -0.5, 0.5, 40000);
  measure_range(&m, -5.2, 5.2, 20000);
  measure_exponents(&m, EXPONENT_LOW, EXPONENT_TOP, 20000);
  for (int n = -100; n <= 100; n++) {
    measure_around(&m, 0.125 * n);
    measure_range(&m, 0.25 * n - 1e-4, 0.25 * n + 1e-4, 50);
  }
  sweep_patterns(&m, 3e38);
  measure_end(&m);
}

/* y is chosen so that the result's exponent is uniform over all there are, and a little beyond. */
static void sweep_powers(measure *m, double spread, int points)
{
  uint64_t state = 4;
  for (int i = 0; i < points; i++) {
    real x = (real)exp2(spread * (2.0 * measure_uniform(&state) - 1.0));
    double exponent = (EXPONENT_TOP + 2) * (2.0 * measure_uniform(&state) - 1.0);
    double scale = log2((double)x);
    measure_point(m, x, (real)(scale == 0.0 ? exponent : exponent / scale));
  }
}

static void pow_is_close(void **state)
{
  static const double spreads[] = {1e-6, 1e-3, 0.1, 0.5, 1.0, 4.0, 20.0, JK_BIAS};
  measure m;
  uint64_t random = 5;
  measure_begin(&m, *state);
  for (size_t i = 0; i < sizeof spreads / sizeof *spreads; i++) {
    sweep_powers(&m, spreads[i], JK_PRECISION == 32 ? 200000 : 12000);
  }
  for (int i = 0; i < 10000; i++) {
    real base = (real)(10.0 * measure_uniform(&random) - 5.0);
    measure_point(&m, base, (real)(int)(40.0 * measure_uniform(&random) - 20.0));
    measure_point(&m, base, (real)(4.0 * measure_uniform(&random) - 2.0));
    measure_point(&m, (real)i, R(0.5));
    measure_point(&m, jk_as_real((jk_int)i * 97 + 1), (real)(measure_uniform(&random) - 0.5));
  }
  measure_end(&m);
}

/* Exact equality, NaN equal to NaN, 0 apart from -0. */
static int same(real a, real b)
{
  return isnan(a) ? isnan(b) : (a == b && !signbit(a) == !signbit(b));
}

static void special_values(void **state)
{
  const real inf = (real)INFINITY, nan = (real)NAN, huge = R(1e30);
  (void)state;
  assert_true(same(jk_exp(R(0.0)), R(1.0)));
  assert_true(same(jk_exp(inf), inf) && same(jk_exp(-inf), R(0.0)) && isnan(jk_exp(nan)));
  assert_true(same(jk_exp(huge), inf) && same(jk_exp(-huge), R(0.0)));
  assert_true(same(jk_log(R(1.0)), R(0.0)) && same(jk_log(inf), inf) && isnan(jk_log(nan)));
  assert_true(same(jk_log(R(0.0)), -inf) && same(jk_log(-R(0.0)), -inf));
  assert_true(isnan(jk_log(R(-1.0))) && isnan(jk_log(-inf)) && isnan(jk_log(-jk_as_real(1))));
  assert_true(same(jk_cos(R(0.0)), R(1.0)) && jk_sin(R(0.0)) == R(0.0));
  assert_true(isnan(jk_sin(inf)) && isnan(jk_cos(-inf)) && isnan(jk_sin(nan)) &&
              isnan(jk_cos(nan)));
  assert_true(isnan(jk_sin(R(1.01 * JK_TRIG_LIMIT))) && isnan(jk_cos(R(-1.01 * JK_TRIG_LIMIT))));
  assert_false(isnan(jk_sin(R(JK_TRIG_LIMIT))) || isnan(jk_cos(R(-JK_TRIG_LIMIT))));
  assert_true(isnan(jk_sin_turns(inf)) && isnan(jk_cos_turns(-inf)) &&
              isnan(jk_versine_turns(inf)));
  assert_true(isnan(jk_sin_turns(nan)) && isnan(jk_cos_turns(nan)) && isnan(jk_versine_turns(nan)));
}

/* The corners that objectives rely on: the optimum of a multimodal function is at whole turns. */
static void turns_are_exact_at_quarters(void **state)
{
  (void)state;
  for (int n = -40; n <= 40; n++) {
    real t = (real)n;
    assert_true(jk_cos_turns(t) == R(1.0) && jk_cos_turns(t + R(0.5)) == R(-1.0));
    assert_true(jk_cos_turns(t + R(0.25)) == R(0.0) && jk_cos_turns(t - R(0.25)) == R(0.0));
    assert_true(jk_sin_turns(t) == R(0.0) && jk_sin_turns(t + R(0.5)) == R(0.0));
    assert_true(jk_sin_turns(t + R(0.25)) == R(1.0) && jk_sin_turns(t - R(0.25)) == R(-1.0));
    assert_true(jk_versine_turns(t) == R(0.0) && jk_versine_turns(t + R(0.5)) == R(2.0));
  }
}

/* Neither leaves [-1, 1]; the versine is never negative. */
static void ranges_hold(void **state)
{
  uint64_t random = 6;
  (void)state;
  for (int i = 0; i < 1000000; i++) {
    real t = (real)exp2(-30.0 * measure_uniform(&random));
    real x = t * R(6.0);
    assert_true(jk_abs(jk_cos_turns(t)) <= R(1.0) && jk_abs(jk_sin_turns(t)) <= R(1.0));
    assert_true(jk_abs(jk_cos(x)) <= R(1.0) && jk_abs(jk_sin(x)) <= R(1.0));
    assert_true(jk_versine_turns(t) >= R(0.0) && jk_versine_turns(t) <= R(2.0));
  }
}

/* The system's pow is the truth here: Annex F fixes these results. Zero is only flushed, never
 * signed otherwise. */
static void pow_special_values(void **state)
{
  const real inf = (real)INFINITY, nan = (real)NAN;
  const real values[] = {R(0.0),  -R(0.0),  R(0.5),        R(-0.5), R(1.0), R(-1.0),
                         R(2.0),  R(-2.0),  R(3.0),        R(-3.0), R(2.5), R(-2.5),
                         R(1e30), R(-1e30), R(16777215.0), inf,     -inf,   nan};
  int count = (int)(sizeof values / sizeof *values);
  (void)state;
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) {
      double truth = pow((double)values[i], (double)values[j]);
      real got = jk_pow(values[i], values[j]);
      real want = jk_abs((real)truth) < FLUSH_BELOW ? (real)copysign(0.0, truth) : (real)truth;
      if (isnan(want) || want == R(0.0) || isinf(want) || jk_abs(want) == R(1.0)) {
        assert_true(same(got, want));
      } else {
        assert_true(jk_abs(got / want - R(1.0)) < (JK_PRECISION == 32 ? R(3e-7) : R(6e-16)));
      }
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      {"exp is close", exp_is_close, NULL, NULL, &subjects[EXP]},
      {"log is close", log_is_close, NULL, NULL, &subjects[LOG]},
      {"sin is close", radians_are_close, NULL, NULL, &subjects[SIN]},
      {"cos is close", radians_are_close, NULL, NULL, &subjects[COS]},
      {"sin_turns is close", turns_are_close, NULL, NULL, &subjects[SIN_TURNS]},
      {"cos_turns is close", turns_are_close, NULL, NULL, &subjects[COS_TURNS]},
      {"versine_turns is close", turns_are_close, NULL, NULL, &subjects[VERSINE_TURNS]},
      {"pow is close", pow_is_close, NULL, NULL, &subjects[POW]},
      cmocka_unit_test(special_values),
      cmocka_unit_test(turns_are_exact_at_quarters),
      cmocka_unit_test(ranges_hold),
      cmocka_unit_test(pow_special_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
