#include "math_truth.h"

/* A function of math_more.h, the truth, and the system's function for a rough value. */
typedef struct one_argument {
  real (*under_test)(real);
  int (*truth)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  double (*rough)(double);
} one_argument;

typedef struct two_arguments {
  real (*under_test)(real, real);
  int (*truth)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
  double (*rough)(double, double);
} two_arguments;

static double rough_exp10(double x) { return pow(10.0, x); }

static const one_argument of_one[] = {
    {jk_exp2, mpfr_exp2, exp2},    {jk_exp10, mpfr_exp10, rough_exp10},
    {jk_log2, mpfr_log2, log2},    {jk_log10, mpfr_log10, log10},
    {jk_expm1, mpfr_expm1, expm1}, {jk_log1p, mpfr_log1p, log1p},
    {jk_sinh, mpfr_sinh, sinh},    {jk_cosh, mpfr_cosh, cosh},
    {jk_tanh, mpfr_tanh, tanh},    {jk_tan, mpfr_tan, tan},
    {jk_asin, mpfr_asin, asin},    {jk_acos, mpfr_acos, acos},
    {jk_atan, mpfr_atan, atan},    {jk_cbrt, mpfr_cbrt, cbrt},
    {jk_erf, mpfr_erf, erf},
};

static const two_arguments of_two[] = {
    {jk_atan2, mpfr_atan2, atan2},
    {jk_hypot, mpfr_hypot, hypot},
    {jk_fmod, mpfr_fmod, fmod},
};

static real under_test(subject_id id, real x, real y)
{
  if (id >= ATAN2) return of_two[id - ATAN2].under_test(x, y);
  if (id >= EXP2) return of_one[id - EXP2].under_test(x);
  switch (id) {
  case EXP: return jk_exp(x);
  case LOG: return jk_log(x);
  case SIN: return jk_sin(x);
  case COS: return jk_cos(x);
  case SIN_TURNS: return jk_sin_turns(x);
  case COS_TURNS: return jk_cos_turns(x);
  case VERSINE_TURNS: return jk_versine_turns(x);
  default: return jk_pow(x, y);
  }
}

static void find_truth(subject_id id, mpfr_t out, mpfr_srcptr x, mpfr_srcptr y)
{
  if (id >= ATAN2) {
    of_two[id - ATAN2].truth(out, x, y, MPFR_RNDN);
    return;
  }
  if (id >= EXP2) {
    of_one[id - EXP2].truth(out, x, MPFR_RNDN);
    return;
  }
  switch (id) {
  case EXP: mpfr_exp(out, x, MPFR_RNDN); break;
  case LOG: mpfr_log(out, x, MPFR_RNDN); break;
  case SIN: mpfr_sin(out, x, MPFR_RNDN); break;
  case COS: mpfr_cos(out, x, MPFR_RNDN); break;
  case SIN_TURNS: mpfr_sinu(out, x, 1, MPFR_RNDN); break;
  case COS_TURNS: mpfr_cosu(out, x, 1, MPFR_RNDN); break;
  case VERSINE_TURNS: /* 2 sin(pi x)^2, to keep its digits */
    mpfr_sinu(out, x, 2, MPFR_RNDN);
    mpfr_sqr(out, out, MPFR_RNDN);
    mpfr_mul_2ui(out, out, 1, MPFR_RNDN);
    break;
  default: mpfr_pow(out, x, y, MPFR_RNDN); break;
  }
}

/* The system's double function spares most of MPFR's work in float: only points whose rough error
 * comes near the maximum so far are measured. It never decides a result. */
static double rough_value(subject_id id, double x, double y)
{
  if (id >= ATAN2) return of_two[id - ATAN2].rough(x, y);
  if (id >= EXP2) return of_one[id - EXP2].rough(x);
  switch (id) {
  case EXP: return exp(x);
  case LOG: return log(x);
  case SIN: return sin(x);
  case COS: return cos(x);
  case POW: return pow(x, y);
  default: return (double)NAN;
  }
}

void measure_begin(measure *m, const subject *of)
{
  m->of = of;
  m->worst = 0.0;
  m->x = m->y = 0.0;
  m->points = 0;
  mpfr_inits2(TRUTH_BITS, m->mx, m->my, m->truth, m->got, m->ulp, (mpfr_ptr)0);
}

void measure_end(measure *m)
{
  double bound = m->of->bound[JK_PRECISION == 64];
  print_message("%d-bit %-13s max %.3f ulp (bound %.1f) at (%a, %a), %ld points\n", JK_PRECISION,
                m->of->name, m->worst, bound, m->x, m->y, m->points);
  mpfr_clears(m->mx, m->my, m->truth, m->got, m->ulp, (mpfr_ptr)0);
  assert_true(m->points > 0);
  assert_double(m->worst, <=, bound);
}

/* Whether the rough function already shows that this point cannot be the worst. */
static int surely_good(const measure *m, double x, double y, double got)
{
  int exponent;
  double rough = JK_PRECISION == 32 ? rough_value(m->of->id, x, y) : (double)NAN;
  if (!isfinite(rough) || fabs(rough) < 0x1p-124 || fabs(rough) > 0x1p127) {
    return 0;
  }
  frexp(rough, &exponent);
  return fabs(got - rough) < (m->worst - 0.01) * ldexp(1.0, exponent - JK_MANTISSA - 1);
}

/* |got - truth| in ulp of the truth, with infinity counted as the first number too large. */
static double error_in_ulp(measure *m, double got)
{
  if (isinf(got)) {
    mpfr_set_si_2exp(m->got, got > 0 ? 1 : -1, EXPONENT_TOP, MPFR_RNDN);
  } else {
    mpfr_set_d(m->got, got, MPFR_RNDN);
  }
  mpfr_set_ui_2exp(m->ulp, 1, EXPONENT_TOP, MPFR_RNDN);
  if (mpfr_cmpabs(m->truth, m->ulp) > 0) {
    mpfr_copysign(m->truth, m->ulp, m->truth, MPFR_RNDN);
  }
  long exponent = mpfr_zero_p(m->truth) ? EXPONENT_LOW : mpfr_get_exp(m->truth) - 1 - JK_MANTISSA;
  exponent = exponent < EXPONENT_LOW ? EXPONENT_LOW : exponent;
  exponent = exponent > EXPONENT_TOP - 1 - JK_MANTISSA ? EXPONENT_TOP - 1 - JK_MANTISSA : exponent;
  mpfr_sub(m->got, m->got, m->truth, MPFR_RNDN);
  mpfr_mul_2si(m->got, m->got, -exponent, MPFR_RNDN);
  return fabs(mpfr_get_d(m->got, MPFR_RNDN));
}

void measure_point(measure *m, real x, real y)
{
  double got = under_test(m->of->id, x, y);
  m->points++;
  if (surely_good(m, x, y, got)) {
    return;
  }
  mpfr_set_d(m->mx, x, MPFR_RNDN);
  mpfr_set_d(m->my, y, MPFR_RNDN);
  find_truth(m->of->id, m->truth, m->mx, m->my);
  if (mpfr_nan_p(m->truth) && isnan(got)) {
    return;
  }
  if (m->of->flushes && got == 0.0 && mpfr_cmp_d(m->truth, FLUSH_BELOW) < 0 &&
      mpfr_cmp_d(m->truth, -FLUSH_BELOW) > 0) {
    return;
  }
  double error = mpfr_nan_p(m->truth) ? (double)INFINITY : error_in_ulp(m, got);
  if (!(error <= m->worst)) {
    m->worst = isnan(error) ? (double)INFINITY : error;
    m->x = x;
    m->y = y;
  }
}

double measure_uniform(uint64_t *state)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

void measure_range(measure *m, double low, double high, int points)
{
  uint64_t state = 1;
  for (int i = 0; i < points; i++) {
    measure_point(m, (real)(low + (high - low) * measure_uniform(&state)), R(0.0));
  }
}

void measure_exponents(measure *m, int low, int high, int points)
{
  uint64_t state = 2;
  for (int i = 0; i < points; i++) {
    double size = exp2(low + (high - low) * measure_uniform(&state));
    measure_point(m, (real)(measure_uniform(&state) < 0.5 ? -size : size), R(0.0));
  }
}

void measure_around(measure *m, double x)
{
  jk_int bits = jk_as_int((real)fabs(x));
  for (jk_int step = -3; step <= 3; step++) {
    real near = jk_as_real(bits + step);
    measure_point(m, near, R(0.0));
    measure_point(m, -near, R(0.0));
  }
}

void measure_quarters(measure *m, double limit)
{
  long last = (long)(limit * 2.0 / 3.14159265358979324);
  int count = JK_PRECISION == 32 ? (int)last : 8000;
  uint64_t state = 3;
  mpfr_t quarter;
  mpfr_init2(quarter, TRUTH_BITS);
  for (int i = 1; i <= count; i++) {
    long n = JK_PRECISION == 32 ? i : 1 + (long)((double)last * measure_uniform(&state));
    n = JK_PRECISION == 64 && i <= 17 ? 29L << (i - 1) : n;
    mpfr_const_pi(quarter, MPFR_RNDN);
    mpfr_mul_si(quarter, quarter, n, MPFR_RNDN);
    mpfr_div_2ui(quarter, quarter, 1, MPFR_RNDN);
    measure_around(m, mpfr_get_d(quarter, MPFR_RNDN));
  }
  mpfr_clear(quarter);
}
