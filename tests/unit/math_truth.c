#include "math_truth.h"

static real under_test(subject_id id, real x, real y)
{
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
