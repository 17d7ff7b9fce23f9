/* The fit to evaluations, against functions that are known. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "jato/analysis.h"

enum { DIM = 3, COUNT = 80 };

/* Two numbers, one of them far from -1..1, and a category of three. */
static const jato_fit_variable variables[DIM] = {{-1, 1, 0}, {100, 300, 0}, {0, 3, 3}};

static double quadratic(const double *x)
{
  static const double steps[] = {0, 10, -5};
  double u = x[0], v = (x[1] - 200) / 100;
  return 5 + 3 * u - 2 * v + 4 * u * u + 1.5 * u * v + steps[(int)x[2]];
}

/* Points without a pattern: fractional parts of multiples of irrational numbers. */
static void scatter(double x[COUNT][DIM])
{
  for (size_t i = 0; i < COUNT; i++) {
    double whole;
    x[i][0] = 2 * modf((double)(i + 1) * 0.754877666246693, &whole) - 1;
    x[i][1] = 100 + 200 * modf((double)(i + 1) * 0.569840290998053, &whole);
    x[i][2] = (double)(i % 3) + 0.5;
  }
}

/* NULL where the points cannot be fitted, which is said in words. */
static jato_fit *fit_of(double x[][DIM], const double *value, size_t count)
{
  jato_fit *fit = NULL;
  jato_error error;
  jato_status status = jato_fit_create(variables, DIM, x[0], value, count, &fit, &error);
  if (status == JATO_OK) return fit;
  assert_int_equal(status, JATO_E_ARGUMENT);
  assert_non_null(strstr(error.text, "cannot be fitted"));
  return NULL;
}

static double value_at(const jato_fit *fit, const double *x)
{
  double value = NAN;
  jato_fit_evaluate(fit, x, 1, &value);
  return value;
}

static void test_a_quadratic_is_found(void **state)
{
  (void)state;
  double x[COUNT][DIM], value[COUNT];
  static const double unseen[][DIM] = {{0.3, 117, 0.5}, {-0.9, 290, 1.5}, {1, 100, 2.5}};
  scatter(x);
  for (size_t i = 0; i < COUNT; i++) value[i] = quadratic(x[i]);
  jato_fit *fit = fit_of(x, value, COUNT);
  assert_non_null(fit);
  assert_true(jato_fit_get_info(fit)->is_quadratic);
  assert_string_equal(jato_fit_get_info(fit)->name, "quadratic fit");
  assert_true(jato_fit_get_info(fit)->explained > 0.999999);
  for (size_t i = 0; i < 3; i++)
    if (fabs(value_at(fit, unseen[i]) - quadratic(unseen[i])) > 1e-4)
      fail_msg("point %zu: %.17g, and not %.17g", i, value_at(fit, unseen[i]),
               quadratic(unseen[i]));
  jato_fit_destroy(&fit);
}

/* exp(quadratic) is quadratic by its logarithm. */
static void test_values_that_span_much_are_fitted_by_their_logarithm(void **state)
{
  (void)state;
  double x[COUNT][DIM], value[COUNT];
  static const double unseen[DIM] = {0.3, 117, 0.5};
  scatter(x);
  for (size_t i = 0; i < COUNT; i++) value[i] = exp(quadratic(x[i]));
  jato_fit *fit = fit_of(x, value, COUNT);
  assert_non_null(fit);
  assert_true(jato_fit_get_info(fit)->is_logarithmic);
  assert_true(fabs(log(value_at(fit, unseen)) - quadratic(unseen)) < 1e-4);
  jato_fit_destroy(&fit);
}

/* As a search leaves them: most of them near the best, some far away, and all of them quadratic. */
static void test_points_that_crowd_around_the_best(void **state)
{
  (void)state;
  double x[COUNT][DIM], value[COUNT];
  static const double unseen[DIM] = {0.7, 250, 0.5};
  scatter(x);
  for (size_t i = 0; i < COUNT; i++) {
    for (size_t k = 0; k < 2 && i > 20; k++) {
      double middle = k == 0 ? -0.2 : 210;
      x[i][k] = middle + (x[i][k] - middle) * 0.01;
    }
    value[i] = quadratic(x[i]);
  }
  jato_fit *fit = fit_of(x, value, COUNT);
  assert_non_null(fit);
  assert_false(jato_fit_get_info(fit)->is_cut);
  assert_true(fabs(value_at(fit, unseen) - quadratic(unseen)) < 1e-3);
  jato_fit_destroy(&fit);
}

/* One in ten has a penalty, which follows nothing. */
static void test_penalties_do_not_hide_the_rest(void **state)
{
  (void)state;
  double x[COUNT][DIM], value[COUNT];
  scatter(x);
  for (size_t i = 0; i < COUNT; i++) value[i] = i % 10 == 3 ? 1e9 : quadratic(x[i]) - 20;
  jato_fit *fit = fit_of(x, value, COUNT);
  assert_non_null(fit);
  assert_true(jato_fit_get_info(fit)->is_cut);
  jato_fit_destroy(&fit);
}

/* 3 u + v on a square: the variances are as 9 to 1; the category does nothing. */
static void test_importance(void **state)
{
  (void)state;
  double x[48][DIM], value[48], shares[DIM];
  for (size_t i = 0; i < 48; i++) {
    size_t row = i / 12, column = i / 3 % 4;
    x[i][0] = (double)row * 2 / 3 - 1;
    x[i][1] = 100 + 200 * (double)column / 3;
    x[i][2] = (double)(i % 3) + 0.5;
    value[i] = 3 * x[i][0] + (x[i][1] - 200) / 100;
  }
  jato_fit *fit = fit_of(x, value, 48);
  assert_non_null(fit);
  assert_int_equal(jato_fit_importance(fit, x[0], 48, shares, NULL), JATO_OK);
  assert_true(fabs(shares[0] - 0.9) < 1e-4);
  assert_true(fabs(shares[1] - 0.1) < 1e-4);
  assert_true(shares[2] < 1e-4);
  jato_fit_destroy(&fit);
}

/* Values without a pattern: nothing is promised of them. */
static void test_noise_is_not_explained(void **state)
{
  (void)state;
  double x[COUNT][DIM], value[COUNT], whole;
  scatter(x);
  for (size_t i = 0; i < COUNT; i++) value[i] = modf((double)(i + 1) * 3.8196601125010515, &whole);
  jato_fit *fit = fit_of(x, value, COUNT);
  assert_true(fit == NULL || jato_fit_get_info(fit)->explained < 0.3);
  jato_fit_destroy(&fit);
}

static void test_what_cannot_be_fitted(void **state)
{
  (void)state;
  double x[COUNT][DIM], value[COUNT];
  scatter(x);
  for (size_t i = 0; i < COUNT; i++) value[i] = 7;
  assert_null(fit_of(x, value, COUNT));
  for (size_t i = 0; i < COUNT; i++) value[i] = quadratic(x[i]);
  assert_null(fit_of(x, value, 5));
  jato_fit_destroy(NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_quadratic_is_found),
      cmocka_unit_test(test_values_that_span_much_are_fitted_by_their_logarithm),
      cmocka_unit_test(test_points_that_crowd_around_the_best),
      cmocka_unit_test(test_penalties_do_not_hide_the_rest),
      cmocka_unit_test(test_importance),
      cmocka_unit_test(test_noise_is_not_explained),
      cmocka_unit_test(test_what_cannot_be_fitted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
