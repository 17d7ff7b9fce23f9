/* The functions of src/kernel/math_more.h against MPFR at 200 bits.
 *
 * Compiled twice, with JK_PRECISION 32 and 64. Each function is measured on ranges of its domain,
 * over all its exponents, around the places where it changes from one formula to the next, and in
 * float on a stride of all bit patterns. The largest error is printed in units of the last place of
 * the true value, and must stay below the bound, which math_more.h states. */
#include "math_truth.h"

#define RANGES 4
#define AROUND 8
#define RANGE_POINTS (JK_PRECISION == 32 ? 20000 : 10000)

/* Where a function of one argument is measured. */
typedef struct plan {
  subject of;
  double range[RANGES][2]; /* to the first that is empty */
  double around[AROUND];   /* to the first 0 */
  double limit;            /* of |x| elsewhere; 0 for none */
} plan;

static plan plans[] = {
    {.of = {EXP2, "exp2", {1.0, 1.0}, 1},
     .range = {{-1.0, 1.0},
               {-EXPONENT_TOP - 2, EXPONENT_TOP + 2},
               {EXPONENT_TOP - 2, EXPONENT_TOP}},
     .around = {0.5, 1.5, EXPONENT_TOP, JK_BIAS - 1.5},
     .limit = 2000.0},
    {.of = {EXP10, "exp10", {1.0, 1.0}, 1},
     .range = {{-1.0, 1.0}, {-38.0, 39.0}, {JK_PRECISION == 32 ? 38.0 : -308.0, 309.0}},
     .around = {0.15051499783199059, 38.531839444989583, 308.25471555991674},
     .limit = 2000.0},
    {.of = {LOG2, "log2", {1.25, 1.25}, 0},
     .range = {{0.3, 3.0}, {1.3, 1.5}, {0.999, 1.001}, {1.0 - 1e-6, 1.0 + 1e-6}},
     .around = {1.0, 0.70710678118654752, 1.4142135623730951, JK_SMALLEST_NORMAL}},
    {.of = {LOG10, "log10", {1.25, 1.25}, 0},
     .range = {{0.3, 3.0}, {1.2, 1.5}, {0.0, 1000.0}, {1.0 - 1e-6, 1.0 + 1e-6}},
     .around = {1.0, 0.70710678118654752, 1.4142135623730951, JK_SMALLEST_NORMAL}},
    {.of = {EXPM1, "expm1", {1.5, 1.5}, 0},
     .range = {{-1.0, 1.0}, {0.34, 0.36}, {-40.0, 40.0}, {-EXPONENT_TOP, EXPONENT_TOP * 0.694}},
     .around = {0.34657359027997264, 1.0397207708399179, 88.722839111672999, 709.78271289338397,
                JK_TINY, 17.4, 37.5},
     .limit = 2000.0},
    {.of = {LOG1P, "log1p", {1.0, 1.0}, 0},
     .range = {{-1.0, 2.0}, {-0.35, -0.25}, {-1e-3, 1e-3}, {0.0, 1e6}},
     .around = {1.0, 0.29289321881345248, 0.41421356237309505, 1.8284271247461901, JK_ROUNDER}},
    {.of = {SINH, "sinh", {1.75, 1.75}, 0},
     .range = {{-1.0, 1.0}, {0.4, 0.6}, {-9.0, 9.0}, {0.0, EXPONENT_TOP * 0.6942}},
     .around = {0.48520302639196169, 1.1783502069519070, 40.0, JK_TINY, 89.41598629223294,
                710.47586007394394},
     .limit = 2000.0},
    {.of = {COSH, "cosh", {1.75, 1.75}, 0},
     .range = {{-1.0, 1.0}, {0.4, 0.6}, {-9.0, 9.0}, {0.0, EXPONENT_TOP * 0.6942}},
     .around = {0.48520302639196169, 1.1783502069519070, 40.0, 89.41598629223294,
                710.47586007394394},
     .limit = 2000.0},
    {.of = {TANH, "tanh", {2.0, 2.0}, 0},
     .range = {{-0.25, 0.25}, {-1.0, 1.0}, {0.2, 0.6}, {-22.0, 22.0}},
     .around = {0.17328679513998632, 0.54930614433405485, 9.01, 19.06}},
    {.of = {TAN, "tan", {2.0, 2.0}, 0},
     .range = {{-0.8, 0.8}, {-8.0, 8.0}, {-1000.0, 1000.0}, {-JK_TRIG_LIMIT, JK_TRIG_LIMIT}},
     .around = {0.78539816339744831, 1.5707963267948966, 2.3561944901923449, 3.1415926535897932},
     .limit = JK_TRIG_LIMIT},
    {.of = {ASIN, "asin", {1.25, 1.25}, 0},
     .range = {{-1.0, 1.0}, {0.49, 0.55}, {0.8, 0.9}, {0.999, 1.0}},
     .around = {0.5, 1.0}},
    {.of = {ACOS, "acos", {1.25, 1.25}, 0},
     .range = {{-1.0, 1.0}, {-0.55, -0.45}, {0.45, 0.65}, {0.999, 1.0}},
     .around = {0.5, 1.0}},
    {.of = {ATAN, "atan", {1.5, 1.5}, 0},
     .range = {{-0.6, 0.6}, {0.5, 0.6}, {-2.5, 2.5}, {-100.0, 100.0}},
     .around = {0.5, 1.0, 2.0}},
    {.of = {CBRT, "cbrt", {1.0, 1.0}, 0},
     .range = {{0.125, 1.0}, {1.0, 8.0}, {0.99, 1.01}, {3.9, 4.2}},
     .around = {1.0, 8.0, 0.70710678118654752, 1.4142135623730951, JK_SMALLEST_NORMAL}},
    {.of = {ERF, "erf", {1.5, 1.5}, 0},
     .range = {{-1.0, 1.0}, {0.9, 1.1}, {-4.0, 4.0}, {3.5, 6.0}},
     .around = {1.0, 3.9192, 5.9216, JK_ERF_TOP}},
};

/* In float also a stride of all bit patterns, the infinite ones and NaN included. */
static void measure_patterns(measure *m, double limit)
{
  for (int64_t bits = INT32_MIN; JK_PRECISION == 32 && bits <= INT32_MAX; bits += 4999) {
    real x = jk_as_real((jk_int)bits);
    if (limit == 0.0 || fabs((double)x) <= limit) {
      measure_point(m, x, R(0.0));
    }
  }
}

static void one_argument_is_close(void **state)
{
  const plan *planned = *state;
  int top = planned->limit > 0.0 ? ilogb(planned->limit) : EXPONENT_TOP;
  measure m;
  measure_begin(&m, &planned->of);
  for (int i = 0; i < RANGES && planned->range[i][0] < planned->range[i][1]; i++) {
    measure_range(&m, planned->range[i][0], planned->range[i][1], RANGE_POINTS);
  }
  for (int i = 0; i < AROUND && planned->around[i] != 0.0; i++) {
    measure_around(&m, planned->around[i]);
  }
  measure_exponents(&m, EXPONENT_LOW, top, RANGE_POINTS / 2);
  measure_exponents(&m, -40, 3, RANGE_POINTS / 2);
  if (planned->of.id == TAN) measure_quarters(&m, JK_TRIG_LIMIT);
  measure_patterns(&m, planned->limit);
  measure_end(&m);
}

/* A point whose size is even over 2^low .. 2^top, with a random sign. */
static real any_real(uint64_t *random, double low, double top)
{
  double size = exp2(low + (top - low) * measure_uniform(random));
  return (real)(measure_uniform(random) < 0.5 ? -size : size);
}

/* Pairs in a square, and pairs of any size whose quotient is up to 2^40. */
static void measure_pairs(measure *m, int points)
{
  uint64_t random = 7;
  for (int i = 0; i < points; i++) {
    measure_point(m, (real)(8.0 * measure_uniform(&random) - 4.0),
                  (real)(8.0 * measure_uniform(&random) - 4.0));
    double middle = EXPONENT_LOW + (EXPONENT_TOP - EXPONENT_LOW) * measure_uniform(&random);
    real x = any_real(&random, middle - 2.0, middle);
    measure_point(m, x, any_real(&random, middle - 2.0, middle));
    measure_point(m, x, any_real(&random, middle - 40.0, middle));
    measure_point(m, any_real(&random, middle - 40.0, middle), x);
  }
}

static void atan2_is_close(void **state)
{
  static const double quotients[] = {0.5, 1.0, 2.0};
  uint64_t random = 8;
  measure m;
  measure_begin(&m, *state);
  measure_pairs(&m, JK_PRECISION == 32 ? 50000 : 10000);
  for (int i = 0; i < 3000; i++) {
    real x = any_real(&random, EXPONENT_LOW + 2, EXPONENT_TOP - 2);
    jk_int bits = jk_as_int((real)(x * (real)quotients[i % 3]));
    for (jk_int step = -1; step <= 1; step++) {
      measure_point(&m, jk_as_real(bits + step), x);
    }
    real y = any_real(&random, -2.0, -1.0);
    measure_point(&m, y, (real)(y / (real)(0.2 + 0.1 * measure_uniform(&random))));
  }
  measure_end(&m);
}

static void hypot_is_close(void **state)
{
  measure m;
  measure_begin(&m, *state);
  measure_pairs(&m, JK_PRECISION == 32 ? 100000 : 20000);
  const double places[] = {JK_SQUARE_LARGE, JK_SQUARE_SMALL, JK_SMALLEST_NORMAL};
  for (int i = 0; i < 3; i++) {
    jk_int bits = jk_as_int((real)places[i]);
    for (jk_int step = -1; step <= 1; step++) {
      measure_point(&m, jk_as_real(bits + step), (real)(0.75 * places[i]));
      measure_point(&m, R(0.0), jk_as_real(bits + step));
    }
  }
  measure_end(&m);
}

/* Exact, so quotients of all sizes count, whole ones and their neighbours among them, and the
 * largest real, where a product may pass it. */
static void fmod_is_exact(void **state)
{
  const double top = JK_MANTISSA;
  uint64_t random = 9;
  measure m;
  measure_begin(&m, *state);
  for (int i = 0; i < 50000; i++) {
    real y = any_real(&random, EXPONENT_LOW, EXPONENT_TOP - 1);
    double quotient = exp2(-3.0 + (top + 2.9) * measure_uniform(&random));
    real x = (real)((double)y * quotient), multiple = (real)((double)y * floor(quotient));
    if (isinf(x)) continue;
    measure_point(&m, x, y);
    measure_point(&m, multiple, y);
    measure_point(&m, jk_as_real(jk_as_int(multiple) - (multiple != R(0.0))), y);
    measure_point(&m, JK_LARGEST,
                  (real)((double)JK_LARGEST * exp2(-top * measure_uniform(&random))));
  }
  measure_end(&m);
}

static subject pairs[] = {
    {ATAN2, "atan2", {1.75, 1.75}, 0},
    {HYPOT, "hypot", {1.25, 1.25}, 0},
    {FMOD, "fmod", {0.0, 0.0}, 0},
};

int main(void)
{
  enum { ONE = sizeof plans / sizeof *plans };
  struct CMUnitTest tests[ONE + 3] = {
      [ONE] = {"atan2 is close", atan2_is_close, NULL, NULL, &pairs[0]},
      [ONE + 1] = {"hypot is close", hypot_is_close, NULL, NULL, &pairs[1]},
      [ONE + 2] = {"fmod is exact", fmod_is_exact, NULL, NULL, &pairs[2]},
  };
  for (int i = 0; i < ONE; i++) {
    struct CMUnitTest test = {plans[i].of.name, one_argument_is_close, NULL, NULL, &plans[i]};
    tests[i] = test;
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
